// One statement of an operator, read only: as a role of its own, in a transaction that is never kept, within bounds of
// time, rows and bytes, on a connection that ends with it.
import { setTimeout as setTimer } from "node:timers/promises";
import { DatabaseError, type Client, type QueryArrayConfig, type QueryArrayResult } from "pg";
import { cancelQuery } from "../../postgres/connections/cancel.ts";
import { codeOf } from "../../postgres/failure.ts";
import { Refusal } from "../answers.ts";
import type { SqlView } from "../operator-response-types.ts";
import { NoReader, type ReaderRole } from "./reader-role.ts";
import { refusedName } from "./refused-names.ts";

export type Bounds = { readonly rows: number; readonly bytes: number; readonly milliseconds: number };

export type Around = {
  /** Called before it runs, and not where it is refused. */
  readonly begins: () => Promise<void>;
  /** Called with what ends it early, for a client that leaves. */
  readonly gone: (end: () => void) => void;
};

export type SqlRunner = {
  readonly run: (text: string, bounds: Bounds, around: Around) => Promise<SqlView | Refusal>;
};

export const longestText = 10_000;
const mostAtOnce = 2;

export function sqlRunner(role: ReaderRole): SqlRunner {
  let running = 0;
  return {
    run: async (text, bounds, around) => {
      const name = refusedName(text);
      if (name !== undefined)
        return refusal(400, "REFUSED", `${name} is not allowed in a statement, wherever it stands.`);
      if (running >= mostAtOnce)
        return refusal(429, "BUSY", "Other statements are running. Try again when they have ended.");
      running++;
      let lost: Client | undefined;
      try {
        return await runAs(role, text, bounds, { ...around, lose: (client) => (lost = client) });
      } finally {
        if (lost === undefined) running--;
        else void ended(role, lost).then(() => running--);
      }
    },
  };
}

/** PostgreSQL does not stop everywhere at once: what it still runs keeps its place. */
async function ended(role: ReaderRole, client: Client): Promise<void> {
  while (!(await role.isEnded(client).catch(() => false))) await setTimer(500, undefined, { ref: false });
}

const refusal = (status: number, code: string, message: string, more: object = {}): Refusal =>
  new Refusal(status, { code, message, ...more });

async function runAs(
  role: ReaderRole,
  text: string,
  bounds: Bounds,
  { begins, gone, lose }: Around & { readonly lose: (client: Client) => void },
): Promise<SqlView | Refusal> {
  let client: Client | undefined;
  let isAnswered = false;
  let isTooLarge = false;
  let isLate = false;
  let late: NodeJS.Timeout | undefined;
  try {
    client = await role.connect({
      application_name: "writ sql",
      statement_timeout: bounds.milliseconds,
      lock_timeout: Math.min(2000, bounds.milliseconds),
      connectionTimeoutMillis: 5000,
    });
    const open = client;
    await begins();
    const end = () => {
      cancelQuery(open);
      open.connection.stream.destroy();
    };
    gone(end);
    late = setTimeout(() => {
      isLate = true;
      end();
    }, bounds.milliseconds + 2000);
    let bytes = 0;
    // A single value may be a gigabyte: it is dropped on the way, before it is a value.
    open.connection.stream.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= bounds.bytes || isTooLarge) return;
      isTooLarge = true;
      end();
    });
    const view = await rowsOf(open, text, bounds);
    isAnswered = true;
    return view;
  } catch (failure) {
    isAnswered = failure instanceof DatabaseError;
    if (isTooLarge)
      return refusal(400, "TOO_LARGE", `The answer is larger than ${Math.round(bounds.bytes / 2 ** 20)} MB.`);
    if (isLate) return tooLong(bounds);
    if (failure instanceof NoReader) return refusal(409, "NOT_OFFERED", failure.message);
    if (codeOf(failure) === "53300") return refusal(429, "BUSY", "The database has no free connection.");
    if (failure instanceof DatabaseError) return wordsOf(failure, text, bounds);
    throw failure;
  } finally {
    clearTimeout(late);
    if (client !== undefined && !isAnswered) lose(client);
    // Its transaction ends with it, and nothing of it is kept.
    void client?.end().catch(() => undefined);
  }
}

const tooLong = ({ milliseconds }: Bounds): Refusal =>
  refusal(400, "TOO_LONG", `The statement took longer than ${milliseconds / 1000} seconds.`);

/** A cursor takes nothing but a query, and its only fetch is one statement, whose time is bounded from outside. */
const declare = "DECLARE answer NO SCROLL CURSOR FOR ";

type Sent = {
  readonly statement: string;
  /** How much longer what is sent is than what was written, before it; less than nothing where comments are left out. */
  readonly shift: number;
  readonly isExplained: boolean;
};

/** Comments before EXPLAIN are left out, so that what runs without a cursor certainly begins with that word. */
function sentOf(text: string): Sent {
  const statement = text.trim().replace(/;\s*$/, "");
  const [comments] = /^(?:\s|--[^\r\n]*[\r\n]|\/\*(?:[^*]|\*(?!\/))*\*\/)*/.exec(statement) ?? [""];
  const rest = statement.slice(comments.length);
  return /^explain\b/i.test(rest)
    ? { statement: rest, shift: -comments.length, isExplained: true }
    : { statement: `${declare}${statement}`, shift: declare.length, isExplained: false };
}

async function rowsOf(client: Client, text: string, { rows: most }: Bounds): Promise<SqlView> {
  const began = performance.now();
  // Not on every system: then a client that is gone is noticed when the statement ends.
  await client.query("SET client_connection_check_interval = 1000").catch(() => undefined);
  await client.query("BEGIN TRANSACTION READ ONLY");
  await client.query("SET LOCAL search_path = public");
  await client.query("SET LOCAL work_mem = '4MB'; SET LOCAL max_parallel_workers_per_gather = 0");
  const { statement, isExplained } = sentOf(text);
  if (!isExplained) await one(client, statement);
  const { fields, rows } = await one(client, isExplained ? statement : `FETCH ${most + 1} FROM answer`);
  return {
    columns: fields.map(({ name }) => name),
    rows: rows.slice(0, most),
    isCut: rows.length > most,
    milliseconds: Math.round(performance.now() - began),
  };
}

/** By the protocol that takes one statement at a time; values as PostgreSQL writes them. */
async function one(client: Client, text: string): Promise<QueryArrayResult<(string | null)[]>> {
  const asked: QueryArrayConfig & { readonly queryMode: "extended" } = {
    text,
    rowMode: "array",
    queryMode: "extended",
    types: { getTypeParser: () => (value: string) => value },
  };
  return client.query<(string | null)[]>(asked);
}

function wordsOf({ code, message, position, hint }: DatabaseError, text: string, bounds: Bounds): Refusal {
  if (code === "57014") return tooLong(bounds);
  const at = position === undefined ? 0 : Number(position) - sentOf(text).shift;
  return refusal(400, "WRONG_SQL", message, {
    ...(hint === undefined ? {} : { hint }),
    ...(at > 0 ? { position: at } : {}),
  });
}
