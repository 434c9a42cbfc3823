// Rows as code reads and writes them: in the caller's name or the system's, with the rights and rules of either.
import { quoteIdentifier } from "@writ/language/sql-quote";
import { DatabaseError, type ClientBase } from "pg";
import { actAs } from "./act-as.ts";
import { allOrNothing } from "../postgres/connections/transaction.ts";
import type { Caller } from "../rest/handle.ts";
import type { Read, Write } from "./process/process.ts";

export type Acting = { readonly caller: Caller; readonly system: Caller };

/** Something that is wrong with what code asks for, and no refusal of the document. */
export class WrongUse extends Error {}
/** A refusal by one of the platform's own codes. */
export class Refused extends Error {
  readonly code: string;
  readonly field: string | undefined;

  constructor(code: string, field?: string) {
    super(code);
    this.code = code;
    this.field = field;
  }
}

const mostRows = 1000;
const mostWrites = 10_000;

/** `pool` begins with no right at all: the role of the caller, or of the system, is all that there is. */
export async function readRows(client: ClientBase, asked: Read, acting: Acting): Promise<readonly unknown[]> {
  const table = tableNamed(asked.entity);
  const where = objectOf(asked.where);
  const names = Object.keys(where).map(nameOf);
  const order = (Array.isArray(asked.order) ? asked.order : []).map((one) => {
    const [, descends = "", name = ""] = /^(-?)(.+)$/.exec(String(one)) ?? [];
    return `_t.${nameOf(name)}${descends === "" ? "" : " DESC"}`;
  });
  const limit = Math.min(mostRows, Number.isInteger(asked.limit) ? Math.max(0, Number(asked.limit)) : mostRows);
  const conditions = names.map((name) => `_t.${name} IS NOT DISTINCT FROM _v.${name}`);
  const text = `SELECT pg_catalog.to_jsonb(_t.*) AS row FROM ${table} AS _t, jsonb_populate_record(NULL::${table}, $1::jsonb) AS _v
    ${conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`}
    ORDER BY ${[...order, '_t."id"'].join(", ")} LIMIT ${limit}`;
  return allOrNothing(
    client,
    async () => {
      await actAs(client, asked.as === "system" ? acting.system : acting.caller);
      const { rows } = await client.query<{ row: Record<string, unknown> }>(text, [JSON.stringify(where)]);
      // What begins with an underscore is the database's own.
      return rows.map(({ row }) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith("_"))));
    },
    "BEGIN READ ONLY",
  );
}

/**
 * All that one run wrote, in its order, inside of a transaction of the owner: each write in the role that makes it.
 * Deferred rules are checked before the owner's own role is back.
 */
export async function writeRows(client: ClientBase, writes: unknown, acting: Acting): Promise<void> {
  if (!areWrites(writes)) throw new WrongUse("writes are a list");
  if (writes.length > mostWrites) throw new WrongUse(`one run may write ${mostWrites} times`);
  let as: Write["as"] | undefined;
  for (const write of writes) {
    if (write.as !== as) {
      if (as !== undefined) await client.query("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED");
      await actAs(client, write.as === "system" ? acting.system : acting.caller);
      ({ as } = write);
    }
    await writeOne(client, write);
  }
  if (writes.length > 0) await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  await actAs(client, acting.caller, "none");
}

async function writeOne(client: ClientBase, write: Write): Promise<void> {
  const table = tableNamed(write.entity);
  const values = objectOf(write.values ?? {});
  const names = Object.keys(values).map(nameOf);
  const given = `jsonb_populate_record(NULL::${table}, $1::jsonb) AS _v`;
  switch (write.act) {
    case "create":
      await client.query(
        `INSERT INTO ${table} (${names.join(", ")}) SELECT ${names.map((name) => `_v.${name}`).join(", ")} FROM ${given}`,
        [JSON.stringify(values)],
      );
      return;
    case "set": {
      if (names.length === 0) return;
      const expected = objectOf(write.expected ?? {});
      const held = Object.keys(expected).map(nameOf);
      const { rowCount } = await client.query(
        `UPDATE ${table} AS _t SET ${names.map((name) => `${name} = _v.${name}`).join(", ")}
         FROM ${given}, jsonb_populate_record(NULL::${table}, $3::jsonb) AS _e
         WHERE _t.id = $2 ${held.map((name) => `AND _t.${name} IS NOT DISTINCT FROM _e.${name}`).join(" ")}`,
        [JSON.stringify(values), idOf(write), JSON.stringify(expected)],
      );
      if (rowCount === 0) throw new Refused(held.length > 0 ? "CONFLICT" : "NOT_FOUND");
      return;
    }
    case "delete": {
      const { rowCount } = await client.query(`DELETE FROM ${table} AS _t WHERE _t.id = $1`, [idOf(write)]);
      if (rowCount === 0) throw new Refused("NOT_FOUND");
      return;
    }
    case "do": {
      const step = `"public".${nameOf(`${write.entity}_${write.transition ?? ""}`)}`;
      const parameters = names.map((name, index) => `, ${name} => $${index + 2}`);
      await client.query(`SELECT ${step}("id" => $1${parameters.join("")})`, [idOf(write), ...Object.values(values)]);
      return;
    }
    default:
      throw new WrongUse("there is no such write");
  }
}

const tableNamed = (entity: unknown): string => `"public".${nameOf(entity)}`;

/** Only what can be a name of the document, and never anything of the database's own. */
function nameOf(name: unknown): string {
  if (typeof name !== "string" || !/^[a-z][a-z0-9_]*$/.test(name))
    throw new WrongUse(`${String(name).slice(0, 100)} is no name`);
  return quoteIdentifier(name);
}

function idOf({ id }: Write): string {
  if (typeof id !== "string" || !/^[0-9a-f-]{36}$/i.test(id)) throw new WrongUse("a row is named by its id");
  return id;
}

const objectOf = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === "object" && given !== null && !Array.isArray(given) ? (given as Record<string, unknown>) : {};

/** Reported to code as its own mistake: an unknown name, a malformed value. */
export const isWrongUse = (failure: unknown): failure is Error =>
  failure instanceof WrongUse ||
  (failure instanceof DatabaseError && /^(?:42P01|42703|42883|22\w{3})$/.test(failure.code ?? ""));

const areWrites = (given: unknown): given is readonly Write[] =>
  Array.isArray(given) && given.every((one) => typeof one === "object" && one !== null);
