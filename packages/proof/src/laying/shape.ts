// Where a database keeps the rows of a document's entities, and what of them has a name.
import type { Client } from "pg";
import { fieldOf, fieldsOf } from "../interpreter/document/names.ts";
import type { Program } from "../interpreter/world/world.ts";

export type Shape = {
  /** Where the rows of each entity are kept. */
  readonly schemas: ReadonlyMap<string, string>;
  /** What of an entity has a name on the wire: columns, and values that are worked out. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
  readonly stored: ReadonlyMap<string, ReadonlySet<string>>;
  /** Columns that hold what is worked out of other rows, and are no one's to give. */
  readonly kept: ReadonlyMap<string, ReadonlySet<string>>;
  /** The columns of each entity's table that hold what is given to them. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
  /** The tables in which `several` fields are kept as pairs, with the entities and fields that they repeat. */
  readonly pairs: readonly { readonly name: string; readonly entity: string; readonly field: string }[];
};

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export async function shapeOf(client: Client, program: Program): Promise<Shape> {
  const entities = [...new Set(["user", ...program.lookup.entities.keys()])];
  const { rows: columns } = await client.query(
    "SELECT table_schema AS schema, table_name AS name, column_name AS column, is_generated AS generated FROM information_schema.columns WHERE table_schema IN ('public', 'writ_data')",
  );
  const { rows: functions } = await client.query(
    "SELECT p.proname AS name, t.relname AS entity FROM pg_proc p LEFT JOIN pg_type y ON p.pronargs = 1 AND y.oid = p.proargtypes[0] LEFT JOIN pg_class t ON t.oid = y.typrelid WHERE p.pronamespace = 'public'::regnamespace",
  );
  const { rows: pairs } = await client.query(
    "SELECT c.relname AS name, obj_description(c.oid, 'pg_class') AS clause FROM pg_class c WHERE c.relnamespace = 'writ'::regnamespace AND c.relkind = 'r' AND c.relname LIKE 'pairs%'",
  );
  const of = (entity: string, schema: string) =>
    new Set(columns.filter((one) => one.name === entity && one.schema === schema).map((one) => String(one.column)));
  const schemas = new Map(
    entities.map((entity) => [entity, of(entity, "writ_data").size > 0 ? "writ_data" : "public"]),
  );
  return {
    schemas,
    stored: new Map(entities.map((entity) => [entity, of(entity, schemas.get(entity) ?? "public")])),
    kept: new Map(
      entities.map((entity) => [
        entity,
        new Set(
          columns
            .filter((one) => one.name === entity && one.schema === schemas.get(entity) && one.generated === "NEVER")
            .map((one) => String(one.column))
            .filter((column) => fieldOf(program, entity, column)?.type?.kind === "computed"),
        ),
      ]),
    ),
    named: new Map(
      entities.map((entity) => [
        entity,
        new Set([
          ...of(entity, "public"),
          ...functions.filter((one) => one.entity === entity).map((one) => String(one.name)),
        ]),
      ]),
    ),
    columns: new Map(
      entities.map((entity) => [
        entity,
        new Set(
          columns
            .filter((one) => one.name === entity && one.schema === schemas.get(entity) && one.generated === "NEVER")
            .map((one) => String(one.column)),
        ),
      ]),
    ),
    pairs: pairs.flatMap(({ name, clause }) =>
      entities.flatMap((entity) =>
        fieldsOf(program, entity)
          .filter(({ address }) => address === clause)
          .map((field) => ({ name: String(name), entity, field: field.name.id })),
      ),
    ),
  };
}
