// What of a product that runs elsewhere is of one's own making: noted before it is made, and all of it taken away again.
import type { Own, Wire } from "./wire.ts";
import type { Outside } from "./people.ts";
import { shortened } from "../run/shortened.ts";
import { RemoteUnavailable } from "./unavailable.ts";

/** What follows from what follows is found by so many looks, and is so many rows, wherever it has an end. */
const mostLooks = 50;
const mostRows = 5000;

export type Ledger = {
  readonly add: (entity: string, id: string) => void;
  /** What follows makes rows of these entities. */
  readonly expect: (entities: readonly string[]) => void;
  readonly addPerson: (id: string, email: string) => void;
  readonly of: (entity: string) => ReadonlySet<string>;
  /** Notes what has followed from its rows. */
  readonly lookAround: () => Promise<void>;
  /** The rows of a case. */
  readonly clear: (order: readonly string[]) => Promise<void>;
  /** Everything. Answers what is left, by name. */
  readonly clearAll: () => Promise<readonly string[]>;
};

export function createLedger(wire: Wire, { ask, needThere, untilThere }: Outside): Ledger {
  const rows = new Map<string, Set<string>>();
  const people = new Map<string, string>();
  const following = new Set<string>();
  const left = new Map<string, string>();
  const all = (): Own => new Map<string, ReadonlySet<string>>([...rows, ["user", new Set(people.keys())]]);
  const lookAround = async () => {
    for (let looks = 0; looks < mostLooks; looks++) {
      const { own } = await wire.leading(all(), following);
      for (const [entity, ids] of own) for (const id of ids) add(entity, id);
      if (own.size === 0) return;
      if ([...rows.values()].reduce((sum, ids) => sum + ids.size, 0) > mostRows) break;
    }
    throw new RemoteUnavailable("the effects of its own rows do not come to an end there");
  };
  /** In words; empty where there are none. */
  const othersLeadingTo = async (some: Own): Promise<string> => {
    const { foreign } = await wire.leading(some, following);
    return [...foreign].flatMap(([entity, ids]) => [...ids].map((id) => `${entity} ${id}`)).join(", ");
  };
  const add = (entity: string, id: string) => void rows.set(entity, (rows.get(entity) ?? new Set()).add(id));
  const clear = async (order: readonly string[]) => {
    await lookAround();
    const others = await othersLeadingTo(rows);
    const still =
      others === ""
        ? await wire.remove(rows, order)
        : [...rows].flatMap(([entity, ids]) => [...ids].map((id) => ({ entity, id, why: leadHere(others) })));
    // What no one has heard is asked for again at the end.
    needThere();
    rows.clear();
    following.clear();
    for (const { entity, id, why } of still) left.set(`${entity} ${id}`, why);
  };
  const clearPerson = async (id: string, email: string) => {
    try {
      const others = await othersLeadingTo(new Map([["user", new Set([id])]]));
      if (others !== "") {
        // It can do nothing any more.
        await ask("PUT", `/auth/v1/admin/users/${id}/roles`, { roles: [] });
        throw new RemoteUnavailable(leadHere(others));
      }
      await ask("DELETE", `/auth/v1/admin/users/${id}`);
      people.delete(id);
      // The row of an account stays without its name, unless nothing speaks of it.
      const [still] = await wire.remove(new Map([["user", new Set([id])]]), []);
      if (still !== undefined) left.set(`user ${id}`, still.why);
    } catch (failure) {
      left.set(`the account ${email}`, wordsOf(failure));
    }
  };
  return {
    add,
    expect: (entities) => entities.forEach((entity) => following.add(entity)),
    addPerson: (id, email) => void people.set(id, email),
    of: (entity) => rows.get(entity) ?? new Set(),
    lookAround,
    clear,
    clearAll: async () => {
      const names = () => [...rows].flatMap(([entity, ids]) => [...ids].map((id) => `${entity} ${id}`));
      const away = await untilThere().then(
        () => undefined,
        (failure: unknown) => failure,
      );
      const failure =
        away ??
        (await clear([]).then(
          () => undefined,
          (problem: unknown) => problem,
        ));
      if (failure !== undefined) for (const name of names()) left.set(name, wordsOf(failure));
      for (const [id, email] of people)
        if (away === undefined) await clearPerson(id, email);
        else left.set(`the account ${email}`, wordsOf(away));
      return [...left].map(([name, why]) => `${name}: ${shortened(why)}`);
    },
  };
}

const wordsOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));

const leadHere = (others: string): string => `${others} of somebody else leads to it`;
