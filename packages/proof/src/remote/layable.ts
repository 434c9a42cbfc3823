// How a world's rows are laid from outside, and what follows from it there: mails, other rows, rows of others.
import { attempt } from "../interpreter/attempt.ts";
import { isReserved } from "../interpreter/writes/client-values.ts";
import { follow } from "../interpreter/effects/effects.ts";
import { refuse, type Refusal } from "../interpreter/document/refusal.ts";
import { brokenRules } from "../interpreter/rules/rules.ts";
import { fieldsOf, targetOf } from "../interpreter/document/names.ts";
import { generatedTypes } from "../plan/samples/conflicts.ts";
import { equal, isList, isRow, type Value } from "../interpreter/values/value.ts";
import { beginWork, isRefused, type Work } from "../interpreter/world/work.ts";
import {
  findRow,
  rowsOf,
  valueOf,
  type Caller,
  type Program,
  type Row,
  type World,
} from "../interpreter/world/world.ts";
import { outwardOf } from "./outward.ts";
import { createRow, deleteRow, stillUsed, updateRow } from "../interpreter/writes/write.ts";

export type Values = ReadonlyMap<string, Value>;
export type Step = {
  readonly is: "made" | "changed";
  readonly entity: string;
  readonly id: string;
  readonly values: Values;
  /** A user who does it where the service cannot, because what follows needs a user. */
  readonly by?: string;
};

/** What happens in a product beside what is done to rows of one's own. */
export type Following = {
  /** What goes out, by clause. */
  readonly sent: readonly string[];
  /** What may happen to rows of others, by clause. */
  readonly reached: readonly string[];
  /** The entities of rows that effects make. */
  readonly made: readonly string[];
  /** Of those, whose rows cannot be distinguished from others', because no reference leads to a row of one's own. */
  readonly lost: readonly string[];
};

export type Laying = { readonly steps: readonly Step[]; readonly following: Following };

/** Why rows cannot be laid one after the other, by the rules that hold for the service too. */
export type Unlayable = { readonly refusal: Refusal; readonly entity: string; readonly id: string };

/** `me`: who tries something there afterwards. People are there: they are accounts. */
export function stepsToLay(expected: World, me: Caller): Laying | Unlayable {
  const people = rowsOf(expected, "user").map(({ id }) => id);
  // A user who tries it makes a row last: what they have by that is what others should not have.
  const makers = [...people.filter((id) => id !== me), ...people.filter((id) => id === me)];
  const result = makers.map((_, first) => stepsBy(expected, [...makers.slice(first), ...makers.slice(0, first)]));
  return result.find((one) => "steps" in one) ?? result[0] ?? stepsBy(expected, []);
}

function stepsBy(expected: World, makers: readonly string[]): Laying | Unlayable {
  const people = new Map([["user", expected.rows.get("user") ?? new Map<string, Row>()]]);
  const work: { world: World } = { world: { ...expected, rows: people, outbox: [] } };
  const steps: Step[] = [];
  const order = inOrder(expected);
  for (const { row, without } of order) {
    const values = new Map([...givenOf(expected.program, row)].filter(([name]) => !without.has(name)));
    const made = { is: "made", entity: row.entity, id: row.id, values } as const;
    const refusal = step(work, (one) => createRow(one, { ...row, values }, "system"));
    const asked =
      refusal === undefined ? made : makers.map((by) => madeBy(work, made, by)).find((one) => one !== undefined);
    if (asked === undefined) return { refusal: refusal ?? noRefusal, entity: row.entity, id: row.id };
    steps.push(asked);
  }
  for (const { row } of order) {
    const stands = findRow(work.world, row.entity, row.id);
    if (stands === undefined) return { refusal: noRefusal, entity: row.entity, id: row.id };
    const values = new Map(
      layable(expected.program, row.entity).flatMap((name) => {
        const value = valueOf(row, name);
        return isSame(value, valueOf(stands, name)) ? [] : [[name, value] as const];
      }),
    );
    if (values.size === 0) continue;
    const refusal = step(work, (one) => updateRow(one, stands, values));
    if (refusal !== undefined) return { refusal, entity: row.entity, id: row.id };
    steps.push({ is: "changed", entity: row.entity, id: row.id, values });
  }
  return { steps, following: followingIn(work.world, expected) };
}

const noRefusal = refuse("NOT_FOUND", "4/Effects");

/** As a user makes it, by their own rights. */
function madeBy(work: { world: World }, wished: Step, by: string): Step | undefined {
  const { program } = work.world;
  const values = new Map(
    [...wished.values].filter(
      ([name]) => layable(program, wished.entity).includes(name) && !isReserved(program, wished.entity, name),
    ),
  );
  const outcome = attempt(work.world, by, { kind: "create", entity: wished.entity, id: wished.id, values });
  if ("refused" in outcome) return undefined;
  work.world = outcome.done;
  return { ...wished, values, by };
}

/** What is not given and what is given as nothing are the same, as are lists without items and what is not ticked. */
const isSame = (one: Value, other: Value): boolean => equal(one, other) || (isNothing(one) && isNothing(other));
const isNothing = (value: Value): boolean => value === null || value === false || (isList(value) && value.length === 0);

function step(work: { world: World }, act: (work: Work) => void): Refusal | undefined {
  const next = beginWork(work.world, null, follow);
  act(next);
  if (!isRefused(next)) next.refusals.push(...stillUsed(next), ...brokenRules(next));
  if (!isRefused(next)) work.world = next.world;
  return next.refusals[0];
}

/** What is sent, and made beside, on the way from one world to another. `isByPerson`: whom all that follows is made by. */
export function followingIn(after: World, before: World, isByPerson = false): Following {
  const { sent, reached } = outwardOf(after);
  const own = after.outbox.slice(before.outbox.length).map(({ clause }) => clause);
  const made = madeIn(after);
  const lost = made.filter((row) => !isByPerson && !leadsToOwn(row)).map(({ entity }) => entity);
  return {
    sent: [...new Set([...own, ...sent])],
    reached,
    made: [...new Set(made.map(({ entity }) => entity))],
    lost: [...new Set(lost)],
  };
}

const madeIn = ({ rows }: World): readonly Row[] =>
  [...rows.values()].flatMap((some) => [...some.values()].filter(({ id }) => id.startsWith("made ")));
const leadsToOwn = ({ values }: Row): boolean =>
  [...values.values()].some((value) => (isList(value) ? value : [value]).some((one) => isRow(one)));

/** What follows from making accounts, where nothing else is. */
export function followingFromMaking(people: World): Following {
  const empty = { ...people, rows: new Map(), outbox: [] };
  const work: { world: World } = { world: empty };
  for (const person of rowsOf(people, "user")) step(work, (one) => createRow(one, person, "system"));
  return followingIn(work.world, empty);
}

/** What follows from taking everything away again; `people` too, or all but them. */
export function followingFromClearing(world: World, people: "people" | "others" = "others"): Following {
  const work = { world };
  const others = [...world.rows].flatMap(([entity, some]) =>
    entity === "user" && people === "others" ? [] : [...some.values()],
  );
  // What still stands in a row's way goes before it.
  for (let left = others, isLess = true; isLess;) {
    const still = left.filter((row) => step(work, (one) => deleteRow(one, row)) !== undefined);
    isLess = still.length < left.length;
    left = still;
  }
  const before = new Set(madeIn(world).map(({ id }) => id));
  // No one looks for them any more.
  const lost = madeIn(work.world).filter(({ id }) => !before.has(id));
  return { ...followingIn(work.world, world), lost: lost.map(({ entity }) => entity) };
}

/** The fields that the service may give. */
export const layable = (program: Program, entity: string): readonly string[] =>
  fieldsOf(program, entity).flatMap(({ name, type }) =>
    type === undefined || (generatedTypes.has(type.kind) && type.kind !== "state") ? [] : [name.id],
  );

function givenOf(program: Program, row: Row): Values {
  const names = [...layable(program, row.entity), "created_at", "created_by"];
  return new Map(names.flatMap((name) => (valueOf(row, name) === null ? [] : [[name, valueOf(row, name)] as const])));
}

type Ordered = { readonly row: Row; readonly without: ReadonlySet<string> };

/** Each after those that it refers to; of a circle, one without what leads on, which is given to it afterwards. */
function inOrder(world: World): readonly Ordered[] {
  const left = new Map(
    [...world.rows].flatMap(([entity, some]) => (entity === "user" ? [] : [...some].map(([id, row]) => [id, row]))),
  );
  const ordered: Ordered[] = [];
  const take = (row: Row, without: ReadonlySet<string>) => {
    left.delete(row.id);
    ordered.push({ row, without });
  };
  while (left.size > 0) {
    const ready = [...left.values()].filter((row) => waiting(world.program, row, left).size === 0);
    for (const row of ready) take(row, new Set());
    const [stuck] = left.values();
    if (ready.length === 0 && stuck !== undefined) take(stuck, waiting(world.program, stuck, left));
  }
  return ordered;
}

/** The fields that lead to a row that is not there yet. */
function waiting(program: Program, row: Row, left: ReadonlyMap<string, Row>): ReadonlySet<string> {
  return new Set(
    fieldsOf(program, row.entity).flatMap(({ name, type }) => {
      if (targetOf(program, type) === undefined && type?.kind !== "several") return [];
      const value = valueOf(row, name.id);
      const leads = (isList(value) ? value : [value]).some(
        (one) => isRow(one) && one.id !== row.id && left.has(one.id),
      );
      return leads ? [name.id] : [];
    }),
  );
}
