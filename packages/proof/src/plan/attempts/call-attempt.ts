// What a user may call, and what a call takes: what it does then is not tried.
import type { Outcome } from "../../interpreter/attempt.ts";
import { refusalOfCall } from "../../interpreter/rights/calls.ts";
import { refusalOfInputs, inputRows, type CallInput } from "../../interpreter/writes/inputs.ts";
import { countRequest } from "../../interpreter/rules/quotas.ts";
import { refuse } from "../../interpreter/document/refusal.ts";
import { rowOf } from "../../interpreter/values/value.ts";
import type { Caller, World } from "../../interpreter/world/world.ts";

/** `id`: of the row that it is given as `input`; `given`: what it is given besides. */
export type CallAttempt = {
  readonly kind: "call";
  readonly entity: string;
  readonly id: string;
  readonly call: string;
  readonly input: string | undefined;
  readonly given: CallInput;
};

/** All that it is given. */
export const inputsOf = ({ input, entity, id, given }: CallAttempt): CallInput =>
  input === undefined ? given : new Map([[input, rowOf(entity, id)], ...given]);

export function callOutcome(world: World, me: Caller, tried: CallAttempt): Outcome {
  const call = world.program.lookup.calls.get(tried.call);
  if (call === undefined) return { refused: [refuse("NOT_FOUND", "7")] };
  const given = inputsOf(tried);
  const rows = inputRows(world, call, given);
  const refusal = refusalOfCall(world, me, tried.call, rows);
  const wrong = refusalOfInputs(world, me, call, given);
  if (refusal !== undefined) {
    // A user without the right does not learn either whether a row exists that they may not read.
    const isHidden = me !== null && refusal.code === "FORBIDDEN" && wrong?.code === "NOT_FOUND";
    return { refused: [isHidden ? refuse(wrong.code, wrong.clause) : refusal] };
  }
  // What is not shown is reported before the inputs are checked.
  if (wrong !== undefined) return call.code === undefined ? { done: world } : { refused: [wrong] };
  const { entity, id } = tried;
  const row = rows[0] ?? { entity, id, values: new Map() };
  const noted = countRequest(world, me, { act: "call", entity, name: tried.call, row });
  return "code" in noted ? { refused: [noted] } : { done: noted };
}
