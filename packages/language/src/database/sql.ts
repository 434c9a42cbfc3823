// Database objects as statements: what makes each, what takes it away, and the comment that names its clause.
import { quoteIdentifier, quoteText } from "../expression/sql/sql-quote.ts";
import { printPlace } from "../plan/layout.ts";
import type { Column, DatabaseObject, ObjectOf, Place } from "../plan/objects.ts";
import { purposeOf } from "./purposes.ts";
import type { AheadIndex } from "./step.ts";
import { layoutSql, tidyBody } from "../plan/sql-text/layout.ts";

export function createObject(object: DatabaseObject): readonly string[] {
  switch (object.kind) {
    case "table":
      return createTable(object);
    case "constraint":
      return [
        oneOrTwoLines(
          `ALTER TABLE ${printPlace(object.table)} ADD CONSTRAINT ${quoteIdentifier(object.name)}`,
          object.definition,
        ),
        comment(`CONSTRAINT ${quoteIdentifier(object.name)} ON ${printPlace(object.table)}`, object.address),
      ];
    case "index": {
      const place: Place = { schema: object.table.schema, name: object.name };
      const unique = object.unique ? "UNIQUE " : "";
      return [
        oneOrTwoLines(
          `CREATE ${unique}INDEX ${quoteIdentifier(object.name)} ON ${printPlace(object.table)}`,
          object.definition,
        ),
        comment(`INDEX ${printPlace(place)}`, object.address),
      ];
    }
    case "text index":
      return [createTextIndex(object)];
    case "function":
      return createFunction(object);
    case "trigger":
      return createTrigger(object);
    case "policy":
      return createPolicy(object);
    case "view":
      return createView(object);
    case "grant":
      return [`GRANT ${printPrivileges(object)} ON ${printPlace(object.on)} TO ${object.to.join(", ")}`];
    case "data":
      return [object.sql];
    case "seed":
      return createSeed(object);
  }
}

export function dropObject(object: DatabaseObject): readonly string[] {
  switch (object.kind) {
    case "table":
      return [`DROP TABLE ${printPlace(object.place)}`];
    case "view":
      return [`DROP VIEW ${printPlace(object.place)}`];
    case "function":
      return [`DROP FUNCTION ${printPlace(object.place)}(${object.parameters.map(({ type }) => type).join(", ")})`];
    case "constraint":
      return [`ALTER TABLE ${printPlace(object.table)} DROP CONSTRAINT ${quoteIdentifier(object.name)}`];
    case "index":
      return [`DROP INDEX ${printPlace({ schema: object.table.schema, name: object.name })}`];
    case "text index":
      return [`DROP INDEX IF EXISTS ${printPlace({ schema: object.table.schema, name: object.name })}`];
    case "trigger":
      return [`DROP TRIGGER ${quoteIdentifier(object.name)} ON ${printPlace(object.table)}`];
    case "policy":
      return [`DROP POLICY ${quoteIdentifier(object.name)} ON ${printPlace(object.table)}`];
    case "grant":
      return [`REVOKE ${printPrivileges(object)} ON ${printPlace(object.on)} FROM ${object.to.join(", ")}`];
    case "data":
    case "seed":
      return [];
  }
}

const printPrivileges = ({ privileges, columns }: ObjectOf<"grant">): string =>
  privileges
    .map((privilege) => {
      const some = privilege === "select" || privilege === "update" ? columns?.[privilege] : undefined;
      return `${privilege.toUpperCase()}${some === undefined ? "" : ` (${some.map(quoteIdentifier).join(", ")})`}`;
    })
    .join(", ");

const comment = (what: string, address: string): string => `COMMENT ON ${what} IS ${quoteText(address)}`;

export function printColumn({ name, type, required, generated, omitted, collation }: Column): string {
  const kept = generated === undefined ? "" : ` GENERATED ALWAYS AS (${generated}) STORED`;
  const sorted = collation === undefined ? "" : ` COLLATE ${collation}`;
  const unnamed = omitted === undefined ? "" : ` DEFAULT ${omitted}`;
  return `${quoteIdentifier(name)} ${type}${sorted}${kept}${unnamed}${required ? " NOT NULL" : ""}`;
}

/** Row security stands before anything can be read; no table is ever there without it. */
function createTable({ place, columns, address }: ObjectOf<"table">): readonly string[] {
  const name = printPlace(place);
  return [
    `CREATE TABLE ${name} (\n  ${columns.map(printColumn).join(",\n  ")}\n)`,
    `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
    `REVOKE ALL ON ${name} FROM PUBLIC, anon, authenticated, service_role`,
    comment(`TABLE ${name}`, address),
    ...columns.map((column) => comment(`COLUMN ${name}.${quoteIdentifier(column.name)}`, column.address)),
  ];
}

function createPolicy({ table, name, command, to, using, check, address }: ObjectOf<"policy">): readonly string[] {
  const on = `${quoteIdentifier(name)} ON ${printPlace(table)}`;
  return [
    lines(
      `CREATE POLICY ${on}`,
      `  FOR ${command.toUpperCase()} TO ${to ?? "anon, authenticated, writ_client"}`,
      using === undefined ? "" : layoutSql(`USING (${using})`, 1),
      check === undefined ? "" : layoutSql(`WITH CHECK (${check})`, 1),
    ),
    comment(`POLICY ${on}`, address),
  ];
}

const mostColumns = 120;
const oneOrTwoLines = (first: string, second: string): string =>
  first.length + second.length < mostColumns ? `${first} ${second}` : `${first}\n  ${second}`;

const lines = (...all: readonly string[]): string => all.filter((line) => line !== "").join("\n");

/** A text between dollars; its end differs from everything in it. */
function quoteBody(body: string): string {
  let tag = "$$";
  for (let count = 1; body.includes(tag); count++) tag = `$body${count}$`;
  return `${tag}\n${body}\n${tag}`;
}

/** Bodies name everything in full, and no search path can give a name another meaning. */
function createFunction(object: ObjectOf<"function">): readonly string[] {
  const { place, parameters, returns, language, volatility, actsAs, body, callers, address } = object;
  const name = printPlace(place);
  const given = parameters.map(
    (one) => `${quoteIdentifier(one.name)} ${one.type}${one.optional === true ? " DEFAULT NULL" : ""}`,
  );
  const signature = `${name}(${parameters.map(({ type }) => type).join(", ")})`;
  const path = object.isInlined === true ? "" : " SET search_path = ''";
  const purpose = purposeOf(object);
  const security = actsAs === "caller" ? "SECURITY INVOKER" : "SECURITY DEFINER";
  return [
    lines(
      name.length + given.join(", ").length < mostColumns - 30
        ? `CREATE OR REPLACE FUNCTION ${name}(${given.join(", ")})`
        : `CREATE OR REPLACE FUNCTION ${name}(\n  ${given.join(",\n  ")}\n)`,
      `RETURNS ${returns}`,
      `LANGUAGE ${language} ${volatility.toUpperCase()} ${security}${path}`,
      `AS ${quoteBody(tidyBody(purpose === undefined ? body : `-- ${purpose}\n${body}`, language))}`,
    ),
    oneOrTwoLines(`REVOKE ALL ON FUNCTION ${signature}`, "FROM PUBLIC, anon, authenticated, service_role"),
    ...(callers.length > 0
      ? [oneOrTwoLines(`GRANT EXECUTE ON FUNCTION ${signature}`, `TO ${callers.join(", ")}`)]
      : []),
    ...(actsAs === "client" ? ownedBy("writ_client", `FUNCTION ${signature}`, place.schema) : []),
    ...(actsAs === "keeper" ? ownedBy("writ_keeper", `FUNCTION ${signature}`, place.schema) : []),
    comment(`FUNCTION ${signature}`, address),
  ];
}

/** An owner must be able to create in the schema when it becomes one, and at no other time. */
function ownedBy(role: "writ_client" | "writ_keeper", what: string, schema: string): readonly string[] {
  const of = quoteIdentifier(schema);
  return [
    `GRANT CREATE ON SCHEMA ${of} TO ${role}`,
    `ALTER ${what} OWNER TO ${role}`,
    `REVOKE CREATE ON SCHEMA ${of} FROM ${role}`,
  ];
}

function createTrigger(object: ObjectOf<"trigger">): readonly string[] {
  const name = quoteIdentifier(object.name);
  const on = printPlace(object.table);
  const kind = object.deferred === true ? "CREATE CONSTRAINT TRIGGER" : "CREATE TRIGGER";
  const deferred = object.deferred === true ? " DEFERRABLE INITIALLY DEFERRED" : "";
  const seen = (object.transition ?? []).map((one) => `${one.toUpperCase()} TABLE AS ${one}_rows`);
  return [
    lines(
      `${kind} ${name}`,
      `  ${object.fires.toUpperCase()} ${object.events.join(" OR ").toUpperCase()} ON ${on}${deferred}`,
      seen.length > 0 ? `  REFERENCING ${seen.join(" ")}` : "",
      `  FOR EACH ${object.each.toUpperCase()}`,
      object.condition === undefined ? "" : layoutSql(`WHEN (${object.condition})`, 1),
      `  EXECUTE FUNCTION ${printPlace(object.calls)}(${object.arguments.map(quoteText).join(", ")})`,
    ),
    comment(`TRIGGER ${name} ON ${on}`, object.address),
  ];
}

function createView({ place, definition, owner, barrier, omitted = {}, address }: ObjectOf<"view">): readonly string[] {
  const name = printPlace(place);
  return [
    `CREATE VIEW ${name}${barrier === true ? " WITH (security_barrier)" : ""} AS\n${layoutSql(definition)}`,
    ...Object.entries(omitted).map(
      ([column, value]) => `ALTER VIEW ${name} ALTER COLUMN ${quoteIdentifier(column)} SET DEFAULT ${value}`,
    ),
    `REVOKE ALL ON ${name} FROM PUBLIC, anon, authenticated, service_role`,
    ...(owner === "client" ? ownedBy("writ_client", `VIEW ${name}`, place.schema) : []),
    comment(`VIEW ${name}`, address),
  ];
}

/** Writers go on while it is built; it has to be the only statement of its transaction. */
export function indexAhead(object: ObjectOf<"index"> | ObjectOf<"text index">): AheadIndex {
  const table = printPlace(object.table);
  const name = printPlace({ schema: object.table.schema, name: object.name });
  const definition =
    object.kind === "index"
      ? object.definition
      : `USING gin (${object.columns.map((column) => `${quoteIdentifier(column)} {schema}.gin_trgm_ops`).join(", ")})`;
  return {
    table,
    name,
    sql: `CREATE INDEX CONCURRENTLY ${quoteIdentifier(object.name)} ON ${table} ${definition}`,
    comment: comment(`INDEX ${name}`, object.address),
  };
}

/** The extension stands in whichever schema the server's keeper put it; where it is missing, only that is reported. */
function createTextIndex({ table, name, columns, address }: ObjectOf<"text index">): string {
  const on = printPlace(table);
  const place = printPlace({ schema: table.schema, name });
  const keys = columns.map((column) => `${quoteIdentifier(column)} %1$s.gin_trgm_ops`).join(", ");
  const body = `DECLARE
  place text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
  IF place IS NULL THEN
    RAISE NOTICE '%', ${quoteText(`${address}: PostgreSQL lacks pg_trgm, so that searching reads every row of ${on}`)};
  ELSE
    EXECUTE format(${quoteText(`CREATE INDEX ${quoteIdentifier(name)} ON ${on} USING gin (${keys})`)}, place);
    ${comment(`INDEX ${place}`, address)};
  END IF;
END`;
  return `DO ${quoteBody(tidyBody(body, "plpgsql"))}`;
}

/** A key that was written once is never written again, also when its row is gone. */
function createSeed({ table, entity, key, values, needs = [] }: ObjectOf<"seed">): readonly string[] {
  const columns = Object.keys(values);
  const [e, k] = [quoteText(entity), quoteText(key)];
  const claimed = `UPDATE writ.seeded SET written = true WHERE entity = ${e} AND key = ${k} AND NOT written RETURNING row_id`;
  const given = [
    "claimed.row_id",
    ...columns.map((column) => `${values[column] ?? "NULL"} AS ${quoteIdentifier(column)}`),
  ];
  const names = ["id", ...columns].map(quoteIdentifier).join(", ");
  const there = needs.map((column) => `given.${quoteIdentifier(column)} IS NOT NULL`);
  return [
    `INSERT INTO writ.seeded (entity, key) VALUES (${e}, ${k}) ON CONFLICT DO NOTHING`,
    layoutSql(
      `WITH claimed AS (${claimed}), given (${names}) AS (SELECT ${given.join(", ")} FROM claimed) INSERT INTO ${printPlace(table)} (${names}) SELECT * FROM given${there.length > 0 ? ` WHERE ${there.join(" AND ")}` : ""}`,
    ),
  ];
}
