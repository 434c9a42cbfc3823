// The word `or` in place of two pipes, which split a cell of a table in code too.
import type { Fix, Span } from "../problem.ts";
import { lineAround } from "../text/edits.ts";

/** `count`: how many of them there must be, each between the backticks of code. */
export function orEdits(count: number, at: Span, source: string): Fix["edits"] | undefined {
  const line = lineAround(source, at.start);
  if (line.end - line.start > 20_000) return undefined;
  const written = source.slice(line.start, line.end);
  const found = [...written.matchAll(/ ?\|\| ?/g)];
  const isInCode = (index: number) => written.slice(0, index).split("`").length % 2 === 0;
  if (found.length !== count || !found.every(({ index }) => isInCode(index))) return undefined;
  return found.map(({ 0: signs, index }) => {
    const start = line.start + index;
    return { span: { start, end: start + signs.length }, text: " or " };
  });
}
