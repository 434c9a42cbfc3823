// Fixes a document as far as its problems say how: each fix is tried, and kept only where it has fixed its problem.
import { compile, type Compiled } from "../compile.ts";
import type { Fix, Problem } from "../problem.ts";
import { applyEdits } from "../text/edits.ts";

/** A problem that was fixed, with the source in which it was found: its places are of that text. */
export type FixedProblem = { readonly problem: Fixable; readonly source: string };

type Fixable = Problem & { readonly fix: Fix };

export type FixedDocument = {
  readonly source: string;
  readonly compiled: Compiled;
  /** In the order in which they were fixed. */
  readonly applied: readonly FixedProblem[];
};

/**
 * Round after round, until no fix is left that works. Each fix takes a problem away and brings no error; one of a
 * warning brings no warning either, so that there is an end.
 */
export function applyFixes(source: string): FixedDocument {
  let now: FixedDocument = { source, compiled: compile(source), applied: [] };
  // What did not work is tried again only when nothing else is left, since other fixes may have made way for it.
  const failed = new Set<string>();
  let isChanged = false;
  for (;;) {
    const fresh = now.compiled.problems.filter(isFixable).filter((problem) => !failed.has(placeOf(problem)));
    const next = tryAll(now, apart(fresh), failed);
    if (next !== now) {
      now = next;
      isChanged = true;
    } else if (fresh.length === 0) {
      if (!isChanged || failed.size === 0) return now;
      failed.clear();
      isChanged = false;
    }
  }
}

const placeOf = ({ code, address, message }: Problem): string => `${code} ${address} ${message}`;

const isFixable = (problem: Problem): problem is Fixable => problem.fix !== undefined;

/** All at once; where that does not fix all of them, each half by itself. */
function tryAll(now: FixedDocument, fixes: readonly Fixable[], failed: Set<string>): FixedDocument {
  const [first, other] = fixes;
  if (first === undefined) return now;
  const next = applied(now, fixes);
  if (areFixed(now, next, fixes)) return next;
  if (other === undefined) {
    const further = tryFurther(now, next, first);
    if (further === now) failed.add(placeOf(first));
    return further;
  }
  const half = Math.ceil(fixes.length / 2);
  const tried = tryAll(now, fixes.slice(0, half), failed);
  // Where the first half has changed the text, the places of the second are known in the next round.
  return tried === now ? tryAll(now, fixes.slice(half), failed) : tried;
}

/** Reading an expression ends at its first mistake: the next one of the clause shows when that is fixed, and is fixed too. */
function tryFurther(now: FixedDocument, after: FixedDocument, fixed: Fixable): FixedDocument {
  let at = after;
  for (let step = 0; step < mostSteps; step++) {
    const next = at.compiled.problems.find(
      (problem): problem is Fixable =>
        isFixable(problem) && problem.address === fixed.address && problem.severity === "error",
    );
    if (next === undefined) return now;
    at = applied(at, [next]);
    if (areFixed(now, at, [fixed])) return at;
  }
  return now;
}

/** So many mistakes of one expression are fixed together. */
const mostSteps = 20;

function applied(now: FixedDocument, fixes: readonly Fixable[]): FixedDocument {
  const edits = fixes.flatMap(({ fix }) => fix.edits.map(({ span, text }) => ({ ...span, text })));
  const source = applyEdits(now.source, edits);
  const fixed = fixes.map((problem) => ({ problem, source: now.source }));
  return { source, compiled: compile(source, now.compiled), applied: [...now.applied, ...fixed] };
}

/** The fixes none of which touches what another one changes, the first of each. */
function apart(problems: readonly Fixable[]): readonly Fixable[] {
  const taken: { readonly start: number; readonly end: number }[] = [];
  return problems.filter(({ fix }) => {
    const spans = fix.edits.map(({ span }) => span);
    const isFree = spans.every(({ start, end }) => taken.every((other) => end < other.start || other.end < start));
    if (isFree) taken.push(...spans);
    return isFree;
  });
}

function areFixed(before: FixedDocument, after: FixedDocument, fixes: readonly Fixable[]): boolean {
  const [old, left] = [counted(before.compiled.problems), counted(after.compiled.problems)];
  const isGone = [...counted(fixes)].every(([key, count]) => (left.get(key) ?? 0) <= (old.get(key) ?? 0) - count);
  const strict = fixes.every(({ severity }) => severity === "error");
  const brought = after.compiled.problems.some(
    (problem) =>
      (problem.severity === "error" || (!strict && problem.severity === "warning")) &&
      (left.get(keyOf(problem)) ?? 0) > (old.get(keyOf(problem)) ?? 0),
  );
  return isGone && !brought;
}

function counted(problems: readonly Problem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1);
  return counts;
}

/** Places move with the text; messages do not. */
const keyOf = ({ severity, code, message }: Problem): string => `${severity} ${code} ${message}`;
