// Leaves out the problems that only follow from another one, so that one mistake is one message. What each class of
// problems leaves unread, and what it misses, its catalogue says.
import type { AbsentFrom, Cascade, Problem } from "../problem.ts";
import { meantBy } from "../text/suggestion.ts";

/** What the catalogue says of a code. */
export type CascadeOf = (code: string) => Cascade | undefined;

export function withoutCascading(
  problems: readonly Problem[],
  source: string,
  cascadeOf: CascadeOf,
): readonly Problem[] {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return problems;
  const lines = linesOf(source);
  const unread = findUnread(errors, lines, cascadeOf);
  return problems.filter((problem) => !isExplained(problem, unread, lines, cascadeOf));
}

/** In place of a section: the values that effects and forms set. */
const setValues = "set";

/** Runs of words, each with the beginnings of the lines that hold it. */
type Runs = ReadonlyMap<string, number | ReadonlySet<number>>;
type Gathered = Map<string, Map<string, Places>>;
/** Most words stand in one place, and there may be hundreds of thousands of them. */
type Places = number | Set<number>;

/** What the document says and could not be read. */
type UnreadText = {
  /** Keys of what is defined there: the first cells of rows. */
  readonly defined: ReadonlySet<string>;
  /** The same under headings that mean nothing. */
  readonly definedUnderUnknown: ReadonlySet<string>;
  /** By section: keys of all runs of words that were not read, or that mean nothing. */
  readonly words: ReadonlyMap<string, Runs>;
  /** The same of the lines in which a value is wrong. */
  readonly values: ReadonlyMap<string, Runs>;
  /** The same of whole rows, also of those in which only one name means nothing. */
  readonly rows: ReadonlyMap<string, Runs>;
  /** Where lines begin that have too few cells. */
  readonly shortRows: ReadonlySet<number>;
  /** The table of screens is unread, so nothing can be said of what leads where. */
  readonly noScreens: boolean;
  /** By section: keys of the headings under which a table is unread. */
  readonly headings: ReadonlySet<string>;
};

function findUnread(errors: readonly Problem[], lines: Lines, cascadeOf: CascadeOf): UnreadText {
  const { source } = lines;
  const defined = new Set<string>();
  const definedUnderUnknown = new Set<string>();
  const words: Gathered = new Map();
  const values: Gathered = new Map();
  const rows: Gathered = new Map();
  const shortRows = new Set<number>();
  const seen = new Set<string>();
  // Thousands of words of one line may be wrong, and each of them would read it again.
  const seenLines = new Set<number>();
  const headings = new Set<string>();
  let noScreens = false;
  for (const { code, span, hint, address } of errors) {
    const cascade = cascadeOf(code);
    if (cascade === undefined) continue;
    const section = address.slice(0, 1);
    const [lineStart, lineEnd] = lineAround(span.start, lines);
    const isValue = cascade.unread === "value";
    if (cascade.unread === "cells") shortRows.add(lineStart);
    if (cascade.isUnknownName) {
      for (const text of [source.slice(span.start, span.end), meantBy(hint)]) addRuns(text, section, lineStart, words);
      addRuns(meantBy(hint), section, lineStart, rows);
      if (!seenLines.has(lineStart)) {
        const about = headingBefore(span.start, lines);
        for (const text of [source.slice(lineStart, lineEnd), about]) addRuns(text, section, lineStart, rows);
      }
      seenLines.add(lineStart);
    }
    const extent = extentOf(cascade, span.start, lines);
    if (extent === undefined || seen.has(`${isValue} ${extent.join()}`)) continue;
    seen.add(`${isValue} ${extent.join()}`);
    const text = source.slice(...extent);
    const isSet = isValue && /\/(?:With|Asks for)$/.test(address);
    addRuns(text, isSet ? setValues : section, lineStart, isValue ? values : words);
    if (isValue) continue;
    // A table is about the heading that it stands under.
    const heading = headingBefore(span.start, lines);
    if (cascade.unread === "table") {
      noScreens ||= section === "2" && !heading.startsWith("### ");
      headings.add(`${section} ${keyOf(heading)}`);
      addRuns(heading, section, lineStart, words);
    }
    for (const [place, end] of linesBetween(...extent, lines)) {
      const line = source.slice(place, end);
      for (const part of [line, heading]) addRuns(part, section, place, rows);
      const label = /^\s*\|\s*([^|`(]*[^|`(\s])/.exec(line)?.[1];
      const own = /^\s*\|[^|]*\(`([^`]*)`\)/.exec(line)?.[1];
      const to = cascade.isUnknownName ? definedUnderUnknown : defined;
      for (const name of [label, own]) if (name !== undefined) to.add(keyOf(name));
    }
  }
  return { defined, definedUnderUnknown, words, values, rows, shortRows, noScreens, headings };
}

/** Names have few words: every run of so many of the text may be one. */
const longestName = 6;

function addRuns(text: string, section: string, place: number, to: Gathered): void {
  const words = wordsOf(text);
  const runs = to.get(section) ?? new Map<string, Places>();
  to.set(section, runs);
  for (let from = 0; from < words.length; from++) {
    let key = "";
    for (const word of words.slice(from, from + longestName)) {
      key = key === "" ? word : `${key}_${word}`;
      const places = runs.get(key);
      if (places === undefined) runs.set(key, place);
      else if (typeof places !== "number") places.add(place);
      else if (places !== place) runs.set(key, new Set([places, place]));
    }
  }
}

/** From where to where nothing was read. */
function extentOf(
  { unread, isUnknownName }: Cascade,
  at: number,
  lines: Lines,
): readonly [from: number, to: number] | undefined {
  const [from, end] = lineAround(at, lines);
  if (unread === "part" || (isUnknownName && lines.source.startsWith("### ", from))) {
    return [from, lines.headings[lastBefore(end, lines.headings) + 1] ?? lines.source.length];
  }
  if (unread !== "table") return unread === undefined ? undefined : [from, end];
  let last = lastBefore(from + 1, lines.starts);
  while (/^[ \t]*\|/.test(lines.source.slice(lines.starts[last + 1], lines.starts[last + 2]).slice(0, 40))) last++;
  return [from, (lines.starts[last + 1] ?? lines.source.length + 1) - 1];
}

/** Where lines and headings begin, in order, so that none is looked for from the beginning. */
type Lines = { readonly source: string; readonly starts: readonly number[]; readonly headings: readonly number[] };

function linesOf(source: string): Lines {
  const starts = [0];
  for (const end of source.matchAll(/\r\n?|\n/g)) starts.push(end.index + end[0].length);
  return { source, starts, headings: starts.filter((start) => /^#{1,3} /.test(source.slice(start, start + 4))) };
}

/** The index of the last of the places, which are in order, that lies before; -1 where none does. */
function lastBefore(at: number, places: readonly number[]): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** From where to where the line goes in which a place stands; its end is the place before the next line. */
function lineAround(at: number, lines: Lines): readonly [from: number, to: number] {
  const line = lastBefore(at + 1, lines.starts);
  return [lines.starts[line] ?? 0, (lines.starts[line + 1] ?? lines.source.length + 1) - 1];
}

function* linesBetween(from: number, to: number, lines: Lines): Iterable<readonly [from: number, to: number]> {
  for (let line = lastBefore(from + 1, lines.starts); (lines.starts[line] ?? to) < to; line++) {
    yield [lines.starts[line] ?? 0, (lines.starts[line + 1] ?? lines.source.length + 1) - 1];
  }
}

function headingBefore(at: number, lines: Lines): string {
  const start = lines.headings[lastBefore(at, lines.headings)];
  return start === undefined ? "" : lines.source.slice(...lineAround(start, lines));
}

function isExplained(problem: Problem, text: UnreadText, lines: Lines, cascadeOf: CascadeOf): boolean {
  const { code, span, address, related } = problem;
  const { unread, isUnknownName, absentFrom } = cascadeOf(code) ?? {};
  // The cell that is not there also says nothing.
  if (span.start === span.end && text.shortRows.has(lineAround(span.start, lines)[0])) return unread !== "cells";
  const names = [span, ...related.map((one) => one.span)].map(({ start, end }) => {
    return end - start > 100 ? "" : keyOf(lines.source.slice(start, end).replace(/\(`[^`]*`\)$/, ""));
  });
  const [name = ""] = names;
  if (isUnknownName && text.defined.has(name)) return true;
  // Headings that mean nothing do not explain each other: one of two would have to stay.
  if (
    isUnknownName &&
    extentOf({ unread, isUnknownName }, span.start, lines) === undefined &&
    text.definedUnderUnknown.has(name)
  ) {
    return true;
  }
  return absentFrom !== undefined && isInUnread(absentFrom, names, address, text);
}

function isInUnread(absent: AbsentFrom, names: readonly string[], address: string, text: UnreadText): boolean {
  if ("row" in absent) return isUnreadRow(address, text.rows);
  if ("table" in absent) {
    const name = absent.table === "of the named entity" ? names[0] : keyOf(address.split("/")[1] ?? "");
    return text.headings.has(`${absent.section} ${name}`);
  }
  const { sections, values } = absent;
  if (text.noScreens && sections.length === 1 && sections[0] === 2) return true;
  const isIn = (runs: Runs | undefined) => names.some((one) => one !== "" && runs?.has(one));
  return (
    sections.some((section) => isIn(text.words.get(String(section)))) ||
    (values !== undefined && isIn(text.values.get(setValues))) ||
    (values === "any" && sections.some((section) => isIn(text.values.get(String(section)))))
  );
}

/** Whether one row that could not be read names everything that the address names. */
function isUnreadRow(address: string, rows: UnreadText["rows"]): boolean {
  const [section = "", ...parts] = address.split("/");
  const [first, ...others] = parts.map((part) => rows.get(section)?.get(keyOf(part)));
  const firsts = typeof first === "number" ? [first] : [...(first ?? [])];
  const isIn = (places: number | ReadonlySet<number> | undefined, place: number) =>
    typeof places === "number" ? places === place : places?.has(place) === true;
  return firsts.some((place) => others.every((places) => isIn(places, place)));
}

/** Labels and identifiers of one thing have one key, in any letters. */
const keyOf = (text: string): string => wordsOf(text).join("_");

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
