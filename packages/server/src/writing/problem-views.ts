// Problems and plans as the server sends them to browsers.
import { lineMap, placedProblem, type Problem } from "@writ/language";
import { countedWords } from "@writ/language/plan";
import type { PlannedStep } from "../applying/plan.ts";
import type { ProblemView, StepView } from "./response-types.ts";
import type { Edition } from "./writing.ts";

/** More of a line no one reads, and a line may be a megabyte. */
const mostLetters = 240;

export function problemViews({ file, source }: Edition, problems: readonly Problem[]): readonly ProblemView[] {
  const lines = lineMap(source);
  return problems.map((problem) => {
    const placed = placedProblem(problem, file, lines);
    const text = lines.lineText(placed.line);
    const end = placed.endLine === placed.line ? placed.endColumn - 1 : text.length;
    const start = placed.column - 1;
    const left = Math.max(0, Math.min(start - mostLetters / 3, text.length - mostLetters));
    const shown = text.slice(left, left + mostLetters);
    const from = start - left;
    return {
      ...placed,
      excerpt: { text: shown, from, to: Math.max(from, Math.min(end - left, shown.length)) },
    };
  });
}

export const stepView = ({ kind, address, what, sql, risk, rows }: PlannedStep): StepView => ({
  kind,
  address,
  what,
  sql,
  ...(risk === undefined || rows === undefined || rows.count === 0
    ? {}
    : {
        risk: {
          kind: risk.kind,
          words: countedWords(risk, rows.count),
          count: rows.count,
          examples: rows.examples,
          ...(risk.hint === undefined ? {} : { hint: risk.hint }),
        },
      }),
});
