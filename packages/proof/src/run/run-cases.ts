// Tries the cases of a plan, one after the other on each product that there is for it.
import type { Case } from "../plan/search/find.ts";
import type { Ground } from "./ground.ts";
import { createSite, runCase, type Ended, type Result, type Site } from "./run.ts";

export type OnResult = (result: Result) => void;

/** Tries a case somewhere else, one at a time. */
export type Hand = (one: Case) => Promise<Ended>;

/** On another product of this process: while one of them waits for its database, the other one is asked. */
export function handOn(ground: Ground): Hand {
  let opening: Promise<Site> | undefined;
  return async (one) => runCase(one, await (opening ??= createSite(one.situation.world, ground)));
}

/** One after the other here and with each hand; answers where it was tried here, for whatever is to be tried there next. */
export async function runCases(
  cases: readonly Case[],
  ground: Ground,
  onTried: OnResult,
  hands: readonly Hand[] = [],
): Promise<Site | undefined> {
  const [first] = cases;
  if (first === undefined) return undefined;
  const opening = createSite(first.situation.world, ground);
  const here: Hand = async (one) => runCase(one, await opening);
  const waiting = scheduled(cases);
  await Promise.all(
    [here, ...hands].map(async (hand) => {
      // A worker that is free takes the next case; after one has failed to run, none begins any more.
      for (const { one, over } of waiting) {
        onTried({ case: one, ...(await hand(one)) });
        over();
      }
    }),
  );
  return opening;
}

type Scheduled = { readonly one: Case; readonly over: () => void };

/**
 * A worker that leaves early ends it for all. A case that waits for a mail waits so long that the time tells nothing of
 * the address, and uses no processor meanwhile: those come first, and one at a time, so that others run beside it.
 */
export function* scheduled(cases: readonly Case[]): Generator<Scheduled> {
  const [idle, busy] = [cases.filter(isIdle).values(), cases.filter((one) => !isIdle(one)).values()];
  let idling = false;
  for (;;) {
    const waits: Case | undefined = idling ? undefined : idle.next().value;
    const one = waits ?? busy.next().value ?? idle.next().value;
    if (one === undefined) return;
    idling ||= waits !== undefined;
    yield { one, over: () => void (waits !== undefined && (idling = false)) };
  }
}

const isIdle = ({ situation }: Case): boolean => situation.attempt.kind === "sign in";

/** In the order of the plan, whatever the one in which they were tried. */
export function passedOf(cases: readonly Case[], results: readonly Result[]): readonly Case[] {
  const passing = new Set(results.filter(({ outcome }) => outcome === "passed").map((result) => result.case));
  return cases.filter((one) => passing.has(one));
}
