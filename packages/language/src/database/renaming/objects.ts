// Tables and columns that are called otherwise: what PostgreSQL keeps with them is compared under the new names.
import { quoteIdentifier } from "../../expression/sql/sql-quote.ts";
import { inner, pairsOf, printPlace, tenantColumn } from "../../plan/layout.ts";
import type { DatabaseObject, Place } from "../../plan/objects.ts";
import { sinceColumn } from "../../sections/states/database.ts";
import type { Step } from "../step.ts";
import type { Renaming } from "./requested.ts";
import { entityBefore } from "./source.ts";

export type RenamedTable = {
  readonly from: Place;
  readonly to: Place;
  /** By their old name. */
  readonly columns: ReadonlyMap<string, string>;
  readonly address: string;
};

/** The tables that are there and change a name, of their own or of a column. */
export function renamedTables(
  objects: readonly DatabaseObject[],
  renamings: readonly Renaming[],
): readonly RenamedTable[] {
  return objects.flatMap((object): readonly RenamedTable[] => {
    if (object.kind !== "table") return [];
    const { place } = object;
    const name = newNameOf(place, objects, renamings);
    const about = renamings.filter((one) =>
      one.kind === "entity" ? true : place.schema !== inner && entityBefore(one, renamings) === place.name,
    );
    const names = new Map(about.flatMap((one) => columnNames(one)));
    const columns = new Map(
      object.columns.flatMap(({ name: old }) => {
        const now = names.get(old);
        return now === undefined ? [] : [[old, now] as const];
      }),
    );
    if (name === place.name && columns.size === 0) return [];
    const address = renamings.find(({ from, to }) => place.name === from || columns.get(from) === to)?.address;
    return [
      { from: place, to: { ...place, name }, columns, address: address ?? renamings[0]?.address ?? object.address },
    ];
  });
}

/** A column, and those of the system's own that come with it. */
const columnNames = (one: Renaming): readonly (readonly [string, string])[] =>
  one.kind === "entity"
    ? [[tenantColumn(one.from), tenantColumn(one.to)]]
    : [
        [one.from, one.to],
        [sinceColumn(one.from), sinceColumn(one.to)],
      ];

/** The rows of an entity, or the pairs of a field of it. */
function newNameOf(place: Place, objects: readonly DatabaseObject[], renamings: readonly Renaming[]): string {
  const entityOf = (old: string) => renamings.find(({ kind, from }) => kind === "entity" && from === old)?.to ?? old;
  if (place.schema !== inner) return entityOf(place.name);
  for (const table of objects) {
    if (table.kind !== "table" || table.place.schema === inner) continue;
    const [old, now] = [table.place.name, entityOf(table.place.name)];
    for (const { name } of table.columns)
      if (pairsOf(old, name).name === place.name) return pairsOf(now, fieldOf(now, name, renamings)).name;
  }
  return place.name;
}

const fieldOf = (entity: string, old: string, renamings: readonly Renaming[]): string =>
  renamings.find((one) => one.kind === "field" && one.entity === entity && one.from === old)?.to ?? old;

/** Triggers, policies, functions and views are made anew; what stands on rows stays. */
export function underNewNames(
  object: DatabaseObject,
  tables: readonly RenamedTable[],
  renamings: readonly Renaming[],
): DatabaseObject {
  const tableOf = ({ schema, name }: Place) => tables.find(({ from }) => from.schema === schema && from.name === name);
  const placeOf = (place: Place): Place => tableOf(place)?.to ?? place;
  const columnOf = (place: Place, name: string) => tableOf(place)?.columns.get(name) ?? name;
  const text = (sql: string, own: Place): string => withNames(sql, tables, tableOf(own));
  switch (object.kind) {
    case "table":
      return {
        ...object,
        place: placeOf(object.place),
        columns: object.columns.map(({ generated, kept, ...column }) => ({
          ...column,
          name: columnOf(object.place, column.name),
          ...(generated === undefined ? {} : { generated: text(generated, object.place) }),
          ...(kept === undefined
            ? {}
            : { kept: { value: withNames(kept.value, tables), reads: withNames(kept.reads, tables) } }),
        })),
      };
    case "constraint":
    case "index":
      return { ...object, table: placeOf(object.table), definition: text(object.definition, object.table) };
    case "text index":
      return {
        ...object,
        table: placeOf(object.table),
        columns: object.columns.map((column) => columnOf(object.table, column)),
      };
    case "seed":
      return {
        ...object,
        table: placeOf(object.table),
        entity: renamings.find(({ kind, from }) => kind === "entity" && from === object.entity)?.to ?? object.entity,
      };
    default:
      return object;
  }
}

/** Names in quotation marks: tables with their schema wherever they stand, and the table's own names without one. */
function withNames(sql: string, tables: readonly RenamedTable[], own?: RenamedTable): string {
  const moved = tables.reduce((text, { from, to }) => text.replaceAll(printPlace(from), printPlace(to)), sql);
  if (own === undefined) return moved;
  return [...own.columns].reduce(
    (text, [from, to]) => text.replaceAll(quoteIdentifier(from), quoteIdentifier(to)),
    moved.replaceAll(`${quoteIdentifier(own.from.name)}.`, `${quoteIdentifier(own.to.name)}.`),
  );
}

/** After what goes has gone, and before anything else changes. */
export const renameTableSteps = (tables: readonly RenamedTable[]): readonly Step[] =>
  tables.flatMap(({ from, to, columns, address }) => [
    ...(from.name === to.name
      ? []
      : [
          {
            kind: "change" as const,
            what: `table ${from.schema}.${from.name}: renamed to ${to.name}`,
            address,
            sql: [`ALTER TABLE ${printPlace(from)} RENAME TO ${quoteIdentifier(to.name)}`],
          },
        ]),
    ...[...columns].map(([old, now]) => ({
      kind: "change" as const,
      what: `column ${old} of ${to.schema}.${to.name}: renamed to ${now}`,
      address,
      sql: [`ALTER TABLE ${printPlace(to)} RENAME COLUMN ${quoteIdentifier(old)} TO ${quoteIdentifier(now)}`],
    })),
  ]);

/** Questions are asked before anything changes: a table stands in them as it will be. */
export function askedUnderOldNames(step: Step, tables: readonly RenamedTable[]): Step {
  if (step.risk === undefined) return step;
  const question = tables.reduce((text, { from, to, columns }) => {
    const added = [...columns].map(([old, now]) => `, _old.${quoteIdentifier(old)} AS ${quoteIdentifier(now)}`);
    const renamed =
      added.length === 0 ? printPlace(from) : `(SELECT _old.*${added.join("")} FROM ${printPlace(from)} AS _old)`;
    return text.replaceAll(printPlace(to), renamed);
  }, step.risk.question);
  return { ...step, risk: { ...step.risk, question } };
}
