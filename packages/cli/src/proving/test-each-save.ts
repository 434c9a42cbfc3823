// `writ test FILE --watch`: after each save the plan is made anew and tried, first what the edit may have changed, then all.
import { compile } from "@writ/language";
import type { Planned, Result } from "@writ/proof";
import { check } from "../document/check.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import { ownMistake } from "../process/own-mistake.ts";
import { readFile } from "../document/read-file.ts";
import { writtenTo, type TestOptions } from "./test-product.ts";
import { visible } from "../terminal/visible.ts";

/** Takes away what stands in a terminal, also what was scrolled out of it. */
const cleared = "\u001B[2J\u001B[3J\u001B[H";

export async function testEachSave(file: string, options: TestOptions, console: Console): Promise<ExitCode> {
  const [proof, { onScratch }] = await Promise.all([import("@writ/proof"), import("./scratch.ts")]);
  let tried: Planned | undefined;
  /** Whether the terminal shows the results of the last run, and not a mistake or an edit since. */
  let isTold = false;
  let isEdited = true;
  const over = new AbortController();
  let overtaken = new AbortController();
  let edited = Promise.withResolvers<undefined>();
  const look = () => {
    overtaken.abort();
    edited.resolve(undefined);
  };
  const stop = console.watch(file, () => {
    isEdited = true;
    look();
  });
  const ended = (async () => {
    await console.untilStopped();
    over.abort();
    look();
  })();
  try {
    while (!over.signal.aborted) {
      if (isEdited) {
        isEdited = false;
        overtaken = new AbortController();
        edited = Promise.withResolvers();
        const planned = await trySave(tried, overtaken.signal).catch((failure: unknown) => {
          const words = ownMistake("This save could not be tested.", file, failure);
          console.error(`writ test: ${words.map(visible).join("\n")}\n`);
          return undefined;
        });
        isTold = planned !== undefined;
        // An edit that nothing was tried of counts to the next one.
        tried = planned ?? tried;
        if (!isEdited && !over.signal.aborted && !options.json)
          console.out("\nWaiting for the next save. Ctrl-C stops.\n");
      }
      await edited.promise;
    }
  } finally {
    stop();
  }
  await ended;
  return 0;

  async function trySave(before: Planned | undefined, signal: AbortSignal): Promise<Planned | undefined> {
    const { source, problem } = readFile(file, console);
    // An editor may be in the middle of writing it: then the next word of it says more.
    if (isTold && source === before?.source && problem === undefined) return before;
    if (console.colour && !options.json) console.out(cleared);
    const compiled = problem ? undefined : compile(source);
    if (!compiled || compiled.problems.some(({ severity }) => severity === "error")) {
      check([file], options.json ? "json" : "text", console);
      return undefined;
    }
    const plan = proof.planOf(compiled, options.only);
    const now: Planned = { source, compiled, plan };
    const first = before === undefined ? new Set<string>() : proof.changedCases(before, now);
    const isFirst = ({ scenario }: (typeof plan.cases)[number]) => first.has(scenario.address);
    const cases = [...plan.cases.filter(isFirst), ...plan.cases.filter((one) => !isFirst(one))];
    const results: Result[] = [];
    const report = () => proof.reportOf(compiled, plan, results, options.only);
    const began = performance.now();
    try {
      if (cases.length > 0)
        await onScratch(
          source,
          compiled,
          async (ground, hands) => {
            signal.throwIfAborted();
            const onTried = (result: Result) => {
              results.push(result);
              const ofEdit = isFirst(result.case) ? results.filter((one) => isFirst(one.case)) : [];
              if (ofEdit.length === first.size && first.size > 0 && !options.json) console.out(wordsOf(ofEdit));
              signal.throwIfAborted();
            };
            await proof.runCases(cases, ground, onTried, hands);
          },
          { cases },
        );
    } catch (failure) {
      if (signal.aborted) return undefined;
      throw failure;
    }
    const seconds = (performance.now() - began) / 1000;
    console.out(
      options.json
        ? `${JSON.stringify(report())}\n`
        : proof.reportText(report(), { seconds }, { colour: console.colour, visible }),
    );
    writtenTo(options.junit, () => proof.junitOf(report()), console);
    return now;
  }
}

/** Before the full results are known, the author reads those of their latest edit. */
function wordsOf(results: readonly Result[]): string {
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const lines = failed.map(
    ({ case: { scenario }, evidence }) => `  failed ${visible(`${scenario.address}: ${evidence}`)}\n`,
  );
  const count = results.length === 1 ? "1 case" : `${results.length} cases`;
  return `Affected by the edit: ${count}, ${failed.length} failed\n${lines.join("")}\n`;
}
