// The backend of comparisons that is the real database: rows are laid as its owner, people act through their roles.
import type { Client } from "pg";
import type { Act } from "../../interpreter/attempt.ts";
import { isList, quantity, type Value } from "../../interpreter/value.ts";
import { fieldOf } from "../../interpreter/names.ts";
import { rowsOf, valueOf, type Me, type Program, type Row, type World } from "../../interpreter/world.ts";
import type { Answer, Asking, Backend, Refused, Table } from "../backend.ts";
import { narrowedIds, narrowingsOf, type Narrowings } from "./narrowed.ts";
import { comparedFields, textKind, textOf, trimmedNumber } from "../texts.ts";

type Shape = {
  /** Where the rows of each entity are kept. */
  readonly schemas: ReadonlyMap<string, string>;
  /** What of an entity has a name on the wire: columns, and values that are worked out. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
  readonly stored: ReadonlyMap<string, ReadonlySet<string>>;
  /** Columns that hold what is worked out of other rows, and are nobody's to give. */
  readonly kept: ReadonlyMap<string, ReadonlySet<string>>;
  /** The tables in which `several` fields are kept as pairs. */
  readonly pairs: readonly string[];
  readonly narrowings: Narrowings;
  readonly triggers: readonly { readonly schema: string; readonly table: string; readonly name: string }[];
};

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `client` is the cluster's superuser: it may be anybody, and lay rows past every trigger. */
export async function databaseBackend(client: Client, program: Program): Promise<Backend> {
  const shape = await shapeOf(client, program);
  return {
    lay: (world) => lay(client, shape, world),
    ask: async (question) => {
      await client.query("BEGIN");
      try {
        const { rows } = await client.query("SELECT (extract(epoch FROM writ.now()) * 1000)::bigint::text AS now");
        return await question(asking(client, shape, program, Number(rows[0].now)));
      } finally {
        await client.query("ROLLBACK");
      }
    },
  };
}

async function shapeOf(client: Client, program: Program): Promise<Shape> {
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
    narrowings: await narrowingsOf(client),
  };
}

/** Guards fill what the system keeps for itself; then every value is set as the world has it, past all triggers. */
async function lay(client: Client, shape: Shape, world: World): Promise<void> {
  const { program } = world;
  const table = (entity: string) => `${shape.schemas.get(entity)}.${quote(entity)}`;
  const entities = [...world.rows.keys()];
  await client.query("BEGIN");
  await client.query("SET LOCAL session_replication_role = replica");
  for (const entity of ["user", ...program.lookup.entities.keys()]) await client.query(`DELETE FROM ${table(entity)}`);
  for (const pairs of shape.pairs) await client.query(`DELETE FROM writ.${quote(pairs)}`);
  await client.query(
    "DELETE FROM auth.users; DELETE FROM writ.assigned_role; DELETE FROM writ.clock; DELETE FROM writ.sequence; DELETE FROM writ.asked",
  );
  await client.query(
    "INSERT INTO writ.clock (moves) VALUES (to_timestamp($1::float8 / 1000) - transaction_timestamp())",
    [world.now],
  );
  await client.query("SET LOCAL session_replication_role = origin");
  for (const { schema, table: name, name: trigger } of shape.triggers)
    await client.query(`ALTER TABLE ${quote(schema)}.${quote(name)} DISABLE TRIGGER ${quote(trigger)}`);
  for (const person of rowsOf(world, "user")) {
    await client.query(
      "INSERT INTO auth.users (id, email, email_confirmed_at, raw_user_meta_data) VALUES ($1, $2, now(), $3)",
      [person.id, textOf(valueOf(person, "email")), { name: textOf(valueOf(person, "name")) }],
    );
  }
  for (const entity of entities) {
    if (entity === "user") continue;
    for (const row of rowsOf(world, entity)) {
      const names = [...row.values.keys()].filter(
        (name) => shape.stored.get(entity)?.has(name) && valueOf(row, name) !== null && !isDrawn(program, entity, name),
      );
      const places = names.map((_, index) => `$${index + 2}`);
      await client.query(
        `INSERT INTO ${table(entity)} (${["id", ...names].map(quote).join(", ")}) VALUES ($1${places.map((one) => `, ${one}`).join("")})`,
        [row.id, ...names.map((name) => written(program, row, name))],
      );
    }
  }
  const given = "INSERT INTO writ.assigned_role (person, role, thing) VALUES ($1, $2, $3)";
  for (const { person, role, within } of world.assigned) await client.query(given, [person, role, within]);
  await client.query("COMMIT");
  await client.query("BEGIN");
  await client.query("SET LOCAL session_replication_role = replica");
  for (const entity of entities) {
    for (const row of rowsOf(world, entity)) {
      const names = [...row.values.keys()].filter(
        (name) => shape.stored.get(entity)?.has(name) && !isDrawn(program, entity, name),
      );
      const sets = names.map((name, index) => `${quote(name)} = $${index + 2}`);
      await client.query(`UPDATE ${table(entity)} SET ${sets.join(", ")} WHERE id = $1`, [
        row.id,
        ...names.map((name) => written(program, row, name)),
      ]);
    }
  }
  for (const [entity, fields] of shape.kept) {
    for (const field of fields)
      await client.query(`UPDATE ${table(entity)} AS one SET ${quote(field)} = writ.computed_${entity}_${field}(one)`);
  }
  for (const { schema, table: name, name: trigger } of shape.triggers)
    await client.query(`ALTER TABLE ${quote(schema)}.${quote(name)} ENABLE TRIGGER ${quote(trigger)}`);
  await client.query("COMMIT");
}

/** Numbers and codes are the database's own, so that it goes on counting where it is. */
const isDrawn = (program: Program, entity: string, name: string): boolean => {
  const kind = program.lookup.fields.get(entity)?.get(name)?.type?.kind;
  return kind === "sequence number" || kind === "random code";
};

/** What is laid is what is stored: a yes/no and a list are never empty. */
function written(program: Program, row: Row, name: string): unknown {
  const value = valueOf(row, name);
  if (value !== null) return storedValue(program, row.entity, name, value);
  const kind = program.lookup.fields.get(row.entity)?.get(name)?.type?.kind;
  if (kind === "yes/no") return false;
  return kind?.startsWith("several") ? [] : null;
}

/** As the wire gives it to the database. */
function storedValue(program: Program, entity: string, name: string, value: Value): unknown {
  if (value === null) return null;
  if (isList(value)) return value.map(textOf);
  if (textKind(program, entity, name) === "moment") return new Date(Number(quantity(value).digits)).toISOString();
  return textOf(value);
}

function asking(client: Client, shape: Shape, program: Program, now: number): Asking {
  const become = async (me: Me): Promise<void> => {
    const claims = me === null ? { role: "anon" } : { role: "authenticated", sub: me };
    await client.query(`SET LOCAL ROLE ${claims.role}`);
    await client.query("SELECT set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
  };
  const within = async <Result>(me: Me, what: () => Promise<Result>): Promise<Result> => {
    await client.query("SAVEPOINT asked");
    try {
      await become(me);
      return await what();
    } finally {
      await client.query("ROLLBACK TO SAVEPOINT asked");
    }
  };
  const select = async (from: string, entity: string, fields: readonly string[]): Promise<Table> => {
    const columns = fields.map((field) => `${columnText(program, entity, field)} AS ${quote(field)}`);
    const { rows } = await client.query(`SELECT ${columns.join(", ")} FROM ${from} AS "one"`);
    return new Map(
      rows.map((row) => [
        String(row.id),
        new Map(fields.map((field) => [field, cellOf(program, entity, field, row[field])])),
      ]),
    );
  };
  const named = (entity: string) =>
    comparedFields(program, entity).filter((field) => shape.named.get(entity)?.has(field));
  return {
    now,
    read: (me, entity) =>
      within(me, async () => {
        try {
          return await select(`public.${quote(entity)}`, entity, named(entity));
        } catch (failure) {
          return refusal(failure);
        }
      }),
    filled: (me, entity, field) =>
      within(me, async () => {
        const { rows } = await client.query(
          `SELECT id FROM public.${quote(entity)} AS "one" WHERE "one".${quote(field)} IS NOT NULL`,
        );
        return rows.map(({ id }) => String(id));
      }),
    narrowed: (me, entity) => within(me, () => narrowedIds(client, shape.narrowings, entity)),
    act: (me, act) =>
      within(me, async (): Promise<Answer> => {
        try {
          await client.query("SET CONSTRAINTS ALL DEFERRED");
          if ((await perform(client, program, act)) === 0) return { codes: ["NOT_FOUND"], ofRows: [], said: "no row" };
          await client.query("SET CONSTRAINTS ALL IMMEDIATE");
        } catch (failure) {
          return refusal(failure);
        }
        await client.query("RESET ROLE");
        const tables = new Map<string, Table>();
        for (const [entity, stored] of shape.stored) {
          const fields = comparedFields(program, entity).filter((field) => stored.has(field));
          tables.set(entity, await select(`${shape.schemas.get(entity)}.${quote(entity)}`, entity, fields));
        }
        return { rows: tables };
      }),
  };
}

function columnText(program: Program, entity: string, field: string): string {
  const column = `"one".${quote(field)}`;
  switch (textKind(program, entity, field)) {
    case "moment":
      return `(extract(epoch FROM ${column}) * 1000)::bigint::text`;
    case "list":
      return `array_to_json(${column})::text`;
    default:
      return `${column}::text`;
  }
}

function cellOf(program: Program, entity: string, field: string, cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  const text = String(cell);
  const kind = textKind(program, entity, field);
  if (kind === "list") return (JSON.parse(text) as readonly string[]).toSorted().join(",");
  return kind === "number" ? trimmedNumber(text) : text;
}

/** How many rows it touched. */
async function perform(client: Client, program: Program, act: Act): Promise<number> {
  if (!("entity" in act)) return 0;
  const table = `public.${quote(act.entity)}`;
  if (act.kind === "delete") return (await client.query(`DELETE FROM ${table} WHERE id = $1`, [act.id])).rowCount ?? 0;
  const names = [...act.values.keys()];
  const values = [act.id, ...names.map((name) => storedValue(program, act.entity, name, act.values.get(name) ?? null))];
  const places = names.map((_, index) => `$${index + 2}`);
  if (act.kind === "create") {
    const columns = ["id", ...names].map(quote).join(", ");
    // Whoever may not read what they create is told of no row.
    await client.query(`INSERT INTO ${table} (${columns}) VALUES (${["$1", ...places].join(", ")})`, values);
    return 1;
  }
  if (act.kind === "update") {
    const sets = names.map((name, index) => `${quote(name)} = ${places[index]}`);
    return (await client.query(`UPDATE ${table} SET ${sets.join(", ")} WHERE id = $1`, values)).rowCount ?? 0;
  }
  const given = [`"id" => $1`, ...names.map((name, index) => `${quote(name)} => ${places[index]}`)];
  const call = `public.${quote(`${act.entity}_${act.transition}`)}(${given.join(", ")})`;
  return (await client.query(`SELECT FROM ${call}`, values)).rowCount ?? 0;
}

function refusal(failure: unknown): Refused {
  if (!(failure instanceof Error) || !("code" in failure)) throw failure;
  const said = `${String(failure.code)} ${failure.message}`;
  if (failure.code === "23505") return { codes: ["unique"], ofRows: [], said };
  if (failure.code === "23503") return { codes: ["STILL_USED"], ofRows: [], said };
  if (failure.code !== "PGRST") return { codes: [String(failure.code)], ofRows: [], said };
  const { details } = JSON.parse(failure.message);
  const problems: readonly Problem[] = JSON.parse(details);
  const codes = problems.map(({ code, field }) => (field === undefined ? code : `${code} ${field}`));
  const ofRows = problems.flatMap(({ code, row }) => (row === undefined ? [] : [{ code, row }]));
  return { codes: [...new Set(codes)].toSorted(), ofRows, said };
}

type Problem = { readonly code: string; readonly field?: string; readonly row?: string };
