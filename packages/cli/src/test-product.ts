// `writ test FILE`: derives what must and must not happen from a document, tries it on a fresh copy, and says what was shown.
import { compile } from "@writ/language";
import { check } from "./check.ts";
import type { Console, ExitCode } from "./console.ts";
import { readFile } from "./read-file.ts";

export type TestOptions = {
  /** The beginning of the addresses of the cases to try; all without it. */
  readonly only: string;
  readonly json: boolean;
  /** A file for the report as JUnit's XML. */
  readonly junit: string | undefined;
  /** Again after each save, until somebody ends it. */
  readonly watch: boolean;
};

export async function testProduct(file: string, options: TestOptions, console: Console): Promise<ExitCode> {
  if (options.watch) return (await import("./test-each-save.ts")).testEachSave(file, options, console);
  const { source, problem } = readFile(file, console);
  const compiled = problem ? undefined : compile(source);
  if (!compiled || compiled.problems.some(({ severity }) => severity === "error"))
    return check([file], options.json ? "json" : "text", console);
  const { junitOf, planOf, reportOf, reportText, runCases } = await import("@writ/proof");
  const plan = planOf(compiled, options.only);
  if (options.only !== "" && plan.addresses.length === 0) {
    console.error(
      `writ test: no clause of ${file} that could be tried has an address that begins with "${options.only}"\n`,
    );
    return 2;
  }
  const began = performance.now();
  const results: Parameters<typeof reportOf>[2][number][] = [];
  let seconds = 0;
  if (plan.cases.length > 0) {
    const { onScratch } = await import("./scratch.ts");
    await onScratch(source, compiled, async (ground) => {
      const ready = performance.now();
      await runCases(plan.cases, ground, (result) => void results.push(result));
      seconds = (performance.now() - ready) / 1000;
    });
  } else seconds = (performance.now() - began) / 1000;
  const report = reportOf(compiled, plan, results);
  if (options.junit !== undefined) console.write(options.junit, junitOf(report));
  console.out(options.json ? `${JSON.stringify(report)}\n` : reportText(report, seconds, console.colour));
  return report.failed === 0 ? 0 : 1;
}
