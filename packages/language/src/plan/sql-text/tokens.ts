// The words of SQL and PL/pgSQL as PostgreSQL's scanner tells them apart; white space is only noted.

export type Token = {
  /** A word behind a dot is a name, whatever it says. */
  readonly kind: "word" | "name" | "text" | "number" | "parameter" | "operator" | "mark" | "comment";
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
  /** White space stands before it. */
  readonly isApart: boolean;
};

type Kind = Token["kind"];

/** Each is tried at one place alone; which one, its first sign says. Backslashes count in `E'…'` alone. */
const patterns = {
  line: String.raw`--[^\n]*`,
  text: String.raw`'(?:[^']|'')*'`,
  escaped: String.raw`[eE]'(?:[^'\\]|\\[^]|'')*'`,
  name: String.raw`"(?:[^"]|"")*"`,
  prefixed: String.raw`[uU]&(?:'(?:[^']|'')*'|"(?:[^"]|"")*")|[bBnNxX]'(?:[^']|'')*'`,
  dollar: String.raw`\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$`,
  parameter: String.raw`\$\d+`,
  number: String.raw`(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?`,
  operator: String.raw`:[:=]|\.\.|(?:(?!--|/\*)[-+*/<>=~!@#%^&|?${"`"}])+`,
  mark: String.raw`[()[\],;.:]`,
} as const;
type Pattern = keyof typeof patterns;

class Scanner {
  readonly #sql: string;
  readonly #sticky: Partial<Record<Pattern, RegExp>> = {};

  constructor(sql: string) {
    this.#sql = sql;
  }

  /** Where a pattern that begins here ends; `at` where none does. */
  end(pattern: Pattern, at: number): number {
    const sticky = (this.#sticky[pattern] ??= new RegExp(patterns[pattern], "y"));
    sticky.lastIndex = at;
    return sticky.test(this.#sql) ? sticky.lastIndex : at;
  }

  /** The first of these that begins here, with its end. */
  first(at: number, ...wanted: readonly (readonly [Pattern, Kind])[]): readonly [Kind, number] {
    for (const [pattern, kind] of wanted) {
      const end = this.end(pattern, at);
      if (end > at) return [kind, end];
    }
    throw new Error(`No SQL: ${this.#sql.slice(at, at + 40)}`);
  }
}

/** Throws on what is no SQL: a text without its end, a sign that PostgreSQL does not know. */
export function tokensOf(sql: string): readonly Token[] {
  const scanner = new Scanner(sql);
  const tokens: Token[] = [];
  let at = 0;
  while (at < sql.length) {
    let start = at;
    while (isSpace(sql.charCodeAt(start))) start++;
    if (start === sql.length) break;
    const [kind, end] = next(sql, start, scanner);
    const isName = kind === "word" && tokens.at(-1)?.text === ".";
    tokens.push({ kind: isName ? "name" : kind, text: sql.slice(start, end), at: start, isApart: start > at });
    at = end;
  }
  return tokens;
}

/** What PostgreSQL's scanner takes for white space, and no sign more. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
/** Letters, and all that is no ASCII. */
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code >= 128;
const isInWord = (code: number): boolean => isLetter(code) || (code >= 48 && code <= 57) || code === 36;

function wordEnd(sql: string, at: number): number {
  let end = at + 1;
  while (isInWord(sql.charCodeAt(end))) end++;
  return end;
}

function next(sql: string, at: number, scanner: Scanner): readonly [Kind, number] {
  const sign = sql[at] ?? "";
  switch (sign) {
    case "'":
      return scanner.first(at, ["text", "text"]);
    case '"':
      return scanner.first(at, ["name", "name"]);
    case "$": {
      const opened = scanner.end("dollar", at);
      return opened > at ? ["text", dollarEnd(sql, at, opened)] : scanner.first(at, ["parameter", "parameter"]);
    }
    case "(":
    case ")":
    case "[":
    case "]":
    case ",":
    case ";":
      return ["mark", at + 1];
    case ".":
      return scanner.first(at, ["number", "number"], ["operator", "operator"], ["mark", "mark"]);
    case ":":
      return scanner.first(at, ["operator", "operator"], ["mark", "mark"]);
    default:
      return other(sql, at, sign, scanner);
  }
}

function other(sql: string, at: number, sign: string, scanner: Scanner): readonly [Kind, number] {
  if (sign >= "0" && sign <= "9") return scanner.first(at, ["number", "number"]);
  if (sign === "-" && sql[at + 1] === "-") return scanner.first(at, ["line", "comment"]);
  if (sign === "/" && sql[at + 1] === "*") return ["comment", blockEnd(sql, at)];
  // `E'…'` is one text, and `date'…'` a word and a text.
  const follows = sql[at + 1];
  if (follows === "'" && (sign === "e" || sign === "E")) return scanner.first(at, ["escaped", "text"]);
  if (follows === "'" || follows === "&") {
    const end = scanner.end("prefixed", at);
    if (end > at) return [sql[end - 1] === "'" ? "text" : "name", end];
  }
  return isLetter(sql.charCodeAt(at)) ? ["word", wordEnd(sql, at)] : scanner.first(at, ["operator", "operator"]);
}

function dollarEnd(sql: string, at: number, opened: number): number {
  const tag = sql.slice(at, opened);
  const end = sql.indexOf(tag, opened);
  if (end === -1) throw new Error(`No end of ${sql.slice(at, at + 40)}`);
  return end + tag.length;
}

/** Comments of this kind stand within each other. */
function blockEnd(sql: string, start: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  let depth = 0;
  for (let found = edge.exec(sql); found !== null; found = edge.exec(sql)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  throw new Error(`No end of ${sql.slice(start, start + 40)}`);
}
