// Takes out of all problems those that only follow from another one, so that one mistake is one message.
import type { Problem } from "../problem.ts";

/** Nothing of the table is read. */
const tableLost: ReadonlySet<string> = new Set(["N010", "N012", "N409"]);
/** Nothing of the row, or of the item of a list, is read. */
const lineLost: ReadonlySet<string> = new Set(["N008", "N011", "N013", "N217", "N302", "N803", "N907"]);
/** Nothing of an expression, or of what should have been one, is read. */
const isUseLost = (code: string): boolean => code.startsWith("X") || ["N327", "N413", "N433"].includes(code);
/** Nothing of what stands under the heading is read. */
const partLost: ReadonlySet<string> = new Set(["N016", "N339"]);

/** A name that nothing has: a typing mistake, or a thing that could not be read where it is defined. */
const unknown: ReadonlySet<string> = new Set(
  "N016 N208 N209 N301 N338 N404 N405 N414 N501 N507 N604 N606 N701 N702 N801 N904 N905 N910 X001 X002 X004 X014".split(
    " ",
  ),
);

/** In place of a section: what effects and steps set. */
const doing = "With";

/**
 * Something is named nowhere, leads nowhere or is allowed nowhere, and the sections where that would be said. What an
 * expression with a mistake names counts for those that are only never used; an effect sets what its With names.
 */
const absent: ReadonlyMap<string, { readonly sections: string; readonly uses: readonly string[] }> = new Map(
  [
    { codes: "N321 N414", sections: "3", uses: [] },
    { codes: "N206 N210 N214 N222", sections: "2", uses: [] },
    { codes: "N320 N401 N402 N403 N715", sections: "4", uses: [] },
    { codes: "N602", sections: "6", uses: [] },
    { codes: "N305", sections: "346", uses: [doing] },
    { codes: "N616 N802 N901", sections: "23456789", uses: [..."23456789", doing] },
  ].flatMap(({ codes, ...where }) => codes.split(" ").map((code) => [code, where])),
);

export function withoutFollowUps(problems: readonly Problem[], source: string): readonly Problem[] {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return problems;
  const lines = linesOf(source);
  const lost = findLost(errors, lines);
  return problems.filter((problem) => !isExplained(problem, lost, lines));
}

/** The matrix has no row for something: only a row that names all of it can be the one that was lost. */
const rowless: ReadonlySet<string> = new Set(["N601", "N603"]);

/** The entity has no fields, or none that refers: only its own table can be the one that was lost. */
const fieldless: ReadonlySet<string> = new Set(["N303", "N317"]);

/** Runs of words, each with the beginnings of the lines that hold it. */
type Runs = ReadonlyMap<string, number | ReadonlySet<number>>;
type Gathered = Map<string, Map<string, Places>>;
/** Most words stand in one place, and there may be hundreds of thousands of them. */
type Places = number | Set<number>;

/** What the document says and nobody could read. */
type Lost = {
  /** Keys of what is defined there: the first cells of rows. */
  readonly defined: ReadonlySet<string>;
  /** The same under headings that mean nothing. */
  readonly definedUnderUnknown: ReadonlySet<string>;
  /** By section: keys of all runs of words that were not read, or that mean nothing. */
  readonly read: ReadonlyMap<string, Runs>;
  /** The same of the lines in which an expression is wrong. */
  readonly used: ReadonlyMap<string, Runs>;
  /** The same of whole rows, also of those in which only one name means nothing. */
  readonly rows: ReadonlyMap<string, Runs>;
  /** Where lines begin that have too few cells. */
  readonly shortRows: ReadonlySet<number>;
  /** The table of screens is lost, so nothing can be said of what leads where. */
  readonly noScreens: boolean;
  /** A role that is not understood leaves nothing to be said of who may see what. */
  readonly noRights: boolean;
  /** By section: keys of the headings under which a table is lost. */
  readonly headings: ReadonlySet<string>;
};

function findLost(errors: readonly Problem[], lines: Lines): Lost {
  const { source } = lines;
  const defined = new Set<string>();
  const definedUnderUnknown = new Set<string>();
  const read: Gathered = new Map();
  const used: Gathered = new Map();
  const rows: Gathered = new Map();
  const shortRows = new Set<number>();
  const seen = new Set<string>();
  // Thousands of words of one line may be wrong, and each of them would read it again.
  const seenLines = new Set<number>();
  const headings = new Set<string>();
  let [noScreens, noRights] = [false, false];
  for (const { code, span, hint, address } of errors) {
    const section = address.slice(0, 1);
    const [lineStart, lineEnd] = lineAround(span.start, lines);
    const isUse = isUseLost(code);
    noRights ||= code === "N610" || (code === "N606" && address === "6");
    if (code === "N011") shortRows.add(lineStart);
    if (unknown.has(code)) {
      for (const text of [source.slice(span.start, span.end), meantBy(hint)]) addRuns(text, section, lineStart, read);
      addRuns(meantBy(hint), section, lineStart, rows);
      if (!seenLines.has(lineStart)) {
        const about = headingBefore(span.start, lines);
        for (const text of [source.slice(lineStart, lineEnd), about]) addRuns(text, section, lineStart, rows);
      }
      seenLines.add(lineStart);
    }
    const extent = extentOf(code, span.start, lines);
    if (extent === undefined || seen.has(`${isUse} ${extent.join()}`)) continue;
    seen.add(`${isUse} ${extent.join()}`);
    const text = source.slice(...extent);
    addRuns(text, isUse && /\/(?:With|Asks for)$/.test(address) ? doing : section, lineStart, isUse ? used : read);
    if (isUse) continue;
    // A table is about the heading that it stands under.
    const heading = headingBefore(span.start, lines);
    if (tableLost.has(code)) {
      noScreens ||= section === "2" && !heading.startsWith("### ");
      headings.add(`${section} ${keyOf(heading)}`);
      addRuns(heading, section, lineStart, read);
    }
    for (const [place, end] of linesBetween(...extent, lines)) {
      const line = source.slice(place, end);
      for (const part of [line, heading]) addRuns(part, section, place, rows);
      const label = /^\s*\|\s*([^|`(]*[^|`(\s])/.exec(line)?.[1];
      const own = /^\s*\|[^|]*\(`([^`]*)`\)/.exec(line)?.[1];
      const to = unknown.has(code) ? definedUnderUnknown : defined;
      for (const name of [label, own]) if (name !== undefined) to.add(keyOf(name));
    }
  }
  return { defined, definedUnderUnknown, read, used, rows, shortRows, noScreens, noRights, headings };
}

/** What was probably meant; empty where nothing is near. */
const meantBy = (hint: string): string => /^Did you mean ["'`]?(.*?)["'`]?\?$/.exec(hint)?.[1] ?? "";

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
function extentOf(code: string, at: number, lines: Lines): readonly [from: number, to: number] | undefined {
  const [from, end] = lineAround(at, lines);
  if (partLost.has(code) || (unknown.has(code) && lines.source.startsWith("### ", from))) {
    return [from, lines.headings[lastBefore(end, lines.headings) + 1] ?? lines.source.length];
  }
  if (isUseLost(code) || lineLost.has(code)) return [from, end];
  if (!tableLost.has(code)) return undefined;
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

function isExplained({ code, span, address, related }: Problem, lost: Lost, lines: Lines): boolean {
  const { source } = lines;
  // The cell that is not there also says nothing.
  if (span.start === span.end && lost.shortRows.has(lineAround(span.start, lines)[0])) return code !== "N011";
  const names = [span, ...related.map((one) => one.span)].map(({ start, end }) => {
    return end - start > 100 ? "" : keyOf(source.slice(start, end).replace(/\(`[^`]*`\)$/, ""));
  });
  const [name = ""] = names;
  if (unknown.has(code) && lost.defined.has(name)) return true;
  // Headings that mean nothing do not explain each other: one of two would have to stay.
  if (unknown.has(code) && extentOf(code, span.start, lines) === undefined && lost.definedUnderUnknown.has(name)) {
    return true;
  }
  if (code === "N221") return lost.headings.has(`2 ${keyOf(address.split("/")[1] ?? "")}`);
  if (rowless.has(code)) return isLostRow(address, lost.rows);
  if (fieldless.has(code)) return lost.headings.has(`3 ${name}`);
  if (code === "N205") return lost.noRights;
  const about = absent.get(code);
  if (!about) return false;
  if (about.sections === "2" && lost.noScreens) return true;
  const isIn = (place: Lost["read"]) => (section: string) =>
    names.some((one) => one !== "" && place.get(section)?.has(one));
  return [...about.sections].some(isIn(lost.read)) || about.uses.some(isIn(lost.used));
}

/** Does one row that was lost name everything that the address names? */
function isLostRow(address: string, rows: Lost["rows"]): boolean {
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
