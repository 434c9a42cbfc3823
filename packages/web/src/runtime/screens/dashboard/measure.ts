// From rows to the numbers of a tile: groups in their order, and one number for each.
import type { ApplicationTile } from "@writ/language/product";
import type { Days } from "../../field-types/field-type.ts";
import { dayOf, isoDay, mondayOf } from "../../values/time.ts";

export type Group = { readonly key: string; readonly value: number };

/** The first day of the day, week, month or year in which a value lies. */
export function periodOf(value: string, days: Days, per: "day" | "week" | "month" | "year", timeZone: string): string {
  const first = days.first(value, timeZone);
  if (per === "week") return isoDay(mondayOf(first));
  const day = isoDay(first);
  if (per === "month") return `${day.slice(0, 7)}-01`;
  return per === "year" ? `${day.slice(0, 4)}-01-01` : day;
}

/** Nothing to measure gives nothing, and not zero, for anything but counts and sums. */
export function measured(kind: ApplicationTile["measure"]["kind"], values: readonly number[]): number | undefined {
  switch (kind) {
    case "count":
      return values.length;
    case "sum":
      return values.reduce((sum, value) => sum + value, 0);
    case "average":
      return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
    case "min":
      return values.length === 0 ? undefined : Math.min(...values);
    case "max":
      return values.length === 0 ? undefined : Math.max(...values);
  }
}

/** The largest ones in their order, and of the rest how many they are and, where that says something, what they are together. */
export type Folded<One extends Group> = {
  readonly shown: readonly One[];
  readonly rest: { readonly count: number; readonly value: number | undefined } | undefined;
};

export function folded<One extends Group>(
  groups: readonly One[],
  kind: ApplicationTile["measure"]["kind"],
  most: number,
): Folded<One> {
  if (groups.length <= most) return { shown: groups, rest: undefined };
  const largest = new Set(groups.toSorted((a, b) => b.value - a.value).slice(0, most - 1));
  const others = groups.filter((group) => !largest.has(group));
  const isTogether = kind === "count" || kind === "sum";
  return {
    shown: groups.filter((group) => largest.has(group)),
    rest: {
      count: others.length,
      value: isTogether ? others.reduce((sum, { value }) => sum + value, 0) : undefined,
    },
  };
}

/** Where nothing happened there is nothing to count, and no average either. */
export const inTime = (
  groups: readonly Group[],
  per: "day" | "week" | "month" | "year",
  kind: ApplicationTile["measure"]["kind"],
): readonly Group[] =>
  kind === "count" || kind === "sum" ? withoutHoles(groups, per) : groups.toSorted((a, b) => (a.key < b.key ? -1 : 1));

/** Time runs on where nothing happened: a line without its empty weeks would tell something else. */
export function withoutHoles(groups: readonly Group[], per: "day" | "week" | "month" | "year"): readonly Group[] {
  const sorted = groups.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return sorted;
  const known = new Map(sorted.map(({ key, value }) => [key, value]));
  const filled: Group[] = [];
  for (let key = first.key; key <= last.key && filled.length < 1000; key = following(key, per))
    filled.push({ key, value: known.get(key) ?? 0 });
  return filled;
}

function following(day: string, per: "day" | "week" | "month" | "year"): string {
  if (per === "day" || per === "week") return isoDay(dayOf(day) + (per === "day" ? 1 : 7));
  const date = new Date(`${day}T00:00:00Z`);
  if (per === "month") date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toISOString().slice(0, 10);
}
