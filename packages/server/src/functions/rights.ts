// Whether a caller may make a call, as section 6 says and the database decides, and refusals in the catalogue's words.
import type { Compiled } from "@writ/language";
import type { Call } from "@writ/language/model";
import { callRight, rightToCall } from "@writ/language/plan";
import type { ClientBase } from "pg";
import { setLocally, settingsOf } from "../postgres/connections/caller-settings.ts";
import { sendPacket, type Statement } from "../postgres/connections/packet.ts";
import type { Failure } from "../rest/failure.ts";
import type { Caller } from "../rest/handle.ts";

/** The code to refuse with; undefined: they may. `rowOf`: the id of the input which is a row of that entity. */
export async function whyNot(
  client: ClientBase,
  call: string,
  caller: Caller,
  rowOf: (entity: string) => string | undefined,
): Promise<string | undefined> {
  // A program that has the key of the service is the product's own, and no rights bind it anywhere.
  if (caller.role === "service_role") return undefined;
  const { may, why } = callRight(call);
  const [found = []] = await sendPacket(client, [{ text: judging, values: [may.name] }], "");
  const [judged] = found;
  if (judged === undefined) return "NOT_SHOWN";
  const entity = textOf(judged["entity"]);
  const question: Statement =
    entity === undefined
      ? { text: `SELECT ${may.sql}() AS may, ${why.sql}() AS why`, values: [] }
      : {
          text: `SELECT ${may.sql}(_row) AS may, ${why.sql}(_row) AS why
            FROM (SELECT 1) AS _one LEFT JOIN ${textOf(judged["type"])} AS _row ON _row.id = $1`,
          values: [rowOf(entity) ?? null],
        };
  try {
    // The caller's claims without their role: no caller may execute the function that judges.
    const begun = [{ text: "BEGIN READ ONLY", values: [] }, setLocally({ ...settingsOf(caller), role: "none" })];
    const answers = await sendPacket(client, [...begun, question, { text: "COMMIT", values: [] }], "");
    const answer = answers[2]?.[0];
    return answer?.["may"] === "t" ? undefined : (textOf(answer?.["why"]) ?? "FORBIDDEN");
  } catch (failure) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw failure;
  }
}

/** The row of section 6 that says who may make a call; the section where none does. */
export const clauseOfRight = (call: Call, compiled: Compiled | undefined): string =>
  (compiled && rightToCall(call, compiled))?.address ?? "6";

const judging = `SELECT t.oid::regtype::text AS type, t.typname AS entity FROM pg_proc p LEFT JOIN pg_type t ON t.oid = p.proargtypes[0]
  WHERE p.pronamespace = 'writ'::regnamespace AND p.proname = $1`;

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export type Problem = { readonly code: string; readonly field?: string | undefined; readonly clause: string };

/** In the words of the catalogue, in the language of the caller. */
export async function tellProblem(
  client: ClientBase,
  { code, field, clause }: Problem,
  caller: Caller,
): Promise<Failure> {
  type Told = { readonly code: string; readonly message: string; readonly status: number };
  const { rows } = await client.query<{ readonly told: Told }>(
    `WITH asked AS MATERIALIZED (SELECT set_config('request.headers', $1, true), set_config('request.jwt.claims', $2, true))
     SELECT writ.tell(one) AS told FROM asked, jsonb_array_elements(writ.problem($3, $4, $5)) AS one`,
    [caller.settings["request.headers"] ?? "", JSON.stringify(caller.claims), code, field ?? null, clause],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("a problem is told");
  const { status, ...problem } = row.told;
  return {
    status,
    body: { code: problem.code, message: problem.message, details: JSON.stringify([problem]), hint: clause },
    ...(status === 401 ? { headers: { "WWW-Authenticate": "Bearer" } } : {}),
  };
}
