// One run of a call's code: its input is read in the caller's name, it runs, its answer is checked, and all that it
// wrote is committed once, or none of it.
import type { Call } from "@writ/language/model";
import type { ClientBase } from "pg";
import type { Failure } from "../rest/failure.ts";
import type { Caller } from "../rest/handle.ts";
import { inSpan } from "../telemetry/tracing.ts";
import { Attempt } from "./attempt.ts";
import type { CallService } from "./service.ts";

export type Invocation = {
  readonly call: Call;
  readonly input: unknown;
  /** What another program sent, where the document has no names for it. */
  readonly unnamed?: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  /** Section 6 decides who may; no caller requests an effect or a schedule. */
  readonly isRequested: boolean;
  /** The address of the caller, to share places fairly. */
  readonly address?: string;
  /** Of the request that asked for it, so that its lines in the log are found. */
  readonly requestId?: string;
  /** In the transaction that commits what was written. */
  readonly along?: (client: ClientBase) => Promise<void>;
};

/** `why`: what went wrong, with its place, for the operator and no one else. */
export type Answer = { readonly value: unknown } | { readonly failure: Failure; readonly why?: string };

export async function invoke(invocation: Invocation, service: CallService): Promise<Answer> {
  const recorded = service.runs.begin(invocation.call);
  try {
    const { call } = invocation;
    const attempt = new Attempt(invocation, service, recorded);
    const span = { name: `code ${call.name.id}`, attributes: { "writ.call": call.name.id } };
    const answer = await inSpan(service.tracing, span, async () => attempt.answer());
    if (!("failure" in answer)) recorded.end("done");
    else if (answer.why !== undefined) recorded.end("failed", answer.why);
    else recorded.end(answer.failure.status >= 500 ? "failed" : "refused", answer.failure.body.code);
    return answer;
  } catch (failure) {
    // Its own words may quote rows: they are in the log.
    recorded.end("failed", "The run ended unexpectedly. The log has the reason.");
    throw failure;
  }
}
