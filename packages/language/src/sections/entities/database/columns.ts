// The column of each field: its type in PostgreSQL, and whether it may be empty.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, partOf, printPlace } from "../../../plan/layout.ts";
import type { Column } from "../../../plan/objects.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import type { Expression } from "../../../expression/tree.ts";
import { blankOf, decimalsOf, sqlType } from "../../../field-types/index.ts";
import { omittedValue } from "../../../plan/writing/omitted.ts";
import type { Entity, Field, FieldType } from "../model.ts";
import { literalSql } from "./literal.ts";

/** The columns that every table has beside those of its fields. */
export function systemColumns(address: string): readonly Column[] {
  const column = (name: string, type: string, required: boolean): Column => ({ name, type, required, address });
  return [
    column("id", "uuid", true),
    column("created_at", "timestamptz(3)", true),
    column("created_by", "uuid", false),
    column("updated_at", "timestamptz(3)", true),
    column("updated_by", "uuid", false),
  ];
}

/** The order of the numbers in texts (`plan/foundation/foundation.ts`). */
const byNumber = "writ.by_number";

/** Undefined for what is no column: lists, and values that are worked out whenever they are read. */
export function columnOf(entity: Entity, field: Field, schema: EntitySchema, design: Design): Column | undefined {
  const type = field.type && sqlType(field.type);
  const known = schema.fields.get(field.name.id);
  if (type === undefined || known === undefined) return undefined;
  const fill = fillOf(entity, field, design);
  const omitted = omittedValue(field);
  return {
    name: field.name.id,
    type,
    required: !known.type.empty,
    ...(known.counts === true ? { collation: byNumber } : {}),
    address: field.address,
    ...(fill === undefined ? {} : { fill }),
    ...(omitted === undefined ? {} : { omitted }),
  };
}

/**
 * The value of a new field in existing rows: the one that a new row would get by itself. There is no creator then, so a
 * default that reads the caller fills nothing.
 */
function fillOf(entity: Entity, field: Field, design: Design): string | undefined {
  const { type, default: given } = field;
  if (type === undefined || type.kind === "computed") return undefined;
  if (given?.kind === "literal") return literalSql(given.text, type, design);
  if (given !== undefined) {
    const reads = design.compiled.checked.get(given.expression)?.reads;
    if (reads?.me === true) return undefined;
    // Without the function, all rows get it at once (`database/compare-tables.ts`).
    const { own, others, wholes, constants, roles } = reads ?? {};
    const isAlike = [own, others, wholes, constants, roles].every((some) => some?.size === 0);
    const value = isAlike ? defaultValue(entity, type, given.expression, design) : "";
    // The default of a column takes no query: the clock is asked by itself. A text may say the same, and means it.
    const asksClock = value.includes("(SELECT writ.");
    if (isAlike && !(asksClock && value.includes("'"))) return value.replaceAll(/\(SELECT (writ\.\w+\(\))\)/g, "$1");
    return `${printPlace(defaultPlace(entity, field))}(given)`;
  }
  if (type.kind === "state") return startOf(entity, field, design);
  return blankOf(type);
}

/** In the spelling and with the decimals that the field has; the row is `given`. */
export function defaultValue(entity: Entity, type: FieldType, given: Expression, design: Design): string {
  const value = design.print(given, "strict", { rows: { [entity.name.id]: "given" } });
  const places = type.kind === "integer" ? undefined : decimalsOf(type, design.compiled.schema.moneyScale);
  const isWords = type.kind === "text" || type.kind === "long text" || type.kind === "Markdown text";
  const spelled = isWords ? `normalize(${value}, NFC)` : `(${value})`;
  return `${places === undefined ? spelled : `round(${value}, ${places})`}::${sqlType(type)}`;
}

/** The function of a row that works out a default of it. */
export const defaultPlace = (entity: Entity, { name }: Field) => innerPlace("default", partOf(entity.name.id, name.id));

/** The start that needs no condition. */
function startOf(entity: Entity, { name }: Field, { compiled }: Design): string | undefined {
  const machines = compiled.lookup.machines.get(entity.name.id) ?? [];
  const fields = compiled.lookup.fields.get(entity.name.id);
  const machine =
    machines.find(({ field }) => field !== undefined && fields?.get(field.id)?.name.id === name.id) ?? machines[0];
  const start = machine?.states.find(({ kind, startIf }) => kind === "start" && startIf === undefined);
  return start && quoteText(start.name.id);
}

export const fieldsOf = (entity: Entity): readonly (Field & { readonly type: FieldType })[] =>
  entity.fields.flatMap((field) => (field.type === undefined ? [] : [{ ...field, type: field.type }]));

/** The account's own name and address; both follow `auth.users`. */
export const accountColumns = (address: string): readonly Column[] => [
  { name: "name", type: "text", required: true, address },
  { name: "email", type: "text", required: false, address },
];
