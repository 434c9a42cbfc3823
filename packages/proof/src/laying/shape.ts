// Where a database keeps the rows of a document's entities, and what of them has a name.
import type { Client } from "pg";
import { fieldOf } from "../interpreter/names.ts";
import type { Program } from "../interpreter/world.ts";

export type Shape = {
  /** Where the rows of each entity are kept. */
  readonly schemas: ReadonlyMap<string, string>;
  /** What of an entity has a name on the wire: columns, and values that are worked out. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
  readonly stored: ReadonlyMap<string, ReadonlySet<string>>;
  /** Columns that hold what is worked out of other rows, and are nobody's to give. */
  readonly kept: ReadonlyMap<string, ReadonlySet<string>>;
  /** The tables in which `several` fields are kept as pairs. */
  readonly pairs: readonly string[];
  readonly triggers: readonly { readonly schema: string; readonly table: string; readonly name: string }[];
};

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export async function shapeOf(client: Client, program: Program): Promise<Shape> {
  const entities = ["user", ...program.lookup.entities.keys()];
  const { rows: columns } = await client.query(
    "SELECT table_schema AS schema, table_name AS name, column_name AS column, is_generated AS generated FROM information_schema.columns WHERE table_schema IN ('public', 'writ_data')",
  );
  const { rows: functions } = await client.query(
    "SELECT p.proname AS name, t.relname AS entity FROM pg_proc p LEFT JOIN pg_type y ON p.pronargs = 1 AND y.oid = p.proargtypes[0] LEFT JOIN pg_class t ON t.oid = y.typrelid WHERE p.pronamespace = 'public'::regnamespace",
  );
  const { rows: triggers } = await client.query(
    "SELECT n.nspname AS schema, c.relname AS table, t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal AND (t.tgname LIKE 'after%' OR t.tgname ILIKE 'rules%' OR t.tgname = 'ask') AND n.nspname IN ('public', 'writ_data', 'writ') AND c.relkind = 'r'",
  );
  const { rows: pairs } = await client.query(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'writ' AND table_name LIKE 'pairs%'",
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
    pairs: pairs.map((one) => String(one.name)),
    triggers,
  };
}
