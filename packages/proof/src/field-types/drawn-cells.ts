// Cells of the sample rows of random documents, as people write them: values, moments from today on, and `null`.
import type { Draw } from "../random/draw.ts";
import type { OutlineField } from "../random/outline.ts";
import type { Sort } from "./drawn.ts";

type CellOf = (draw: Draw, field: OutlineField) => string | undefined;

const one: CellOf = (draw, { codes = [] }) => draw.pick(codes).replaceAll("_", " ");

/** Undefined where rows name other rows, or the system gives the value. */
const cells: Readonly<Record<Sort, CellOf>> = {
  text: (_, { type }) => (type.startsWith("email") ? "a1@example.test" : "ab1"),
  number: () => "1.5",
  integer: () => "7",
  percent: () => "5 %",
  money: () => "2.25 EUR",
  date: (draw) => draw.pick([`\`today + days(${draw.number(0, 9)})\``, "`today - days(40)`", "2026-01-31"]),
  datetime: (draw) => draw.pick(["`now - hours(2)`", "`today + days(1) + time('09:30')`", "`now`", "2026-01-31 08:30"]),
  time: (draw) => draw.pick(["`time(now)`", "`time('07:15')`", "07:15"]),
  duration: () => "3 hours",
  "yes/no": (draw) => draw.pick(["yes", "no"]),
  choice: one,
  choices: one,
  state: () => undefined,
  row: () => undefined,
  rows: () => undefined,
  other: () => undefined,
};

export const cellOf: CellOf = (draw, field) => cells[field.sort](draw, field);

/** Whether `null` may stand there: a value, whatever the default. */
export const mayBeNull = ({ required, sort }: OutlineField): boolean => required === "no" && sort !== "yes/no";
