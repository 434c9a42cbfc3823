// The backend of comparisons that is the real database: rows are laid as its owner, people act through their roles.
import type { Client } from "pg";
import type { Act } from "../../interpreter/attempt.ts";
import type { Caller, Program } from "../../interpreter/world/world.ts";
import { lay, prepareLaying, storedValue } from "../../laying/lay.ts";
import { quote, shapeOf, type Shape } from "../../laying/shape.ts";
import { readTable, readTables } from "../../laying/tables.ts";
import type { Answer, BackendSession, Backend, Refused, Table } from "../backend.ts";
import { idsWithReadHints, narrowingsOf, type Narrowings } from "./read-hints.ts";
import { comparedFields } from "../texts.ts";

/** `client` is the cluster's superuser, who may act as any user; `laying` another one, for rows past every trigger. */
export async function databaseBackend(client: Client, laying: Client, program: Program): Promise<Backend> {
  const shape = await shapeOf(client, program);
  await prepareLaying(laying, shape, "anew");
  const narrowings = await narrowingsOf(client);
  return {
    lay: (world) => lay(laying, shape, world),
    ask: async (question) => {
      await client.query("BEGIN");
      try {
        const { rows } = await client.query("SELECT (extract(epoch FROM writ.now()) * 1000)::bigint::text AS now");
        return await question(asking(client, { ...shape, narrowings }, program, Number(rows[0].now)));
      } finally {
        await client.query("ROLLBACK");
      }
    },
  };
}

function asking(
  client: Client,
  shape: Shape & { readonly narrowings: Narrowings },
  program: Program,
  now: number,
): BackendSession {
  const become = async (me: Caller): Promise<void> => {
    const claims = me === null ? { role: "anon" } : { role: "authenticated", sub: me };
    await client.query(`SET LOCAL ROLE ${claims.role}`);
    await client.query("SELECT set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
  };
  const within = async <Result>(me: Caller, what: () => Promise<Result>): Promise<Result> => {
    await client.query("SAVEPOINT asked");
    try {
      await become(me);
      return await what();
    } finally {
      await client.query("ROLLBACK TO SAVEPOINT asked");
    }
  };
  const select = async (from: string, entity: string, fields: readonly string[]): Promise<Table> =>
    readTable(client, program, from, entity, fields);
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
    narrowed: (me, entity) => within(me, () => idsWithReadHints(client, shape.narrowings, entity)),
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
        return { rows: await readTables(client, program, shape) };
      }),
  };
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
    // A user who may not read what they create gets no row back.
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
