// `writ test FILE --explore 60s`: random users act on a fresh copy, and every departure from the document is reported.
import { randomInt } from "node:crypto";
import { compile } from "@writ/language";
import { check } from "../document/check.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import { plural } from "../terminal/summary.ts";
import { readFile } from "../document/read-file.ts";
import { reportMissing, writtenTo } from "./test-product.ts";
import { unlessStopped } from "../process/unless-stopped.ts";

export type ExploreOptions = {
  readonly milliseconds: number;
  /** Any number will do without it. */
  readonly seed: number | undefined;
  readonly json: boolean;
  readonly junit: string | undefined;
};

export const exploreProduct = async (file: string, options: ExploreOptions, console: Console): Promise<ExitCode> =>
  reportMissing(console, async () => exploreOnce(file, options, console));

async function exploreOnce(
  file: string,
  { milliseconds, seed = randomInt(1, 1_000_000), json, junit }: ExploreOptions,
  console: Console,
): Promise<ExitCode> {
  const progress = console.progress ?? (() => undefined);
  const { source, problem } = readFile(file, console);
  const compiled = problem ? undefined : compile(source);
  if (!compiled || compiled.problems.some(({ severity }) => severity === "error"))
    return check([file], json ? "json" : "text", console);
  const [{ explore, exploredReport, exploredText, junitOf }, { onScratch }] = await Promise.all([
    import("@writ/proof"),
    import("./scratch.ts"),
  ]);
  progress("making a copy of the product");
  let isStopped = false;
  const ran = await unlessStopped(console, async (signal) =>
    onScratch(source, compiled, async (ground) => {
      signal.throwIfAborted();
      const began = performance.now();
      const explored = await explore(compiled, ground, {
        seed,
        milliseconds,
        signal,
        onStep: (steps, result) => progress(`${steps} steps, ${plural(result, "difference")} from the document`),
      });
      isStopped = signal.aborted;
      return { explored, seconds: (performance.now() - began) / 1000 };
    }),
  );
  progress("");
  if (ran === undefined) {
    console.error("writ test: stopped before the first test\n");
    return 130;
  }
  const report = exploredReport(compiled, ran.done.explored, ran.done.seconds);
  console.out(json ? `${JSON.stringify(report)}\n` : exploredText(report, console.colour));
  if (!writtenTo(junit, () => junitOf(report), console)) return 2;
  return report.failed > 0 ? 1 : isStopped ? 130 : 0;
}
