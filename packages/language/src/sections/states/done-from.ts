// Whether what only effects do can be done from a state at all: each of them may ask for the state itself.
import type { Expression, Tree } from "../../expression/tree.ts";
import { termsOf } from "../../mutant/expression-changes.ts";
import type { Model } from "../../model/model.ts";
import type { Mutable } from "../../mutant/mutant.ts";
import type { Effect, Machine, TransitionRow } from "./model.ts";
import { fieldOf } from "./transition-row.ts";

/** The effects that take a transition that no user takes. */
export const doing = ({ on, name }: Pick<TransitionRow, "on" | "name">, { states }: Model): readonly Effect[] =>
  on?.kind === "effect"
    ? states.effects.filter((effect) => effect.do?.kind === "do" && effect.do.transition.id === name.id)
    : [];

export function neverDoneFrom(
  state: string,
  { on, name }: TransitionRow,
  machine: Machine,
  { model, lookup }: Mutable,
): boolean {
  if (on?.kind !== "effect") return false;
  const field = fieldOf(machine, machine.entity.id, lookup);
  return doing({ on, name }, model).every((effect) => asksForAnother(effect, state, field));
}

/** A timer that sets the state that the row already has: no reader could see it. */
export function staysUnseen(
  state: string,
  { on, name, to, asks }: TransitionRow,
  { entity }: Machine,
  { model, lookup }: Mutable,
): boolean {
  const of = lookup.entities.get(entity.id);
  const isTimer = on?.kind === "after" || on?.kind === "at";
  return (
    isTimer &&
    of?.historyKept === false &&
    to !== "same" &&
    to.id === state &&
    asks.length === 0 &&
    model.states.effects.every(
      ({ entity: about, after }) =>
        lookup.entities.get(about.id) !== of || (after?.kind === "transition" && after.transition.id !== name.id),
    )
  );
}

/** Its own If names the states in which the row has to be, and this one is not among them. */
export function asksForAnother({ do: action, if: guard, entity }: Effect, state: string, field: string): boolean {
  if (action?.kind !== "do" || guard?.kind !== "expression") return false;
  const row = action.on === undefined ? entity.id : written(action.on, action.on.tree);
  const { expression } = guard;
  return (
    expression.tree !== undefined &&
    termsOf(expression.tree, "and").some((part) => {
      if (part.kind !== "binary" || written(expression, part.left) !== `${row}.${field}`) return false;
      const states = part.operator === "==" ? [part.right] : part.operator === "in" ? itemsOf(part.right) : [];
      return states.length > 0 && states.every((one) => one.kind === "text" && one.value !== state);
    })
  );
}

const itemsOf = (tree: Tree): readonly Tree[] => (tree.kind === "list" ? tree.items : []);

const written = ({ text }: Expression, tree: Tree | undefined): string =>
  tree === undefined ? "" : text.text.slice(tree.start, tree.end).replaceAll(/\s+/g, "");
