// Random rows for a random model, full of nulls and edges, and the same rows as JavaScript sees them.
import { dateOf } from "../../expression/javascript/runtime.ts";
import type { Context, Row, Value } from "../../expression/data.ts";
import type { Scope } from "../../expression/schema.ts";
import type { Type } from "../../expression/type.ts";
import type { Typed } from "../../expression/typed.ts";
import { rowScope } from "../../model/scopes.ts";
import { timeZones, type Draw } from "../draw.ts";
import type { RandomModel } from "./random-model.ts";

/** A stored row: references as ids, lists of pairs as ids, everything else as data.ts has it. */
export type StoredRow = { readonly id: string; readonly values: ReadonlyMap<string, Value> };

export type World = {
  readonly rows: ReadonlyMap<string, readonly StoredRow[]>;
  /** By row: the row that stands for what it was before the change, or none. */
  readonly before: ReadonlyMap<string, string | null>;
  readonly me: string;
  readonly now: number;
  readonly timeZone: string;
  /** The time zone of the database session, which must make no difference. */
  readonly sessionZone: string;
  readonly roles: readonly { readonly person: string; readonly role: string; readonly within: string | null }[];
  readonly inputs: ReadonlyMap<string, { readonly type: Type; readonly value: Value }>;
};

export function randomWorld(draw: Draw, model: RandomModel): World {
  let count = 0;
  const newId = () => {
    const hex = (value: number, length: number) => value.toString(16).padStart(length, "0");
    return `${hex(draw.number(0, 0xffff_ffff >>> 1), 8)}-0000-4000-8000-${hex(++count, 12)}`;
  };
  const ids = new Map<string, readonly string[]>();
  for (const { id, oneRow } of model.schema.entities.values()) {
    ids.set(id, Array.from({ length: oneRow ? 1 : draw.number(2, 4) }, newId));
  }
  const rows = new Map<string, readonly StoredRow[]>();
  for (const { id, fields } of model.schema.entities.values()) {
    const stored = (ids.get(id) ?? []).map((own): StoredRow => {
      const values = new Map<string, Value>();
      for (const field of fields.values()) {
        const { kind } = field.store;
        if (field.id === "id" || kind === "computed" || kind === "reverse") continue;
        values.set(field.id, randomValue(field.type, ids, draw));
      }
      return { id: own, values };
    });
    rows.set(id, stored);
  }
  const people = ids.get("user") ?? [];
  const me = draw.pick(people);
  const lines = ids.get("line") ?? [];
  const roles = people.flatMap((person) => [
    ...(draw.once(2) ? [{ person, role: "Agent", within: null }] : []),
    ...lines.filter(() => draw.once(3)).map((within) => ({ person, role: "Member", within })),
  ]);
  const before = new Map<string, string | null>();
  for (const own of ids.values()) for (const id of own) before.set(id, draw.once(3) ? null : draw.pick(own));
  const inputs = new Map([...inputTypes].map(([name, type]) => [name, { type, value: randomValue(type, ids, draw) }]));
  const [timeZone, sessionZone] = [draw.pick(timeZones), draw.pick(timeZones)];
  return { rows, before, me, now: draw.moment(), timeZone, sessionZone, roles, inputs };
}

const labels = ["low", "normal", "high"];

/** What stands in route, in input and under names of its own. */
const inputTypes: ReadonlyMap<string, Type> = new Map<string, Type>([
  ["my_line", { kind: "row", entity: "line", empty: false }],
  ["route.order", { kind: "row", entity: "order", empty: false }],
  ["input.amount", { kind: "number", scale: 0, empty: true }],
  ["input.reason", { kind: "text", empty: true }],
  ["input.day", { kind: "date", empty: false }],
  [
    "input.labels",
    { kind: "list", empty: false, of: { kind: "choice", of: "label of line", codes: labels, empty: false } },
  ],
]);

/** The scope of a clause about `line` with everything that a scope may hold. */
export function fullScope(options: { readonly me: "present" | "maybe"; readonly old: "present" | "maybe" }): Scope {
  const named = (first: string) =>
    new Map(
      [...inputTypes]
        .filter(([name]) => name.startsWith(first))
        .map(([name, type]) => [name.slice(first.length), type]),
    );
  const rows = new Map([...inputTypes].filter(([name]) => !name.includes(".")));
  return rowScope("line", { ...options, rows, route: named("route."), input: named("input.") });
}

function randomValue(type: Type, ids: ReadonlyMap<string, readonly string[]>, draw: Draw): Value {
  if (type.empty && draw.once(3)) return null;
  switch (type.kind) {
    case "yes/no":
      return draw.once(2);
    case "text":
    case "file":
      return draw.text();
    case "number":
      return type.scale === 0 ? draw.whole() : draw.digits();
    case "money":
      return draw.digits();
    case "date":
      return draw.day();
    case "datetime":
      return draw.moment();
    case "time":
      return draw.time();
    case "duration":
      return draw.duration();
    case "choice":
      return draw.pick(type.codes);
    case "row":
      return draw.pick(ids.get(type.entity) ?? []);
    case "list": {
      const { of } = type;
      const all =
        of.kind === "row" ? (ids.get(of.entity) ?? []) : of.kind === "choice" ? of.codes : [draw.text(), draw.text()];
      return all.filter(() => draw.once(2));
    }
    case "null":
    case "table":
      return null;
  }
}

/** How a typed expression is evaluated: the printer under test, with or without one of its rules. */
export type Evaluate = (typed: Typed) => (context: Context) => Value;

/** JavaScript's view of a world; `me` is null for a caller who is not signed in. */
export function contextsOf(model: RandomModel, world: World, me: string | null, evaluate: Evaluate) {
  const objects = new Map<string, Row>();
  // Another object each time, as rows that were loaded twice are.
  const rowOf = (id: Value): Row | null => {
    const row = typeof id === "string" ? objects.get(id) : undefined;
    return row === undefined ? null : (Object.create(row) as Row);
  };
  const context = (scope: Context["scope"]): Context => ({
    scope,
    me: rowOf(me),
    now: world.now,
    today: dateOf(world.now, world.timeZone),
    timeZone: world.timeZone,
    rows: (entity) => (world.rows.get(entity) ?? []).flatMap(({ id }) => rowOf(id) ?? []),
    hasRole: (person, role, within) =>
      world.roles.some((one) => one.person === person.id && one.role === role && one.within === (within?.id ?? null)),
  });
  for (const { id: entity, fields } of model.schema.entities.values()) {
    const computed = new Map(
      model.computed.filter((one) => one.entity === entity).map((one) => [one.field, evaluate(one.typed)]),
    );
    for (const stored of world.rows.get(entity) ?? []) {
      const row: Row = { id: stored.id };
      for (const { id: field, type, store } of fields.values()) {
        const value = stored.values.get(field) ?? null;
        const get = (): Value => {
          if (store.kind === "computed") return computed.get(field)?.(context({ [entity]: row })) ?? null;
          if (store.kind === "pairs") return Array.isArray(value) ? value.map(rowOf) : [];
          if (store.kind !== "reverse") return type.kind === "row" ? rowOf(value) : value;
          const others = world.rows.get(store.entity) ?? [];
          return others.filter((other) => other.values.get(store.via) === stored.id).map(({ id }) => rowOf(id));
        };
        if (field !== "id") Object.defineProperty(row, field, { get, enumerable: true });
      }
      objects.set(stored.id, row);
    }
  }
  const inputs = [...world.inputs].map(
    ([name, { type, value }]) => [name, type.kind === "row" ? rowOf(value) : value] as const,
  );
  /** `old`: whether the row before the change may be missing; where it may not, the row stands for itself. */
  return (id: string, old: "present" | "maybe"): Context => {
    const before = world.before.get(id) ?? null;
    return context({
      ...Object.fromEntries(inputs),
      line: rowOf(id),
      old: rowOf(before ?? (old === "present" ? id : null)),
    });
  };
}
