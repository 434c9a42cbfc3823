// From what the classes of problems propose to edits of the source, where it is certain which words are meant.
import type { CheckedExpression } from "../expression/check.ts";
import type { Expression } from "../expression/tree.ts";
import { definitionsOf } from "../names/mentions.ts";
import type { Model } from "../model/model.ts";
import type { Mention } from "../names/resolver.ts";
import type { Fix, Problem, Proposal, Span } from "../problem.ts";
import { isLineEnd, lineAround } from "../text/edits.ts";
import { nameEdits, namePlaces, type NamePlaces } from "./name-edits.ts";
import { orEdits } from "./or-edits.ts";
import { quoteEdits } from "./quote-edits.ts";

export type Written = {
  readonly source: string;
  readonly model: Model;
  readonly checked: ReadonlyMap<Expression, CheckedExpression>;
  readonly mentions: readonly Mention[];
};

type Edits = Fix["edits"];

export function settleFixes(problems: readonly Problem[], written: Written): readonly Problem[] {
  let places: NamePlaces | undefined;
  const named = () => (places ??= namePlaces(written));
  const isDoubtful = doubts(problems, written);
  return problems.map((problem) => {
    if (problem.proposal === undefined) return problem;
    const { proposal, ...said } = problem;
    if (isDoubtful(proposal)) return said;
    const edits = editsOf(proposal, problem.span, written.source, named);
    if (edits === undefined || edits.every(({ span, text }) => written.source.slice(span.start, span.end) === text))
      return said;
    return { ...said, fix: { title: titleOf(proposal), edits } };
  });
}

/** So many different words are counted in a document. */
const mostCounted = 100;

/** A word for a name of the document that stands several times, and more often than what it should be: the other one may be what is misspelt. */
function doubts(problems: readonly Problem[], { source, model }: Written): (proposal: Proposal) => boolean {
  const wordsOf = (proposal: Proposal | undefined) =>
    proposal?.kind === "words" && proposal.found !== undefined && /^[\p{L}\p{N}_ -]+$/u.test(proposal.text)
      ? ([proposal.found.toLowerCase(), proposal.text.toLowerCase()] as const)
      : undefined;
  const counts = new Map<string, number>();
  for (const { proposal } of problems) {
    const key = wordsOf(proposal)?.join("\n");
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const several = [...counts].filter(([, count]) => count > 1).map(([key]) => key);
  const names = several.length === 0 ? [] : definitionsOf(model).flatMap(({ id, label }) => [id, label.toLowerCase()]);
  const defined = new Set(names);
  const lower = several.length === 0 ? "" : source.toLowerCase();
  const doubtful = new Set(
    several.filter((key, index) => {
      const [found = "", text = ""] = key.split("\n");
      return (
        found !== text &&
        defined.has(text) &&
        (index >= mostCounted || lower.split(found).length > lower.split(text).length)
      );
    }),
  );
  return (proposal) => doubtful.has(wordsOf(proposal)?.join("\n") ?? "");
}

function titleOf(proposal: Proposal): string {
  switch (proposal.kind) {
    case "words":
      return proposal.text.trim() === "" ? "delete it" : `write ${proposal.text}`;
    case "heading":
      return `write ${proposal.text}`;
    case "identifier":
      return `give it the identifier ${proposal.id}`;
    case "or":
      return "write or";
    case "quotes":
      return "write straight quotes";
    case "deleted":
      return "delete it";
  }
}

function editsOf(proposal: Proposal, at: Span, source: string, named: () => NamePlaces): Edits | undefined {
  switch (proposal.kind) {
    case "words": {
      const span = spanOf(proposal, at, source);
      if (span === undefined || /[\r\n]/.test(source.slice(span.start, span.end))) return undefined;
      if (proposal.dotted !== undefined && (source.charAt(span.start - 1) === ".") !== proposal.dotted)
        return undefined;
      return [replaced(span, proposal.text, source)];
    }
    case "heading": {
      const line = lineAround(source, at.start);
      return source.charAt(line.start) === "#" ? [{ span: line, text: proposal.text }] : undefined;
    }
    case "identifier":
      return nameEdits(proposal.id, at, source, named());
    case "or":
      return orEdits(proposal.count, at, source);
    case "quotes":
      return quoteEdits(at, source);
    case "deleted": {
      const before = /,[ \t]*$/.exec(source.slice(Math.max(0, at.start - 20), at.start))?.[0];
      return before === undefined ? undefined : [{ span: { start: at.start - before.length, end: at.end }, text: "" }];
    }
  }
}

/** Code that is deleted takes its backticks along; a word does not grow together with its neighbours. */
function replaced({ start, end }: Span, text: string, source: string): Edits[number] {
  const [before, after] = [source.charAt(start - 1), source.charAt(end)];
  if (text === "" && before === "`" && after === "`") return { span: { start: start - 1, end: end + 1 }, text };
  const left = isWord(before) && isWord(text.charAt(0)) && isSign(source.charAt(start)) ? " " : "";
  const right = isWord(after) && isWord(text.slice(-1)) && isSign(source.charAt(end - 1)) ? " " : "";
  return { span: { start, end }, text: `${left}${text}${right}` };
}

const isWord = (character: string): boolean => /^[\p{L}\p{N}_]$/u.test(character);
const isSign = (character: string): boolean => !isWord(character);

function spanOf({ found, isWhole }: Extract<Proposal, { kind: "words" }>, at: Span, source: string): Span | undefined {
  if (found === undefined) return at;
  if (isWhole === true) return source.slice(at.start, at.end) === found ? at : undefined;
  return spanOfWords(found, at, source);
}

/** Where words stand: at the place of the problem, else once within it, within its code, or within its cell. */
function spanOfWords(found: string, at: Span, source: string): Span | undefined {
  if (found === "") return undefined;
  if (source.slice(at.start, at.end) === found) return at;
  for (const within of [at, around(at, source, "`"), around(at, source, "|")]) {
    const spans = occurrences(found, within, source);
    if (spans.length > 0) return spans.length === 1 ? spans[0] : undefined;
  }
  return undefined;
}

/** So far around the place words are looked for, that a long line is not read again for each of its problems. */
const farthest = 2000;

function around({ start, end }: Span, source: string, sign: string): Span {
  let [from, to] = [start, end];
  const [first, last] = [Math.max(0, start - farthest), Math.min(source.length, end + farthest)];
  while (from > first && source.charAt(from - 1) !== sign && !isLineEnd(source, from - 1)) from--;
  while (to < last && source.charAt(to) !== sign && !isLineEnd(source, to)) to++;
  return { start: from, end: to };
}

/** As a word of its own, which is no part of a longer one. */
function occurrences(found: string, { start, end }: Span, source: string): readonly Span[] {
  const spans: Span[] = [];
  if (end - start > 4 * farthest) return spans;
  for (let at = source.indexOf(found, start); at !== -1 && at + found.length <= end;) {
    const until = at + found.length;
    const joined = (one: string, other: string) => isWord(one) && (isWord(other) || other === ".");
    const isPart =
      joined(source.charAt(at), source.charAt(at - 1)) ||
      (isWord(source.charAt(until - 1)) && isWord(source.charAt(until)));
    if (!isPart) spans.push({ start: at, end: until });
    at = source.indexOf(found, until);
  }
  return spans;
}
