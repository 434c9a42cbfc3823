// A schedule comes round: time goes on to its next moment, or to just before it.
import { nextRun } from "../interpreter/schedules.ts";
import { elapse } from "../interpreter/timers.ts";
import { timeZoneOf, type Program, type World } from "../interpreter/world.ts";
import type { Found } from "./situation.ts";

/** `at`: the moment until which time goes on. */
export type RoundAttempt = {
  readonly kind: "come round";
  readonly entity: "user";
  readonly id: string;
  readonly call: string;
  readonly at: number;
};

/** Nobody is refused anything: what is to be called afterwards waits with all that is done outside. */
export function roundOutcome(world: World, { call: name, at }: RoundAttempt): Found {
  const { world: later } = elapse(world, at);
  const call = world.program.lookup.calls.get(name);
  const due = comesAt(world.program, name, world.now);
  if (call === undefined || due === undefined || due > at) return { done: later };
  const asked = { kind: "call", name, clause: call.address, to: ["service"] } as const;
  return { done: { ...later, outbox: [...later.outbox, asked] } };
}

/** Undefined where it never does. */
export function comesAt(program: Program, name: string, now: number): number | undefined {
  const on = program.lookup.calls.get(name)?.on;
  return on?.kind === "schedule" ? nextRun(on.schedule, timeZoneOf(program), now) : undefined;
}
