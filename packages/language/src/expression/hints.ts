// What to write instead, for the words and signs that people bring from elsewhere.
import type { Token } from "./token.ts";

/** Words that stand where an operator should. */
const operatorWords: Readonly<Record<string, string>> = {
  is: "Write `==`, or `!=` for \"is not\".",
  equals: "Write `==`.",
  isnt: "Write `!=`.",
  like: "Write `x.contains('…')` or `x.matches('…')`.",
  contains: "Write `x.contains('…')`.",
  matches: "Write `x.matches('…')`.",
  between: "Write `x >= a and x <= b`.",
  xor: "Write `a != b`.",
  mod: "Write `%`.",
  then: "A conditional is written `test ? value : otherwise`.",
  otherwise: "A conditional is written `test ? value : otherwise`.",
  else: "A conditional is written `test ? value : otherwise`.",
  if: "A conditional is written `test ? value : otherwise`.",
  when: "A conditional is written `test ? value : otherwise`.",
};

/** Something stands after a value that cannot follow it. */
export function afterValueHint(text: string, before: Token | undefined, token: Token): string {
  const touches = before?.end === token.start;
  if (before?.kind === "text" && touches && (token.kind === "name" || token.kind === "text")) {
    const quote = text[before.start] ?? "'";
    return `A ${quote} inside a text is written \\${quote}.`;
  }
  if (token.kind === "text" && before?.kind === "name" && touches) return "A text has nothing before its quote; write \\\\ for a backslash.";
  if (token.kind === "text") return 'Texts are joined with `+`.';
  if (token.kind === "name" && before?.kind === "number") {
    const unit = /^(days?|hours?|minutes?)$/.exec(token.name);
    if (unit) return `Write \`${token.name.replace(/s?$/, "s")}(${text.slice(before.start, before.end)})\`, or name a constant.`;
  }
  if (token.kind === "name" && Object.hasOwn(operatorWords, token.name)) return operatorWords[token.name] ?? "";
  if (token.kind === "symbol" && (token.symbol === ")" || token.symbol === "]")) return "It closes nothing: delete it.";
  if (token.kind === "symbol" && token.symbol === ",") return "A comma stands between the items of a list or a function only.";
  if (token.kind === "symbol" && token.symbol === ":") return "A conditional is written `test ? value : otherwise`.";
  if (token.kind === "symbol" && token.symbol === "!") return "Write `!=` for \"is not\", `and not` between two conditions.";
  if (token.kind === "name" && before?.kind === "name") return "A name has no spaces: write its identifier, with underscores.";
  return "";
}

/** Something stands where a value should. */
export function noValueHint(before: Token | undefined, token: Token): string {
  if (token.kind !== "symbol") return "";
  if (token.symbol === "not") return "Put it in brackets: `(not …)`.";
  if (token.symbol === "." ) return "A number is written with a digit before its point, as in 0.5.";
  if (token.symbol === "!" || token.symbol === "-") return "Put it in brackets.";
  if (token.symbol === "]" || token.symbol === ")") {
    return before?.kind === "symbol" && before.symbol === "," ? "Delete the comma before it." : "Write a value before it.";
  }
  if (before?.kind === "symbol" && !["(", "[", ","].includes(before.symbol)) return `Write a value after \`${before.symbol}\`.`;
  return "Write a value before it.";
}

/** The expression ends where a value should stand. */
export function endHint(before: Token | undefined): string {
  if (before === undefined) return "Write an expression between the backticks.";
  if (before.kind !== "symbol") return "";
  return before.symbol === "%" ? "Write a value after `%`; a percentage is a fraction: 20 % is 0.2." : `Write a value after \`${before.symbol}\`.`;
}

/** A word of the language stands where the name of a field should. */
export function afterWordsHint(token: Token): string {
  if (token.kind !== "symbol") return "";
  if (/^[a-z]+$/.test(token.symbol)) return "Give the field an identifier of its own where it is defined: ``Name (`other_name`)``.";
  return token.symbol === "(" ? "A function has a name before its bracket." : "";
}
