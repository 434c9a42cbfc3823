// `writ test FILE`: derives what must and must not happen from a document, tries it on a fresh copy, and says what was shown.
import { compile, didYouMean, type Compiled } from "@writ/language";
import { documentBlocks } from "@writ/language/explain";
import { mutantsOf, type Mutant } from "@writ/language/mutants";
import { isOf } from "@writ/language/scenarios";
import { check } from "../document/check.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import type { Hand, MutantReport, Plan, Report, Result, Taken, TriedMutant, Workshop } from "@writ/proof";
import { readFile, reasonOf } from "../document/read-file.ts";
import { unlessStopped } from "../process/unless-stopped.ts";
import { visible } from "../terminal/visible.ts";

export type TestOptions = {
  /** The beginning of the addresses of the cases to try; all without it. */
  readonly only: string;
  /** Whether documents that differ in one clause are found out. */
  readonly mutate: boolean;
  readonly json: boolean;
  /** A file for the report as JUnit's XML. */
  readonly junit: string | undefined;
  /** Again after each save, until a user ends it. */
  readonly watch: boolean;
  /** Also opens every screen in a browser. */
  readonly screens: boolean;
  /** Of a product that runs and that others use; a copy without it. */
  readonly url: string | undefined;
  /** Whether mails and calls may go out there. */
  readonly send: boolean;
  /** Download nothing. */
  readonly offline: boolean;
};

export const testProduct = async (file: string, options: TestOptions, console: Console): Promise<ExitCode> =>
  reportMissing(console, async () => {
    if (!options.watch) return testOnce(file, options, console);
    const { testEachSave } = await import("./test-each-save.ts");
    return testEachSave(file, options, console);
  });

/** Reports in a sentence what this machine lacks. */
export async function reportMissing(console: Console, test: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await test();
  } catch (failure) {
    const words = (await import("./missing-resource.ts")).missingResourceMessage(failure);
    if (words === undefined) throw failure;
    console.error(`writ test: ${visible(words)}\n`);
    return 2;
  }
}

async function testOnce(file: string, options: TestOptions, given: Console): Promise<ExitCode> {
  const progress = given.progress ?? (() => undefined);
  // Each message gets a line of its own.
  const console: Console = {
    ...given,
    out: (text) => {
      progress("");
      given.out(text);
    },
    error: (text) => {
      progress("");
      given.error(text);
    },
  };
  const { source, problem } = readFile(file, console);
  const compiled = problem ? undefined : compile(source);
  if (!compiled || compiled.problems.some(({ severity }) => severity === "error"))
    return check([file], options.json ? "json" : "text", console);
  const { mutantReportOf, planOf, reportOf } = await import("@writ/proof");
  const elsewhere = options.url === undefined ? undefined : await import("./test-remote.ts");
  const there = options.url === undefined ? undefined : await elsewhere?.productAt(options.url, source, console);
  if (options.url !== undefined && there === undefined) return 2;
  progress("preparing the rows of each case");
  // There it is as late as it is.
  const plan = planOf(compiled, options.only, there && Date.now() + there.ahead);
  const mutants = options.mutate ? mutantsOf(compiled).filter(({ clause }) => clause.startsWith(options.only)) : [];
  const screens = options.screens
    ? await (await import("./test-screens.ts")).screensOf(compiled, file, options.only, options, console)
    : undefined;
  if (typeof screens === "string") {
    console.error(`writ test: ${screens}\n`);
    return 2;
  }
  const count = plan.addresses.length + mutants.length + (screens?.addresses.length ?? 0);
  if (options.only !== "" && count === 0) {
    const known = compiled.problems.some(
      ({ severity, address }) => severity === "gap" && address.startsWith(options.only),
    );
    const why = known ? "It is not shown" : didYouMean(options.only, clausesOf(source, compiled));
    console.error(
      `writ test: no testable clause of ${file} has an address that begins with "${visible(options.only)}"${why === "" ? "" : `. ${why}`}\n`,
    );
    return 2;
  }
  if (elsewhere !== undefined && there !== undefined) {
    const tested = await elsewhere.testRemote(plan, there, options.send, console);
    if (typeof tested === "number") return tested;
    const exit = await tell(reportOf(compiled, tested.plan, tested.results, options.only), tested, options, console);
    return tested.isLeft ? 2 : exit;
  }
  // A mutant may be caught by a case of any clause that it decides through.
  const { cases, notTried } = options.mutate && options.only !== "" ? planOf(compiled) : plan;
  const ran = await unlessStopped(console, async (signal) => {
    const tried = await tryThem(source, compiled, { cases, notTried, mutants, progress }, signal);
    if (screens?.isAny) await screens.open(source, signal, (opened, all) => progress(`${opened} of ${all} screens`));
    return tried;
  });
  if (ran === undefined) {
    console.error("writ test: stopped before the end\n");
    return 130;
  }
  const { results, tried, seconds, mutating } = ran.done;
  const tested = reportOf(
    compiled,
    plan,
    results.filter((result) => isOf(result.case.scenario, options.only)),
    options.only,
  );
  const report = screens?.added(tested) ?? tested;
  const survivors = options.mutate ? mutantReportOf(tried) : undefined;
  const taken = { seconds, mutating, ...(screens?.isAny ? { screens: screens.taken() } : {}) };
  return tell(report, taken, options, console, survivors);
}

async function tell(
  report: Report,
  taken: Taken & { readonly mutating?: number },
  options: TestOptions,
  console: Console,
  survivors?: MutantReport,
): Promise<ExitCode> {
  const { junitOf, mutantsText, reportText } = await import("@writ/proof");
  if (options.json) console.out(`${JSON.stringify({ ...report, ...survivors })}\n`);
  else {
    console.out(reportText(report, taken, { colour: console.colour, visible }));
    if (survivors !== undefined)
      console.out(`\n${mutantsText(survivors, taken.mutating ?? 0, { colour: console.colour, visible })}`);
  }
  if (!writtenTo(options.junit, () => junitOf(report, survivors), console)) return 2;
  return report.failed === 0 && (survivors?.survived ?? 0) === 0 ? 0 : 1;
}

/** The results are still printed where their file cannot be written. */
export function writtenTo(file: string | undefined, report: () => string, console: Console): boolean {
  try {
    if (file !== undefined) console.write(file, report());
    return true;
  } catch (failure) {
    console.error(`writ test: ${visible(file ?? "")} cannot be written: ${reasonOf(failure)}\n`);
    return false;
  }
}

const clausesOf = (source: string, compiled: Compiled): readonly string[] =>
  documentBlocks(source, compiled)
    .flatMap((one) => [one, ...("rows" in one ? one.rows : []), ...("items" in one ? one.items : [])])
    .flatMap(({ clauses }) => clauses);

type ToTry = {
  readonly cases: Plan["cases"];
  readonly notTried: Plan["notTried"];
  readonly mutants: readonly Mutant[];
  readonly progress: NonNullable<Console["progress"]>;
};

type Tried = {
  readonly results: readonly Result[];
  readonly tried: readonly TriedMutant[];
  readonly seconds: number;
  readonly mutating: number;
};

/** The cases on a fresh copy, and then on what the mutants make of it those that have passed. */
async function tryThem(
  source: string,
  compiled: Compiled,
  { cases, notTried, mutants, progress }: ToTry,
  signal: AbortSignal,
): Promise<Tried> {
  const results: Result[] = [];
  const tried: TriedMutant[] = [];
  if (cases.length + mutants.length === 0) return { results, tried, seconds: 0, mutating: 0 };
  progress("making a copy of the product");
  const [{ passedOf, runCases, runMutants }, { onScratch }] = await Promise.all([
    import("@writ/proof"),
    import("./scratch.ts"),
  ]);
  const onCopies = async (workshop: Workshop, hands: readonly Hand[]): Promise<Tried> => {
    signal.throwIfAborted();
    const began = performance.now();
    const onTried = (result: Result) => {
      results.push(result);
      progress(`${results.length} of ${cases.length} cases`);
      signal.throwIfAborted();
    };
    const site = await runCases(cases, workshop, onTried, hands);
    const between = performance.now();
    const passed = passedOf(cases, results);
    await runMutants(mutants, { compiled, cases: passed, notTried, workshop, site }, (one) => {
      tried.push(one);
      progress(`${tried.length} of ${mutants.length} mutants`);
      signal.throwIfAborted();
    });
    return { results, tried, seconds: (between - began) / 1000, mutating: (performance.now() - between) / 1000 };
  };
  return onScratch(source, compiled, onCopies, { cases });
}
