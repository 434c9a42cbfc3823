// The column of each field: its type in PostgreSQL, and whether it may be empty.
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, partOf, printPlace } from "../../../plan/layout.ts";
import type { Column } from "../../../plan/objects.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import { blankOf, sqlType } from "../../../field-types/index.ts";
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
    const asksMe = design.compiled.checked.get(given.expression)?.reads.me === true;
    return asksMe ? undefined : `${printPlace(defaultPlace(entity, field))}(given)`;
  }
  if (type.kind === "state") return startOf(entity, field, design);
  return blankOf(type);
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
