// What accounts answer besides what the client of this wire knows: devices, one's data, leaving.
import type { Backend } from "../../data/backend.ts";
import { Refusal } from "../../../words/refusal.ts";
import type { AuthProblem } from "../refusals.ts";

export async function askAccounts<Answer>(
  backend: Backend,
  method: "GET" | "DELETE",
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const session = await backend.accounts.session();
  const answer = await fetch(`${location.origin}/auth/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session?.access_token ?? ""}`,
      "x-supabase-api-version": "2024-01-01",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  const said: unknown = answer?.status === 204 ? {} : await answer?.json().catch(() => undefined);
  if (answer?.ok === true) return said as Answer;
  const text = (key: string) =>
    typeof said === "object" && said !== null && key in said ? String((said as Record<string, unknown>)[key]) : "";
  throw new Refusal(text("code"), text("message"), answer?.status ?? 0, []);
}

/** What was refused, as forms about accounts tell it. */
export function problemOf(failure: unknown): AuthProblem {
  if (!(failure instanceof Refusal)) throw failure;
  return { code: failure.code, status: failure.status, message: failure.message };
}
