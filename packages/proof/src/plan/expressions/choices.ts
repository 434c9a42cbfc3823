// What is given to a reference with `among`: whether it is one of the choices, and ways for it to be one, or none.
import type { Expression, Tree } from "@writ/language/model";
import type { Fact } from "@writ/language/scenarios";
import { evaluate } from "../../interpreter/evaluate.ts";
import { entityOf, fieldOf, reversed, targetOf } from "../../interpreter/document/names.ts";
import { withName } from "../../interpreter/world/scope.ts";
import { equal, isList, isRow, type RowValue, type Value } from "../../interpreter/values/value.ts";
import { asValue, rowsOf } from "../../interpreter/world/world.ts";
import { enteredValue } from "../values/edges.ts";
import { some, type SearchContext } from "../situation/search-context.ts";
import { contextIn, satisfyCondition } from "./hold.ts";
import { addTo } from "./lists.ts";
import { withNew } from "../samples/sample.ts";
import { withField, withInput, type Situation } from "../situation/situation.ts";
import { isUnread } from "../values/unreadable-rows.ts";

type Among = Extract<Fact, { readonly kind: "among" }>;

export function isAmong(situation: Situation, { field, choices, is, unread }: Among): boolean {
  const list = choicesOf(situation, choices);
  const given = eachOf(enteredValue(situation, field));
  const isIn = given.every((one) => list.some((choice) => equal(choice, one)));
  return isIn === is && (unread !== true || given.some((one) => isRow(one) && isUnread(situation, one)));
}

/** Of several rows each one is to be among the choices. */
const eachOf = (value: Value): readonly Value[] => (isList(value) ? value : value === null ? [] : [value]);

export function enterChoice(situation: Situation, { field: name, choices, is, unread }: Among): readonly Situation[] {
  const { world, attempt: tried } = situation;
  const field = fieldOf(world.program, tried.entity, name);
  if (field?.type === undefined) return [];
  const { type } = field;
  const target = type.kind === "several" ? entityOf(world.program, type.entity) : (targetOf(world.program, type) ?? "");
  const asGiven = (row: Value): Value => (type.kind === "several" ? [row] : row);
  const list = choicesOf(situation, choices);
  const rows = rowsOf(world, target).map(asValue);
  const isWanted = (row: Value) => unread !== true || (isRow(row) && isUnread(situation, row));
  const result = (is ? list : rows.filter((row) => !list.some((one) => equal(one, row))))
    .filter(isWanted)
    .flatMap((value) => withInput(situation, name, asGiven(value)));
  if (is)
    return [
      ...result,
      ...rows.filter(isWanted).flatMap((row) => intoList(situation, { name, row, choices, value: asGiven(row) })),
    ];
  return result.length > 0 || target === "user" ? result : outOfList(situation, name, target, choices, asGiven);
}

type Chosen = {
  readonly name: string;
  readonly row: RowValue;
  readonly value: Value;
  readonly choices: Expression;
};

/** What is not among them yet is given, and comes to be: the list has it, or what lets rows in holds of it. */
function intoList(situation: Situation, { name, row, value, choices: { tree } }: Chosen): readonly Situation[] {
  if (tree === undefined) return [];
  return withInput(situation, name, value).flatMap((given) => {
    const context = contextIn(given, "after");
    if (context === undefined) return [];
    return [...waysToPass(tree, row, true, context), ...addTo(tree, context, row)];
  });
}

/** Where all that there are may be chosen: one more, or the given one is no longer what lets it in. */
function outOfList(
  situation: Situation,
  name: string,
  target: string,
  { tree }: Expression,
  asGiven: (row: Value) => Value,
): readonly Situation[] {
  const { world } = situation;
  const [given = null] = eachOf(enteredValue(situation, name));
  const context = contextIn(situation, "after");
  if (!isRow(given) || context === undefined) {
    const made = withNew(world, target);
    return withInput({ ...situation, world: made.world }, name, asGiven(asValue(made.row)));
  }
  return tree === undefined ? [] : [...waysToPass(tree, given, false, context), ...inAnotherList(tree, given, context)];
}

/** What is in a list of one row is in that of another one. */
function inAnotherList(list: Tree, row: RowValue, { situation, scope, at }: SearchContext): readonly Situation[] {
  const { program } = scope.world;
  const of = list.kind === "field" ? evaluate(list.of, scope) : null;
  const type = list.kind === "field" && isRow(of) ? fieldOf(program, of.entity, list.name)?.type : undefined;
  if (!isRow(of) || type?.kind !== "list") return [];
  const made = withNew(situation.world, of.entity);
  const { field } = reversed(program, of.entity, type);
  return some(withField({ ...situation, world: made.world }, row, field, asValue(made.row), at));
}

/** That what a filter lets in holds of a row, or does not. */
function waysToPass(tree: Tree, row: RowValue, is: boolean, context: SearchContext): readonly Situation[] {
  const [item, body] = tree.kind === "method" && tree.name === "filter" ? tree.args : [];
  return item?.kind !== "name" || body === undefined
    ? []
    : satisfyCondition(body, is, { ...context, scope: withName(context.scope, item.name, row) });
}

function choicesOf(situation: Situation, { tree }: Expression): readonly Value[] {
  const context = contextIn(situation, "after");
  const list = tree === undefined || context === undefined ? null : evaluate(tree, context.scope);
  return isList(list) ? list : [];
}
