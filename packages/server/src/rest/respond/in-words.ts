// What PostgreSQL itself refuses, in the words of the document: unique values, references, overlaps, rights.
import type { ClientBase, DatabaseError } from "pg";
import type { ConstraintError } from "@writ/language/plan";
import type { RequestPool } from "../../postgres/connections/request-pool.ts";
import type { Failure } from "../failure.ts";
import type { Caller } from "../handle.ts";
import type { Misfit } from "./misfits.ts";

/** `misfits`: the values that may be what PostgreSQL could not read. */
export type WordsOf = (
  error: DatabaseError,
  caller: Caller,
  misfits?: readonly Misfit[],
) => Promise<Failure | undefined>;

type Meaning = { readonly code: string; readonly field?: string; readonly clause?: string };

/**
 * `constraints`: as they are now. A database without a document has none, and nothing is said for it. The words are
 * asked of the database, which has them by language.
 */
export function wordsOf(constraints: () => ReadonlyMap<string, ConstraintError>, owner: RequestPool): WordsOf {
  return async (error, caller, misfits = []) => {
    if (constraints().size === 0) return undefined;
    const meaning = meaningOf(error, caller, constraints());
    const invalid = misfits.map(({ field, clause }) => ({ code: "INVALID", field, clause: clause ?? "3" }));
    const [first, ...more] = meaning === undefined ? invalid : [meaning];
    if (first === undefined) return undefined;
    return owner.withConnection(async (client) => {
      const failure = await tell(client, first, caller);
      const others: unknown[] = [];
      for (const one of more) others.push(...problemsIn(await tell(client, one, caller)));
      return { ...failure, body: { ...failure.body, details: JSON.stringify([...problemsIn(failure), ...others]) } };
    });
  };
}

const problemsIn = ({ body: { details } }: Failure): readonly unknown[] => JSON.parse(String(details));

/** Where tables of a document are. One of the operator's own may have a constraint of the same name. */
const ofDocument: ReadonlySet<string> = new Set(["public", "writ_data", "writ", "auth"]);

function meaningOf(
  error: DatabaseError,
  caller: Caller,
  constraints: ReadonlyMap<string, ConstraintError>,
): Meaning | undefined {
  const { code = "", constraint = "", message } = error;
  if (code === "23505" || code === "23P01" || code === "23503") {
    const found = ofDocument.has(error.schema ?? "public") ? constraints.get(constraint) : undefined;
    if (found === undefined) return undefined;
    // The same constraint speaks when a row is missing and when one is still referred to.
    const isMissing = code === "23503" && message.startsWith("insert or update on table");
    return { ...found, code: isMissing ? (found.missing ?? found.code) : found.code };
  }
  // A policy or grant that no guard spoke before.
  if (code === "42501") return { code: caller.signedIn ? "FORBIDDEN" : "NOT_SIGNED_IN" };
  // A value for what the database works out itself.
  const column = /column "(.+)"/.exec(message)?.[1];
  if (code === "428C9" && column !== undefined) return { code: "FORBIDDEN", field: column };
  return undefined;
}

async function tell(client: ClientBase, { code, field, clause }: Meaning, caller: Caller): Promise<Failure> {
  type Told = { readonly code: string; readonly message: string; readonly status: number };
  // One statement: settings that are local to it are gone with it.
  const { rows } = await client.query<{ readonly told: Told }>(
    `WITH asked AS MATERIALIZED (SELECT set_config('request.headers', $1, true), set_config('request.jwt.claims', $2, true))
     SELECT writ.tell(one) AS told FROM asked, jsonb_array_elements(writ.problem($3, $4, $5)) AS one`,
    [caller.settings["request.headers"] ?? "", JSON.stringify(caller.claims), code, field ?? null, clause ?? null],
  );
  const told = rows[0]?.told;
  if (told === undefined) throw new Error("a problem is told");
  const { status, ...problem } = told;
  return {
    status,
    body: { code: told.code, message: told.message, details: JSON.stringify([problem]), hint: clause ?? null },
    ...(status === 401 ? { headers: { "WWW-Authenticate": "Bearer" } } : {}),
  };
}
