// Whether what only effects do can be done from a state at all: each of them may ask for the state itself.
import type { Expression, Tree } from "../../expression/tree.ts";
import { entityId } from "../../model/lookup.ts";
import type { Mutable } from "../../mutant/mutant.ts";
import type { Effect, Machine, TransitionRow } from "./model.ts";

export function neverDoneFrom(
  state: string,
  { on, name }: TransitionRow,
  { entity, field }: Machine,
  { model, lookup }: Mutable,
): boolean {
  if (on?.kind !== "effect") return false;
  const of = entityId(lookup, entity);
  const fields = [...(lookup.fields.get(of)?.values() ?? [])];
  const held =
    field === undefined ? fields.find(({ type }) => type?.kind === "state") : lookup.fields.get(of)?.get(field.id);
  const doing = model.states.effects.filter(
    (effect) => effect.do?.kind === "do" && effect.do.transition.id === name.id,
  );
  return held !== undefined && doing.every((effect) => asksForAnother(effect, state, held.name.id));
}

/** Of what time does to the state where the row is already: nobody could see it. */
export function staysUnseen(
  state: string,
  { on, name, to, asks }: TransitionRow,
  { entity }: Machine,
  { model, lookup }: Mutable,
): boolean {
  const of = lookup.entities.get(entityId(lookup, entity));
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

function asksForAnother({ do: action, if: guard, entity }: Effect, state: string, field: string): boolean {
  if (action?.kind !== "do" || guard?.kind !== "expression") return false;
  const row = action.on === undefined ? entity.id : written(action.on, action.on.tree);
  const { expression } = guard;
  return partsOfAnd(expression.tree).some((part) => {
    if (part.kind !== "binary" || written(expression, part.left) !== `${row}.${field}`) return false;
    const states = part.operator === "==" ? [part.right] : part.operator === "in" ? itemsOf(part.right) : [];
    return states.length > 0 && states.every((one) => one.kind === "text" && one.value !== state);
  });
}

const itemsOf = (tree: Tree): readonly Tree[] => (tree.kind === "list" ? tree.items : []);

const partsOfAnd = (tree: Tree | undefined): readonly Tree[] =>
  tree === undefined
    ? []
    : tree.kind === "binary" && tree.operator === "and"
      ? [...partsOfAnd(tree.left), ...partsOfAnd(tree.right)]
      : [tree];

const written = ({ text }: Expression, tree: Tree | undefined): string =>
  tree === undefined ? "" : text.text.slice(tree.start, tree.end).replaceAll(/\s+/g, "");
