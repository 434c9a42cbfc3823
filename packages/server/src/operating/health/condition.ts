// What needs attention, as one entry of the list: how urgent it is, and how it is found.
import type { HealthFacts } from "./facts.ts";

export type Finding = {
  readonly says: string;
  /** What to do, in a sentence. */
  readonly todo: string;
  /** Of the console, where it is done, with what its address says. */
  readonly page?: string;
  readonly search?: Readonly<Record<string, string>>;
};

export type Condition = {
  readonly id: string;
  /** Its entry in docs/production/alarms.md. */
  readonly alarm?: string;
  readonly severity: "critical" | "warning";
  readonly find: (facts: HealthFacts) => Finding | readonly Finding[] | undefined;
};

export const gigabyte = 1e9;
export const day = 86_400;

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** For how long, in its largest unit. */
export function ago(seconds: number): string {
  if (seconds >= 2 * day) return plural(Math.floor(seconds / day), "day");
  if (seconds >= 2 * 3600) return plural(Math.floor(seconds / 3600), "hour");
  return plural(Math.floor(seconds / 60), "minute");
}
