// Tokens of the Haskell that the specifications are written in, each with its column: the layout rests on them.

export type Token = {
  readonly kind: "name" | "constructor" | "operator" | "sign" | "text" | "number" | "quasi" | "end" | "stop";
  readonly text: string;
  readonly column: number;
  /** The first one on its line. */
  readonly isFirst: boolean;
  readonly line: number;
};

const patterns: readonly (readonly [Token["kind"] | "blank", RegExp])[] = [
  ["blank", /[ \t\r]+|\n|--+(?![!#$%&*+./<=>?@\\^|~:-])[^\n]*|\{-[^]*?-\}/y],
  ["quasi", /\[(?:json|str|aesonQQ)\|[^]*?\|\]/y],
  ["text", /"(?:[^"\\]|\\\s+\\|\\[^])*"|'(?:\\.|[^\\'])'/y],
  ["number", /\d[\d_]*(?:\.\d+)?/y],
  ["name", /(?:[A-Z][\w']*\.)*[a-zA-Z_][\w']*/y],
  ["sign", /[()[\]{},;`]/y],
  ["operator", /[!#$%&*+./<=>?@\\^|~:-]+/y],
];

export function readTokens(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let [at, line, lineStart, isFirst] = [0, 1, 0, true];
  while (at < source.length) {
    const found = patterns.flatMap(([kind, pattern]) => {
      pattern.lastIndex = at;
      const text = pattern.exec(source)?.[0];
      return text === undefined ? [] : [{ kind, text }];
    })[0];
    if (found === undefined) throw new SyntaxError(`line ${line}: ${source.slice(at, at + 10)}`);
    const { kind, text } = found;
    if (kind !== "blank") {
      tokens.push({ ...named(kind, text), column: at - lineStart + 1, isFirst, line });
      isFirst = false;
    }
    const lines = text.split("\n");
    if (lines.length > 1) {
      line += lines.length - 1;
      lineStart = at + text.lastIndexOf("\n") + 1;
      if (kind === "blank") isFirst = true;
    }
    at += text.length;
  }
  return [...tokens, { kind: "end", text: "", column: 0, isFirst: true, line }];
}

function named(kind: Token["kind"], text: string): Pick<Token, "kind" | "text"> {
  if (kind === "text") return { kind, text: unescaped(text.slice(1, -1)) };
  if (kind === "number") return { kind, text: text.replaceAll("_", "") };
  if (kind !== "name") return { kind, text };
  // Where something was imported from makes no difference here.
  const base = text.split(".").at(-1) ?? text;
  return /^[A-Z]/.test(base) ? { kind: "constructor", text: base } : { kind, text: base };
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
  NUL: "\0",
  DEL: "\u007f",
};

const unescaped = (text: string): string =>
  text.replace(
    /\\(?:\s+\\|&|x([0-9a-fA-F]+)|(\d+)|(NUL|DEL)|([^]))/g,
    (_, hexadecimal?: string, decimal?: string, name?: string, letter?: string) => {
      if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      const escaped = name ?? letter;
      return escaped === undefined ? "" : (escapes[escaped] ?? escaped);
    },
  );
