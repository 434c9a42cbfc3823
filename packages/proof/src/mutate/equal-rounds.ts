// Whether two documents differ in nothing but when a schedule comes round, which it never does by either of them.
import type { Compiled } from "@writ/language";
import { programOf } from "../interpreter/program.ts";
import { comesAt } from "../plan/attempts/schedule-attempt.ts";

export function haveEqualRounds(one: Compiled, other: Compiled, clause: string, now: number): boolean {
  const [mine, theirs] = [one, other].map(({ model }) => model.calls.calls.find(({ address }) => address === clause));
  if (mine?.on?.kind !== "schedule" || theirs?.on?.kind !== "schedule") return false;
  const { start, end } = mine.on.span;
  const { source } = one.document;
  const written = other.document.source.slice(theirs.on.span.start, theirs.on.span.end);
  const { name } = mine;
  return (
    `${source.slice(0, start)}${written}${source.slice(end)}` === other.document.source &&
    [one, other].every((document) => comesAt(programOf(document), name.id, now) === undefined)
  );
}
