// Files of fields: a bucket for each, what becomes of those that a row gains or lets go of, and whether one is still named.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design, GuardPart } from "../../../plan/design.ts";
import { fileFieldsOf, filesIn, mimeTypesOf, mostBytesOf, type FileField } from "../../../plan/file-fields.ts";
import { innerPlace, nameOf, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject } from "../../../plan/objects.ts";
import type { Entity } from "../model.ts";

export function filesOf(design: Design): readonly DatabaseObject[] {
  const fields = fileFieldsOf(design);
  return [buckets(fields, design), isUsed(fields, design), ...fields.flatMap((field) => changes(field, design))];
}

/**
 * Written again whenever it changes. The files of a removed field belong to no row any more; its bucket is deleted when
 * it is empty, by the server.
 */
function buckets(fields: readonly FileField[], design: Design): DatabaseObject {
  const names = fields.map(({ bucket }) => quoteText(bucket));
  const gone = (column: string) => (names.length === 0 ? "true" : `${column} NOT IN (${names.join(", ")})`);
  const rows = fields.map(({ bucket, type }) => {
    const types = mimeTypesOf(type);
    const list = types === undefined ? "NULL" : `ARRAY[${types.map(quoteText).join(", ")}]`;
    const most = mostBytesOf(type, design);
    return `(${quoteText(bucket)}, ${quoteText(bucket)}, ${most === undefined ? "NULL" : String(most)}::bigint, ${list}::text[])`;
  });
  const sql = [
    `INSERT INTO writ.loose_file (bucket, name, due_at) SELECT bucket_id, name, clock_timestamp() FROM storage.objects
      WHERE bucket_id IN (SELECT bucket FROM writ.file_field) AND ${gone("bucket_id")} ON CONFLICT (bucket, name) DO UPDATE SET due_at = excluded.due_at`,
    `UPDATE writ.file_field SET is_gone = true WHERE ${gone("bucket")}`,
    ...(rows.length === 0
      ? []
      : [
          `INSERT INTO storage.buckets (id, name, file_size_limit, allowed_mime_types) VALUES ${rows.join(", ")}
            ON CONFLICT (id) DO UPDATE SET public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types, updated_at = now()`,
          `INSERT INTO writ.file_field (bucket, clause) VALUES ${fields.map(({ bucket, field }) => `(${quoteText(bucket)}, ${quoteText(field.address)})`).join(", ")}
            ON CONFLICT (bucket) DO UPDATE SET clause = excluded.clause, is_gone = false`,
        ]),
  ];
  return { kind: "data", name: "files", sql: sql.join("; "), address: "3" };
}

/** Whether a row names a file: asked again before its bytes are taken away. */
function isUsed(fields: readonly FileField[], design: Design): DatabaseObject {
  const cases = fields.map(({ entity, field, bucket, type }) => {
    const column = quoteIdentifier(field.name.id);
    const holds = type.kind === "files" ? `$2 = ANY (one.${column})` : `one.${column} = $2`;
    const table = printPlace(tableOf(design.layout, entity.name.id));
    return `IF $1 = ${quoteText(bucket)} THEN RETURN EXISTS (SELECT FROM ${table} AS one WHERE one."id" = writ.file_row($2) AND ${holds}); END IF;`;
  });
  return {
    kind: "function",
    place: innerPlace("is_file_used"),
    parameters: [
      { name: "bucket", type: "text" },
      { name: "name", type: "text" },
    ],
    returns: "boolean",
    language: "plpgsql",
    volatility: "stable",
    actsAs: "owner",
    body: `BEGIN\n  ${[...cases, "RETURN false;"].join("\n  ")}\nEND`,
    callers: [],
    address: "3",
  };
}

/** A row without files costs nothing. */
function changes({ entity, field, type, bucket }: FileField, design: Design): readonly DatabaseObject[] {
  const column = quoteIdentifier(field.name.id);
  const some = (row: string) => (type.kind === "files" ? `${row}.${column} <> '{}'` : `${row}.${column} IS NOT NULL`);
  const conditions = {
    insert: some("NEW"),
    update: `OLD.${column} IS DISTINCT FROM NEW.${column}`,
    delete: some("OLD"),
  };
  return (["insert", "update", "delete"] as const).map((event) => ({
    kind: "trigger",
    table: tableOf(design.layout, entity.name.id),
    name: nameOf("files", event, entity.name.id, field.name.id),
    fires: "after",
    events: [event],
    each: "row",
    condition: conditions[event],
    calls: innerPlace("files_change"),
    arguments: [bucket, field.name.id],
    address: field.address,
  }));
}

const before = (column: string, type: FileField["type"]): string =>
  `CASE WHEN TG_OP = 'UPDATE' THEN ${filesIn(`OLD.${column}`, type)} END`;

/** A condition of PL/pgSQL under which what a row gains is no file of its own. */
export function notFilesOf(field: string, type: FileField["type"], bucket: string): string {
  const column = quoteIdentifier(field);
  return `client AND NOT writ.are_files(${quoteText(bucket)}, NEW."id", ${filesIn(`NEW.${column}`, type)}, ${before(column, type)}, auth.uid())`;
}

/** What effects and code take from another row is a file of this one, before anything is asked of it. */
export function fileGuards(entity: Entity, design: Design): readonly GuardPart[] {
  return fileFieldsOf(design)
    .filter((one) => one.entity === entity)
    .map(({ field, type, bucket }) => {
      const column = quoteIdentifier(field.name.id);
      const names = [quoteText(field.name.id), quoteText(field.address)].join(", ");
      const own = `writ.own_files(${quoteText(bucket)}, NEW."id", ${filesIn(`NEW.${column}`, type)}, ${before(column, type)}, ${names})`;
      const some = type.kind === "files" ? `NEW.${column} <> '{}'` : `NEW.${column} IS NOT NULL`;
      const changed = `(TG_OP = 'INSERT' OR NEW.${column} IS DISTINCT FROM OLD.${column})`;
      return {
        entity: entity.name.id,
        on: ["insert", "update"],
        phase: "fill",
        // A person names only what they have brought for this very row, which is looked at below.
        sql: `IF NOT client AND ${some} AND ${changed} THEN NEW.${column} := ${type.kind === "files" ? own : `(${own})[1]`}; END IF;`,
        address: field.address,
      };
    });
}
