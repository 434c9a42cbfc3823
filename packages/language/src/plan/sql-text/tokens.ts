// The words of SQL and PL/pgSQL as PostgreSQL's scanner tells them apart; white space is only noted.

export type Token = {
  readonly kind: "word" | "name" | "text" | "number" | "parameter" | "operator" | "mark" | "comment";
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
  /** White space stands before it. */
  readonly isApart: boolean;
};

/** In the order in which they are tried. Backslashes count in `E'…'` alone. */
const kinds: readonly (readonly [Token["kind"], string])[] = [
  ["comment", String.raw`--[^\n]*`],
  ["text", String.raw`[eE]'(?:[^'\\]|\\[^]|'')*'|(?:[uU]&|[bBnNxX])?'(?:[^']|'')*'`],
  ["name", String.raw`(?:[uU]&)?"(?:[^"]|"")*"`],
  ["parameter", String.raw`\$\d+`],
  ["number", String.raw`(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?`],
  ["word", String.raw`[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*`],
  ["operator", String.raw`:[:=]|\.\.|(?:(?!--|/\*)[-+*/<>=~!@#%^&|?${"`"}])+`],
  ["mark", String.raw`[()[\],;.:]`],
];

const scanner = () => new RegExp(kinds.map(([, pattern]) => `(${pattern})`).join("|"), "y");
const space = () => /\s+/y;
const dollar = () => /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

/** Throws on what is no SQL: a text without its end, a sign that PostgreSQL does not know. */
export function tokensOf(sql: string): readonly Token[] {
  const [blank, quote, next] = [space(), dollar(), scanner()];
  const tokens: Token[] = [];
  let at = 0;
  while (at < sql.length) {
    blank.lastIndex = at;
    const isApart = blank.test(sql);
    if (isApart) at = blank.lastIndex;
    if (at === sql.length) break;
    const one = sql.startsWith("/*", at)
      ? blockComment(sql, at)
      : (dollarText(sql, at, quote) ?? scanned(sql, at, next));
    tokens.push({ ...one, at, isApart });
    at += one.text.length;
  }
  return tokens;
}

type Scanned = Omit<Token, "at" | "isApart">;

function scanned(sql: string, at: number, next: RegExp): Scanned {
  next.lastIndex = at;
  const found = next.exec(sql);
  const index = found === null ? -1 : found.findIndex((part, place) => place > 0 && part !== undefined);
  const kind = kinds[index - 1]?.[0];
  if (found === null || kind === undefined) throw new Error(`No SQL: ${sql.slice(at, at + 40)}`);
  return { kind, text: found[0] };
}

function dollarText(sql: string, at: number, quote: RegExp): Scanned | undefined {
  if (sql[at] !== "$") return undefined;
  quote.lastIndex = at;
  const tag = quote.exec(sql)?.[0];
  if (tag === undefined) return undefined;
  const end = sql.indexOf(tag, at + tag.length);
  if (end === -1) throw new Error(`No end of ${sql.slice(at, at + 40)}`);
  return { kind: "text", text: sql.slice(at, end + tag.length) };
}

/** Comments of this kind stand within each other. */
function blockComment(sql: string, start: number): Scanned {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  let depth = 0;
  for (let found = edge.exec(sql); found !== null; found = edge.exec(sql)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return { kind: "comment", text: sql.slice(start, edge.lastIndex) };
  }
  throw new Error(`No end of ${sql.slice(start, start + 40)}`);
}
