// Rows whose moments are reckoned from when they are stored: they have to keep the rules whenever that is.
import { childrenOf } from "../../../expression/children.ts";
import { fixedValue, type Clock, type Known, type KnownRow } from "../../../expression/analysis/decider.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { ReadRow } from "./row-values.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** A Monday. Rules that compare with a day of the calendar are not decided by it. */
const monday = Date.UTC(2024, 0, 1) / day;

/** Each day of the week, early and late. */
const clocks: readonly Clock[] = Array.from({ length: 7 }, (_, index) => monday + index).flatMap((today) =>
  [0.5, 9, 15, 23.5].map((at) => ({ now: today * day + at * hour, today, timeZone: "UTC" })),
);

export type RowThen = { readonly clock: Clock; readonly row: KnownRow };

/** None where nothing is reckoned, or where a moment is written out, which may be over or not. */
export function rowsThen(
  read: ReadRow,
  row: KnownRow,
  entity: EntitySchema,
  options: { readonly moneyScale: number },
): readonly RowThen[] {
  const isWrittenOut = ([id, value]: readonly [string, Known | undefined]) => {
    const kind = entity.fields.get(id)?.type.kind;
    return (kind === "date" || kind === "datetime") && value !== null && !read.reckoned.has(id);
  };
  if (read.reckoned.size === 0 || [...read.values].some(isWrittenOut)) return [];
  return clocks.map((clock) => {
    const values = new Map([...read.reckoned].map(([id, typed]) => [id, fixedValue(typed, options, clock)]));
    return { clock, row: (id) => knownOf(values.get(id)) ?? row(id) };
  });
}

const knownOf = (value: ReturnType<typeof fixedValue>): Known | undefined =>
  typeof value === "number" ? value : undefined;

/** Whether it names a day or a moment of the calendar. */
export const namesMoment = (typed: Typed): boolean =>
  typed.node === "date" ||
  typed.node === "datetime" ||
  (typed.node === "constant" && namesMoment(typed.value)) ||
  childrenOf(typed).some(namesMoment);

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** `a Sunday at 23:30` */
export function clockInWords({ now, today }: Clock): string {
  const minutes = (now - today * day) / 60_000;
  const two = (count: number) => String(Math.floor(count)).padStart(2, "0");
  return `a ${days[today - monday] ?? ""} at ${two(minutes / 60)}:${two(minutes % 60)}`;
}
