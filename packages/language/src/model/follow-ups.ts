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

/**
 * Something is named nowhere, leads nowhere or is allowed nowhere, and the sections where that would be said. What an
 * expression with a mistake names counts for those that are only never used.
 */
const absent: ReadonlyMap<string, { readonly sections: string; readonly isUse: boolean }> = new Map(
  [
    { codes: "N321 N414", sections: "3", isUse: false },
    { codes: "N206 N210 N214 N222", sections: "2", isUse: false },
    { codes: "N320 N401 N402 N403 N715", sections: "4", isUse: false },
    { codes: "N602", sections: "6", isUse: false },
    { codes: "N305 N616 N802 N901", sections: "23456789", isUse: true },
  ].flatMap(({ codes, ...where }) => codes.split(" ").map((code) => [code, where])),
);

/** What is missed where one setting of section 9 is not understood. */
const settings: ReadonlyMap<string, string> = new Map([
  ["N908", "currency"],
  ["N917", "currency"],
  ["N913", "sign_in"],
  ...["N226", "N731", "N804", "N807", "N915"].map((code) => [code, "languages"] as const),
]);

export function withoutFollowUps(problems: readonly Problem[], source: string): readonly Problem[] {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return problems;
  const lost = findLost(errors, source);
  return problems.filter((problem) => !isExplained(problem, lost, source));
}

/** The matrix has no row for something: only a row that names all of it can be the one that was lost. */
const rowless: ReadonlySet<string> = new Set(["N601", "N603"]);

/** The entity has no fields, or none that refers: only its own table can be the one that was lost. */
const fieldless: ReadonlySet<string> = new Set(["N303", "N317"]);

/** Runs of words, each with the beginnings of the lines that hold it. */
type Runs = ReadonlyMap<string, ReadonlySet<number>>;
type Gathered = Map<string, Map<string, Set<number>>>;

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
  /** Keys of the headings under which a table is lost. */
  readonly emptied: ReadonlySet<string>;
  /** The tables of section 2 that are lost leave nothing to be said of what leads where. */
  readonly noScreens: boolean;
  /** A role that is not understood leaves nothing to be said of who may see what. */
  readonly noRights: boolean;
};

function findLost(errors: readonly Problem[], source: string): Lost {
  const defined = new Set<string>();
  const definedUnderUnknown = new Set<string>();
  const read: Gathered = new Map();
  const used: Gathered = new Map();
  const rows: Gathered = new Map();
  const shortRows = new Set<number>();
  const emptied = new Set<string>();
  const seen = new Set<string>();
  const headings = [...source.matchAll(/^#/gm)].map(({ index }) => index);
  let [noScreens, noRights] = [false, false];
  for (const { code, span, hint, address } of errors) {
    const section = address.slice(0, 1);
    const lineStart = startOfLine(source, span.start);
    const isUse = isUseLost(code);
    noRights ||= code === "N610" || (code === "N606" && address === "6");
    if (code === "N011") shortRows.add(lineStart);
    if (unknown.has(code)) {
      const line = source.slice(lineStart, endOfLine(source, span.start));
      for (const text of [source.slice(span.start, span.end), meantBy(hint)]) addRuns(text, section, lineStart, read);
      const about = headingBefore(span.start, headings, source);
      for (const text of [line, meantBy(hint), about]) addRuns(text, section, lineStart, rows);
    }
    const extent = extentOf(code, span.start, source);
    if (extent === undefined || seen.has(`${isUse} ${extent.join()}`)) continue;
    seen.add(`${isUse} ${extent.join()}`);
    const text = source.slice(...extent);
    addRuns(text, section, lineStart, isUse ? used : read);
    if (isUse) continue;
    // A table is about the heading that it stands under.
    const heading = headingBefore(span.start, headings, source);
    if (tableLost.has(code)) {
      noScreens ||= section === "2";
      emptied.add(keyOf(heading));
      addRuns(heading, section, lineStart, read);
    }
    let place = extent[0];
    for (const line of text.split("\n")) {
      for (const part of [line, heading]) addRuns(part, section, place, rows);
      place += line.length + 1;
      const label = /^\s*\|\s*([^|`(]*[^|`(\s])/.exec(line)?.[1];
      const own = /^\s*\|[^|]*\(`([^`]*)`\)/.exec(line)?.[1];
      const to = unknown.has(code) ? definedUnderUnknown : defined;
      for (const name of [label, own]) if (name !== undefined) to.add(keyOf(name));
    }
  }
  return { defined, definedUnderUnknown, read, used, rows, shortRows, emptied, noScreens, noRights };
}

/** What was probably meant; empty where nothing is near. */
const meantBy = (hint: string): string => /^Did you mean ["'`]?(.*?)["'`]?\?$/.exec(hint)?.[1] ?? "";

/** Names have few words: every run of so many of the text may be one. */
const longestName = 6;

function addRuns(text: string, section: string, place: number, to: Gathered): void {
  const words = wordsOf(text);
  const runs = to.get(section) ?? new Map<string, Set<number>>();
  to.set(section, runs);
  for (let from = 0; from < words.length; from++) {
    for (let count = 1; count <= longestName && from + count <= words.length; count++) {
      const key = words.slice(from, from + count).join("_");
      const places = runs.get(key);
      if (places) places.add(place);
      else runs.set(key, new Set([place]));
    }
  }
}

/** From where to where nothing was read. */
function extentOf(code: string, at: number, source: string): readonly [from: number, to: number] | undefined {
  const from = startOfLine(source, at);
  let to = endOfLine(source, at);
  if (partLost.has(code) || (unknown.has(code) && source.startsWith("### ", from))) {
    const next = source.slice(to).search(/\n#{1,3} /);
    return [from, next < 0 ? source.length : to + next];
  }
  if (isUseLost(code) || lineLost.has(code)) return [from, to];
  if (!tableLost.has(code)) return undefined;
  while (to < source.length && /^[ \t]*\|/.test(source.slice(to + 1, to + 40))) to = endOfLine(source, to + 1);
  return [from, to];
}

/** `headings` are in order: the last one that begins before. */
function headingBefore(at: number, headings: readonly number[], source: string): string {
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headings[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const start = headings[low - 1];
  return start === undefined ? "" : source.slice(start, endOfLine(source, start));
}

/** An offset 0 has no line before it: `lastIndexOf` with -1 would find a line break that is the first character. */
const startOfLine = (source: string, at: number): number => (at === 0 ? 0 : source.lastIndexOf("\n", at - 1) + 1);

function endOfLine(source: string, at: number): number {
  const end = source.indexOf("\n", at);
  return end < 0 ? source.length : end;
}

function isExplained({ code, span, address, related }: Problem, lost: Lost, source: string): boolean {
  // The cell that is not there also says nothing.
  if (span.start === span.end && lost.shortRows.has(startOfLine(source, span.start))) return code !== "N011";
  const names = [span, ...related.map((one) => one.span)].map(({ start, end }) => {
    return end - start > 100 ? "" : keyOf(source.slice(start, end).replace(/\(`[^`]*`\)$/, ""));
  });
  const [name = ""] = names;
  if (unknown.has(code) && lost.defined.has(name)) return true;
  // Headings that mean nothing do not explain each other: one of two would have to stay.
  if (unknown.has(code) && extentOf(code, span.start, source) === undefined && lost.definedUnderUnknown.has(name)) {
    return true;
  }
  const setting = settings.get(code);
  if (setting !== undefined) return lost.read.get("9")?.has(setting) === true;
  if (rowless.has(code)) return isLostRow(address, lost.rows);
  if (fieldless.has(code)) return lost.emptied.has(name);
  if (code === "N205") return lost.noRights;
  const about = absent.get(code);
  if (!about) return false;
  if (about.sections === "2" && lost.noScreens) return true;
  const places = about.isUse ? [lost.read, lost.used] : [lost.read];
  return [...about.sections].some((section) =>
    places.some((place) => names.some((one) => one !== "" && place.get(section)?.has(one))),
  );
}

/** Does one row that was lost name everything that the address names? */
function isLostRow(address: string, rows: Lost["rows"]): boolean {
  const [section = "", ...parts] = address.split("/");
  const [first, ...others] = parts.map((part) => rows.get(section)?.get(keyOf(part)) ?? new Set<number>());
  return [...(first ?? [])].some((place) => others.every((places) => places.has(place)));
}

/** Labels and identifiers of one thing have one key, in any letters. */
const keyOf = (text: string): string => wordsOf(text).join("_");

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
