// A problem as programs read it: its place in lines and columns, and the line that it stands on.
import type { LineMap } from "./document/lines.ts";
import type { Fix, Problem, Severity } from "./problem.ts";

/** Lines and columns from 1, columns in UTF-16 units as editors count. Other programs depend on it: add, rename nothing. */
export type PlacedProblem = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly severity: Severity;
  readonly code: string;
  readonly address: string;
  readonly message: string;
  readonly hint: string;
  readonly related: readonly { readonly line: number; readonly column: number; readonly message: string }[];
  /** Only where it is certain how to mend it. */
  readonly fix?: PlacedFix;
};

export type PlacedFix = {
  readonly title: string;
  /** In the order of the document, none touching another; all of them together mend the problem. */
  readonly edits: readonly {
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
    readonly text: string;
  }[];
};

export function placedProblem(problem: Problem, file: string, lines: LineMap): PlacedProblem {
  const start = lines.at(problem.span.start);
  const end = lines.at(problem.span.end);
  return {
    file,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    severity: problem.severity,
    code: problem.code,
    address: problem.address,
    message: problem.message,
    hint: problem.hint,
    related: problem.related.map(({ span, message }) => ({ ...lines.at(span.start), message })),
    ...(problem.fix === undefined ? {} : { fix: placedFix(problem.fix, lines) }),
  };
}

const placedFix = ({ title, edits }: Fix, lines: LineMap): PlacedFix => ({
  title,
  edits: [...edits]
    .sort((a, b) => a.span.start - b.span.start)
    .map(({ span, text }) => {
      const end = lines.at(span.end);
      return { ...lines.at(span.start), endLine: end.line, endColumn: end.column, text };
    }),
});
