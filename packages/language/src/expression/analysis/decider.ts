// Decides a condition from the own fields of one row, as far as that can be done while a document is read.
import type { Exact } from "../exact.ts";
import { childrenOf } from "../children.ts";
import { dayNumber } from "../constant.ts";
import type { Context, Row, Value } from "../data.ts";
import { evaluator } from "../javascript.ts";
import { Undecided } from "../javascript/runtime.ts";
import type { EntitySchema } from "../schema.ts";
import type { Type } from "../type.ts";
import type { Typed } from "../typed.ts";

/**
 * Null is empty. Numbers and money are exact, dates texts, durations milliseconds as `bigint`, moments and times of day
 * milliseconds as `number`, rows the keys that the document names them by.
 */
export type Known = null | boolean | string | number | bigint | Exact | readonly Known[];

/** A field of a row that is about to be created; undefined where its value is unknown. */
export type KnownRow = (field: string) => Known | undefined;

/** When it is, for what is decided as if it were then. */
export type Clock = Pick<Context, "now" | "today" | "timeZone">;

/** Undefined where it depends on what a document does not hold: other rows, the time unless it is given, who asks. */
export type Decide = (row: KnownRow, clock?: Clock) => boolean | undefined;

/** `entity`: that of the row, which the condition names by its identifier. */
export function decider(typed: Typed, entity: EntitySchema, options: { readonly moneyScale: number }): Decide {
  const part = (of: Typed) => decider(of, entity, options);
  switch (typed.node) {
    case "not": {
      const of = part(typed.of);
      return (row, clock) => negated(of(row, clock));
    }
    case "and":
    case "or": {
      const deciding = typed.node === "or";
      const [left, right] = [part(typed.left), part(typed.right)];
      return (row, clock) => {
        const first = left(row, clock);
        if (first !== undefined) return first === deciding ? deciding : right(row, clock);
        // The other side may decide alone, but nothing says that it is not guarded: no empty value is shown to it.
        const second = right((field) => row(field) ?? undefined, clock);
        return second === deciding ? deciding : undefined;
      };
    }
    case "conditional": {
      const [test, then, otherwise] = [part(typed.test), part(typed.then), part(typed.otherwise)];
      return (row, clock) => {
        const holds = test(row, clock);
        return holds === undefined ? undefined : holds ? then(row, clock) : otherwise(row, clock);
      };
    }
    default:
      return decideWhole(typed, entity, options);
  }
}

const negated = (value: boolean | undefined) => (value === undefined ? undefined : !value);

function decideWhole(typed: Typed, entity: EntitySchema, options: { readonly moneyScale: number }): Decide {
  const evaluate = evaluator(typed, options);
  // Patterns are cheap on short texts only; longer ones are matched when the row is written.
  const longestText = hasPattern(typed) ? 200 : Number.POSITIVE_INFINITY;
  return (row, clock) => {
    const get = (field: string): Value => {
      const [value, type] = [row(field), entity.fields.get(field)?.type];
      if (value === undefined || type === undefined) return unknown();
      if (typeof value === "string" && value.length > longestText) return unknown();
      return valueOf(value, type, options.moneyScale);
    };
    try {
      const value = evaluate(contextOf(entity.id, lazyRow(get), clock));
      return typeof value === "boolean" ? value : undefined;
    } catch (error) {
      if (error instanceof Undecided) return undefined;
      throw error;
    }
  };
}

const hasPattern = (typed: Typed): boolean => typed.node === "matches" || childrenOf(typed).some(hasPattern);

function unknown(): never {
  throw new Undecided("the document does not say");
}

/** The value of an expression that is the same for all callers, and at all times unless one is given; undefined for any other. */
export function fixedValue(typed: Typed, options: { readonly moneyScale: number }, clock?: Clock): Value | undefined {
  const evaluate = evaluator(typed, options);
  try {
    return evaluate(contextOf("", lazyRow(unknown), clock));
  } catch (error) {
    if (error instanceof Undecided) return undefined;
    throw error;
  }
}

const contextOf = (name: string, row: Row, clock?: Clock): Context => ({
  scope: {
    [name]: row,
    get old() {
      return unknown();
    },
  },
  get me() {
    return unknown();
  },
  get now() {
    return clock?.now ?? unknown();
  },
  get today() {
    return clock?.today ?? unknown();
  },
  get timeZone() {
    return clock?.timeZone ?? unknown();
  },
  rows: unknown,
  hasRole: unknown,
});

const lazyRow = (get: (field: string) => Value): Row =>
  new Proxy({} as Row, { get: (_, field) => (typeof field === "string" ? get(field) : undefined) });

/** What the document writes down, as expressions calculate with it. */
function valueOf(known: Known, type: Type, moneyScale: number): Value {
  // What is missing where it must not be is a mistake of its own, and no expression expects it.
  if (known === null) return type.empty ? null : unknown();
  if (type.kind === "list") {
    return Array.isArray(known) ? known.map((item) => valueOf(item, type.of, moneyScale)) : unknown();
  }
  if (typeof known === "string") {
    if (type.kind === "row") return lazyRow((field) => (field === "id" ? known : unknown()));
    return type.kind === "date" ? dayNumber(known) : known;
  }
  if (typeof known !== "object") return known;
  if (Array.isArray(known) || !("digits" in known)) return unknown();
  const more = (type.kind === "number" ? type.scale : moneyScale) - known.scale;
  return more < 0 ? unknown() : known.digits * 10n ** BigInt(more);
}
