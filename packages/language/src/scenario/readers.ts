// The uses of a name: the addresses of expressions, amounts, cells and guards, so that a name's meaning is tried where
// it is used.
import { partsOf } from "../expression/parts.ts";
import type { Expression, Tree } from "../expression/tree.ts";
import type { Guard } from "../clause/guard.ts";
import { amountsOf } from "../field-types/index.ts";
import type { Model } from "../model/model.ts";
import type { Amount } from "../clause/value.ts";
import type { Grant } from "../sections/permissions/model.ts";

/** An address of a cell belongs to its row, and all cells of an action to the action. */
export const isWithin = (clause: string, one: string): boolean =>
  clause === one || clause.startsWith(`${one}/`) || one.startsWith(`${clause}/`);

/** A condition is referred to by name, so an expression that names it refers to all that the condition refers to. */
export function readersIn(model: Model, expressions: readonly Expression[]) {
  const readers = new Map<string, Set<string>>();
  const add = (name: string, address: string) => readers.set(name, (readers.get(name) ?? new Set()).add(address));
  for (const { tree, address } of expressions)
    for (const name of tree === undefined ? [] : namesIn(tree)) add(name, address);
  const named = (guard: Guard | undefined, address: string) => {
    if (guard?.kind === "condition") add(conditionKey(guard.name.id), address);
  };
  const counted = (amount: Amount | undefined, address: string) => {
    if (amount?.kind === "constant") add(amount.name.id, address);
  };
  for (const { type, address } of model.entities.entities.flatMap(({ fields }) => fields))
    for (const amount of amountsOf(type)) counted(amount, address);
  for (const { value, address } of model.constants.limits) counted(value?.amount, address);
  for (const { cells } of model.permissions.rights)
    for (const { grant, address } of cells)
      for (const name of grant === undefined ? [] : conditionsIn(grant)) add(conditionKey(name), address);
  for (const rule of model.rules.rules) {
    named(rule.when, rule.address);
    if (rule.must?.kind === "guard") named(rule.must.guard, rule.address);
  }
  for (const { states, transitions } of model.states.machines) {
    for (const { startIf, address } of states) named(startIf, address);
    for (const { onlyIf, address } of transitions) named(onlyIf, address);
  }
  for (const effect of model.states.effects) named(effect.if, effect.address);
  for (const { when, address } of model.constants.limits) named(when, address);
  return (name: string): readonly string[] => {
    const direct = [...(readers.get(name) ?? [])];
    const through = model.permissions.conditions.filter(({ address }) =>
      direct.some((one) => one.startsWith(`${address}/`)),
    );
    return [...direct, ...through.flatMap(({ name: condition }) => [...(readers.get(`6/${condition.id}`) ?? [])])];
  };
}

/** Conditions have names of their own beside those of expressions. */
const conditionKey = (id: string): string => `6/${id}`;

function conditionsIn(grant: Grant): readonly string[] {
  switch (grant.kind) {
    case "condition":
      return [grant.name.id];
    case "not":
      return conditionsIn(grant.of);
    case "and":
    case "or":
      return [...conditionsIn(grant.left), ...conditionsIn(grant.right)];
    default:
      return [];
  }
}

/** Of functions with brackets behind, as nothing else is called. */
export function namesIn(tree: Tree): readonly string[] {
  const own =
    tree.kind === "name" || tree.kind === "field" ? [tree.name] : tree.kind === "call" ? [`${tree.name}()`] : [];
  return [...own, ...partsOf(tree).flatMap(namesIn)];
}
