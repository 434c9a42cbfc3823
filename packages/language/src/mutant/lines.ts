// Rows of tables and properties that are left out: their whole line.
import { lineAround, type Edit } from "../text/edits.ts";
import type { Clause } from "../clause/clause.ts";
import type { Span } from "../problem.ts";
import { replaced, type Change, type Mutable } from "./mutant.ts";

export function withoutLine(source: string, place: number): Edit {
  const { start, end } = lineAround(source, place);
  const next = /^\r?\n/.exec(source.slice(end, end + 2))?.[0].length ?? 0;
  return replaced({ start, end: end + next }, "");
}

export const withoutRow = (
  { address, span }: Pick<Clause, "address" | "span">,
  { source }: Mutable,
  through: readonly string[] = [],
): Change => ({
  clause: address,
  what: "left out",
  edits: [withoutLine(source, span.start)],
  within: lineAround(source, span.start),
  through,
});

/** Of a list with commas in between, every one but this. */
export function withoutItem(items: readonly Span[], index: number): Edit {
  const [item, next, last] = [items[index], items[index + 1], items[index - 1]];
  if (item === undefined) throw new Error(`no item ${index} of ${items.length}`);
  if (next !== undefined) return replaced({ start: item.start, end: next.start }, "");
  return replaced({ start: last?.end ?? item.start, end: item.end }, "");
}
