// Lays the rows of a world in a database exactly as they are: past rights, rules, and whatever follows from a write.
import { anyAddress } from "../interpreter/rules/quotas.ts";
import { DatabaseError, type Client } from "pg";
import type { NumberPattern } from "@writ/language/model";
import { computedPlace, printPlace } from "@writ/language/plan";
import { textKind, textOf } from "../agreement/texts.ts";
import { meaningOf } from "../interpreter/field-types/meanings.ts";
import { isList, quantity, type Value } from "../interpreter/values/value.ts";
import { entityOf, fieldOf } from "../interpreter/document/names.ts";
import { thingsAround } from "../interpreter/rights/roles.ts";
import { rowsOf, valueOf, type Program, type Row, type World } from "../interpreter/world/world.ts";
import { quote, type Shape } from "./shape.ts";

/**
 * `kept`: the accounts exist already, and the clock stands still; `anew`: people come with the rows, and time goes on.
 */
export type Accounts = "kept" | "anew";

/** What the database remembers of what was done. */
const remembered =
  "assigned_role clock sequence asked rate outbox awaited timer_failure fired history notice notice_choice loose_file".split(
    " ",
  );

/**
 * Makes what `lay` calls: it lives as long as the client's session, which is for nothing else from then on. What stands
 * beside columns of a document begins with `_`, as no field does, and what PostgreSQL itself names gives way to them.
 */
export async function prepareLaying(client: Client, shape: Shape, accounts: Accounts): Promise<void> {
  const table = (entity: string) => `${shape.schemas.get(entity)}.${quote(entity)}`;
  const entities = [...shape.columns.keys()];
  // Some are there only where a document needs them.
  const { rows: there } = await client.query<{ readonly name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'writ'::regnamespace AND relkind = 'r' AND relname = ANY ($1)",
    [remembered],
  );
  const { rows: storing } = await client.query("SELECT WHERE to_regclass('storage.objects') IS NOT NULL");
  const emptied = [
    ...entities.map(table),
    ...shape.pairs.map(({ name }) => `writ.${quote(name)}`),
    ...(accounts === "anew" ? ["auth.users"] : []),
    ...there.map(({ name }) => `writ.${quote(name)}`),
  ];
  // Most worlds have rows of a few entities.
  const where = (entity: string, statement: string) => `IF _rows ? '${entity}' THEN ${statement}; END IF`;
  const filled = [...shape.columns].map(([entity, columns]) => {
    const names = [...columns].map(quote).join(", ");
    return where(
      entity,
      `INSERT INTO ${table(entity)} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${table(entity)}, _rows -> '${entity}')`,
    );
  });
  const people =
    "INSERT INTO auth.users (id, email, email_confirmed_at, raw_user_meta_data) SELECT (one ->> 'id')::uuid, one ->> 'email', now(), jsonb_build_object('name', one ->> 'name') FROM jsonb_array_elements(_rows -> 'user') AS one";
  const pairs = shape.pairs.map(({ name, entity, field }) =>
    where(
      entity,
      `INSERT INTO writ.${quote(name)} (own, other) SELECT id, unnest(${quote(field)}) FROM ${table(entity)}`,
    ),
  );
  const kept = [...shape.kept].flatMap(([entity, fields]) =>
    [...fields].map((field) =>
      where(
        entity,
        `UPDATE ${table(entity)} AS _one SET ${quote(field)} = ${printPlace(computedPlace(entity, field))}(_one)`,
      ),
    ),
  );
  // No trigger fires, and no reference is looked at. Each change of that takes all plans from a session.
  await client.query("SET session_replication_role = replica");
  await client.query(`CREATE OR REPLACE FUNCTION pg_temp.lay(given jsonb) RETURNS void LANGUAGE plpgsql AS $lay$
    #variable_conflict use_column
    DECLARE _rows jsonb := given -> 'rows'; BEGIN
    ${[
      ...emptied.map((one) => `DELETE FROM ${one}`),
      ...storing.map(
        () =>
          "WITH gone AS (DELETE FROM storage.objects RETURNING version) INSERT INTO storage.gone (version) SELECT DISTINCT version FROM gone WHERE version IS NOT NULL ON CONFLICT DO NOTHING",
      ),
      `INSERT INTO writ.clock (moves, stands) SELECT moment - transaction_timestamp(), ${accounts === "kept" ? "moment" : "NULL"} FROM to_timestamp((given ->> 'now')::float8 / 1000) AS moment`,
      ...(accounts === "anew" ? [people] : []),
      ...filled,
      ...pairs,
      ...kept,
      "INSERT INTO writ.assigned_role (person, role, thing) SELECT person, role, within FROM jsonb_to_recordset(given -> 'assigned') AS one (person uuid, role text, within uuid)",
      "INSERT INTO writ.sequence (name, scope, last) SELECT name, scope, last FROM jsonb_to_recordset(given -> 'counters') AS one (name text, scope text, last bigint)",
      "INSERT INTO writ.rate (name, subject, times) SELECT name, subject, array_agg(to_timestamp(at / 1000) ORDER BY at) FROM jsonb_to_recordset(given -> 'requests') AS one (name text, subject text, at float8) GROUP BY name, subject",
      "INSERT INTO writ.history (entity, row_id, event, changes, person, happened_at) SELECT entity, row_id, event, changes, person, happened_at FROM jsonb_to_recordset(given -> 'noted') AS one (entity text, row_id uuid, event text, changes jsonb, person uuid, happened_at timestamptz)",
    ].join(";\n    ")};
  END $lay$`);
}

/** From which every case asks: copies are served on this machine alone. */
const ownAddress = "127.0.0.1";

/** What is kept of a change of a row. */
export type Note = {
  readonly entity: string;
  readonly row_id: string;
  readonly event: string;
  readonly changes: Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>;
  readonly person: string | null;
  readonly happened_at: string;
};

/** `noted`: what has happened to its rows; nothing where it is not looked at. */
export async function lay(client: Client, shape: Shape, world: World, noted: readonly Note[] = []): Promise<void> {
  const rows = Object.fromEntries(
    [...shape.columns].flatMap(([entity, columns]) => {
      const some = rowsOf(world, entity);
      if (some.length === 0) return [];
      const written = some.map((row) =>
        Object.fromEntries([...columns].map((column) => [column, cellOf(world, row, column)])),
      );
      return [[entity, written] as const];
    }),
  );
  const counters = [...world.counters].flatMap(([key, last]) => {
    const [name = "", scope] = key.split(" ");
    // What effects have made is counted as well, by the interpreter alone.
    return scope === undefined ? [] : [{ name, scope, last }];
  });
  const requests = world.requests.map(({ limit, by, at }) => ({
    name: limit,
    subject: by === anyAddress ? ownAddress : by,
    at,
  }));
  const given = { now: world.now, rows, assigned: world.assigned, counters, requests, noted };
  const statement = { name: "lay", text: "SELECT pg_temp.lay($1)", values: [JSON.stringify(given)] };
  // What the product clears away by itself may take the same rows in another order; nothing was kept then.
  for (let tries = 1; ; tries++) {
    try {
      await client.query(statement);
      return;
    } catch (failure) {
      if (!(failure instanceof DatabaseError) || failure.code !== "40P01" || tries === mostTries) throw failure;
    }
  }
}

const mostTries = 5;

/** What is laid is what is stored: a yes/no and a list are never empty, and what the system keeps for itself is there. */
function cellOf(world: World, row: Row, column: string): unknown {
  const { program } = world;
  if (column === "id") return row.id;
  const value = valueOf(row, column);
  const type = fieldOf(program, row.entity, column)?.type;
  if (type?.kind === "random code") return codeOf(type.pattern, row.id);
  if (value !== null) return storedValue(program, row.entity, column, value);
  if (type !== undefined) return meaningOf(type).nothing;
  if (column === "created_at" || column === "updated_at" || /^_.*_since$/.test(column))
    return new Date(world.now).toISOString();
  // The thing in which roles are held that count for the row.
  const entity = program.lookup.entities.get(column.slice(1))?.name;
  const within = entity ? { entity, via: undefined, span: entity.span } : byAnotherWay(program, column);
  return within === undefined ? null : (thingsAround(world, row, within)[0]?.id ?? null);
}

/** `_team_sponsor`: by the one reference that a role names, where others lead to such a thing as well. */
const byAnotherWay = (program: Program, column: string) =>
  program.model.permissions.roles.flatMap(({ within }) => {
    const entity = within && entityOf(program, within.entity);
    const vias = [...program.lookup.fields.keys()].map((one) => fieldOf(program, one, within?.via?.id ?? "")?.name.id);
    return within && vias.some((via) => via !== undefined && column === `_${entity}_${via}`) ? [within] : [];
  })[0];

/** One for each row, out of the number of its id: what the database would draw by chance. */
function codeOf({ parts }: NumberPattern, id: string): string {
  const number = Number.parseInt(id.slice(-6), 16);
  return parts
    .map((part) => {
      if (part.kind === "fixed") return part.text;
      if (part.kind === "year") return "2026";
      const digits = part.kind === "digits" ? String(number) : number.toString(26).replaceAll(/./g, letterOf);
      return digits.padStart(part.places, part.kind === "digits" ? "0" : "a").slice(-part.places);
    })
    .join("");
}

const letterOf = (digit: string): string => "abcdefghijklmnopqrstuvwxyz"[Number.parseInt(digit, 26)] ?? "a";

/** As the wire gives it to the database. */
export function storedValue(program: Program, entity: string, name: string, value: Value): unknown {
  if (value === null) return null;
  if (isList(value)) return value.map(textOf);
  if (textKind(program, entity, name) === "moment") return new Date(Number(quantity(value).digits)).toISOString();
  return textOf(value);
}
