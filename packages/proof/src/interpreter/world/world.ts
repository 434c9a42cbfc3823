// What there is at one moment: the rows, who has which role, the clock. Plain data, never changed, only replaced.
import type { Expression, Lookup, Model, Tree } from "@writ/language/model";
import type { Scope } from "./scope.ts";
import type { TextValues } from "../effects/mail-values.ts";
import { TimeZone } from "../values/time-zone.ts";
import { isList, isRow, rowOf, type RowValue, type Value } from "../values/value.ts";

export type Program = {
  readonly model: Model;
  readonly lookup: Lookup;
  /** What reads something that is not shown. */
  readonly expressionGaps: ReadonlySet<Expression>;
  /** By clause, the address of the part that is not shown, or unknown. */
  readonly clauseGaps: ReadonlyMap<object, string>;
  /** Fields and roles are worked out by expressions, which read fields and ask for roles: here the two meet. */
  readonly evaluate: (tree: Tree, scope: Scope) => Value;
};

export type Row = {
  readonly entity: string;
  readonly id: string;
  /** Stored values by field identifier, created_at and the like included; what is not there is empty. */
  readonly values: ReadonlyMap<string, Value>;
};

/** A user who was named at installation, or whom a user has assigned a role. */
export type Assignment = {
  readonly person: string;
  readonly role: string;
  /** The id of the thing that it was given in; not there for one that was given everywhere. */
  readonly within?: string | undefined;
};

/** What is sent after the transaction. */
export type Message = {
  readonly kind: "mail" | "notify" | "call";
  readonly name: string;
  readonly clause: string;
  /** Addresses, or ids of people. */
  readonly to: readonly string[];
  /** What words are printed with, and what a call is given. */
  readonly values?: TextValues;
};

export type World = {
  readonly program: Program;
  /** By entity, then id. People are the rows of `user`; an email that is not confirmed is not there. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, Row>>;
  readonly assigned: readonly Assignment[];
  readonly now: number;
  readonly outbox: readonly Message[];
  /** The addresses of the effects that something has set off, of those whose If did not hold, and of those that looked for rows. */
  readonly ran: ReadonlySet<string>;
  /** The last number drawn, by field and scope. */
  readonly counters: ReadonlyMap<string, number>;
  /** What clients have done that some rate counts: by limit and person, or for all users at one address. */
  readonly requests: readonly { readonly limit: string; readonly by: string; readonly at: number }[];
};

/** A user's id, or no one's. */
export type Caller = string | null;

export function emptyWorld(program: Program, now: number): World {
  return { program, rows: new Map(), assigned: [], now, outbox: [], ran: new Set(), counters: new Map(), requests: [] };
}

export const rowsOf = (world: World, entity: string): readonly Row[] => [...(world.rows.get(entity)?.values() ?? [])];
export const findRow = (world: World, entity: string, id: string): Row | undefined => world.rows.get(entity)?.get(id);
export const valueOf = (row: Row, field: string): Value => row.values.get(field) ?? null;

export function withRow(world: World, row: Row): World {
  const rows = new Map(world.rows.get(row.entity)).set(row.id, row);
  return { ...world, rows: new Map(world.rows).set(row.entity, rows) };
}

export function withoutRow(world: World, { entity, id }: Row): World {
  const rows = new Map(world.rows.get(entity));
  rows.delete(id);
  return { ...world, rows: new Map(world.rows).set(entity, rows) };
}

export function withValues(row: Row, values: Iterable<readonly [string, Value]>): Row {
  const all = new Map(row.values);
  for (const [name, value] of values) all.set(name, asStored(value));
  return { ...row, values: all };
}

/** A reference is stored by the row's id: it leads to the current row, also where an old one was named. */
export function asStored(value: Value): Value {
  if (isList(value)) return value.map(asStored);
  return isRow(value) && value.as !== undefined ? rowOf(value.entity, value.id) : value;
}

/** The row itself as a value; as it is now. */
export const asValue = ({ entity, id }: Row): RowValue => ({ kind: "row", entity, id });
/** The row as it stands here, whatever becomes of it. */
export const asItWas = (row: Row): RowValue => ({ ...asValue(row), as: row });
export const personOf = (me: Caller): RowValue | null => (me === null ? null : { kind: "row", entity: "user", id: me });

/** A cache: a time zone remembers what its clocks have shown. */
const timeZones = new WeakMap<Model, TimeZone>();

export function timeZoneOf({ model }: Program): TimeZone {
  const zone = timeZones.get(model) ?? new TimeZone(model.constants.settings.timeZone?.name ?? "UTC");
  timeZones.set(model, zone);
  return zone;
}

export const moneyScaleOf = ({ model }: Program): number => model.constants.settings.currency?.minorUnits ?? 2;
