// Whether a part of what is worked out makes a difference, and ways to values with which it does.
import type { Tree } from "@writ/language/model";
import type { Fact } from "@writ/language/scenarios";
import { plus, times } from "../../interpreter/values/arithmetic.ts";
import { evaluate } from "../../interpreter/evaluate.ts";
import { asStored } from "../../interpreter/world/fields.ts";
import { partsOf } from "../../interpreter/document/mentions.ts";
import { fieldOf } from "../../interpreter/document/names.ts";
import { withName } from "../../interpreter/world/scope.ts";
import {
  dayLength,
  durationOf,
  equal,
  isList,
  isRow,
  numberOf,
  timeOf,
  type Value,
} from "../../interpreter/values/value.ts";
import { aim } from "./aim.ts";
import { placesOf } from "./effect-values.ts";
import type { SearchContext, Wish } from "../situation/search-context.ts";
import { addTo } from "./lists.ts";
import type { Situation } from "../situation/situation.ts";

type Mattering = Extract<Fact, { readonly kind: "matters" }>;

/** By what is kept of it: what is rounded away is no difference. */
export function makesDifference(fact: Mattering, situation: Situation): boolean {
  const { expression, of, otherwise } = fact;
  const { tree } = expression;
  const { program } = situation.world;
  const type = fieldOf(program, of.entity, of.field)?.type;
  const kept = type?.kind === "computed" ? type.of : type;
  return placesOf(situation, of.to, of.at).some(({ scope }) => {
    const held = (one: Tree): Value => {
      const value = evaluate(one, scope);
      return kept === undefined ? value : asStored(program, kept, value);
    };
    return tree !== undefined && !equal(held(tree), held(otherwise));
  });
}

export function makeInfluential(fact: Mattering, situation: Situation): readonly Situation[] {
  const { tree } = fact.expression;
  return tree === undefined
    ? []
    : placesOf(situation, fact.of.to, fact.of.at).flatMap((context) => vary(tree, context));
}

/** Other values of all that the expression reads, those of rows of lists too. */
export function vary(tree: Tree, context: SearchContext): readonly Situation[] {
  if (tree.kind === "field") {
    const value = evaluate(tree, context.scope);
    const of = evaluate(tree.of, context.scope);
    const type = isRow(of) ? fieldOf(context.scope.world.program, of.entity, tree.name)?.type : undefined;
    const worked = type?.kind === "computed" ? type.expression.tree : undefined;
    if (isRow(of) && worked !== undefined)
      return vary(worked, { ...context, scope: { ...context.scope, names: new Map([[of.entity, of]]) } });
    return isList(value) ? addTo(tree, context) : otherThan(value).flatMap((wish) => aim(tree, wish, context));
  }
  if (tree.kind === "method") {
    const list = evaluate(tree.of, context.scope);
    const [item, body] = tree.args;
    if (!isList(list) || item?.kind !== "name" || body === undefined) return vary(tree.of, context);
    const inside = (row: Value): SearchContext => ({ ...context, scope: withName(context.scope, item.name, row) });
    return [
      ...vary(tree.of, context),
      ...addTo(tree.of, context),
      ...list.slice(0, 2).flatMap((row) => vary(body, inside(row))),
    ];
  }
  return partsOf(tree).flatMap((part) => vary(part, context));
}

/** A little more and less first, then a lot: only large values distinguish what is divided or rounded. */
function otherThan(value: Value): readonly Wish[] {
  if (typeof value === "boolean") return [{ kind: "is", value: !value }];
  if (value === null || typeof value !== "object" || isList(value) || isRow(value)) return [{ kind: "not", value }];
  const unit = value.kind === "date" ? durationOf(dayLength) : isMoment(value) ? durationOf(hour) : numberOf(1);
  const near = [1, -1].map((steps) => ({ kind: "near", value, steps }) as const);
  if (value.kind === "time") return [...near, ...otherTimes(value.at)];
  const further = [1, -1, 2, -2, 3, 7, 13, -13, 49, 97, 997, 9_973, 99_991].map(
    (count) => ({ kind: "is", value: plus(value, times(unit, numberOf(count))) }) as const,
  );
  return [...near, ...further];
}

/** Hours and half hours of the day. */
const otherTimes = (at: number): readonly Wish[] =>
  [2, -2, 5, 13, 23, 37].map((halves) => ({
    kind: "is",
    value: timeOf((((at + halves * 1_800_000) % 86_400_000) + 86_400_000) % 86_400_000),
  }));

const hour = 3_600_000n;
const isMoment = ({ kind }: { readonly kind: string }): boolean => kind === "datetime" || kind === "duration";
