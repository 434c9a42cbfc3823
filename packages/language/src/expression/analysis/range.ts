// Between which numbers a value always lies, as far as that follows from its parts.
import type { Lookup } from "../../names/lookup.ts";
import type { Amount } from "../../clause/value.ts";
import type { Expression } from "../tree.ts";
import type { Typed } from "../typed.ts";

export type Range = { readonly least: number; readonly most: number };

export const unbounded: Range = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

export type RangeOf = (expression: Expression) => Range;

/** A computed field lies where its expression does, a stored one where its type lets it. */
export function rangesIn(
  lookup: Lookup,
  checked: ReadonlyMap<Expression, { readonly typed: Typed | undefined }>,
): RangeOf {
  const ofExpression = (expression: Expression): Range => {
    const typed = checked.get(expression)?.typed;
    return typed === undefined ? unbounded : measure(typed);
  };
  const ofField = (entity: string, name: string): Range => {
    const type = lookup.fields.get(entity)?.get(name)?.type;
    if (type === undefined) return unbounded;
    switch (type.kind) {
      case "computed":
        return ofExpression(type.expression);
      case "number":
      case "integer":
      case "percent":
      case "money":
        return {
          least: numberOf(type.from, lookup) ?? unbounded.least,
          most: numberOf(type.to, lookup) ?? unbounded.most,
        };
      default:
        return unbounded;
    }
  };
  const measure = (of: Typed): Range => {
    switch (of.node) {
      case "number": {
        const value = Number(of.digits) / 10 ** of.scale;
        return { least: value, most: value };
      }
      case "constant":
        return measure(of.value);
      case "field":
        return ofField(of.entity, of.field);
      case "conditional":
        return either(measure(of.then), measure(of.otherwise));
      case "lookup":
        return of.entries.map(([, value]) => measure(value)).reduce(either);
      case "negate": {
        const { least, most } = measure(of.of);
        return { least: -most, most: -least };
      }
      case "lesser":
      case "greater": {
        const [left, right] = [measure(of.left), measure(of.right)];
        const pick = of.node === "lesser" ? Math.min : Math.max;
        return { least: pick(left.least, right.least), most: pick(left.most, right.most) };
      }
      case "money of":
        return rounded(measure(of.of));
      case "arithmetic":
        return worked(of.operator, measure(of.left), measure(of.right), of.type.kind === "money");
      case "length":
      case "count":
        return { least: 0, most: unbounded.most };
      default:
        return unbounded;
    }
  };
  return ofExpression;
}

/** Around both. */
export const either = (one: Range, other: Range): Range => ({
  least: Math.min(one.least, other.least),
  most: Math.max(one.most, other.most),
});

/** To whole units: money is rounded to smaller ones. */
const rounded = ({ least, most }: Range): Range => ({ least: Math.floor(least), most: Math.ceil(most) });

function worked(operator: "+" | "-" | "*", left: Range, right: Range, isMoney: boolean): Range {
  if (operator === "+") return { least: left.least + right.least, most: left.most + right.most };
  if (operator === "-") return { least: left.least - right.most, most: left.most - right.least };
  const corners = [left.least, left.most].flatMap((one) => [right.least, right.most].map((other) => times(one, other)));
  const found = { least: Math.min(...corners), most: Math.max(...corners) };
  return isMoney ? rounded(found) : found;
}

/** Nothing, however often. */
const times = (one: number, other: number): number => (one === 0 || other === 0 ? 0 : one * other);

/** Of a number that is written out, or a constant. */
export function numberOf(amount: Amount | undefined, lookup: Lookup): number | undefined {
  const value = amount && (amount.kind === "value" ? amount.value : lookup.constants.get(amount.name.id)?.value);
  return value !== undefined && "digits" in value ? Number(value.digits) / 10 ** value.scale : undefined;
}

/** `0 to 30`, `30 and less`. */
export function rangeWords({ least, most }: Range): string {
  if (most === unbounded.most) return `${least} and more`;
  return least === unbounded.least ? `${most} and less` : `${least} to ${most}`;
}
