// Whether somebody may make a call, as section 6 says and the database decides, and refusals in the catalogue's words.
import { callRight } from "@writ/language/plan";
import type { ClientBase } from "pg";
import { actAs } from "./act-as.ts";
import { allOrNothing } from "../postgres/transaction.ts";
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
  return allOrNothing(
    client,
    async () => {
      // Only who asks, not their role: what judges is nobody's to call.
      await actAs(client, caller, "none");
      const { rows: found } = await client.query<{ type: string | null; entity: string | null }>(
        `SELECT t.oid::regtype::text AS type, t.typname AS entity FROM pg_proc p LEFT JOIN pg_type t ON t.oid = p.proargtypes[0]
         WHERE p.pronamespace = 'writ'::regnamespace AND p.proname = $1`,
        [may.name],
      );
      const [judged] = found;
      if (judged === undefined) return "NOT_SHOWN";
      const [answers, from, values] =
        judged.type === null
          ? [`${may.sql}() AS may, ${why.sql}() AS why`, "", []]
          : [
              `${may.sql}(_row) AS may, ${why.sql}(_row) AS why`,
              `FROM (SELECT 1) AS _one LEFT JOIN ${judged.type} AS _row ON _row.id = $1`,
              [rowOf(judged.entity ?? "") ?? null],
            ];
      const { rows } = await client.query<{ may: boolean | null; why: string }>(`SELECT ${answers} ${from}`, [
        ...values,
      ]);
      return rows[0]?.may === true ? undefined : (rows[0]?.why ?? "FORBIDDEN");
    },
    "BEGIN READ ONLY",
  );
}

export type Problem = { readonly code: string; readonly field?: string | undefined; readonly clause: string };

/** In the words of the catalogue, in the language of whoever asks. */
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
