// What there is to know of each kind of value that a cell may hold, besides how it is read.
import { negated } from "../expression/build-tree.ts";
import { exactWords } from "../expression/exact.ts";
import type { ConstantSchema, ConstantValue } from "../expression/schema.ts";
import { dayLength, timeText } from "../expression/time-of-day.ts";
import type { Tree } from "../expression/tree.ts";
import type { Kind, Type } from "../expression/type.ts";
import type { Value } from "./value.ts";

type ValueOf<Name extends Value["kind"]> = Extract<Value, { readonly kind: Name }>;
type Constant = Pick<ConstantSchema, "type" | "value">;

type ValueKind<One extends Value> = {
  /** For messages: "a …". */
  readonly words: (value: One) => string;
  /** As it is written. */
  readonly written: (value: One) => string;
  /** How it is written in the languages of people, where that is no plain number. */
  readonly format?: Intl.NumberFormatOptions;
  /** As expressions know it; undefined where it has more decimals than are kept. */
  readonly constant: (value: One, moneyScale: number) => Constant | undefined;
  /** As the code of calls has it; `key` prints the name of a property. */
  readonly typeScript: (value: One, key: (name: string) => string) => string;
  /** Other values beside it, as they are written; undefined where its number is one more or less in its last digit. */
  readonly beside?: (value: One) => readonly string[];
  /** The same in expressions, of a tree that names it. */
  readonly besideTree: (tree: Tree, value: One) => readonly Tree[];
};

const constant = (kind: Kind, value: ConstantValue): Constant => ({ type: { ...kind, empty: false }, value });

/** One more and one less. */
const plusMinus = (tree: Tree, right: Tree): readonly Tree[] => {
  const { start, end } = tree;
  return (["+", "-"] as const).map((operator) => ({ kind: "binary", operator, left: tree, right, start, end }));
};

const unit = ({ start, end }: Tree, scale: number): Tree => ({ kind: "number", digits: 1n, scale, start, end });

const call = (name: string, at: Tree, argument: Tree): Tree => {
  const { start, end } = at;
  return { kind: "call", name, nameSpan: { start, end }, args: [argument], start, end };
};

const nothingBeside = (): readonly Tree[] => [];

const exact = {
  constant: ({ digits, scale }: ValueOf<"number" | "percent">) =>
    constant({ kind: "number", scale }, { kind: "number", digits, scale }),
  typeScript: () => "number",
  besideTree: (tree: Tree, { scale }: ValueOf<"number" | "percent">) => plusMinus(tree, unit(tree, scale)),
};

/** A minute later and a minute earlier, on the same day. */
const timesBeside = ({ milliseconds }: ValueOf<"time">): readonly string[] =>
  [milliseconds + 60_000, milliseconds - 60_000].filter((time) => time >= 0 && time < dayLength).map(timeText);

const kinds: { readonly [Name in Value["kind"]]: ValueKind<ValueOf<Name>> } = {
  number: {
    words({ digits, scale }) {
      if (scale > 0) return "number with decimals";
      return digits > 0n ? "whole number" : "number that is not above zero";
    },
    written: exactWords,
    ...exact,
  },
  percent: {
    words: () => "percentage",
    format: { style: "percent" },
    written: ({ digits, scale }) => `${exactWords({ digits, scale: Math.max(0, scale - 2) })} %`,
    ...exact,
  },
  money: {
    words: () => "amount of money",
    written: exactWords,
    constant: ({ digits, scale }, moneyScale) =>
      scale > moneyScale
        ? undefined
        : constant({ kind: "money" }, { kind: "money", minor: digits * 10n ** BigInt(moneyScale - scale) }),
    typeScript: () => "number",
    besideTree: (tree, { scale }) => plusMinus(tree, call("money", tree, unit(tree, scale))),
  },
  duration: {
    words: () => "duration",
    written: ({ milliseconds }) => `${milliseconds} ms`,
    constant: ({ days, milliseconds }) => constant({ kind: "duration", days }, { kind: "duration", milliseconds }),
    typeScript: () => "number",
    besideTree(tree, { days, milliseconds }) {
      const name = days ? "days" : milliseconds % 3_600_000n === 0n ? "hours" : "minutes";
      return plusMinus(tree, call(name, tree, unit(tree, 0)));
    },
  },
  time: {
    words: () => "time of day",
    written: ({ milliseconds }) => timeText(milliseconds),
    constant: ({ milliseconds }) => constant({ kind: "time" }, { kind: "time", milliseconds }),
    typeScript: () => "string",
    beside: timesBeside,
    besideTree: (tree, value) =>
      timesBeside(value).map((time) =>
        call("time", tree, { kind: "text", value: time, start: tree.start, end: tree.end }),
      ),
  },
  size: {
    words: () => "size in bytes",
    written: ({ bytes }) => `${bytes} B`,
    constant: ({ bytes }) =>
      constant({ kind: "number", scale: 0 }, { kind: "number", digits: BigInt(bytes), scale: 0 }),
    typeScript: () => "number",
    besideTree: nothingBeside,
  },
  "yes/no": {
    words: () => "yes/no",
    written: ({ value }) => (value ? "yes" : "no"),
    constant: ({ value }) => constant({ kind: "yes/no" }, { kind: "yes/no", value }),
    typeScript: () => "boolean",
    beside: ({ value }) => [value ? "no" : "yes"],
    besideTree: (tree) => [negated(tree)],
  },
  table: {
    words: () => "table",
    written: ({ entries }) =>
      entries.map(({ key, value }) => `${key.label}: ${kindOf(value).written(value)}`).join(", "),
    constant({ entries: all }, moneyScale) {
      const entries = all.map(({ key, value }) => [key.id || key.label, constantOf(value, moneyScale)] as const);
      if (entries.length === 0 || entries.some(([, entry]) => entry === undefined)) return undefined;
      const known = new Map(entries.flatMap(([key, entry]) => (entry ? [[key, entry.value] as const] : [])));
      const of = commonType(entries.flatMap(([, entry]) => (entry ? [entry.type] : [])));
      return constant({ kind: "table", keys: [...known.keys()], of }, { kind: "table", entries: known });
    },
    typeScript: ({ entries }, key) =>
      `{ ${entries.map((entry) => `readonly ${key(entry.key.id)}: ${kindOf(entry.value).typeScript(entry.value, key)};`).join(" ")} }`,
    besideTree: nothingBeside,
  },
};

/** Its parts take the very value that it was asked for. */
export function kindOf(value: Value): ValueKind<Value> {
  return kinds[value.kind] as ValueKind<Value>;
}

export function constantOf(value: Value, moneyScale: number): Constant | undefined {
  return kindOf(value).constant(value, moneyScale);
}

/** The type that holds all values of a table: the widest scale, whole days only if all are. */
function commonType(types: readonly Type[]): Type {
  const first = types[0] ?? { kind: "null", empty: true };
  if (first.kind === "number") {
    return {
      ...first,
      scale: types.reduce((most, type) => Math.max(most, type.kind === "number" ? type.scale : 0), 0),
    };
  }
  if (first.kind === "duration")
    return { ...first, days: types.every((type) => type.kind === "duration" && type.days) };
  return first;
}
