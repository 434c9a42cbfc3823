// Where the search for a case of section 7 begins: a call with what it takes, a request as it is signed, a schedule's next moment.
import type { Call } from "@writ/language/model";
import type { ScenarioDeed, Sent, Signed } from "@writ/language/scenarios";
import type { World } from "../../interpreter/world/world.ts";
import { inputsFor } from "../values/call-inputs.ts";
import type { RequestAttempt } from "../attempts/request-attempt.ts";
import { comesAt } from "../attempts/schedule-attempt.ts";
import type { Situation } from "../situation/situation.ts";

/** With the row that rights were given around as its first one. */
export function callsOf(
  situation: Situation,
  { call: name, input, given: about }: Extract<ScenarioDeed, { readonly kind: "call" }>,
): readonly Situation[] {
  const { world, attempt: tried } = situation;
  const call = world.program.lookup.calls.get(name);
  if (call === undefined) return [];
  const { entity, id } = tried;
  const own = about?.name === input && about?.value.kind === "left out" ? undefined : input;
  return inputsFor(world, call, about, own).map((giving) => ({
    ...situation,
    world: giving.world,
    attempt: { kind: "call", entity, id, call: name, input: own, given: giving.given },
  }));
}

export function requestsOf(
  world: World,
  { call: name, signed, sent, given: about }: Extract<ScenarioDeed, { readonly kind: "request" }>,
): readonly Situation[] {
  const call = world.program.lookup.calls.get(name);
  if (call?.on?.kind !== "route") return [];
  const { method, path } = call.on;
  const attempt = {
    kind: "request",
    entity: "user",
    id: "",
    call: name,
    method,
    path,
    signature: signatureOf(call, signed),
    timestamp: timestampOf(call, sent),
  } as const;
  return inputsFor(world, call, about, undefined).map((giving) => ({
    world: giving.world,
    me: null,
    attempt: { ...attempt, given: giving.given },
  }));
}

function signatureOf({ signature }: Call, signed: Signed): RequestAttempt["signature"] {
  if (signature === undefined || signature === "none" || signed === "not at all") return undefined;
  const { header, secret } = signature;
  return {
    header,
    // No document can name it so.
    secret: signed === "with another secret" ? `another than ${secret}` : secret,
    over: signed === "for another body" ? "another body" : "this body",
  };
}

/** By the clocks of the product and of this machine, and some time goes by on the way. */
function timestampOf({ timestamp }: Call, sent: Sent): RequestAttempt["timestamp"] {
  if (timestamp === undefined || sent === "at no time") return undefined;
  const within = timestamp.withinMilliseconds;
  const ahead = {
    now: 0,
    "a while ago": -Math.floor(within / 2),
    "too long ago": -within - 1,
    "as far ahead as may be": within,
    "too far ahead": 2 * within + 60_000,
  }[sent];
  return { header: timestamp.header, ahead };
}

const aSecond = 1000;
/** So many runs take a weekly schedule through each of its days, and a monthly one through each month. */
const manyTimes = 12;
/** So many runs take a daily schedule through a whole year. */
const mostTimes = 400;

export function roundsOf(
  world: World,
  { call: name, until }: Extract<ScenarioDeed, { readonly kind: "come round" }>,
): readonly Situation[] {
  const coming: number[] = [];
  while (coming.length < (until === "many times" ? mostTimes : 1)) {
    const next = comesAt(world.program, name, coming.at(-1) ?? world.now);
    if (next === undefined) break;
    coming.push(next);
  }
  if (coming.length === 0 && until !== "a year") return [];
  const before = (at: number) => at - aSecond;
  const stops = {
    "its time": () => coming,
    "just before": () => coming.map(before),
    "a year": () => [world.now + aYear],
    // What it leaves out longest is left out too: the winter, or every month but two.
    "many times": () => [
      ...coming.slice(0, manyTimes).flatMap((at) => [before(at), at]),
      ...longestPause(coming.slice(manyTimes)).map((at, index) => (index === 0 ? at : before(at))),
    ],
  }[until]();
  return [{ world, me: null, attempt: { kind: "come round", entity: "user", id: "", call: name, stops } }];
}

/** Every schedule that ever runs has run within this time. */
const aYear = 366 * 86_400_000;

/** The two moments between which most time goes by; none where there are no two. */
function longestPause(moments: readonly number[]): readonly number[] {
  let longest: readonly [number, number] | undefined;
  for (const [index, end] of moments.entries()) {
    const start = moments[index - 1];
    if (start !== undefined && (longest === undefined || end - start > longest[1] - longest[0])) longest = [start, end];
  }
  return longest ?? [];
}
