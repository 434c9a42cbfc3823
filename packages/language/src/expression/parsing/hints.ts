// What to write instead, for the words and signs that people bring from elsewhere.
import type { Token } from "./token.ts";

const conditional = "A conditional is written `test ? value : otherwise`.";

/** Words that stand where an operator should. */
const operatorWords: ReadonlyMap<string, string> = new Map([
  ["is", 'Write `==`, or `!=` for "is not".'],
  ["equals", "Write `==`."],
  ["like", "Write `x.contains('…')` or `x.matches('…')`."],
  ["contains", "Write `x.contains('…')`."],
  ["matches", "Write `x.matches('…')`."],
  ["between", "Write `x >= a and x <= b`."],
  ["xor", "Write `a != b`."],
  ["mod", "Write `%`."],
  ...["if", "then", "else", "otherwise", "when"].map((word) => [word, conditional] as const),
]);

const symbolOf = (token: Token | undefined) => (token?.kind === "symbol" ? token.symbol : undefined);

/** Something stands after a value that cannot follow it; `opening` is the bracket around both, if any. */
export function afterValueHint(text: string, before: Token | undefined, token: Token, opening = ""): string {
  const touches = before?.end === token.start;
  const written = before === undefined ? "" : text.slice(before.start, before.end);
  if (before?.kind === "text" && touches && (token.kind === "name" || token.kind === "text")) {
    return `A ${written[0]} inside a text is written \\${written[0]}.`;
  }
  if (token.kind === "text") {
    return before?.kind === "name" && touches ? "A text has nothing before it." : "Texts are joined with `+`.";
  }
  if (token.kind === "name") {
    const unit = before?.kind === "number" ? /^(day|hour|minute)s?$/.exec(token.name) : null;
    if (unit) return `Write \`${unit[1]}s(${written})\`, or name a constant.`;
    const known = operatorWords.get(token.name);
    return known ?? (before?.kind === "name" ? "A name has no spaces: write its identifier, with underscores." : "");
  }
  switch (symbolOf(token)) {
    case ")":
    case "]":
      return "It has no opening counterpart: delete it.";
    case ",":
      if (before?.kind === "number" && /^[0-9]/.test(text.slice(token.end)))
        return "A number has no comma: write 1000 or 12.50.";
      return opening === "("
        ? "A list is written `[a, b]`."
        : "Commas stand between the items of a list or of a function only.";
    case ":":
    case "?":
      return conditional;
    case "!":
      return 'Write `!=` for "is not", `and not` between two conditions.';
    default:
      return "";
  }
}

/** Something stands where a value should. */
export function noValueHint(before: Token | undefined, token: Token): string {
  const sign = symbolOf(before);
  switch (symbolOf(token)) {
    case "not":
      return "Put it in brackets: `(not …)`.";
    case ".":
      return "A number is written with a digit before its point, as in 0.5.";
    case "!":
    case "-":
      return "Put it in brackets.";
    case "in":
      return sign === "not" ? "Write a value before `not in`." : "Write a value before it.";
    case "]":
    case ")":
      if (sign === ",") return "Delete the comma before it.";
  }
  if (sign === "(" || sign === "[") return "Write a value between the brackets.";
  return sign === undefined || sign === "," ? "Write a value before it." : `Write a value after \`${sign}\`.`;
}

/** The expression ends where a value should stand. */
export function endHint(before: Token | undefined): string {
  if (before === undefined) return "Write an expression between the backticks.";
  switch (symbolOf(before)) {
    case undefined:
      return "";
    case "(":
    case "[":
      return "Write a value and close the bracket.";
    case "%":
      return "Write a value after `%`; a percentage is a fraction: 20 % is 0.2.";
    default:
      return `Write a value after \`${symbolOf(before)}\`.`;
  }
}

/** Something stands where the name of a field should. */
export function noFieldHint(token: Token): string {
  if (token.kind === "symbol" && /^[a-z]+$/.test(token.symbol)) return ownIdentifier;
  return "Write the name of a field after the point.";
}

export function reservedHint(word: string): string {
  return word === "if" || word === "else" ? conditional : ownIdentifier;
}

const ownIdentifier = "Give it an identifier of its own where it is defined: ``Name (`other_name`)``.";
