// A condition as a filter of the data API: what compares fields of a row, or of rows that it refers to, with known values.
import { childrenOf } from "../expression/children.ts";
import type { Schema } from "../expression/schema.ts";
import type { Typed } from "../expression/typed.ts";
import type { Filter } from "../product/application.ts";
import { formulaOf, type Source } from "./formula.ts";

/** The part of a condition that no filter can say, and the database can tell of each row: what is left of all that is joined by "and". */
export function remainingCondition(typed: Typed, schema: Schema): Typed | undefined {
  const [first, ...others] = partsOf(typed).filter((part) => filterOf(part, schema) === undefined);
  return first && others.reduce<Typed>((left, right) => ({ ...first, node: "and", left, right }) as Typed, first);
}

/** What filters say of a condition; undefined where they say nothing. */
export function expressibleFilter(typed: Typed, schema: Schema): Filter<Source> | undefined {
  const said = partsOf(typed).flatMap((part) => filterOf(part, schema) ?? []);
  const [first, ...others] = said;
  return others.length === 0 ? first : { kind: "and", of: said };
}

const partsOf = (typed: Typed): readonly Typed[] =>
  typed.node === "and" ? [...partsOf(typed.left), ...partsOf(typed.right)] : [typed];

/** Undefined where the condition asks for more than a filter can. */
export function filterOf(typed: Typed, schema: Schema): Filter<Source> | undefined {
  switch (typed.node) {
    case "and":
    case "or": {
      const of = [filterOf(typed.left, schema), filterOf(typed.right, schema)];
      return of.every((one) => one !== undefined) ? { kind: typed.node, of } : undefined;
    }
    case "not": {
      const of = filterOf(typed.of, schema);
      return of && { kind: "not", of };
    }
    case "equal":
      return comparison(typed.left, "eq", typed.right, schema);
    case "compare": {
      const operator = ({ "<": "lt", "<=": "lte", ">": "gt", ">=": "gte" } as const)[typed.operator];
      return comparison(typed.left, operator, typed.right, schema);
    }
    case "is empty": {
      const path = columnOf(typed.of);
      return path && { kind: "empty", path };
    }
    case "one of": {
      const path = columnOf(typed.of);
      const values = typed.items.flatMap((item) => (item.node === "text" ? [item.value] : []));
      return path && values.length === typed.items.length ? { kind: "one of", path, values } : undefined;
    }
    case "field": {
      const path = columnOf(typed);
      return path && { kind: "yes", path };
    }
    default:
      return undefined;
  }
}

type Operator = Extract<Filter, { kind: "compare" }>["operator"];
const turned: Readonly<Record<Operator, Operator>> = { eq: "eq", lt: "gt", lte: "gte", gt: "lt", gte: "lte" };

function comparison(left: Typed, operator: Operator, right: Typed, schema: Schema): Filter<Source> | undefined {
  const path = columnOf(left);
  // What the address names and who asks are known by their own fields, and no further.
  if (isFar(left) || isFar(right)) return undefined;
  // A browser's clock is its owner's: only the database has one day for all users.
  if (readsClock(left) || readsClock(right)) return undefined;
  // A value is at the scale of its own type: what is compared has to have the same.
  if (path !== undefined && !mentionsRow(right) && sameScale(left, right)) {
    const value = formulaOf(right, schema);
    return value && { kind: "compare", path, operator, value };
  }
  return columnOf(right) !== undefined && !mentionsRow(left)
    ? comparison(right, turned[operator], left, schema)
    : undefined;
}

const sameScale = (left: Typed, right: Typed): boolean =>
  left.type.kind !== "number" || right.type.kind !== "number" || left.type.scale === right.type.scale;

function columnOf(typed: Typed): readonly string[] | undefined {
  if (typed.node !== "field") return undefined;
  if (typed.of.node === "scope") return typed.of.source === "row" ? [typed.field] : undefined;
  // Behind a reference an account is known by its name alone: what else is asked of it only the database can tell.
  if (typed.entity === "user" && typed.field !== "id" && typed.field !== "name") return undefined;
  const before = columnOf(typed.of);
  return before && [...before, typed.field];
}

const mentionsRow = (typed: Typed): boolean =>
  (typed.node === "scope" && typed.source === "row") || childrenOf(typed).some(mentionsRow);

export const readsClock = (typed: Typed): boolean =>
  (typed.node === "scope" && (typed.source === "now" || typed.source === "today")) ||
  childrenOf(typed).some(readsClock);

const isFar = (typed: Typed): boolean => (stepsFrom(typed) ?? 0) > 1 || childrenOf(typed).some(isFar);

/** How many steps lead to a field from what the address names, or from who asks. */
function stepsFrom(typed: Typed): number | undefined {
  if (typed.node === "scope") return typed.source === "route" || typed.source === "me" ? 0 : undefined;
  const before = typed.node === "field" ? stepsFrom(typed.of) : undefined;
  return before === undefined ? undefined : before + 1;
}
