// What a row of each table is, for the description of the interface.
import { keyOf, type Catalogue, type Column, type Table } from "../catalogue/catalogue.ts";
import { compact, kindOf, typeMembers } from "./types.ts";

export function definitionOf(table: Table, catalogue: Catalogue): Readonly<Record<string, unknown>> {
  const required = table.columns.filter(({ nullable }) => !nullable).map(({ name }) => name);
  return compact({
    type: "object",
    description: table.description,
    required: required.length === 0 ? undefined : required,
    properties: Object.fromEntries(table.columns.map((column) => [column.name, propertyOf(column, table, catalogue)])),
  });
}

function propertyOf(column: Column, table: Table, catalogue: Catalogue): Readonly<Record<string, unknown>> {
  return compact({
    ...typeMembers(column.type),
    description: descriptionOf(column, table, catalogue),
    maxLength: column.maxLength,
    enum: column.choices.length === 0 ? undefined : column.choices,
    default: defaultOf(column),
  });
}

/** Programs that draw diagrams look for what stands between the angle brackets. */
function descriptionOf(column: Column, table: Table, catalogue: Catalogue): string | undefined {
  const isKey = table.primaryKey.includes(column.name);
  const referred = referenceOf(column, table, catalogue);
  const notes = [
    ...(isKey ? ["This is a Primary Key.<pk/>"] : []),
    ...(referred === undefined
      ? []
      : [
          `This is a Foreign Key to \`${referred.table}.${referred.column}\`.<fk table='${referred.table}' column='${referred.column}'/>`,
        ]),
  ];
  if (notes.length === 0) return column.description ?? undefined;
  return [...(column.description === null ? [] : [column.description, ""]), "Note:", ...notes].join("\n");
}

/** What a column alone refers to; a table rather than a view of it. */
function referenceOf(
  column: Column,
  table: Table,
  catalogue: Catalogue,
): { readonly table: string; readonly column: string } | undefined {
  const found = (catalogue.relationships.get(keyOf(table)) ?? []).flatMap(({ to, by }) => {
    if (by.kind === "computed" || by.kind === "many-to-many" || !by.isOwn || to.schema !== table.schema) return [];
    const [pair, ...more] = by.columns;
    if (pair === undefined || more.length > 0 || pair[0] !== column.name) return [];
    return [{ table: to.name, column: pair[1], isView: catalogue.tables.get(keyOf(to))?.isView === true }];
  });
  return found.find(({ isView }) => !isView) ?? found[0];
}

/** A constant as it is; anything else as PostgreSQL writes it, where a text may stand. */
function defaultOf({ type, default: own }: Column): unknown {
  if (own === null) return undefined;
  if (kindOf(type) === "string") {
    const suffix = `::${type}`;
    return own.endsWith(suffix) ? own.slice(0, -suffix.length).replace(/^'|'$/g, "") : own;
  }
  try {
    return JSON.parse(own);
  } catch {
    return undefined;
  }
}
