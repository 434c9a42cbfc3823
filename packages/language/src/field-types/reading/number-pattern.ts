// Reads what numbers and codes look like: `R-{year}-{000}`, `A{000000}`, `{aaaaaa}`.
import { offsetAt, spanOf, type Text } from "../../text/text.ts";
import type { Problem } from "../../problem.ts";
import type { NumberPattern, NumberPatternPart } from "../../sections/entities/model.ts";
import { wrongNumberPattern } from "../problems.ts";

/** More places than this are no number that a database counts in, and no code that people copy. */
const mostPlaces = 18;

/** `code` is the inside of the backticks. Undefined where it is wrong (reported). */
export function readNumberPattern(code: Text, address: string, problems: Problem[]): NumberPattern | undefined {
  const parts: NumberPatternPart[] = [];
  const braces = /\{([^{}]*)\}/g;
  let from = 0;
  const fixed = (to: number): boolean => {
    const text = code.text.slice(from, to);
    const stray = text.search(/[{}]/);
    if (stray >= 0) {
      const at = offsetAt(code, from + stray);
      problems.push(
        wrongNumberPattern.at({ span: { start: at, end: at + 1 }, address }, "a brace stands alone here", knownParts),
      );
      return false;
    }
    if (text !== "") parts.push({ kind: "fixed", text });
    return true;
  };
  for (const match of code.text.matchAll(braces)) {
    if (!fixed(match.index)) return undefined;
    from = match.index + match[0].length;
    const part = readPart(match[1] ?? "");
    if (part === undefined) {
      const span = spanOf(code, match.index, from);
      problems.push(wrongNumberPattern.at({ span, address }, `"${match[0]}" is not a part of a number`, knownParts));
      return undefined;
    }
    parts.push(part);
  }
  if (!fixed(code.text.length)) return undefined;
  return { text: code.text, span: spanOf(code), parts };
}

const knownParts = "In braces stand {year}, zeros for digits such as {000}, or letters such as {aaaaaa}.";

function readPart(inside: string): NumberPatternPart | undefined {
  if (inside === "year") return { kind: "year" };
  if (inside.length > mostPlaces) return undefined;
  if (/^0+$/.test(inside)) return { kind: "digits", places: inside.length };
  return /^a+$/.test(inside) ? { kind: "letters", places: inside.length } : undefined;
}

const count = (pattern: NumberPattern, kind: NumberPatternPart["kind"]) =>
  pattern.parts.filter((part) => part.kind === kind).length;

/** A sequence counts in exactly one group of digits; the year is in it exactly when it begins anew each year. */
export function checkSequence(pattern: NumberPattern, perYear: boolean, address: string, problems: Problem[]): void {
  const say = (message: string, hint: string) =>
    problems.push(wrongNumberPattern.at({ span: pattern.span, address }, message, hint));
  if (count(pattern, "letters") > 0) say("a sequence number has no letters that change", "Count in zeros: {000}.");
  else if (count(pattern, "digits") !== 1) {
    say(`a sequence number counts in one group of zeros, found ${count(pattern, "digits")}`, "Write it as `A-{000}`.");
  } else if (perYear && count(pattern, "year") === 0) {
    say("numbers that begin anew each year would be given twice", "Add {year}: `A-{year}-{000}`.");
  }
}

export function checkRandomCode(pattern: NumberPattern, address: string, problems: Problem[]): void {
  const say = (message: string, hint: string) =>
    problems.push(wrongNumberPattern.at({ span: pattern.span, address }, message, hint));
  if (count(pattern, "year") > 0)
    say("a random code has no year", "Draw digits with {000000} and letters with {aaaaaa}.");
  else if (count(pattern, "digits") + count(pattern, "letters") === 0) {
    say("nothing in this code is random", "Draw digits with {000000} and letters with {aaaaaa}.");
  }
}
