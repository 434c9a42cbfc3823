// The figures of now, as people read them.
import type { HealthFigures } from "@writ/server/response-types";
import { bytesOf } from "../bytes-of.ts";

type Figure = { readonly name: string; readonly value: string; readonly note?: string };

const unknown = "–";
const known = <Value>(value: Value | null, as: (value: Value) => string): string =>
  value === null ? unknown : as(value);
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const shareOf = (share: number): string => `${number.format(share * 100)} %`;

export function figuresOf(of: HealthFigures): readonly Figure[] {
  const { serving, wanted } = of.processes;
  return [
    { name: "Requests a minute", value: number.format(of.requestsPerMinute), note: "data, accounts, files, calls" },
    { name: "Failed requests", value: known(of.errorShare, shareOf), note: "last five minutes" },
    { name: "Response time (p95)", value: known(of.p95Seconds, durationOf), note: "last ten minutes" },
    { name: "Live connections", value: number.format(of.sockets) },
    { name: "Free disk space", value: known(of.diskFreeBytes, bytesOf) },
    { name: "Database", value: known(of.databaseBytes, bytesOf) },
    {
      name: "Database connections",
      value: known(of.connections, ({ used }) => String(used)),
      ...(of.connections === null ? {} : { note: `of ${of.connections.most}` }),
    },
    { name: "Memory", value: bytesOf(of.memoryBytes), ...(serving > 1 ? { note: "all processes" } : {}) },
    { name: "Processes", value: String(serving), ...(serving < wanted ? { note: `of ${wanted}` } : {}) },
    { name: "Running for", value: spanOf(of.uptimeSeconds) },
    { name: "Version of Writ", value: of.version ?? unknown },
    { name: "Document applied", ...appliedOf(of.appliedAt) },
  ];
}

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const appliedOf = (at: string | null): Omit<Figure, "name"> =>
  at === null ? { value: unknown } : { value: date.format(new Date(at)), note: time.format(new Date(at)) };

const durationOf = (seconds: number): string =>
  seconds < 1 ? `${number.format(seconds * 1000)} ms` : `${number.format(seconds)} s`;

/** The two largest units. */
export function spanOf(seconds: number): string {
  const units = [
    [86_400, "d"],
    [3600, "h"],
    [60, "min"],
    [1, "s"],
  ] as const;
  const first = units.findIndex(([size]) => seconds >= size);
  if (first < 0) return "0 s";
  let rest = seconds;
  return units
    .slice(first, first + 2)
    .map(([size, unit]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return [count, unit] as const;
    })
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}
