// Rules that contradict each other, or that never or always hold, as far as one field's type, choices and constants
// make it certain. Beyond that: silence rather than guesses.
import { isWrittenAs } from "../../field-types/index.ts";
import { kindOf } from "../../clause/value-kinds.ts";
import { boundsOf, impliedBounds, type Bounds } from "../../expression/analysis/bounds.ts";
import type { CheckedExpression } from "../../expression/check.ts";
import { between, covers, intersect, isNone, type Values } from "../../expression/analysis/value-set.ts";
import type { CheckContext } from "../../model/check-context.ts";
import { resolveAmount } from "../../model/check-amount.ts";
import type { Amount, Value } from "../../clause/value.ts";
import type { Problem } from "../../problem.ts";
import type { Field, FieldType } from "../entities/model.ts";
import type { Rule } from "./model.ts";
import { alwaysHolds, contradictoryRules } from "./problems.ts";

/** A rule whose expressions have types. `when` is undefined where the rule has none, or a wrong one (`hasWhen`). */
export type JudgedRule = {
  readonly rule: Rule;
  readonly hasWhen: boolean;
  readonly when: CheckedExpression | undefined;
  readonly must: CheckedExpression;
};

/** What a rule leaves of the values that its field has anyway. */
type Bounded = JudgedRule & {
  readonly bounds: Bounds;
  readonly possible: Values;
  readonly left: Values;
  readonly why: string;
};

export function checkBounds(rules: readonly JudgedRule[], context: CheckContext): readonly Problem[] {
  const problems: Problem[] = [];
  const bounded: Bounded[] = [];
  for (const judged of rules) {
    const constant = judgeConstant(judged);
    if (constant) {
      problems.push(constant);
      continue;
    }
    const one = bound(judged, context);
    if (!one) continue;
    const { rule } = one;
    const place = { span: rule.must?.span ?? rule.span, address: `${rule.address}/Must hold` };
    if (isNone(one.left))
      problems.push(
        contradictoryRules.at(place, rule.name.label, undefined, rule.entity.label, fieldLabel(one, context)),
      );
    else if (covers(one.left, one.possible)) problems.push(alwaysHolds.at(place, rule.name.label, one.why));
    else bounded.push(one);
  }
  return [...problems, ...contradictions(bounded, context)];
}

function judgeConstant({ rule, must }: JudgedRule): Problem | undefined {
  const place = { span: rule.must?.span ?? rule.span, address: `${rule.address}/Must hold` };
  if (must.always === true) return alwaysHolds.at(place, rule.name.label, "");
  if (must.always === false)
    return contradictoryRules.at(place, rule.name.label, undefined, rule.entity.label, "any field");
  return undefined;
}

function bound(judged: JudgedRule, context: CheckContext): Bounded | undefined {
  const { must, when, hasWhen, rule } = judged;
  const bounds = must.typed && boundsOf(must.typed, context.schema);
  if (!bounds || (hasWhen && !when?.typed)) return undefined;
  const declared = declaredBy(fieldOf(rule, bounds, context), bounds, context);
  let possible = declared
    ? intersect(bounds.possible, { ...declared.values, empty: bounds.possible.empty })
    : bounds.possible;
  // The rule is looked at only where its When holds.
  for (const given of when?.typed ? impliedBounds(when.typed, context.schema) : []) {
    if (possible && given.subject === bounds.subject) possible = intersect(possible, given.allowed);
  }
  const left = possible && intersect(possible, bounds.allowed);
  // A When that leaves nothing is never met: there is nothing to report about its rule.
  if (!possible || !left || isNone(possible)) return undefined;
  return { ...judged, bounds, possible, left, why: declared?.why ?? "" };
}

function fieldOf(rule: Rule, bounds: Bounds, context: CheckContext): Field | undefined {
  return bounds.field === undefined ? undefined : context.lookup.fields.get(rule.entity.id)?.get(bounds.field);
}

function fieldLabel({ rule, bounds }: Bounded, context: CheckContext): string {
  return fieldOf(rule, bounds, context)?.name.label ?? "it";
}

/** What the field's own type allows, with the words for it. */
function declaredBy(field: Field | undefined, bounds: Bounds, context: CheckContext) {
  const type = field?.type;
  if (!type || bounds.possible.kind !== "points") return undefined;
  const { scale } = bounds.possible;
  const known = (amount: Amount | undefined) => amount && resolveAmount(amount, context);
  if ("upTo" in type && bounds.measure === "size") {
    const most = known(type.upTo);
    if (most?.kind !== "number") return undefined;
    const words = `${field.name.label} has at most ${most.digits} characters already`;
    return { values: between(scale, { digits: 0n, scale: 0 }, most), why: words };
  }
  if (!("from" in type) || bounds.measure !== "value") return undefined;
  const [from, to] = [known(type.from), known(type.to)];
  if (!isExact(from, type) || !isExact(to, type)) return undefined;
  const words = `${field.name.label} is already ${kindOf(from).written(from)} to ${kindOf(to).written(to)}`;
  return { values: between(scale, from, to), why: words };
}

type ExactValue = Extract<Value, { digits: bigint }>;

/** A percentage without its sign may mean either: nothing is certain then. */
function isExact(value: Value | undefined, type: FieldType): value is ExactValue {
  return value !== undefined && "digits" in value && isWrittenAs(value, type);
}

/** More rules about one thing than this were not written by hand. */
const mostRules = 100;

/** Pairs that speak of the same thing at the same writes and leave it no value. Each rule is named once. */
function contradictions(bounded: readonly Bounded[], context: CheckContext): readonly Problem[] {
  const bySubject = new Map<string, Bounded[]>();
  const problems: Problem[] = [];
  for (const one of bounded) {
    if (one.hasWhen) continue;
    const key = `${one.rule.entity.id} ${one.bounds.subject}`;
    const others = bySubject.get(key) ?? [];
    if (others.length >= mostRules) continue;
    bySubject.set(key, others);
    const other = others.find((before) => {
      const left = intersect(before.left, one.left);
      return left !== undefined && isNone(left) && meet(before.rule, one.rule);
    });
    if (other) {
      const named = { name: other.rule.name.label, span: other.rule.name.span };
      const place = { span: one.rule.name.span, address: one.rule.address };
      problems.push(
        contradictoryRules.at(place, one.rule.name.label, named, one.rule.entity.label, fieldLabel(one, context)),
      );
    }
    others.push(one);
  }
  return problems;
}

/** Whether there is a write at which both are looked at. */
function meet(one: Rule, other: Rule): boolean {
  const moments = (rule: Rule) => (rule.on.length === 0 ? ["create", "update"] : rule.on.map((moment) => moment.id));
  return moments(one).some((moment) => moments(other).includes(moment));
}
