// `writ test FILE --url ADDRESS`: the plan on a product that runs and that others use, in rows of its own making.
import { findElsewhere, NotThere, runElsewhere, type Elsewhere, type Plan, type TriedElsewhere } from "@writ/proof";
import type { Console } from "../terminal/console.ts";
import { serviceKeyIn, wrongAddress } from "../remote.ts";
import { unlessStopped } from "../process/unless-stopped.ts";
import { visible } from "../terminal/visible.ts";

export type Tested = {
  readonly plan: Plan;
  readonly results: TriedElsewhere["results"];
  readonly seconds: number;
  /** Whether rows of its own are still there; it has reported which. */
  readonly isLeft: boolean;
};

/** The product at an address; undefined where it cannot be used, which is reported. */
export async function productAt(url: string, source: string, console: Console): Promise<Elsewhere | undefined> {
  const key = serviceKeyIn(console) ?? "";
  const wrong =
    wrongAddress("--url", url) ??
    (key === ""
      ? "--url needs the product's service key in WRIT_SERVICE_KEY, to create its own people and rows"
      : undefined);
  if (wrong === undefined) return orTold(console, async () => findElsewhere(url, key, source));
  console.error(`writ test: ${visible(wrong)}\n`);
  return undefined;
}

/** `send`: whether mails, notices and calls may go out. Where not all was tried, it reports why: then an exit code. */
export async function testRemote(
  plan: Plan,
  elsewhere: Elsewhere,
  send: boolean,
  console: Console,
): Promise<Tested | 2 | 130> {
  const progress = console.progress ?? (() => undefined);
  const began = performance.now();
  const ran = await orTold(console, async () =>
    unlessStopped(console, async (signal) => {
      const tried = await runElsewhere(plan, elsewhere, { send }, (count) => {
        progress(`${count} of ${plan.cases.length} cases`);
        signal.throwIfAborted();
      });
      for (const one of tried.left) console.error(`writ test: could not be removed: ${visible(one)}\n`);
      signal.throwIfAborted();
      if (tried.failure !== undefined) throw tried.failure;
      return tried;
    }).then((done) => done ?? ("ended" as const)),
  );
  if (ran === undefined) return 2;
  if (ran === "ended") {
    console.error("writ test: stopped before the end\n");
    return 130;
  }
  const { results, notTried, left } = ran.done;
  const seconds = (performance.now() - began) / 1000;
  const all = { ...plan, notTried: [...plan.notTried, ...notTried] };
  return { plan: all, results, seconds, isLeft: left.length > 0 };
}

async function orTold<Result>(console: Console, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof NotThere)) throw failure;
    console.error(`writ test: ${visible(failure.message)}\n`);
    return undefined;
  }
}
