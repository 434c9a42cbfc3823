// `writ check FILE…`: reads documents and says everything that is wrong with them.
import {
  compile,
  lineMap,
  placedProblem,
  wordsOf,
  type Compiled,
  type PlacedProblem,
  type Problem,
} from "@writ/language";
import type { Console, ExitCode } from "../terminal/console.ts";
import { readFile } from "./read-file.ts";
import { excerpt, problemLine, withAddress, type Placed } from "../terminal/render.ts";
import { summaryOf } from "../terminal/summary.ts";
import { visible } from "../terminal/visible.ts";

export type CheckFormat = "text" | "json" | "github";

export type Checked = {
  readonly file: string;
  readonly source: string;
  readonly compiled: Compiled | undefined;
  readonly problems: readonly Problem[];
};

export function check(files: readonly string[], format: CheckFormat, console: Console): ExitCode {
  const checked = files.map((file) => checkFile(file, console));
  const placed = placedIn(checked);
  if (format === "json") console.out(`${JSON.stringify({ problems: placed.map(jsonOf) }, undefined, 2)}\n`);
  else if (format === "github") for (const one of placed) console.out(`${annotationOf(one)}\n`);
  else printProblems(checked, console);
  if (checked.some(({ compiled }) => compiled === undefined)) return 2;
  return placed.some(({ problem }) => problem.severity === "error") ? 1 : 0;
}

function checkFile(file: string, console: Console): Checked {
  const { source, problem } = readFile(file, console);
  if (problem) return { file, source, compiled: undefined, problems: [problem] };
  const compiled = compile(source);
  return { file, source, compiled, problems: compiled.problems };
}

const placedIn = (checked: readonly Checked[]): readonly Placed[] =>
  checked.flatMap(({ file, source, problems }) => {
    const lines = lineMap(source);
    return problems.map((problem): Placed => ({ file, lines, problem }));
  });

/** Each problem with the line that it stands on, and for each document what it all comes to. */
export function printProblems(checked: readonly Checked[], console: Console): void {
  for (const one of placedIn(checked)) {
    console.out(`${problemLine(one, console.colour)}\n`);
    // A gap is no mistake: it needs no pointing at. Nor is there a line to show of a file that was not read.
    const mistake = one.problem.severity !== "gap" && one.problem.address !== "file";
    if (mistake) console.out(`${excerpt(one, console.columns, console.colour)}\n\n`);
  }
  for (const { file, compiled, problems } of checked) {
    if (compiled) console.out(`${summaryOf(file, compiled, problems, console.colour)}\n`);
  }
}

const jsonOf = ({ file, lines, problem }: Placed): PlacedProblem => placedProblem(problem, file, lines);

/** A workflow command: `::error file=…,line=…::message`. */
function annotationOf({ file, lines, problem }: Placed): string {
  const start = lines.at(problem.span.start);
  const end = lines.at(problem.span.end);
  const kind = problem.severity === "gap" ? "notice" : problem.severity;
  const text = (value: string) => value.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
  const property = (value: string) => text(value).replace(/:/g, "%3A").replace(/,/g, "%2C");
  // Columns count only where the range stays on one line.
  const columns = start.line === end.line ? `,col=${start.column},endColumn=${end.column}` : "";
  const title = property(withAddress(problem.code, problem));
  return `::${kind} file=${property(file)},line=${start.line},endLine=${end.line}${columns},title=${title}::${text(visible(wordsOf(problem)))}`;
}
