// Takes out of all problems those that only follow from another one, so that one mistake is one message.
import type { Problem } from "../problem.ts";
import { identifierOf } from "./name.ts";

/** Nothing of the table is read. */
const tableLost: ReadonlySet<string> = new Set(["N010", "N012"]);
/** Nothing of the row, or of the item of a list, is read. */
const lineLost: ReadonlySet<string> = new Set(["N008", "N011", "N013"]);
/** Nothing of what stands under the heading is read. */
const partLost: ReadonlySet<string> = new Set(["N016"]);

/** A name that nothing has: a typing mistake, or a thing that could not be read where it is defined. */
const unknown: ReadonlySet<string> = new Set(
  "N016 N208 N209 N301 N404 N405 N501 N604 N606 N701 N702 N905 X001 X002 X004".split(" "),
);

/** Something is named nowhere, leads nowhere or is allowed nowhere: perhaps only because a line is wrong that does. */
const absent: ReadonlySet<string> = new Set(
  "N206 N210 N214 N305 N320 N401 N402 N403 N601 N602 N603 N616 N715 N802 N901".split(" "),
);

export function withoutFollowUps(problems: readonly Problem[], source: string): readonly Problem[] {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return problems;
  const lost = new Lost(errors, source);
  return once(problems.filter((problem) => !lost.explains(problem)));
}

/** From so many on, the same words at other places are one mistake: something has another name where it is defined. */
const several = 3;
/** So many of the other places are shown. */
const mostPlaces = 20;

/** A name that nothing has, said once with all its places. */
function once(problems: readonly Problem[]): readonly Problem[] {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    if (!unknown.has(problem.code)) continue;
    const key = `${problem.code} ${problem.message} ${problem.hint}`.toLowerCase();
    const group = groups.get(key);
    if (group) group.push(problem);
    else groups.set(key, [problem]);
  }
  const dropped = new Set<Problem>();
  const others = new Map<Problem, readonly Problem[]>();
  for (const group of groups.values()) {
    if (group.length < several) continue;
    const [first, ...more] = group.toSorted((a, b) => a.span.start - b.span.start);
    if (first) others.set(first, more);
    for (const problem of more) dropped.add(problem);
  }
  return problems.flatMap((problem) => {
    if (dropped.has(problem)) return [];
    const more = others.get(problem);
    if (!more) return [problem];
    const places = more.slice(0, mostPlaces).map(({ span }) => ({ span, message: "here too" }));
    return [{ ...problem, related: [...problem.related, ...places] }];
  });
}

/** What the document says and nobody could read, as words. */
class Lost {
  readonly #source: string;
  /** Identifiers of what is defined there: the first cells of rows. */
  readonly #defined = new Set<string>();
  /** All words of lines that are wrong or were not read, each between spaces, as identifiers. */
  #named = "";

  constructor(errors: readonly Problem[], source: string) {
    this.#source = source;
    const seen = new Set<number>();
    for (const { code, span, hint } of errors) {
      if (absent.has(code)) continue;
      if (unknown.has(code)) this.#name(hint);
      const [from, to] = this.#extent(code, span.start);
      if (seen.has(from)) continue;
      seen.add(from);
      const text = source.slice(from, to);
      this.#name(text);
      if (!tableLost.has(code) && !lineLost.has(code)) continue;
      for (const line of text.split("\n")) {
        const first = /^\s*\|\s*([^|`(]*[^|`(\s])/.exec(line)?.[1];
        const own = /^\s*\|[^|]*\(`([^`]*)`\)/.exec(line)?.[1];
        for (const name of [first, own]) if (name !== undefined) this.#defined.add(keyOf(name));
      }
    }
  }

  explains(problem: Problem): boolean {
    const { code, span, related } = problem;
    const words = [span, ...related.map((one) => one.span)].map(({ start, end }) => this.#source.slice(start, end));
    if (unknown.has(code)) return this.#defined.has(keyOf(words[0] ?? ""));
    if (!absent.has(code)) return false;
    return words.some((word) => {
      const key = keyOf(word.replace(/\(`[^`]*`\)$/, ""));
      return key !== "" && key.length < 100 && this.#named.includes(`_${key}_`);
    });
  }

  #name(text: string): void {
    this.#named += `_${text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, "_")}_`;
  }

  /** From where to where nothing was read; the line, where it is only wrong. */
  #extent(code: string, at: number): readonly [from: number, to: number] {
    const source = this.#source;
    let from = source.lastIndexOf("\n", at - 1) + 1;
    let to = endOfLine(source, at);
    if (tableLost.has(code)) {
      while (to < source.length && /^[ \t]*\|/.test(source.slice(to + 1, to + 40))) to = endOfLine(source, to + 1);
    } else if (partLost.has(code)) {
      const next = source.slice(to).search(/\n#{1,3} /);
      to = next < 0 ? source.length : to + next;
    }
    return [from, to];
  }
}

function endOfLine(source: string, at: number): number {
  const end = source.indexOf("\n", at);
  return end < 0 ? source.length : end;
}

/** Labels and identifiers of one thing have one key, in any letters. */
const keyOf = (name: string): string =>
  identifierOf(name) ||
  name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "_");
