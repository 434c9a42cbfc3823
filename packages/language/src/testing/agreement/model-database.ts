// A random model as tables of a real database: what creates them, what fills them, and what tells the SQL printer of them.
import type { Value } from "../../expression/data.ts";
import type { FieldSchema } from "../../expression/schema.ts";
import type { Type } from "../../expression/type.ts";
import {
  quoteDate,
  quoteIdentifier,
  quoteMoment,
  quoteNumber,
  quoteText,
  quoteTime,
} from "../../expression/sql/sql-quote.ts";
import { arithmetic } from "../../plan/foundation/foundation.ts";
import type { SqlTarget } from "../../expression/sql/sql-target.ts";
import { printSql } from "../../expression/sql.ts";
import type { RandomModel } from "./random-model.ts";
import type { World } from "./random-rows.ts";

const table = (entity: string) => `m.${quoteIdentifier(entity)}`;
const pairsTable = (entity: string, field: string) => `m.${quoteIdentifier(`${entity} ${field}`)}`;
const isStored = ({ store, id }: FieldSchema) => id !== "id" && (store.kind === "column" || store.kind === "array");

/** Once per database: who asks, when, and who has which role, all of it given by settings. */
export const foundation: readonly string[] = [
  "DO $$ BEGIN IF to_regrole('reader') IS NULL THEN CREATE ROLE reader; END IF; END $$",
  "CREATE SCHEMA writ",
  ...arithmetic,
  "CREATE FUNCTION writ.me() RETURNS uuid LANGUAGE sql STABLE RETURN nullif(current_setting('writ.me', true), '')::uuid",
  "CREATE FUNCTION writ.now() RETURNS timestamptz(3) LANGUAGE sql STABLE RETURN current_setting('writ.now')::timestamptz(3)",
  "CREATE FUNCTION writ.today() RETURNS date LANGUAGE sql STABLE RETURN (writ.now() AT TIME ZONE current_setting('writ.zone'))::date",
  "CREATE TABLE writ.roles (person uuid NOT NULL, role text NOT NULL, within uuid)",
  `CREATE FUNCTION writ.has_role(person uuid, role text, within uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
    RETURN EXISTS (SELECT FROM writ.roles r WHERE r.person = has_role.person AND r.role = has_role.role AND r.within IS NOT DISTINCT FROM has_role.within)`,
];

export function sqlTarget(model: RandomModel, world: World): SqlTarget {
  const named = (value: string) => ({ kind: "value", value }) as const;
  return {
    table,
    id: (row) => `${row}.id`,
    idType: "uuid",
    field: (row, entity, field) => {
      const { store } = model.schema.entities.get(entity)?.fields.get(field) ?? { store: { kind: "column" } };
      if (store.kind === "computed") return `${functionName(entity, field)}(${row}.id)`;
      return field === "id" ? `${row}.id::text` : `${row}.${quoteIdentifier(field)}`;
    },
    list: (entity, field) => {
      const { store } = model.schema.entities.get(entity)?.fields.get(field) ?? { store: { kind: "array" } };
      if (store.kind === "reverse") return { kind: "reverse", entity: store.entity, via: quoteIdentifier(store.via) };
      if (store.kind !== "pairs") return { kind: "array" };
      return { kind: "pairs", entity: store.entity, table: pairsTable(entity, field), own: "own", other: "other" };
    },
    name: (name) => {
      if (name === "me" || name === "now" || name === "today") return named(`(SELECT writ.${name}())`);
      const input = world.inputs.get(name);
      return input
        ? named(literal(input.value, input.type, model.schema.moneyScale))
        : { kind: "row", row: quoteIdentifier(name) };
    },
    hasRole: (person, role, within) =>
      `(SELECT writ.has_role(${person ?? "writ.me()"}, ${quoteText(role)}, ${within ?? "NULL"}))`,
    timeZone: world.timeZone,
    moneyScale: model.schema.moneyScale,
    runtime: "writ",
  };
}

const functionName = (entity: string, field: string) => `m.${quoteIdentifier(`${entity} ${field}`)}`;

function columnType(type: Type, moneyScale: number): string {
  switch (type.kind) {
    case "yes/no":
      return "boolean";
    case "number":
      return type.scale === 0 ? "bigint" : `numeric(60, ${type.scale})`;
    case "money":
      return `numeric(60, ${moneyScale})`;
    case "date":
      return "date";
    case "datetime":
      return "timestamptz(3)";
    case "time":
      return "time(3)";
    case "duration":
      return "bigint";
    case "row":
      return "uuid";
    case "list":
      return `${columnType(type.of, moneyScale)}[]`;
    default:
      return "text";
  }
}

/** A column for a value of the expression, whatever its decimals. */
export function generatedType(type: Type): string {
  return type.kind === "number" || type.kind === "money" || type.kind === "duration" ? "numeric" : columnType(type, 0);
}

export function createTables(model: RandomModel, world: World): readonly string[] {
  const { moneyScale } = model.schema;
  const statements = ["CREATE SCHEMA m"];
  for (const { id: entity, fields } of model.schema.entities.values()) {
    const columns = [...fields.values()].filter(isStored).map(({ id, type }) => {
      return `${quoteIdentifier(id)} ${columnType(type, moneyScale)}${type.empty ? "" : " NOT NULL"}`;
    });
    statements.push(`CREATE TABLE ${table(entity)} (id uuid PRIMARY KEY, old_id uuid, ${columns.join(", ")})`);
    for (const { id, store } of fields.values()) {
      if (store.kind === "pairs") statements.push(`CREATE TABLE ${pairsTable(entity, id)} (own uuid, other uuid)`);
    }
  }
  for (const { entity, field, typed } of model.computed) {
    const target = sqlTarget(model, world);
    const own: SqlTarget = {
      ...target,
      name: (name) => (name === entity ? { kind: "row", row: "own" } : target.name(name)),
    };
    const type = generatedType(typed.type);
    const head = `${functionName(entity, field)}(uuid) RETURNS ${type} LANGUAGE sql STABLE SECURITY DEFINER`;
    const value = `(${printSql(typed, own, "strict")})::${type}`;
    statements.push(`CREATE FUNCTION ${head} RETURN (SELECT ${value} FROM ${table(entity)} AS own WHERE own.id = $1)`);
  }
  return statements;
}

/** A role that a policy lets see some lines, and views by which policies see all rows whatever the role may see. */
export function openToReader(model: RandomModel): readonly string[] {
  const entities = [...model.schema.entities.keys()];
  return [
    "CREATE SCHEMA seen",
    ...entities.map((entity) => `CREATE VIEW ${seenTable(entity)} AS SELECT * FROM ${table(entity)}`),
    "GRANT USAGE ON SCHEMA m, seen, writ TO reader",
    "GRANT SELECT ON ALL TABLES IN SCHEMA m, seen TO reader",
    `ALTER TABLE ${table("line")} ENABLE ROW LEVEL SECURITY`,
  ];
}

const seenTable = (entity: string) => `seen.${quoteIdentifier(entity)}`;

/** For policies: a policy of a table that reads the same table would never end. */
export const policyTarget = (target: SqlTarget): SqlTarget => ({ ...target, table: seenTable });

export function fillTables(model: RandomModel, world: World): readonly string[] {
  const { moneyScale } = model.schema;
  const statements: string[] = [];
  for (const { id: entity, fields } of model.schema.entities.values()) {
    const stored = [...fields.values()].filter(isStored);
    const rows = (world.rows.get(entity) ?? []).map(({ id, values }) => {
      const old = world.before.get(id);
      const cells = stored.map((field) => literal(values.get(field.id) ?? null, field.type, moneyScale));
      return `(${[quoteText(id), old ? quoteText(old) : "NULL", ...cells].join(", ")})`;
    });
    const columns = ["id", "old_id", ...stored.map(({ id }) => quoteIdentifier(id))].join(", ");
    statements.push(`INSERT INTO ${table(entity)} (${columns}) VALUES ${rows.join(", ")}`);
    for (const { id: field, store } of fields.values()) {
      if (store.kind !== "pairs") continue;
      const pairs = (world.rows.get(entity) ?? []).flatMap((row) => {
        const others = row.values.get(field);
        return Array.isArray(others)
          ? others.map((other) => `(${quoteText(row.id)}, ${quoteText(String(other))})`)
          : [];
      });
      if (pairs.length > 0) statements.push(`INSERT INTO ${pairsTable(entity, field)} VALUES ${pairs.join(", ")}`);
    }
  }
  const held = world.roles.map(
    ({ person, role, within }) => `('${person}', '${role}', ${within ? `'${within}'` : "NULL"})`,
  );
  if (held.length > 0) statements.push(`INSERT INTO writ.roles VALUES ${held.join(", ")}`);
  return statements;
}

/** Who asks, and when; `me` is null for a caller who is not signed in. */
export function settings(world: World, me: string | null): string {
  const given = {
    "writ.me": me ?? "",
    "writ.now": new Date(world.now).toISOString(),
    "writ.zone": world.timeZone,
    timezone: world.sessionZone,
  };
  const calls = Object.entries(given).map(
    ([name, value]) => `set_config(${quoteText(name)}, ${quoteText(value)}, true)`,
  );
  return `SELECT ${calls.join(", ")}`;
}

function literal(value: Value, type: Type, moneyScale: number): string {
  if (value === null) return `NULL::${columnType(type, moneyScale)}`;
  switch (type.kind) {
    case "number":
      return `${quoteNumber(BigInt(String(value)), type.scale)}::${columnType(type, moneyScale)}`;
    case "money":
      return quoteNumber(BigInt(String(value)), moneyScale);
    case "duration":
      return quoteNumber(BigInt(String(value)), 0);
    case "date":
      return quoteDate(new Date(Number(value) * 86_400_000).toISOString().slice(0, 10));
    case "datetime":
      return quoteMoment(Number(value));
    case "time":
      return quoteTime(Number(value));
    case "list":
      return `ARRAY[${(Array.isArray(value) ? value : []).map((item) => literal(item, type.of, moneyScale)).join(", ")}]::${columnType(type, moneyScale)}`;
    default:
      return `${quoteText(String(value))}::${columnType(type, moneyScale)}`;
  }
}
