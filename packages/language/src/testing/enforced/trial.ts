// One piece of a document's database at a time: what it refuses with everything in its place, alone, and no more without it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "pg";
import { compile, type Compiled } from "../../compile.ts";
import { databaseOf } from "../../database/database.ts";
import { printPlace } from "../../plan/layout.ts";
import type { DatabaseObject } from "../../plan/objects.ts";
import { createObject } from "../../database/sql.ts";
import { refusalOf, type TestDatabase } from "../database.ts";
import { completeDocument } from "../run-cases.ts";
import { piecesOf, type Piece } from "./pieces.ts";

export type Trial = {
  /** What may not be. */
  readonly what: string;
  /** Of which pieces this is the test: a kind, or what its words match. */
  readonly kind: string | RegExp;
  /** The one that is tried, by its clause, and by a part of its object's name where the clause has several. */
  readonly clause: string;
  readonly of?: string;
  /** A person of the document, `nobody`, `service`, or one of the roles `owner`, `client` and `keeper`, as whom functions act. */
  readonly by: string;
  /** The SQL names people and rows as `:ann` and `:1`. `first`: what they do before. */
  readonly act: string;
  readonly first?: string;
  /** What the owner finds where it came to pass though it answers nothing. */
  readonly came?: string;
  /** Where it is not the one that requests have. */
  readonly isolation?: "repeatable read";
  /** The problem, PostgreSQL's own code, or `nothing`: no row is found. */
  readonly refused: string;
  /** What it says by itself, where something else speaks before it. */
  readonly alone?: string;
  /** What a table of the system's own still refuses without it. */
  readonly then?: string;
  /** The reported clause, where it is not the object's own. */
  readonly says?: string;
  /** What it works by, and stays. */
  readonly needs?: RegExp;
  /** What says the very same before it, and is taken out with the others. */
  readonly besides?: RegExp;
  /** What takes it out, where no rule says it for all of its kind. */
  readonly out?: (piece: Piece, naming: (sql: string) => string) => readonly string[];
};

export type Trials = {
  readonly title: string;
  /** A document of its own, with the sections that it needs. */
  readonly document: string;
  /** Accounts and their roles. */
  readonly people: Readonly<Record<string, readonly string[]>>;
  /** Rows, as the owner. */
  readonly given: readonly string[];
  readonly trials: readonly Trial[];
};

/** Everything in its place; nothing but the piece; not even the piece. */
export type Outcome = { readonly whole: string; readonly alone: string; readonly without: string };

export const isOf = ({ kind }: Trial, piece: Piece): boolean =>
  typeof kind === "string" ? kind === piece.kind : kind.test(piece.kind);

export const piecesOfDocument = (compiled: Compiled): readonly Piece[] => piecesOf(databaseOf(compiled));

export function tryAll(given: Trials, open: (source: string) => Promise<TestDatabase>): void {
  test(given.title, async (group) => {
    const { source } = completeDocument(given.document);
    const pieces = piecesOfDocument(compile(source));
    const database = await open(source);
    const known = new Map<string, string>();
    for (const [name, roles] of Object.entries(given.people)) known.set(name, await database.account(name, ...roles));
    for (const sql of given.given) await database.owner(named(sql, known));
    const client = await database.connect();
    await client.query("SET ROLE writ_owner");
    for (const trial of given.trials) {
      await group.test(trial.what, async () => {
        const { refused, alone = refused, then = "done" } = trial;
        const expected: Outcome = { whole: refused, alone, without: then };
        assert.deepEqual(await tried(trial, pieces, client, known), expected);
      });
    }
    await client.end();
    await database.close();
  });
}

async function tried(
  trial: Trial,
  pieces: readonly Piece[],
  client: Client,
  known: ReadonlyMap<string, string>,
): Promise<Outcome> {
  const { clause, of = "" } = trial;
  const meant = pieces.filter((one) => isOf(trial, one) && one.address === clause && one.of.includes(of));
  const [piece] = meant;
  if (piece === undefined || meant.length > 1)
    assert.fail(
      `${meant.length} of ${trial.kind} at ${clause}:\n${(piece ? meant : pieces.filter((one) => one.address === clause)).map((one) => `${one.of}: ${one.kind}`).join("\n")}`,
    );
  const out = trial.out?.(piece, (sql) => named(sql, known)) ?? piece.out;
  if (out === undefined) assert.fail(`Nothing takes ${piece.of} out`);
  const once = async () => attempt(trial, client, known);
  await client.query(`BEGIN ISOLATION LEVEL ${trial.isolation ?? "read committed"}`);
  try {
    const whole = await once();
    await client.query([...others(trial, piece, pieces), ...onlyRefusing(trial)].join(";\n"));
    const alone = await once();
    await client.query(out.join(";\n"));
    return { whole, alone, without: await once() };
  } finally {
    await client.query("ROLLBACK");
  }
}

/** What else keeps rows from being written or read. Triggers stay: they fill rows, and what they refuse is silenced. */
function others({ needs, besides }: Trial, piece: Piece, pieces: readonly Piece[]): readonly string[] {
  const silenced = /^(column|unique|constraint (EXCLUDE|FOREIGN)|policy)/;
  return pieces
    .filter((one) => one !== piece && (silenced.test(one.kind) || besides?.test(one.kind) === true))
    .filter((one) => needs?.test(one.kind) !== true && !isAlternative(piece.object, one.object))
    .flatMap(({ out = [] }) => out);
}

/** One policy of several is enough to let a row pass: where others stand open, none refuses. */
const isAlternative = (one: DatabaseObject, other: DatabaseObject): boolean =>
  one.kind === "policy" &&
  other.kind === "policy" &&
  one.command === other.command &&
  printPlace(one.table) === printPlace(other.table);

/** PostgreSQL's own codes begin with a digit. */
const isProblem = (said: string): boolean => /^[A-Z_]+( \w+)?$/.test(said);

/** What takes the place of some of a function's words. */
export const insteadOf =
  (words: string | RegExp, by: string): NonNullable<Trial["out"]> =>
  ({ object }, naming) => {
    if (object.kind !== "function") assert.fail("Only functions have words");
    const body = object.body.replaceAll(words, naming(by));
    assert.notEqual(body, object.body, `${object.body} has no ${words}`);
    return createObject({ ...object, body }).slice(0, 1);
  };

/** Of all rejections with a message, only the one that the trial is about is still reported. */
function onlyRefusing({ refused, alone = refused, says, clause }: Trial): readonly string[] {
  const [code = "", field = ""] = isProblem(alone) ? alone.split(" ") : [];
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const kept = `one ->> 'code' = ${text(code)} AND COALESCE(one ->> 'field', '') = ${text(field)} AND one ->> 'clause' = ${text(says ?? clause)}`;
  return [
    "GRANT USAGE ON SCHEMA writ_data TO anon, authenticated",
    "ALTER FUNCTION writ.refuse_with(jsonb, jsonb) RENAME TO refuse_told",
    `CREATE FUNCTION writ.refuse_with(problems jsonb, headers jsonb) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
      DECLARE told jsonb := (SELECT jsonb_agg(one) FROM jsonb_array_elements(problems) AS one WHERE ${kept});
      BEGIN IF told IS NOT NULL THEN PERFORM writ.refuse_told(told, headers); END IF; END $$`,
  ];
}

const roles: Readonly<Record<string, string>> = {
  nobody: "anon",
  service: "service_role",
  owner: "writ_owner",
  client: "writ_client",
  keeper: "writ_keeper",
};

/** As a request would, with what is asked when the transaction ends. Nothing of it stays. */
async function attempt(trial: Trial, client: Client, known: ReadonlyMap<string, string>): Promise<string> {
  const { by, act, first, came } = trial;
  const person = known.get(by);
  const role = person ? "authenticated" : roles[by];
  if (role === undefined) assert.fail(`Nobody is called ${by}`);
  const claims = JSON.stringify({ role, ...(person ? { sub: person } : {}) });
  await client.query("SAVEPOINT before");
  try {
    await client.query(`SET LOCAL ROLE ${role}`);
    await client.query("SELECT set_config('request.jwt.claims', $1, true)", [claims]);
    if (first !== undefined) await client.query(named(first, known));
    const { rowCount } = await client.query(named(act, known));
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
    if (came !== undefined) {
      await client.query("SET LOCAL ROLE writ_owner");
      return (await client.query(named(came, known))).rowCount === 0 ? "nothing" : "done";
    }
    return rowCount === 0 ? "nothing" : "done";
  } catch (failure) {
    return wordsOf(failure, trial);
  } finally {
    await client.query("ROLLBACK TO before");
  }
}

function wordsOf(failure: unknown, { clause, says = clause }: Trial): string {
  const answer = refusalOf(failure);
  if ("rows" in answer) return "done";
  const told = answer.problems.map((one) => {
    const elsewhere = one.clause === says ? [] : [`of ${one.clause}`];
    return [one.code, ...(one.field === undefined ? [] : [one.field]), ...elsewhere].join(" ");
  });
  return told.length > 0 ? told.join(", ") : `${answer.code}`;
}

const named = (sql: string, known: ReadonlyMap<string, string>): string =>
  sql.replace(/(?<![:\w]):(\w+)/g, (_, name: string) => {
    if (/^\d+$/.test(name)) return `'00000000-0000-4000-8000-${name.padStart(12, "0")}'::uuid`;
    const id = known.get(name);
    if (id === undefined) assert.fail(`Nobody is called ${name}: ${sql}`);
    return `'${id}'::uuid`;
  });
