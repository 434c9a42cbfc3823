// How tests wait: for what happens, and never for a time in which it should have happened.
import { setTimeout as delay } from "node:timers/promises";

/** Ends only what would never come: on a machine with much else to do everything takes many times as long. */
export const patience = 600_000;

type There<Found> = Exclude<Awaited<Found>, undefined | null | false>;

/** What `look` finds, as soon as it finds something: all but undefined, null and false. */
export async function eventually<Found>(look: () => Found, what: string | (() => unknown)): Promise<There<Found>> {
  const began = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found as There<Found>;
    if (performance.now() - began > patience)
      throw new Error(`not within ${patience} ms: ${String(typeof what === "string" ? what : await what())}`);
    await delay(10);
  }
}

/** Lets time pass where that belongs to the situation, as `why` says. No verdict may depend on how long it is. */
export async function pause(milliseconds: number, _why: string): Promise<void> {
  await delay(milliseconds);
}
