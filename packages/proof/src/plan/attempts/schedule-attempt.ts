// A schedule comes round: time goes on to its next moment, or to just before it.
import type { Scenario } from "@writ/language/scenarios";
import { nextRun } from "../../interpreter/schedules.ts";
import { elapse } from "../../interpreter/timers.ts";
import { timeZoneOf, type Program, type World } from "../../interpreter/world/world.ts";
import type { Outcome } from "../situation/situation.ts";

/** `stops`: the moments to which the clock is set, one after the other. */
export type RoundAttempt = {
  readonly kind: "come round";
  readonly entity: "user";
  readonly id: string;
  readonly call: string;
  readonly stops: readonly number[];
};

/** No one is refused anything: what is to be called afterwards waits with all that is done outside. */
export function roundOutcome(world: World, { call: name, stops }: RoundAttempt): Outcome {
  const call = world.program.lookup.calls.get(name);
  let later = world;
  let due = comesAt(world.program, name, world.now);
  for (const at of stops) {
    later = elapse(later, at).world;
    if (call === undefined || due === undefined || due > at) continue;
    const asked = { kind: "call", name, clause: call.address, to: ["service"] } as const;
    later = { ...later, outbox: [...later.outbox, asked] };
    // What was missed happens once.
    due = comesAt(world.program, name, at);
  }
  return { done: later };
}

/** Of what never comes round there is one thing to be seen: that it does not. */
export function asItComes(scenario: Scenario, program: Program, now: number): readonly Scenario[] {
  const { clause, deed } = scenario;
  if (deed.kind !== "come round" || comesAt(program, deed.call, now) !== undefined) return [scenario];
  if (deed.until !== "its time") return [];
  const label = program.lookup.calls.get(deed.call)?.name.label ?? deed.call;
  return [
    { ...scenario, address: `${clause}#never`, sentence: `${label} never runs`, deed: { ...deed, until: "a year" } },
  ];
}

/** Undefined where it never does. */
export function comesAt(program: Program, name: string, now: number): number | undefined {
  const on = program.lookup.calls.get(name)?.on;
  return on?.kind === "schedule" ? nextRun(on.schedule, timeZoneOf(program), now) : undefined;
}
