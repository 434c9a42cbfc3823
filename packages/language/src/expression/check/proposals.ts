// What the hints of the checks propose, where it can be put in the place of what was written.
import type { Proposal } from "../../problem.ts";

const words = (found: string | undefined, text: string | undefined): Proposal | undefined =>
  found === undefined || text === undefined || found === text ? undefined : { kind: "words", found, text };

/** A field of the own row, a list of rows, or a choice without its quotes. */
export function nameProposed(found: string, hint: string): Proposal | undefined {
  const written = /^Write ([a-z]\w*\.\w+|[A-Z]\w*)\.$/.exec(hint)?.[1];
  if (written !== undefined) return words(found, written);
  const choice = /^A choice or state stands in quotes: write ('[^'"`|]+')\.$/.exec(hint)?.[1];
  return words(found, choice);
}

/** `date(x)` in place of `x`. */
export function conversionProposed(hint: string): Proposal | undefined {
  const [, text, inside] =
    /^(?:write|a duration is written) ((?:date|string|money|time|datetime|days)\((.+)\))$/.exec(hint) ?? [];
  if (text !== undefined) return isPlain(text) ? words(inside, text) : undefined;
  const number = /^write '(-?[\d.]+)'$/.exec(hint)?.[1];
  return number === undefined ? undefined : words(number, `'${number}'`);
}

/** Another name of a function, where it is written in the same form. */
export function functionProposed(found: string, hint: string): Proposal | undefined {
  const plain = /^Write (\w+)\(x\)\.$/.exec(hint)?.[1];
  if (plain !== undefined) return { kind: "words", found, text: plain, dotted: false };
  const method = /^Write (?:list|text)\.(\w+)\(\)\.$/.exec(hint)?.[1];
  return method === undefined ? undefined : { kind: "words", found, text: method, dotted: true };
}

/** With or without a dot, and names that are called. */
export function formProposed(message: string, hint: string): Proposal | undefined {
  const text = /^write (.+)$/.exec(hint)?.[1];
  if (text === undefined || !isPlain(text)) return undefined;
  if (message.endsWith(" is a name, not a function:")) return words(`${text}()`, text);
  if (message.endsWith(" is written without a dot:")) {
    const [, name, of, rest = ""] = /^(\w+)\(([\w.]+)(?:, ([^()]*))?\)$/.exec(text) ?? [];
    return of === undefined ? undefined : words(`${of}.${name}(${rest})`, text);
  }
  if (message.endsWith(" is written with a dot:")) {
    const [, of, name, rest] = /^([\w.]+)\.(\w+)\(([^()]*)\)$/.exec(text) ?? [];
    return name === undefined ? undefined : words(`${name}(${[of, rest].filter(Boolean).join(", ")})`, text);
  }
  return undefined;
}

/** Without what stands for something else, and what a table would write otherwise. */
const isPlain = (text: string): boolean => !/[…|`]|\.\.\./.test(text);
