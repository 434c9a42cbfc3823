// What the other stages ask of a type of field.
import type { Lookup } from "../names/lookup.ts";
import type { Kind } from "../expression/type.ts";
import type { Amount, Value } from "../clause/value.ts";
import type { FieldType } from "../sections/entities/model.ts";
import type { Edged, TypeNames } from "./field-type.ts";
import { definitionOf } from "./field-types.ts";

export { choiceKind } from "./choices.ts";
export { composed } from "./column-sql.ts";
export type { AmountKind, Edged, FileType, Literal, LiteralContext, Refused, Side } from "./field-type.ts";
export { definitionOf, typeNames } from "./field-types.ts";
export { readDate, readMoment } from "./moment.ts";
export { readFieldType } from "./read-field-type.ts";
export { isReference, referredEntity, refersToRows } from "./references.ts";
export { knownRow } from "./rows.ts";

/**
 * The type of the column in which values of a field are stored; undefined where a field has none of its own. Numbers
 * have no scale there: PostgreSQL would round a value before a check could report that it has too many decimals.
 */
export const sqlType = (type: FieldType): string | undefined => definitionOf(type).column;

/** A list begins as one without items. */
export const isArray = (type: FieldType): boolean => definitionOf(type).isArray === true;

/** The value of a field that is never empty where none was given, as SQL. */
export const blankOf = (type: FieldType): string | undefined => definitionOf(type).blank;

/** A point in time, or a time of day. */
export const isMoment = (type: FieldType | undefined): boolean =>
  type?.kind === "date" || type?.kind === "datetime" || type?.kind === "time";

/** Never missing: nothing is no. */
export const isYesNo = (type: FieldType | undefined): boolean => type?.kind === "yes/no";

/** A number without a sign is no percentage. */
export const isWrittenAs = (value: Value, type: FieldType): boolean =>
  type.kind !== "percent" || value.kind === "percent";

/** The system draws it when a row is made. */
export const isDrawn = (type: FieldType): boolean => definitionOf(type).setBySystem === "drawn";

export const isSetBySystem = (type: FieldType): boolean => definitionOf(type).setBySystem !== undefined;

/** The decimals that a number keeps; undefined for what is no number. */
export const decimalsOf = (type: FieldType, moneyScale: number): number | undefined =>
  definitionOf(type).decimals?.(moneyScale);

/** The amounts that a type names: its bounds, and how much fits into it. */
export const amountsOf = (type: FieldType | undefined): readonly (Amount | undefined)[] =>
  type === undefined ? [] : (definitionOf(type).amounts?.(type) ?? []).map(({ amount }) => amount);

export const resolveType = (type: FieldType, names: TypeNames): FieldType =>
  definitionOf(type).resolve?.(type, names) ?? type;

/** The values at the edges of what a type takes, and the errors of those that are beyond. */
export const edgesOf = (type: FieldType): readonly Edged[] => definitionOf(type).edges?.(type) ?? [];

/** Of types that hold one value; undefined for lists, states and what is computed. `listName` says what a choice is one of. */
export const kindOfValue = (type: FieldType, listName: string, lookup: Lookup): Kind | undefined =>
  definitionOf(type).kind?.(type, listName, lookup);
