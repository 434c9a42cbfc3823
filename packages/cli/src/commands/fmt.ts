// `writ fmt FILE…`: brings tables, lists and expressions into one form, mends what says itself how, and touches nothing else.
import { applyFixes, compile, formatDocument, lineMap, type FixedProblem } from "@writ/language";
import { printProblems } from "../document/check.ts";
import { readFile, reasonOf } from "../document/read-file.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import { fixedLine, problemLine } from "../terminal/render.ts";
import { visible } from "../terminal/visible.ts";

export type FmtOptions = {
  /** Writes nothing and says which files would change. */
  readonly check: boolean;
  /** Applies the fixes of problems first, and says what remains. */
  readonly fix: boolean;
};

/** `-` reads standard input and prints the result; what is said of it goes to standard error. */
export function fmt(files: readonly string[], options: FmtOptions, console: Console): ExitCode {
  const exits = files.map((file) => fmtFile(file, options, console));
  return exits.includes(2) ? 2 : exits.includes(1) ? 1 : 0;
}

function fmtFile(file: string, { check, fix }: FmtOptions, console: Console): ExitCode {
  const { source, problem } = readFile(file, console);
  if (problem) {
    console.error(`${problemLine({ file, lines: lineMap(source), problem })}\n`);
    return 2;
  }
  const fixed = fix ? applyFixes(source) : undefined;
  const formatted = formatDocument(fixed?.source ?? source);
  const say = file === "-" && !check ? { ...console, out: console.error } : console;
  for (const one of fixed?.applied ?? []) say.out(`${fixedLine(file, one, check, say.colour)}\n`);
  const written = write({ file, source, formatted, check, fixed: fixed?.applied ?? [] }, console);
  if (written === 2 || fixed === undefined) return written;
  return remaining(file, { source, formatted, check, fixed: fixed.applied }, written, say);
}

type Formatted = {
  readonly file: string;
  readonly source: string;
  readonly formatted: string;
  readonly check: boolean;
  readonly fixed: readonly FixedProblem[];
};

function write({ file, source, formatted, check, fixed }: Formatted, console: Console): ExitCode {
  if (file === "-" && !check) console.out(formatted);
  else if (formatted === source) return 0;
  else if (check) {
    console.out(`${visible(file)} ${fixed.length > 0 ? "would be fixed" : "is not formatted"}\n`);
    return 1;
  } else if (!save(file, formatted, fixed.length > 0 ? "fixed and formatted" : "formatted", console)) return 2;
  return 0;
}

/** Where nothing is written, places are those of the file as it is. */
function remaining(
  file: string,
  { source, formatted, check, fixed }: Omit<Formatted, "file">,
  written: ExitCode,
  console: Console,
): ExitCode {
  const left = compile(formatted);
  const compiled = check ? compile(source) : left;
  const placeOf = ({ code, span }: FixedProblem["problem"] | (typeof left.problems)[number]) => `${code} ${span.start}`;
  const gone = new Set(fixed.filter((one) => one.source === source).map(({ problem }) => placeOf(problem)));
  const problems = check ? compiled.problems.filter((problem) => !gone.has(placeOf(problem))) : compiled.problems;
  printProblems([{ file, source: check ? source : formatted, compiled, problems }], console);
  return left.problems.some(({ severity }) => severity === "error") ? 1 : written;
}

function save(file: string, text: string, done: string, console: Console): boolean {
  try {
    console.write(file, text);
    console.out(`${visible(file)} ${done}\n`);
    return true;
  } catch (failure) {
    console.error(`writ fmt: ${visible(`${file} cannot be written: ${reasonOf(failure)}`)}\n`);
    return false;
  }
}
