// Whether somebody may make a call of a running product. A copy has no code of calls, so that nothing comes of it there.
import { FunctionsHttpError, type SupabaseClient } from "@supabase/supabase-js";
import type { CallAttempt } from "../plan/call-attempt.ts";
import type { Found } from "../plan/situation.ts";

/** What was answered, and what of it is not as it should be. */
export async function tryCall(
  client: SupabaseClient,
  { call, id, input }: CallAttempt,
  outcome: Found,
): Promise<{ readonly said: string; readonly wrong: readonly string[] }> {
  const body = input === undefined ? {} : { [input]: id };
  const answer: { readonly error: unknown } = await client.functions.invoke(call, { body });
  const code =
    answer.error === null
      ? done
      : answer.error instanceof FunctionsHttpError
        ? await codeIn(answer.error.context as Response)
        : undefined;
  const expected = "refused" in outcome ? outcome.refused.map((one) => one.code) : [];
  // Whoever may not read the row either is told that there is none; what has been done too often is told as that alone.
  const isTooOften = "refused" in outcome && outcome.refused.every(({ clause }) => clause.startsWith("9/"));
  const refusals = isTooOften ? expected : [...expected, "FORBIDDEN", "NOT_SIGNED_IN", "NOT_FOUND"];
  const wanted = expected.length > 0 ? refusals : letIn;
  const said = code !== undefined && letIn.includes(code) ? "they may" : (code ?? `no answer: ${String(answer.error)}`);
  const isWanted = code !== undefined && wanted.includes(code);
  return { said, wrong: isWanted ? [] : [`${said}, and not ${expected.join(" or ") || "that they may"}`] };
}

const done = "DONE";
/** Of code that is not there, and of a call that the document does not show. */
const letIn: readonly string[] = [done, "UNEXPECTED", "NOT_SHOWN"];

async function codeIn(response: Response): Promise<string> {
  const told: unknown = await response.json().catch(() => undefined);
  return typeof told === "object" && told !== null && "code" in told ? String(told.code) : String(response.status);
}
