// Whether a user may make a call of a running product with what they give it. A copy has no code of calls, so that a
// call has no effect there.
import { FunctionsHttpError, type SupabaseClient } from "@supabase/supabase-js";
import { reportedAs } from "../interpreter/document/refusal.ts";
import type { Program } from "../interpreter/world/world.ts";
import { inputsOf, type CallAttempt } from "../plan/attempts/call-attempt.ts";
import type { Outcome } from "../plan/situation/situation.ts";
import { bodyOf } from "./given.ts";
import { refusedBy, type Answered } from "./over-the-wire.ts";

export type CallAnswer = {
  readonly said: string;
  /** Undefined where they were let in. */
  readonly answered: Answered | undefined;
  /** What of it is not as it should be. */
  readonly wrong: readonly string[];
};

export async function tryCall(
  client: SupabaseClient,
  program: Program,
  tried: CallAttempt,
  outcome: Outcome,
  language = "",
): Promise<CallAnswer> {
  const call = program.lookup.calls.get(tried.call);
  const body = call === undefined ? {} : bodyOf(call, inputsOf(tried));
  const headers: Readonly<Record<string, string>> = language === "" ? {} : { "Accept-Language": language };
  const { error }: { readonly error: unknown } = await client.functions.invoke(tried.call, { body, headers });
  if (error === null) return letInOr(undefined, outcome);
  if (!(error instanceof FunctionsHttpError)) throw error;
  return letInOr(await answerOf(error.context as Response), outcome);
}

/** Of code that is not there, and of a call that the document does not show. */
const letIn: ReadonlySet<string> = new Set(["UNEXPECTED", "NOT_SHOWN"]);

/** What was answered, beside what should have been. */
export function letInOr(answered: Answered | undefined, outcome: Outcome): CallAnswer {
  const expected = "refused" in outcome ? outcome.refused.map(reportedAs).toSorted().join(", ") : "";
  const codes = answered?.codes.join(", ") ?? "";
  const isOfRight = answered?.clauses.some((clause) => clause.startsWith("6")) === true;
  const isLetIn = answered === undefined || (letIn.has(codes) && !isOfRight);
  const said = isLetIn ? "they may" : codes;
  const isRight = isLetIn ? expected === "" : codes === expected;
  return {
    said,
    answered: isLetIn ? undefined : answered,
    wrong: isRight ? [] : [`${said}, and not ${expected || "that they may"}`],
  };
}

type Body = { readonly code?: string; readonly message?: string; readonly details?: string | null };

export async function answerOf(response: Response): Promise<Answered> {
  const body = (await response.json().catch(() => ({}))) as Body;
  const { code = "no code", message = "", details = null } = body;
  return refusedBy({ status: response.status, error: { code, message, details } });
}
