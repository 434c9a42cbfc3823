// All of a document's database that refuses something or keeps it out of sight, piece by piece, each with what takes it out.
import { quoteIdentifier } from "../../expression/sql/sql-quote.ts";
import { printPlace } from "../../plan/layout.ts";
import type { DatabaseObject, ObjectOf } from "../../plan/objects.ts";
import { createObject } from "../../database/sql.ts";
import { refusalsIn } from "./refusals.ts";

export type Piece = {
  /** What it is, without the words of the document: one test is for all pieces of a kind. */
  readonly kind: string;
  /** The object that it is, or the one that it is a part of. */
  readonly of: string;
  /** Its clause. */
  readonly address: string;
  /** Statements after which it refuses nothing; undefined where only a test knows what to write instead. */
  readonly out?: readonly string[];
  readonly object: DatabaseObject;
};

export const piecesOf = (objects: readonly DatabaseObject[]): readonly Piece[] => objects.flatMap(piecesIn);

function piecesIn(object: DatabaseObject): readonly Piece[] {
  switch (object.kind) {
    case "table":
      return tablePieces(object);
    case "constraint":
      return [constraintPiece(object)];
    case "index":
      return object.unique ? [indexPiece(object)] : [];
    case "policy":
      return policyPieces(object);
    case "trigger":
      return [triggerPiece(object)];
    case "grant":
      return grantPieces(object);
    case "function":
      return functionPieces(object);
    case "view":
      return viewPieces(object);
    // They find rows, or are rows: nothing is refused by them.
    case "text index":
    case "data":
    case "seed":
      return [];
  }
}

function tablePieces(object: ObjectOf<"table">): readonly Piece[] {
  const table = printPlace(object.place);
  // Those of a key are never empty because they are its.
  const needed = object.columns.filter(({ name, required }) => required && !["id", "own", "other"].includes(name));
  return [
    {
      kind: "row security",
      of: table,
      address: object.address,
      out: [`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`],
      object,
    },
    ...needed.map(({ name, address }) => ({
      kind: "column that is never empty",
      of: `${table}.${quoteIdentifier(name)}`,
      address,
      out: [`ALTER TABLE ${table} ALTER COLUMN ${quoteIdentifier(name)} DROP NOT NULL`],
      object,
    })),
  ];
}

function constraintPiece(object: ObjectOf<"constraint">): Piece {
  const { table, name, definition, address } = object;
  const [kind = ""] = /^(PRIMARY KEY|EXCLUDE|FOREIGN KEY)/.exec(definition) ?? [];
  const [deletes = ""] = /ON DELETE (CASCADE|SET NULL|NO ACTION)/.exec(definition) ?? [];
  const drop = `ALTER TABLE ${printPlace(table)} DROP CONSTRAINT ${quoteIdentifier(name)} CASCADE`;
  return { kind: `constraint ${kind} ${deletes}`.trim(), of: name, address, out: [drop], object };
}

function indexPiece(object: ObjectOf<"index">): Piece {
  const { table, name, definition, address } = object;
  const keys = definition
    .replace(/"[^"]*"/g, "x")
    .replace(/^\(x(, x)+\)/, "(x, …)")
    .replace(/ WHERE .*/, " WHERE …");
  const drop = `DROP INDEX ${printPlace({ schema: table.schema, name })}`;
  return { kind: `unique index ${keys}`, of: name, address, out: [drop], object };
}

/** A policy that lets everything pass is there because without one nothing would. */
function policyPieces(object: ObjectOf<"policy">): readonly Piece[] {
  const { table, name, command, using = "true", check = "true", address } = object;
  if (using === "true" && check === "true") return [];
  const about = table.schema === "realtime" ? `${table.name} ${name.replace(/^writ_\w+?_/, "")}` : table.schema;
  const kind = `policy ${table.schema === "writ_data" ? "public" : about} ${command}`;
  const parts = [
    ...(object.using === undefined ? [] : ["USING (true)"]),
    ...(object.check === undefined ? [] : ["WITH CHECK (true)"]),
  ];
  const out = `ALTER POLICY ${quoteIdentifier(name)} ON ${printPlace(table)} ${parts.join(" ")}`;
  return [{ kind, of: name, address, out: [out], object }];
}

function triggerPiece(object: ObjectOf<"trigger">): Piece {
  const { table, name, address } = object;
  const kind = name
    .replace(/^Rules_(?!create$|update$|delete$).*/, "Rules_<transition>")
    .replace(/^_pairs_.*/, "_pairs_<field>")
    .replace(/^files_(\w+?)_.*/, "files_$1_<field>");
  const out = `ALTER TABLE ${printPlace(table)} DISABLE TRIGGER ${quoteIdentifier(name)}`;
  return { kind: `trigger ${kind}`, of: `${printPlace(table)} ${name}`, address, out: [out], object };
}

/** What all clients may is no bound: rows are kept from them by policies. */
function grantPieces(object: ObjectOf<"grant">): readonly Piece[] {
  const { on, privileges, columns, to, address } = object;
  if (to.includes("anon") && on.schema === "public") return [];
  const of = printPlace(on);
  const kind = `grant on ${on.schema} of ${privileges.join(", ")}${columns === undefined ? "" : " of columns"} to ${to.join(", ")}`;
  const out = `GRANT SELECT, INSERT, UPDATE, DELETE ON ${of} TO anon, authenticated, writ_client, writ_keeper`;
  return [{ kind, of, address, out: [out], object }];
}

function functionPieces(object: ObjectOf<"function">): readonly Piece[] {
  const { place, parameters, callers, address, actsAs, returns } = object;
  const of = printPlace(place);
  const family = familyOf(object);
  const signature = `${of}(${parameters.map(({ type }) => type).join(", ")})`;
  const refusals = refusalsIn(object.body);
  const asks = object.body.startsWith('SELECT * FROM "writ"."ask_');
  const calls: Piece = {
    kind: `function called by ${callers.join(", ") || "nobody"}`,
    of,
    address,
    out: [`GRANT EXECUTE ON FUNCTION ${signature} TO PUBLIC`],
    object,
  };
  const client: Piece = {
    kind: `function of ${actsAs}: ${family}`,
    of,
    address,
    out: [`ALTER FUNCTION ${signature} OWNER TO writ_owner`],
    object,
  };
  const shows: Piece = { kind: `function that acts as the system: ${family}`, of, address, object };
  return [
    // No caller calls a trigger function by name.
    ...(returns === "trigger" ? [] : [calls]),
    ...(actsAs === "client" || actsAs === "keeper" ? [client] : []),
    // What refuses aloud is found below; a step, in the function that it hands itself to.
    ...(actsAs === "owner" && callers.length > 0 && refusals.length === 0 && !asks ? [shows] : []),
    ...(/ FOR (NO KEY UPDATE|SHARE|KEY SHARE)|pg_try_advisory/.test(object.body)
      ? [{ kind: `lock in ${family}`, of, address, object }]
      : []),
    ...refusals.map(({ shape, clause, without }) => ({
      kind: `${family}: ${shape}`,
      of,
      address: clause ?? address,
      out: createObject({ ...object, body: without }).slice(0, 1),
      object,
    })),
  ];
}

/** The first word of a name, which says what a function is for; in the open schema names are the document's own. */
function familyOf({ place, parameters, returns }: ObjectOf<"function">): string {
  if (place.schema !== "public") return `${place.schema}.${/^[a-z]+/.exec(place.name)?.[0] ?? place.name}`;
  const known = /^(choices|history|_shown|_found|search)_/.exec(place.name);
  if (known) return `public.${known[0]}…`;
  if (parameters[0]?.type.startsWith('"public".') !== true) return `public.${place.name}`;
  return returns.startsWith("SETOF") ? "public.<account> of a row" : "public.<field> of a row";
}

/** Fields that are hidden from some readers. */
function viewPieces(object: ObjectOf<"view">): readonly Piece[] {
  const { place, definition, address, owner, barrier } = object;
  const of = printPlace(place);
  const shown = definition.replace(/CASE WHEN (?:(?!CASE WHEN).)*? THEN (kept\."\w+") END AS/g, "$1 AS");
  const kind = `view of ${place.schema}${owner === "client" ? " of client" : ""}${barrier === true ? " with a barrier" : ""}`;
  return [{ kind, of, address, out: [`CREATE OR REPLACE VIEW ${of} AS ${shown}`], object }];
}
