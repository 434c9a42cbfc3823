// The last records of the log, kept in memory for the console: so many, and so large, whatever happens.

import { fits, type RequestFilter } from "./request-filter.ts";

export type RecordLevel = "error" | "warning" | "info";

export type LogRecord = {
  /** Counted from one, without gaps, since this process began; of several processes, in the order of all of them. */
  readonly number: number;
  readonly at: string;
  readonly level: RecordLevel;
  /** A request, a failure, or what is noted. */
  readonly what: string;
  /** Everything else, as text. */
  readonly facts: Readonly<Record<string, string>>;
};

export type RecordFilter = {
  readonly level: RecordLevel | undefined;
  /** In any of its words, whatever their case. */
  readonly text: string;
  /** Of the request that all of them belong to. */
  readonly id: string;
  /** No later ones: a reader who has paused the log sees what was there. */
  readonly until: number | undefined;
  readonly most: number;
} & RequestFilter;

export type RecordPage = {
  /** Newest first. */
  readonly records: readonly LogRecord[];
  readonly found: number;
  readonly kept: number;
  /** The number of the last one of all. */
  readonly newest: number;
};

export type RecentRecords = {
  readonly keep: (level: RecordLevel, what: string, facts: Readonly<Record<string, unknown>>) => void;
  readonly find: (filter: RecordFilter) => RecordPage;
};

const mostRecords = 2000;
/** In letters, which are two bytes at most. */
const mostLetters = 2 ** 20;
const mostOfOne = 4000;

/** `process`: its number, where there are several. */
export function createRecentRecords(process?: number): RecentRecords {
  /** Oldest first; what is forgotten stands before `first`, until it is worth taking away. */
  let all: LogRecord[] = [];
  let first = 0;
  let letters = 0;
  let newest = 0;
  let count = 0;
  return {
    keep: (level, what, said) => {
      const facts = Object.fromEntries(Object.entries(said).flatMap(([name, value]) => factOf(name, value)));
      const now = Date.now();
      newest = process === undefined ? ++count : orderedNumber(now, ++count, process);
      const record = { number: newest, at: new Date(now).toISOString(), level, what: what.slice(0, mostOfOne), facts };
      all.push(record);
      letters += sizeOf(record);
      for (let oldest = all[first]; oldest !== undefined; oldest = all[first]) {
        if (all.length - first <= mostRecords && letters <= mostLetters) break;
        letters -= sizeOf(oldest);
        first++;
      }
      if (first > mostRecords) [all, first] = [all.slice(first), 0];
    },
    find: ({ level, text, id, until = Infinity, most, ...requests }) => {
      const words = text.trim().toLowerCase();
      const kept = all.slice(first);
      const found = kept.filter(
        (record) =>
          record.number <= until &&
          (level === undefined || record.level === level) &&
          (id === "" || record.facts["id"] === id) &&
          fits(record, requests, id !== "") &&
          (words === "" || lettersOf(record).toLowerCase().includes(words)),
      );
      return { records: found.slice(-most).reverse(), found: found.length, kept: kept.length, newest };
    },
  };
}

/** By its time, then by its order in its process; with no more digits than can be counted. */
const orderedNumber = (now: number, count: number, process: number): number =>
  now * 512 + (count % 64) * 8 + (process % 8);

/** A failure has a name, its words, its place and perhaps a cause, each a fact of its own. */
function factOf(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value === "object")
    return Object.entries(value).flatMap(([inner, one]) =>
      factOf(name === "failure" ? inner : `${name} ${inner}`, one),
    );
  return [[name, String(value).slice(0, mostOfOne)]];
}

const lettersOf = ({ what, facts }: LogRecord): string => [what, ...Object.values(facts)].join("\n");
/** With what the object itself takes. */
const sizeOf = (record: LogRecord): number => lettersOf(record).length + 100;
