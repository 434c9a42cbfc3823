// Another program asks at the address of a webhook: who is heard there, and what is taken from them.
import type { Call } from "@writ/language/model";
import { refusalOfInputs, type CallInput } from "../../interpreter/writes/inputs.ts";
import { refuse } from "../../interpreter/document/refusal.ts";
import type { World } from "../../interpreter/world/world.ts";
import type { Outcome } from "../situation/situation.ts";

/** All that is sent, so that another document may judge the same request. */
export type RequestAttempt = {
  readonly kind: "request";
  readonly entity: "user";
  readonly id: string;
  readonly call: string;
  readonly method: string;
  readonly path: string;
  /** With the secret of that name, over what is sent or over something else. */
  readonly signature:
    | { readonly header: string; readonly secret: string; readonly over: "this body" | "another body" }
    | undefined;
  /** The moment that it says, so many milliseconds from when it is sent. */
  readonly timestamp: { readonly header: string; readonly ahead: number } | undefined;
  readonly given: CallInput;
};

export function requestOutcome(world: World, tried: RequestAttempt): Outcome {
  const call = world.program.model.calls.calls.find(
    ({ kind, on }) =>
      kind === "webhook in" && on?.kind === "route" && on.method === tried.method && on.path === tried.path,
  );
  const refused = (code: string): Outcome => ({ refused: [refuse(code, call?.address ?? "7")] });
  if (call === undefined) return refused("NOT_FOUND");
  if (call.signature === undefined || call.bodyNotShown) return refused("NOT_SHOWN");
  if (!isKnown(call, call.signature, tried)) return refused("WRONG_SIGNATURE");
  if (call.signature !== "none" && call.timestamp !== undefined && !isNew(call.timestamp, tried))
    return refused("TOO_OLD");
  const wrong = call.code === undefined ? undefined : refusalOfInputs(world, "system", call, tried.given);
  return wrong === undefined ? { done: world } : { refused: [wrong] };
}

function isKnown({ timestamp }: Call, expected: NonNullable<Call["signature"]>, tried: RequestAttempt): boolean {
  if (expected === "none") return true;
  const { signature } = tried;
  // The moment is signed with the body, so that a user who does not read it there takes it for another body.
  const isReadWhole = tried.timestamp === undefined || isSame(timestamp?.header, tried.timestamp.header);
  return (
    isSame(expected.header, signature?.header) &&
    expected.secret === signature?.secret &&
    signature.over === "this body" &&
    isReadWhole
  );
}

const isNew = (
  { header, withinMilliseconds }: NonNullable<Call["timestamp"]>,
  { timestamp }: RequestAttempt,
): boolean => isSame(header, timestamp?.header) && Math.abs(timestamp?.ahead ?? Infinity) <= withinMilliseconds;

/** Headers are called the same in capitals. */
const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase();
