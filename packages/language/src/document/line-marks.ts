// What the beginning of a line and the signs in it say: lists and quotes, fences and other raw blocks, nesting.

export type Line = { readonly start: number; readonly end: number; readonly next: number };

/** Lines end with LF, CRLF or a lone CR. */
export function lineAt(source: string, start: number): Line {
  let end = start;
  while (end < source.length && source.charCodeAt(end) !== 10 && source.charCodeAt(end) !== 13) end++;
  const next = source.charCodeAt(end) === 13 && source.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
  return { start, end, next: Math.min(next, source.length) };
}

/** The lists and quotes at the beginning of a line. */
export type Prefix = {
  /** How many signs of lists and quotes there are. */
  readonly markers: number;
  /** How deep the line may stand at most: by its signs, and by the lists that its spaces go on with. */
  readonly depth: number;
  /** Where the words begin. */
  readonly words: number;
  readonly isBlank: boolean;
};

export function prefixOf(source: string, line: Line): Prefix {
  let at = line.start;
  let columns = 0;
  let markers = 0;
  let rules = 0;
  let rule = "";
  while (at < line.end) {
    const sign = source.charAt(at);
    if (sign === " ") columns += 1;
    else if (sign === "\t") columns += 4;
    else {
      const length = markerAt(source, at, line.end);
      if (length === 0) break;
      if (sign === rule) rules++;
      rule = rule === "" ? sign : rule;
      markers++;
      at += length - 1;
      // One space belongs to the sign.
      if (/[ \t]/.test(source.charAt(at + 1)) && at + 1 < line.end) at++;
    }
    at++;
  }
  const isBlank = at === line.end && markers === 0;
  // A line of dashes or stars, spaced or not, is a rule and no list in a list in a list.
  if (at === line.end && rules + 1 === markers && markers > 2 && (rule === "-" || rule === "*")) markers = 0;
  return { markers, depth: markers === 0 ? 0 : markers + (columns >> 1), words: at, isBlank };
}

/** How long the sign of a list or quote is, or 0. */
function markerAt(source: string, at: number, end: number): number {
  const sign = source.charAt(at);
  if (sign === ">") return 1;
  let behind = at;
  if (sign === "-" || sign === "+" || sign === "*") behind = at + 1;
  else {
    while (behind < end && behind < at + 9 && isDigit(source.charCodeAt(behind))) behind++;
    if (behind === at) return 0;
    const dot = source.charAt(behind);
    if (dot !== "." && dot !== ")") return 0;
    behind++;
  }
  const next = source.charAt(behind);
  return behind >= end || next === " " || next === "\t" ? behind - at : 0;
}

const isDigit = (unit: number) => unit >= 48 && unit <= 57;

/** A block in which Markdown means nothing until a certain end. */
export type Raw = (line: string) => boolean;

/** Whether a line opens such a block. Gives the test for the line that ends it. */
export function rawFrom(text: string): Raw | undefined {
  const fence = /^ {0,3}(?:(?<ticks>`{3,})[^`]*|(?<waves>~{3,}).*)$/s.exec(text)?.groups;
  if (fence) {
    const sign = fence["ticks"] ?? fence["waves"] ?? "";
    return (line) => {
      const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1] ?? "";
      return closing.charAt(0) === sign.charAt(0) && closing.length >= sign.length;
    };
  }
  const html = rawHtml.find(({ opens }) => opens.test(text));
  const opening = html?.opens.exec(text)?.[0].length ?? 0;
  return html && !html.closes.test(text.slice(opening)) ? (line) => html.closes.test(line) : undefined;
}

const rawHtml = [
  { opens: /^ {0,3}<!--/, closes: /-->/ },
  { opens: /^ {0,3}<(?:script|pre|style|textarea)(?=[\s>]|$)/i, closes: /<\/(?:script|pre|style|textarea)>/i },
  { opens: /^ {0,3}<\?/, closes: /\?>/ },
  { opens: /^ {0,3}<!\[CDATA\[/, closes: /\]\]>/ },
  { opens: /^ {0,3}<![A-Za-z]/, closes: />/ },
];
