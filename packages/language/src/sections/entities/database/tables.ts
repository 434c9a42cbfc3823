// The table of each entity: its columns, its keys, and what refers to what.
import { quoteIdentifier, quoteText } from "../../../expression/sql-quote.ts";
import { address as addressOf } from "../../../model/clause.ts";
import { entityId } from "../../../model/lookup.ts";
import type { Design } from "../../../plan/design.ts";
import { nameOf, pairsOf, printPlace, tableOf } from "../../../plan/layout.ts";
import { everyone, type DatabaseObject, type Place } from "../../../plan/objects.ts";
import type { Entity } from "../model.ts";
import { columnOf, fieldsOf, systemColumns } from "./columns.ts";

export function tablesOf(design: Design): readonly DatabaseObject[] {
  return design.entities.flatMap((entity) => tableObjects(entity, design));
}

function tableObjects(entity: Entity, design: Design): readonly DatabaseObject[] {
  const { schema, lookup } = design.compiled;
  const { id } = entity.name;
  const place = tableOf(design.layout, id);
  const known = schema.entities.get(id);
  if (known === undefined) return [];
  const account = entity.builtIn ? accountColumns(entity.address) : [];
  const columns = entity.fields.flatMap((field) => columnOf(field, known, schema.moneyScale) ?? []);
  const objects: DatabaseObject[] = [
    {
      kind: "table",
      place,
      columns: [...systemColumns(entity.address), ...account, ...columns],
      address: entity.address,
    },
    constraint(place, nameOf(id, "key"), `PRIMARY KEY ("id")`, entity.address),
  ];
  for (const field of fieldsOf(entity)) {
    const column = quoteIdentifier(field.name.id);
    const { type, address } = field;
    if (type.kind === "reference" || type.kind === "belongs to") {
      const target = printPlace(tableOf(design.layout, entityId(lookup, type.entity)));
      const onDelete =
        type.kind === "belongs to" ? "CASCADE" : type.onDelete === "cleared" ? `SET NULL (${column})` : "NO ACTION";
      objects.push(
        constraint(
          place,
          nameOf(id, field.name.id, "refers"),
          `FOREIGN KEY (${column}) REFERENCES ${target} ("id") ON DELETE ${onDelete}`,
          address,
        ),
        {
          kind: "index",
          table: place,
          name: nameOf(id, field.name.id, "index"),
          unique: false,
          definition: `(${column})`,
          address,
        },
      );
    }
    if (type.unique !== "no" || type.kind === "random code") {
      const key = type.unique === "ignoring case" ? `lower(${column} COLLATE "C")` : column;
      objects.push({
        kind: "index",
        table: place,
        name: nameOf(id, field.name.id, "unique"),
        unique: true,
        definition: `(${key})`,
        address,
      });
    }
    if (type.kind === "several") objects.push(...pairObjects(entity, field.name.id, type.entity, design));
  }
  for (const { fields, address } of entity.uniqueTogether) {
    const names = fields.map((field) => lookup.fields.get(id)?.get(field.id)?.name.id ?? field.id);
    objects.push({
      kind: "index",
      table: place,
      name: nameOf(id, ...names, "unique"),
      unique: true,
      definition: `(${names.map(quoteIdentifier).join(", ")})`,
      address,
    });
  }
  objects.push({
    kind: "grant",
    on: place,
    privileges: ["select", "insert", "update", "delete"],
    to: everyone,
    address: entity.address,
  });
  return objects;
}

/** The account's own name and address; both follow `auth.users`. */
const accountColumns = (address: string) => [
  { name: "name", type: "text", required: true, address },
  { name: "email", type: "text", required: false, address },
];

function pairObjects(
  entity: Entity,
  field: string,
  target: Parameters<typeof entityId>[1],
  design: Design,
): readonly DatabaseObject[] {
  const place = pairsOf(entity.name.id, field);
  const own = printPlace(tableOf(design.layout, entity.name.id));
  const other = printPlace(tableOf(design.layout, entityId(design.compiled.lookup, target)));
  const address = addressOf(3, entity.name.label, field);
  const column = (name: string) => ({ name, type: "uuid", required: true, address });
  return [
    { kind: "table", place, columns: [column("own"), column("other")], address },
    constraint(place, nameOf(place.name, "key"), `PRIMARY KEY ("own", "other")`, address),
    constraint(
      place,
      nameOf(place.name, "own"),
      `FOREIGN KEY ("own") REFERENCES ${own} ("id") ON DELETE CASCADE`,
      address,
    ),
    constraint(
      place,
      nameOf(place.name, "other"),
      `FOREIGN KEY ("other") REFERENCES ${other} ("id") ON DELETE CASCADE`,
      address,
    ),
  ];
}

const constraint = (table: Place, name: string, definition: string, address: string): DatabaseObject => ({
  kind: "constraint",
  table,
  name,
  definition,
  address,
});

export const problemSql = (code: string, field: string | undefined, clause: string): string =>
  `writ.problem(${quoteText(code)}, ${field === undefined ? "NULL" : quoteText(field)}, ${quoteText(clause)})`;
