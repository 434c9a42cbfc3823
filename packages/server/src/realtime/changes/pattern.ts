// Patterns in filters, as subscribers write them: matched in time that grows with the text alone, or refused.
import { RE2JS } from "re2js";
import { LiveRefusal } from "../service.ts";

export const patternOperators = ["like", "ilike", "match", "imatch"] as const;
export type PatternOperator = (typeof patternOperators)[number];

/** Undefined: the text is too long to be asked about. */
export type Fits = (text: string) => boolean | undefined;

const longestPattern = 500;
const longestText = 4000;
/** Steps of the compiled pattern: each letter of a text may be held against all of them. */
const mostSteps = 200;

const refused = (message: string) => new LiveRefusal("MalformedSubscription", message);

/** Fails with a `LiveRefusal`. */
export function readPattern(operator: PatternOperator, pattern: string): Fits {
  if (pattern.length > longestPattern) throw refused(`A pattern has at most ${longestPattern} letters`);
  const isLike = operator === "like" || operator === "ilike";
  const source = isLike ? fromLike(pattern) : pattern;
  const flags = (operator.startsWith("i") ? RE2JS.CASE_INSENSITIVE : 0) | RE2JS.DOTALL;
  const compiled = compile(source, flags);
  if (compiled.programSize() > mostSteps) throw refused("The pattern repeats too much");
  // Not by its `test`, which prepares for many texts of a kind and takes ten times as long for the worst one.
  return (text) => {
    if (text.length > longestText) return undefined;
    const matcher = compiled.matcher(text);
    return isLike ? matcher.matches() : matcher.find();
  };
}

function compile(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(source, flags);
  } catch (failure) {
    throw refused(`This is no pattern: ${failure instanceof Error ? failure.message.slice(0, 200) : ""}`);
  }
}

/** `%` is anything, `_` one letter, and what follows a backslash is itself. */
function fromLike(pattern: string): string {
  const parts = pattern.match(/\\.|\\$|%|_|[^\\%_]+/gsu) ?? [];
  return parts
    .map((part) => {
      if (part === "\\") throw refused("A pattern does not end with a backslash");
      return part === "%" ? ".*" : part === "_" ? "." : RE2JS.quote(part.replace(/^\\/, ""));
    })
    .join("");
}
