// What expressions of random documents can do with a field, by the sort of its values.
import type { Draw } from "../random/draw.ts";
import type { OutlineField } from "../random/outline.ts";

export type Sort =
  | "text"
  | "number"
  | "integer"
  | "percent"
  | "money"
  | "date"
  | "datetime"
  | "time"
  | "duration"
  | "yes/no"
  | "choice"
  | "choices"
  | "state"
  | "row"
  | "rows"
  | "other";

type Said = { readonly draw: Draw; readonly field: OutlineField; readonly row: string; readonly order: () => string };

export type Drawn = {
  /** What can be asked of a value that is there; `text` names it. Undefined where nothing can be said. */
  condition(text: string, said: Said): string | undefined;
  /** Whether a value that may be missing has to be asked for first. */
  readonly isGuarded: boolean;
  /** Nothing is a value, too. */
  readonly isNeverEmpty: boolean;
  /** What changes nothing when it is set a second time. */
  readonly set?: string;
  /** Numbers that are made of a value. */
  numbers(value: string, field: OutlineField, row: string): readonly string[];
  /** Numbers that are made of a list of rows, each of them `x`. */
  counts(list: string, value: string, field: OutlineField): readonly string[];
};

const plain: Drawn = {
  condition: () => undefined,
  isGuarded: true,
  isNeverEmpty: false,
  numbers: () => [],
  counts: () => [],
};

const number: Drawn = {
  ...plain,
  condition: (text, { draw, order }) => `${text} ${order()} ${draw.pick(["2.5", "10", "0.5"])}`,
};

const integer: Drawn = {
  ...plain,
  condition: (text, { draw, order }) =>
    draw.pick([
      `${text} ${order()} ${draw.number(0, 9)}`,
      `${text} % 2 == 0`,
      `${text} * 2 + 1 > 7`,
      `div(${text}, 3, 1) > 1.3`,
      `max(${text}, 4) == 4`,
    ]),
  set: "7",
  numbers: (value, { empty }) => [empty ? `(${value} == null ? 0 : ${value})` : value],
  counts: (list, value, { empty }) =>
    empty
      ? [`${list}.filter(x, ${value} != null and ${value} > 3).size()`]
      : [`${list}.map(x, ${value}).sum()`, `${list}.filter(x, ${value} > 1).size()`],
};

const percent: Drawn = {
  ...plain,
  condition: (text, { draw, order }) => `${text} ${order()} ${draw.pick(["0.2", "0.5"])}`,
};

const money: Drawn = {
  ...plain,
  condition: (text, { draw, order }) =>
    draw.pick([`${text} ${order()} money(10)`, `${text} * 0.125 > money(1)`, `div(${text}, 3) ${order()} money(2)`]),
};

const date: Drawn = {
  ...plain,
  condition: (text, { draw, order }) =>
    draw.pick([
      `${text} ${order()} today`,
      `${text} + days(3) > today`,
      `days_between(${text}, today) > 2`,
      `weekday(${text}) not in [6, 7]`,
      `today - ${text} < days(5)`,
    ]),
  set: "today",
};

const datetime: Drawn = {
  ...plain,
  condition: (text, { draw, order }) =>
    draw.pick([`${text} ${draw.pick(["<", ">"])} now`, `now - ${text} > hours(30)`, `date(${text}) ${order()} today`]),
};

const time: Drawn = {
  ...plain,
  condition: (text, { draw, order }) =>
    draw.pick([
      `${text} ${order()} time('${draw.pick(["09:00", "12:30", "17:00"])}')`,
      `time(now) ${order()} ${text}`,
      `today + ${text} ${order()} now`,
      `max(${text}, time('12:00')) ${order()} time('16:00')`,
    ]),
  set: "time('10:00')",
};

const duration: Drawn = {
  ...plain,
  condition: (text, { draw, order }) => `${text} ${order()} hours(${draw.number(1, 3)})`,
};

const text: Drawn = {
  ...plain,
  condition: (value, { draw, order }) =>
    draw.pick([
      `size(${value}) ${order()} 3`,
      `${value}.contains('a')`,
      `${value}.startsWith('b')`,
      `${value}.lowerAscii() == 'ab'`,
      `${value}.matches('^[a-c]+$')`,
      `${value} ${order()} 'b'`,
      `slug(${value}) == 'ab'`,
    ]),
  numbers: (value, { empty }) => [empty ? `(${value} == null ? 0 : size(${value}))` : `size(${value})`],
};

const yesNo: Drawn = {
  ...plain,
  condition: (value, { draw }) => (draw.once(2) ? value : `(not ${value})`),
  isGuarded: false,
  isNeverEmpty: true,
  set: "true",
  numbers: (value, { given }) => (given ? [`(${value} ? 1 : 0)`] : []),
  counts: (list, value) => [`${list}.filter(x, ${value}).size()`],
};

const choice: Drawn = {
  ...plain,
  condition: (value, { draw: { pick }, field: { codes = [] } }) =>
    pick([
      `(${value} ${pick(["==", "!="])} '${pick(codes)}')`,
      `(${value} in ['${codes[0]}', '${codes[1]}'])`,
      `(${value} not in ['${pick(codes)}'])`,
    ]),
  isGuarded: false,
};

const choices: Drawn = {
  ...plain,
  condition: (value, { draw: { pick }, field: { codes = [] }, order }) =>
    pick([`('${pick(codes)}' in ${value})`, `(size(${value}) ${order()} 1)`]),
  isGuarded: false,
  isNeverEmpty: true,
};

const state: Drawn = {
  ...plain,
  condition: (value, { draw: { pick }, row }) =>
    pick([`(${value} == 'open')`, `(${value} in ['new', 'open'])`, `${row}.ended`, `(${value} != 'done')`]),
  isGuarded: false,
  numbers: (value, _field, row) => [`(${value} == 'done' ? 1 : 0)`, `(${row}.ended ? 2 : 0)`],
  counts: (list, value) => [`${list}.filter(x, ${value} != 'done').size()`, `${list}.filter(x, not x.ended).size()`],
};

/** Rows lead on to what they hold: `../random/conditions.ts` says what is asked of them. */
export const sorts: { readonly [Each in Sort]: Drawn } = {
  text,
  number,
  integer,
  percent,
  money,
  date,
  datetime,
  time,
  duration,
  "yes/no": yesNo,
  choice,
  choices,
  state,
  row: plain,
  rows: { ...plain, isNeverEmpty: true },
  other: plain,
};
