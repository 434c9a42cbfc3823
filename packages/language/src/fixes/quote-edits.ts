// Quotes of a word processor around a text in an expression, both of which become straight ones.
import type { Fix, Span } from "../problem.ts";

const pairs =
  /^(?:“([^“”„"'`\\|\r\n]*)”|„([^“”„"'`\\|\r\n]*)[“”]|«([^«»"'`\\|\r\n]*)»|‘([^‘’"'`\\|\r\n]*)’|‚([^‘’‚"'`\\|\r\n]*)[‘’])/;

/** `at`: the first of them. Undefined where the text has no end, or holds what a straight quote would end. */
export function quoteEdits(at: Span, source: string): Fix["edits"] | undefined {
  const whole = pairs.exec(source.slice(at.start, at.start + 4000))?.[0];
  if (whole === undefined) return undefined;
  const end = at.start + whole.length;
  return [
    { span: { start: at.start, end: at.start + 1 }, text: "'" },
    { span: { start: end - 1, end }, text: "'" },
  ];
}
