// Who downloads, uploads and removes files of fields: policies on stored objects that evaluate the row's own rights.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { fileFieldsOf, type FileField } from "../../../plan/file-fields.ts";
import { innerPlace, nameOf, open, partOf, policyPlace, printPlace, tableOf } from "../../../plan/layout.ts";
import { people, type DatabaseObject, type Place } from "../../../plan/objects.ts";
import type { Right } from "../model.ts";
import { mayPlace } from "./rights.ts";

const stored: Place = { schema: "storage", name: "objects" };

export const filesOf = (design: Design): readonly DatabaseObject[] =>
  fileFieldsOf(design).flatMap((field) => policiesOf(field, design));

/** Files never change: another content is another file. */
function policiesOf(field: FileField, design: Design): readonly DatabaseObject[] {
  const { entity, bucket, field: of } = field;
  const rights = design.compiled.model.permissions.rights.filter((right) => right.for.id === entity.name.id);
  const read = rights.find(({ action }) => action.kind === "read");
  const address = read?.address ?? of.address;
  const fetches = policyPlace("may_fetch", bucket);
  const brings = policyPlace("may_bring", bucket);
  const loose = policyPlace("is_loose", bucket);
  const inside = `bucket_id = ${quoteText(bucket)}`;
  const policy = (command: "select" | "insert" | "delete", expressions: object): DatabaseObject => ({
    kind: "policy",
    table: stored,
    name: nameOf("writ", command, bucket),
    command,
    ...expressions,
    address,
  });
  const define = (place: Place, parameters: readonly string[], actsAs: "owner" | "caller", body: string) =>
    ({
      kind: "function",
      place,
      parameters: parameters.map((name) => ({ name, type: name === "owner" ? "uuid" : "text" })),
      returns: "boolean",
      language: "sql",
      volatility: "stable",
      actsAs,
      body,
      callers: people,
      address,
    }) satisfies DatabaseObject;
  return [
    define(fetches, ["name"], "caller", seen(field)),
    define(brings, ["name"], "owner", broughtSql(field, rights, design)),
    define(loose, ["name"], "owner", `SELECT NOT writ.is_file_used(${quoteText(bucket)}, $1)`),
    policy("select", {
      using: `${inside} AND (${printPlace(fetches)}(name) OR (${own} AND ${printPlace(loose)}(name)))`,
    }),
    policy("insert", {
      check: `${inside} AND owner IS NOT DISTINCT FROM (SELECT auth.uid()) AND ${printPlace(brings)}(name)`,
    }),
    policy("delete", { using: `${inside} AND ${own} AND ${printPlace(loose)}(name)` }),
  ];
}

/** What was brought and not saved yet is whose it is. */
const own = "owner = (SELECT auth.uid())";

/** The readers who see that the row names the file: rights on rows and fields apply as to any other value. */
function seen({ entity, field, type }: FileField): string {
  const column = `one.${quoteIdentifier(field.name.id)}`;
  const holds = type.kind === "files" ? `$1 = ANY (${column})` : `${column} = $1`;
  const rows = printPlace({ schema: open, name: entity.name.id });
  return `SELECT EXISTS (SELECT FROM ${rows} AS one WHERE one."id" = writ.file_row($1) AND ${holds})`;
}

/**
 * A user who may write the row may upload a file for it; for a row not stored yet, a user who may create one at all.
 * All other problems are reported when the row is written, and until then only the uploader sees the file.
 */
function broughtSql({ entity }: FileField, rights: readonly Right[], design: Design): string {
  const { id } = entity.name;
  // Of the row, and not of a field that is called so.
  const may = (place: Place) => `${printPlace(place)}(one.*)`;
  const steps = [...(design.compiled.lookup.transitions.get(id)?.values() ?? [])].flatMap(([row]) =>
    row === undefined ? [] : [may(innerPlace("may", partOf(id, row.name.id)))],
  );
  const changes = [may(mayPlace("update", id)), ...steps].join(" OR ");
  const creators = (rights.find(({ action }) => action.kind === "create")?.cells ?? []).flatMap(({ role, grant }) =>
    grant === undefined || grant.kind === "no" ? [] : [`writ.has_role(${quoteText(role.id)})`],
  );
  const creates = creators.length === 0 ? "false" : creators.join(" OR ");
  const table = printPlace(tableOf(design.layout, id));
  return `SELECT writ.file_row($1) IS NOT NULL AND writ.may_bring_more() AND COALESCE(
    (SELECT ${may(mayPlace("read", id))} AND (${changes}) FROM ${table} AS one WHERE one."id" = writ.file_row($1)), ${creates})`;
}
