// What other packages may use of the language.
export { compile, type Compiled } from "./compile.ts";
export { lineMap, type LineMap } from "./document/lines.ts";
export { applyFixes, type FixedDocument, type FixedProblem } from "./fixes/apply-fixes.ts";
export { formatDocument } from "./format/format.ts";
export { runtime } from "./expression/javascript/runtime.ts";
export { withArticle } from "./text/article.ts";
export { clausesOf } from "./model/clauses.ts";
export { identifierOf } from "./text/name.ts";
export { didYouMean } from "./text/suggestion.ts";
export { placedProblem, type PlacedProblem } from "./placed-problem.ts";
export {
  problemClass,
  wordsOf,
  type Fix,
  type Problem,
  type ProblemClass,
  type Severity,
  type Span,
} from "./problem.ts";
export { problemClasses } from "./problem-classes.ts";
