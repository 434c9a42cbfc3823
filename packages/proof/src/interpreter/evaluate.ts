// The value of an expression's tree: the plain reading of the expression language, by walking over it.
import type { Tree } from "@writ/language/model";
import { functionValue, methodValue, momentOn } from "./functions.ts";
import { negate, plus, quotient, remainder, times } from "./values/arithmetic.ts";
import { constantValue, tableEntry } from "./world/constants.ts";
import { readField } from "./world/fields.ts";
import { listMethod } from "./values/lists.ts";
import { allRowsName, fieldOf, targetOf } from "./document/names.ts";
import { holdsRole } from "./rights/roles.ts";
import { withName, type Scope } from "./world/scope.ts";
import { compare, countedKey, dateOf, equal, isList, isRow, momentOf, numberOf, type Value } from "./values/value.ts";
import { asValue, rowsOf, timeZoneOf } from "./world/world.ts";

export function evaluate(tree: Tree, scope: Scope): Value {
  switch (tree.kind) {
    case "null":
      return null;
    case "boolean":
    case "text":
      return tree.value;
    case "number":
      return numberOf(tree.digits, tree.scale);
    case "name":
      return nameValue(tree.name, scope);
    case "field":
      return fieldValue(tree, scope);
    case "index":
      return indexValue(tree, scope);
    case "list":
      return tree.items.map((item) => evaluate(item, scope));
    case "unary":
      return tree.operator === "-" ? negate(evaluate(tree.of, scope)) : not(evaluate(tree.of, scope));
    case "binary":
      return binaryValue(tree, scope);
    case "conditional":
      return evaluate(evaluate(tree.test, scope) === true ? tree.then : tree.otherwise, scope);
    case "call":
      return callValue(tree, scope);
    case "method":
      return methodOf(tree, scope);
  }
}

type Of<Kind extends Tree["kind"]> = Extract<Tree, { readonly kind: Kind }>;

const not = (value: Value): Value => (value === null ? null : value !== true);

function nameValue(name: string, scope: Scope): Value {
  const { world } = scope;
  const here = scope.names.get(name);
  if (here !== undefined) return here;
  if (name === "me") return scope.me;
  if (name === "now") return momentOf(world.now);
  if (name === "today") return dateOf(timeZoneOf(world.program).dayAt(world.now));
  const constant = constantValue(world.program, name);
  if (constant !== undefined) return constant;
  // Of a constant that is not shown no one knows what it is.
  if (world.program.lookup.constants.has(name)) return null;
  const entity = entityNamed(name, scope);
  if (entity === undefined) throw new Error(`nothing here is called ${name}`);
  return rowsOf(world, entity).map(asValue);
}

function entityNamed(name: string, { world: { program } }: Scope): string | undefined {
  return ["user", ...program.lookup.entities.keys()].find((entity) => allRowsName(entity) === name);
}

function fieldValue(tree: Of<"field">, scope: Scope): Value {
  // `Settings.opens_at` is a field of the one row that there is.
  if (tree.of.kind === "name" && !scope.names.has(tree.of.name)) {
    const entity = entityNamed(tree.of.name, scope);
    const [only] = entity === undefined ? [] : rowsOf(scope.world, entity);
    if (entity !== undefined) return only === undefined ? null : readField(asValue(only), tree.name, scope);
  }
  const of = evaluate(tree.of, scope);
  if (isRow(of)) return readField(of, tree.name, scope);
  // Nothing names a row that is not there.
  const entity = entityLedTo(tree.of, scope);
  return entity !== undefined && fieldOf(scope.world.program, entity, tree.name)?.type?.kind === "list" ? [] : null;
}

function indexValue(tree: Of<"index">, scope: Scope): Value {
  const key = evaluate(tree.index, scope);
  if (tree.of.kind !== "name" || typeof key !== "string") return null;
  return tableEntry(scope.world.program, tree.of.name, key);
}

function binaryValue({ operator, left: leftTree, right: rightTree }: Of<"binary">, scope: Scope): Value {
  const left = evaluate(leftTree, scope);
  if (operator === "and") return left === false ? false : both(left, evaluate(rightTree, scope));
  if (operator === "or") return left === true ? true : not(both(not(left), not(evaluate(rightTree, scope))));
  const right = evaluate(rightTree, scope);
  if (equating.has(operator) && (isLacking(leftTree, left, scope) || isLacking(rightTree, right, scope))) return null;
  switch (operator) {
    case "==":
      return equal(left, right);
    case "!=":
      return !equal(left, right);
    case "in":
      return isList(right) && right.some((item) => equal(left, item));
    case "not in":
      return !(isList(right) && right.some((item) => equal(left, item)));
    case "+":
      return (
        momentOn(left, right, scope.world.program) ?? momentOn(right, left, scope.world.program) ?? plus(left, right)
      );
    case "-":
      return plus(left, right, -1n);
    case "*":
      return times(left, right);
    case "/":
      return quotient(left, right);
    case "%":
      return remainder(left, right);
    default: {
      if (left === null || right === null) return null;
      const byNumber = doesCount(leftTree, scope) || doesCount(rightTree, scope);
      const order = byNumber ? compare(countedKey(String(left)), countedKey(String(right))) : compare(left, right);
      if (operator === "<") return order < 0;
      if (operator === "<=") return order <= 0;
      return operator === ">" ? order > 0 : order >= 0;
    }
  }
}

const equating: ReadonlySet<string> = new Set(["==", "!=", "in", "not in"]);

/**
 * A row that lacks what it must have is compared with nothing: its creator gets the error of the value, or of the
 * right.
 */
function isLacking(tree: Tree, value: Value, scope: Scope): boolean {
  if (value !== null) return false;
  const worksOut = (parts: readonly Tree[]) => parts.some((part) => isLacking(part, evaluate(part, scope), scope));
  switch (tree.kind) {
    case "field": {
      const of = evaluate(tree.of, scope);
      const entity = isRow(of) ? of.entity : entityLedTo(tree.of, scope);
      const field = entity === undefined ? undefined : fieldOf(scope.world.program, entity, tree.name);
      const isNeeded = field?.required === "yes" || field?.type?.kind === "belongs to";
      // What may be empty is that, also of a row that is not there.
      if (!isRow(of))
        return (field === undefined || isNeeded || field.type?.kind === "computed") && worksOut([tree.of]);
      if (field?.type?.kind !== "computed") return isNeeded;
      const { expression } = field.type;
      // What is not shown is unknown, and not lacking; what is in a circle has no end.
      if (expression.tree === undefined || scope.world.program.expressionGaps.has(expression)) return false;
      return isLacking(expression.tree, null, { ...scope, names: new Map([[of.entity, of]]) });
    }
    case "binary":
      return arithmetic.has(tree.operator) && worksOut([tree.left, tree.right]);
    case "method":
      return worksOut(tree.args.length === 0 ? [tree.of] : []);
    case "call":
      return worksOut(tree.args);
    default:
      return false;
  }
}

/** The entity of the row that would be there. */
function entityLedTo(tree: Tree, scope: Scope): string | undefined {
  const { program } = scope.world;
  if (tree.kind === "name") {
    const row = scope.names.get(tree.name) ?? null;
    return isRow(row) ? row.entity : undefined;
  }
  const entity = tree.kind === "field" ? entityLedTo(tree.of, scope) : undefined;
  return tree.kind !== "field" || entity === undefined
    ? undefined
    : targetOf(program, fieldOf(program, entity, tree.name)?.type);
}

const arithmetic: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%"]);

/** Unknown where neither side decides it. */
function both(left: Value, right: Value): Value {
  if (left === false || right === false) return false;
  return left === null || right === null ? null : true;
}

const callValue = ({ name, args }: Of<"call">, scope: Scope): Value =>
  functionValue(
    name,
    args.map((one) => evaluate(one, scope)),
    scope.world.program,
  );

/** A sequence number stands where its number does, whatever stands around it. */
function doesCount(tree: Tree, scope: Scope): boolean {
  if (tree.kind !== "field") return false;
  const of = evaluate(tree.of, scope);
  return isRow(of) && fieldOf(scope.world.program, of.entity, tree.name)?.type?.kind === "sequence number";
}

/** What a row is sorted by. */
function keyOf(by: Tree, scope: Scope): Value {
  const key = evaluate(by, scope);
  return typeof key === "string" && doesCount(by, scope) ? countedKey(key) : key;
}

function methodOf({ of: ofTree, name, args }: Of<"method">, scope: Scope): Value {
  const of = evaluate(ofTree, scope);
  if (isList(of)) {
    const [item, body] = args;
    const each = (value: Value): Value =>
      item?.kind === "name" && body !== undefined ? evaluate(body, withName(scope, item.name, value)) : null;
    // A minus before the order turns it round, also where there is nothing to negate.
    if (name === "first" && item?.kind === "name" && body?.kind === "unary" && body.operator === "-") {
      const { of: by } = body;
      return listMethod(of, "last", (value) => keyOf(by, withName(scope, item.name, value)));
    }
    if (name === "first" && item?.kind === "name" && body !== undefined)
      return listMethod(of, name, (value) => keyOf(body, withName(scope, item.name, value)));
    return listMethod(of, name, each);
  }
  if (of === null) return null;
  const [first = null, second] = args.map((one) => evaluate(one, scope));
  if (name === "has_role") return isRow(of) && holdsRole(scope.world, of.id, String(first ?? ""), second);
  return methodValue(name, of, String(first ?? ""), scope.world.program);
}
