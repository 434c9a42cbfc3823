// What of a product that runs elsewhere is of one's own making: noted before it is made, and all of it taken away again.
import type { Own, Wire } from "./wire.ts";
import type { Outside } from "./people.ts";

export type Ledger = {
  readonly add: (entity: string, id: string) => void;
  readonly addPerson: (id: string, email: string) => void;
  readonly of: (entity: string) => ReadonlySet<string>;
  /** Notes what has followed from its rows. */
  readonly lookAround: () => Promise<void>;
  /** The rows of a case. */
  readonly clear: (order: readonly string[]) => Promise<void>;
  /** Everything. Answers what is left, by name. */
  readonly clearAll: () => Promise<readonly string[]>;
};

export function openLedger(wire: Wire, { ask }: Outside): Ledger {
  const rows = new Map<string, Set<string>>();
  const people = new Map<string, string>();
  const left = new Map<string, string>();
  const all = (): Own => new Map<string, ReadonlySet<string>>([...rows, ["user", new Set(people.keys())]]);
  const lookAround = async () => {
    for (;;) {
      const { own, foreign } = await wire.leading(all());
      for (const [entity, ids] of own) for (const id of ids) add(entity, id);
      if (own.size === 0) return foreign;
    }
  };
  const add = (entity: string, id: string) => void rows.set(entity, (rows.get(entity) ?? new Set()).add(id));
  const clear = async (order: readonly string[]) => {
    const foreign = await lookAround();
    const others = [...foreign].flatMap(([entity, ids]) => [...ids].map((id) => `${entity} ${id}`));
    const still =
      others.length === 0
        ? await wire.remove(rows, order)
        : [...rows].flatMap(([entity, ids]) =>
            [...ids].map((id) => ({ entity, id, why: `somebody has made ${others.join(", ")}, which leads to it` })),
          );
    rows.clear();
    for (const { entity, id, why } of still) left.set(`${entity} ${id}`, why);
  };
  const clearPerson = async (id: string, email: string) => {
    try {
      const foreign = await lookAround();
      if (foreign.size > 0) throw new Error("rows of somebody else lead to it");
      await ask("DELETE", `/auth/v1/admin/users/${id}`);
      people.delete(id);
      // The row of an account stays without its name, unless nothing speaks of it.
      const [still] = await wire.remove(new Map([["user", new Set([id])]]), []);
      if (still !== undefined) left.set(`user ${id}`, still.why);
    } catch (failure) {
      left.set(`the account ${email}`, failure instanceof Error ? failure.message : String(failure));
    }
  };
  return {
    add,
    addPerson: (id, email) => void people.set(id, email),
    of: (entity) => rows.get(entity) ?? new Set(),
    lookAround: async () => void (await lookAround()),
    clear,
    clearAll: async () => {
      await clear([]).catch((failure: unknown) => {
        for (const [entity, ids] of rows)
          for (const id of ids)
            left.set(`${entity} ${id}`, failure instanceof Error ? failure.message : String(failure));
      });
      for (const [id, email] of people) await clearPerson(id, email);
      return [...left].map(([name, why]) => `${name}: ${why}`);
    },
  };
}
