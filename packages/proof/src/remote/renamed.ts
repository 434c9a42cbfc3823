// A situation of a plan with names that no one else has: ids and addresses of its own, the same one wherever it stands.
import { randomBytes, randomInt } from "node:crypto";
import { fieldOf } from "../interpreter/document/names.ts";
import { uniqueFields } from "../interpreter/rules/unique.ts";
import { isList, isRow, type Value } from "../interpreter/values/value.ts";
import { rowsOf, withRow, type Row, type World } from "../interpreter/world/world.ts";
import type { Attempt, Situation } from "../plan/situation/situation.ts";

/** What the plan calls something, and what it is called elsewhere. */
export type Names = ReadonlyMap<string, string>;

/** In the order of the plan's own, because rows may be compared by their ids. */
export function freshIds({ world, attempt: tried }: Situation, people: Names): Names {
  const ids = [...world.rows.values()].flatMap((some) => [...some.keys()]);
  const all = new Set([...ids, tried.id].filter((id) => !people.has(id)));
  const chance = randomBytes(8).toString("hex");
  const start = `${chance.slice(0, 8)}-${chance.slice(8, 12)}-4${chance.slice(12, 15)}-8000-`;
  return new Map(
    [...all].toSorted().map((id, index) => [id, `${start}${index.toString(16).padStart(12, "0")}`] as const),
  );
}

/** Texts that no two rows may share, where others have them: as long, and of the same kinds of letters. */
export function freshTexts({ world, attempt: tried }: Situation): Names {
  const attempted = "values" in tried ? [{ entity: tried.entity, values: tried.values }] : [];
  const rows = [...world.rows.values()].flatMap((some) => [...some.values()]);
  const texts = [...rows, ...attempted].flatMap(({ entity, values }) =>
    [...uniqueFields(world.program, entity)].flatMap((field) => {
      const value = values.get(field) ?? null;
      const kind = fieldOf(world.program, entity, field)?.type?.kind;
      return typeof value === "string" && (kind === "text" || kind === "long text") ? [value] : [];
    }),
  );
  return new Map([...new Set(texts)].map((text) => [text, text.replaceAll(/[A-Za-z0-9]/g, another)] as const));
}

function another(letter: string): string {
  const alphabet = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];
  const own = alphabet.find((one) => one.includes(letter)) ?? letter;
  return own[randomInt(own.length)] ?? letter;
}

export function renamed({ world, me, attempt: tried }: Situation, names: Names): Situation {
  return {
    world: renamedWorld(world, names),
    me: me === null ? null : named(me, names),
    attempt: ofAttempt(tried, names),
  };
}

const named = (name: string, names: Names): string => names.get(name) ?? name;

function ofAttempt(tried: Attempt, names: Names): Attempt {
  const own = { ...tried, id: named(tried.id, names) };
  if ("values" in own) return { ...own, values: ofValues(own.values, names) };
  if ("given" in own) return { ...own, given: ofValues(own.given, names) };
  return "within" in own && own.within !== undefined ? { ...own, within: named(own.within, names) } : own;
}

function renamedWorld(world: World, names: Names): World {
  let next: World = { ...world, rows: new Map() };
  for (const entity of world.rows.keys())
    for (const row of rowsOf(world, entity))
      next = withRow(next, { ...row, id: named(row.id, names), values: ofValues(row.values, names) });
  const assigned = world.assigned.map((one) => ({
    ...one,
    person: named(one.person, names),
    ...(one.within === undefined ? {} : { within: named(one.within, names) }),
  }));
  // Numbers go on there from those that others have drawn.
  return { ...next, assigned, counters: new Map() };
}

const ofValues = (values: Row["values"], names: Names): Row["values"] =>
  new Map([...values].map(([field, value]) => [field, ofValue(value, names)]));

/** Addresses are texts, whoever their owner is. */
function ofValue(value: Value, names: Names): Value {
  if (typeof value === "string") return named(value, names);
  if (isList(value)) return value.map((one) => ofValue(one, names));
  return isRow(value) ? { ...value, id: named(value.id, names) } : value;
}
