// Where everything of a document lives in the database: one answer for all slices, printers and comparisons.
import { quoteIdentifier } from "../expression/sql/sql-quote.ts";
import type { Compiled } from "../compile.ts";
import type { Right } from "../sections/permissions/model.ts";
import { queriedFields } from "./queried.ts";
import { computedFields, type ComputedFields } from "./computed.ts";
import { materializedFields, type MaterializedFields } from "./materialized/materialized.ts";
import type { Place } from "./objects.ts";

/** What clients may name. */
export const open = "public";
/** Tables whose fields not every reader may see: clients reach them through a view in the open schema. */
export const closed = "writ_data";
/** The system's own: no client names anything in it but the few helpers that policies call. */
export const inner = "writ";
/**
 * What policies ask past all rights: which rows of all a condition holds for. Policies reach it without its name, and
 * no client can name anything here, or it would learn of rows that it may not read.
 */
const forPolicies = "writ_policies";

export type Layout = {
  /** Entities with fields that not every reader sees, and these. */
  readonly masked: ReadonlyMap<string, ReadonlySet<string>>;
  /** By `entity.reference`: the lists that it puts rows into, and that not every reader sees. */
  readonly listed: ReadonlyMap<string, readonly HiddenList[]>;
  readonly computed: ComputedFields;
  /** Those of them that are kept in a column though they read other rows. */
  readonly kept: MaterializedFields;
};

/** `entity`, `field`: whose list it is; `right` says who sees it. */
export type HiddenList = { readonly entity: string; readonly field: string; readonly right: Right };

export function layoutOf(compiled: Compiled): Layout {
  const computed = computedFields(compiled.schema);
  const kept = materializedFields(queriedFields(compiled), computed, compiled);
  return {
    computed: new Map([...computed, ...kept]),
    kept,
    ...maskedFields(compiled),
  };
}

function maskedFields({ model, schema }: Compiled): Pick<Layout, "masked" | "listed"> {
  const masked = new Map<string, Set<string>>();
  const listed = new Map<string, readonly HiddenList[]>();
  const mask = (entity: string, field: string) => void masked.set(entity, (masked.get(entity) ?? new Set()).add(field));
  for (const right of model.permissions.rights) {
    const { action, for: about } = right;
    if (action.kind !== "see") continue;
    const entity = about.id;
    const field = action.field.id;
    const store = schema.entities.get(entity)?.fields.get(field)?.store;
    if (store?.kind !== "reverse") {
      mask(entity, field);
      continue;
    }
    // A list is what refers to its row, so that what is hidden of it stands in those rows.
    mask(store.entity, store.via);
    const key = partOf(store.entity, store.via);
    listed.set(key, [...(listed.get(key) ?? []), { entity, field, right }]);
  }
  return { masked, listed };
}

/** The table that holds the rows of an entity. */
export const tableOf = (layout: Layout, entity: string): Place => ({
  schema: layout.masked.has(entity) ? closed : open,
  name: entity,
});

export const printPlace = ({ schema, name }: Place): string => `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;

/**
 * The name of an object made for several things. PostgreSQL cuts names at 63 bytes without a word, so a longer one ends
 * in a number made from all of it. Identifiers are ASCII, and none begins with an underscore.
 */
export function nameOf(...parts: readonly string[]): string {
  const whole = parts.join("_").replace(/-/g, "_");
  return whole.length <= 63 ? whole : `${whole.slice(0, 54)}_${hash(whole)}`;
}

/** FNV-1a, 32 bits: eight hexadecimal digits. */
export function hash(text: string): string {
  let value = 0x81_1c_9d_c5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
  return value.toString(16).padStart(8, "0");
}

/** Something of the system's own. */
export const innerPlace = (...parts: readonly string[]): Place => ({ schema: inner, name: nameOf(...parts) });

/** Locks what some rows of an entity are decided by: `writ.lock_ticket(ARRAY[row])`. For guards, before they look. */
/** The function that leads from a row to what a computed reference of it names: no field begins with an underscore. */
export const referredName = (field: string): string => nameOf("_to", field);

export const lockPlace = (entity: string): Place => innerPlace("lock", entity);

/** Which of many people a right lets: `writ.who_read_ticket(row, people)`, `writ."who_sees_ticket.phone"(row, people)`. */
export const whoPlace = (...about: readonly string[]): Place => innerPlace("who", ...about);

/** Something that only policies ask. */
export const policyPlace = (...parts: readonly string[]): Place => ({ schema: forPolicies, name: nameOf(...parts) });

/** What a part of an entity is called: with a dot, because `a_b` of c and `a` of `b_c` are two. */
export const partOf = (entity: string, part: string): string => `${entity}.${part}`;

/** The pairs of a `several` field. */
export const pairsOf = (entity: string, field: string): Place => innerPlace("pairs", partOf(entity, field));

/** The column that names the tenant which a row is in, where no reference of its own does. */
export const tenantColumn = (tenant: string): string => nameOf("", tenant);
