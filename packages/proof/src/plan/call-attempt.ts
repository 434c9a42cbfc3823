// What somebody may call: whether section 6 lets them, and not what the call does.
import type { Outcome } from "../interpreter/attempt.ts";
import { refusalOfCall } from "../interpreter/calls.ts";
import { countRequest } from "../interpreter/quotas.ts";
import { refuse } from "../interpreter/refusal.ts";
import { findRow, type Me, type World } from "../interpreter/world.ts";

/** `id`: of the row that it is given as `input`. */
export type CallAttempt = {
  readonly kind: "call";
  readonly entity: string;
  readonly id: string;
  readonly call: string;
  readonly input: string | undefined;
};

export function callOutcome(world: World, me: Me, { call, entity, id, input }: CallAttempt): Outcome {
  const row = input === undefined ? undefined : findRow(world, entity, id);
  if (input !== undefined && row === undefined) return { refused: [refuse("NOT_FOUND", `6/${call}/call`)] };
  const refusal = refusalOfCall(world, me, call, row === undefined ? [] : [row]);
  if (refusal !== undefined) return { refused: [refusal] };
  const noted = countRequest(world, me, {
    act: "call",
    entity,
    name: call,
    row: row ?? { entity, id, values: new Map() },
  });
  return "code" in noted ? { refused: [noted] } : { done: noted };
}
