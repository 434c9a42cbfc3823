// The table of each entity: its columns, its keys, and what refers to what.
import { isReference, referredEntity } from "../../../field-types/index.ts";
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Reference } from "../../../text/name.ts";
import type { Design } from "../../../plan/design.ts";
import { nameOf, partOf, printPlace, tableOf } from "../../../plan/layout.ts";
import { everyone, keyOf, type DatabaseObject, type Place, type Refusal } from "../../../plan/objects.ts";
import type { Entity } from "../model.ts";
import { accountColumns, columnOf, fieldsOf, systemColumns } from "./columns.ts";
import { computedColumns } from "./computed.ts";

export function tablesOf(design: Design): readonly DatabaseObject[] {
  return design.entities.flatMap((entity) => tableObjects(entity, design));
}

function tableObjects(entity: Entity, design: Design): readonly DatabaseObject[] {
  const { schema } = design.compiled;
  const { id } = entity.name;
  const { address } = entity;
  const place = tableOf(design.layout, id);
  const known = schema.entities.get(id);
  if (known === undefined) return [];
  const account = entity.builtIn ? accountColumns(address) : [];
  const fields = entity.fields.flatMap((field) => columnOf(entity, field, known, design) ?? []);
  const columns = [...systemColumns(address), ...account, ...fields, ...computedColumns(entity, design)];
  return [
    { kind: "table", place, columns, address },
    {
      kind: "constraint",
      table: place,
      name: nameOf(partOf(id, "key")),
      definition: `PRIMARY KEY ("id")`,
      refusal: { code: "NOT_UNIQUE", field: "id" },
      address,
    },
    ...fieldsOf(entity).flatMap((field) => {
      const { type } = field;
      if (!isReference(type)) return [];
      const action = type.kind === "belongs to" ? "CASCADE" : type.onDelete === "cleared" ? "SET NULL" : "NO ACTION";
      return referenceObjects(place, field.name.id, type.entity, action, field.address, design);
    }),
    ...uniqueObjects(entity, place),
    {
      kind: "grant",
      on: place,
      privileges: ["select", "insert", "update", "delete"],
      // Where a view hides the table, only the service reaches the table.
      to: design.layout.masked.has(id) ? ["service_role"] : everyone,
      address,
    },
  ];
}

/**
 * References are checked when the transaction ends: rows that are written together may refer to each other, and what
 * belongs to a deleted row is deleted before the check whether other rows still need it.
 */
export function referenceObjects(
  place: Place,
  column: string,
  to: Reference,
  action: "CASCADE" | "SET NULL" | "NO ACTION",
  address: string,
  design: Design,
): readonly DatabaseObject[] {
  const name = quoteIdentifier(column);
  const target = printPlace(tableOf(design.layout, to.id));
  return [
    {
      kind: "constraint",
      table: place,
      name: nameOf(`${place.name}.${column}`, "refers"),
      definition: `FOREIGN KEY (${name}) REFERENCES ${target} ("id") ON DELETE ${action} DEFERRABLE INITIALLY DEFERRED`,
      refusal: { code: action === "NO ACTION" ? "STILL_USED" : "INVALID", field: column, missing: "INVALID" },
      address,
    },
    {
      kind: "index",
      table: place,
      name: nameOf(`${place.name}.${column}`, "index"),
      unique: false,
      definition: `(${name})`,
      address,
    },
  ];
}

function uniqueObjects(entity: Entity, table: Place): readonly DatabaseObject[] {
  const { id } = entity.name;
  const unique = (names: readonly string[], keys: readonly string[], address: string): DatabaseObject => {
    const [field, ...others] = names;
    const refusal: Refusal = { code: "NOT_UNIQUE", ...(field !== undefined && others.length === 0 ? { field } : {}) };
    const name = nameOf(`${id}.${names.join(".")}`, "unique");
    return { kind: "index", table, name, unique: true, definition: `(${keys.join(", ")})`, refusal, address };
  };
  const alone = fieldsOf(entity).flatMap(({ name, type, address }) => {
    const column = quoteIdentifier(name.id);
    // Numbers that count for each row of another entity are unique there.
    if (type.kind === "sequence number" && type.per?.kind === "entity") {
      const scope = scopeColumn(entity, type.per.entity);
      return scope === undefined ? [] : [unique([scope, name.id], [quoteIdentifier(scope), column], address)];
    }
    if (type.unique === "no") return [];
    return [unique([name.id], [type.unique === "ignoring case" ? `lower(${column})` : column], address)];
  });
  const together = entity.uniqueTogether.flatMap(({ fields, address }) => {
    const names = fields.map((field) => field.id);
    const one = unique(names, names.map(quoteIdentifier), address);
    return alone.some((other) => keyOf(other) === keyOf(one)) ? [] : [one];
  });
  const only: readonly DatabaseObject[] = entity.oneRow ? [unique(["one_row"], ["(true)"], entity.address)] : [];
  return [...alone, ...together, ...only.map((one) => ({ ...one, refusal: { code: "NOT_UNIQUE" } }))];
}

/** The one reference by which numbers are counted. */
export function scopeColumn(entity: Entity, per: Reference): string | undefined {
  const target = per.id;
  return fieldsOf(entity).find(({ type }) => referredEntity(type) === target)?.name.id;
}
