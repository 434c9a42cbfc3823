// The column of each field: its type in PostgreSQL, and whether it may be empty.
import type { Column } from "../../../plan/objects.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import { sqlType } from "../../../plan/column-type.ts";
import type { Entity, Field, FieldType } from "../model.ts";

export { sqlType } from "../../../plan/column-type.ts";

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

/** Undefined for what is no column: lists, and values that are worked out whenever they are read. */
export function columnOf(field: Field, schema: EntitySchema): Column | undefined {
  const type = field.type && sqlType(field.type);
  const known = schema.fields.get(field.name.id);
  if (type === undefined || known === undefined) return undefined;
  const fill = fillOf(field);
  const column = { name: field.name.id, type, required: !known.type.empty, address: field.address };
  return fill === undefined ? column : { ...column, fill };
}

/** A new field of rows that are there: what is never empty without anybody's doing. */
function fillOf({ type }: Field): string | undefined {
  if (type?.kind === "yes/no") return "false";
  return type && isArray(type) ? "'{}'" : undefined;
}

/** A list begins as one without items. */
export const isArray = (type: FieldType): boolean =>
  type.kind === "several" || type.kind === "several of" || type.kind === "files";

export const fieldsOf = (entity: Entity): readonly (Field & { readonly type: FieldType })[] =>
  entity.fields.flatMap((field) => (field.type === undefined ? [] : [{ ...field, type: field.type }]));

/** The account's own name and address; both follow `auth.users`. */
export const accountColumns = (address: string): readonly Column[] => [
  { name: "name", type: "text", required: true, address },
  { name: "email", type: "text", required: false, address },
];
