// Effects of transitions that no user takes: tried by what triggers the effects that take them.
import { isShown } from "../../../clause/clause.ts";
import type { Expression, Tree } from "../../../expression/tree.ts";
import { type Lookup } from "../../../names/lookup.ts";
import type { Model } from "../../../model/model.ts";
import type { Fact, Scenario } from "../../../scenario/scenario.ts";
import { doing } from "../done-from.ts";
import type { Effect } from "../model.ts";
import { effectScenarios, type Known } from "./scenarios.ts";

type Way = Pick<Scenario, "entity" | "deed" | "where">;
type Around = { readonly model: Model; readonly lookup: Lookup; readonly known: Known };

export function scenariosOfEffects(model: Model, lookup: Lookup, known: Known): readonly Scenario[] {
  const around = { model, lookup, known };
  return model.states.effects.flatMap((effect) => {
    const scenarios = effectScenarios(effect, lookup, known);
    if (!isNobodys(effect, around)) return scenarios;
    return scenarios.map((scenario) => ({ ...scenario, orAs: waysOf(effect, scenario.where, around, 3) }));
  });
}

/** `steps`: through so many other effects at most. */
function waysOf(effect: Effect, facts: readonly Fact[], around: Around, steps: number): readonly Way[] {
  if (steps === 0) return [];
  return makersOf(effect, around).flatMap(({ by, retold }): readonly Way[] => {
    const [follows] = effectScenarios(by, around.lookup, around.known);
    if (follows === undefined) return [];
    const where = [...follows.where, ...facts.flatMap((fact) => retoldFact(fact, retold))];
    return isNobodys(by, around)
      ? waysOf(by, where, around, steps - 1)
      : [{ entity: follows.entity, deed: follows.deed, where }];
  });
}

/** A condition on the row that it follows, rewritten for the row of the other effect; undefined where it cannot be. */
type Retold = (tree: Tree) => Tree | undefined;
type Maker = { readonly by: Effect; readonly retold: Retold };

/**
 * A fact that does not concern rows is about the deed that no user does. Whether an effect follows is always checked.
 */
function retoldFact(fact: Fact, retold: Retold): readonly Fact[] {
  if (fact.kind === "follows") return [{ ...fact, of: fact.of && retoldIn(fact.of, retold) }];
  if (fact.kind !== "holds" && fact.kind !== "finally") return [];
  const tree = retold(fact.tree);
  return tree === undefined ? [] : [{ ...fact, tree }];
}

function retoldIn(expression: Expression, retold: Retold): Expression | undefined {
  const tree = expression.tree && retold(expression.tree);
  return tree && { ...expression, tree };
}

/** That no role may do what it follows. */
function isNobodys({ entity: of, after }: Effect, { model, lookup }: Around): boolean {
  const entity = of.id;
  if (after?.kind === "transition")
    return lookup.transitions.get(entity)?.get(after.transition.id)?.[0]?.on?.kind === "effect";
  const action = after?.kind === "change" ? "update" : after?.kind;
  const rights = model.permissions.rights.filter((right) => right.for.id === entity && right.action.kind === action);
  return (
    entity !== "user" &&
    rights.length > 0 &&
    rights.every(({ cells }) => cells.length > 0 && cells.every(({ grant }) => grant?.kind === "no"))
  );
}

/** The effects that do it to the row of the other effect itself, or make it of that one. */
function makersOf({ entity: of, after }: Effect, { model, lookup }: Around): readonly Maker[] {
  const entity = of.id;
  const shown = model.states.effects.filter((by) => by.on === undefined && isShown(by, "If", "Do", "With", "On"));
  const isOwn = (by: Effect) => by.entity.id === entity;
  if (after?.kind === "transition") {
    const [row] = lookup.transitions.get(entity)?.get(after.transition.id) ?? [];
    const doers = row === undefined ? [] : doing(row, model);
    return shown
      .filter((by) => doers.includes(by) && isOwn(by) && by.do?.kind === "do" && by.do.on === undefined)
      .map((by) => ({ by, retold: (one) => one }));
  }
  if (after?.kind === "change")
    return shown
      .filter(
        ({ do: action, ...by }) =>
          action?.kind === "set" &&
          by.entity.id === entity &&
          action.values.some(({ field }) => field.id === after.field.id),
      )
      .map((by) => ({ by, retold: (one) => one }));
  if (after?.kind !== "create") return [];
  return shown.flatMap((by): readonly Maker[] => {
    const { do: action } = by;
    if (action?.kind !== "create" || action.entity.id !== entity) return [];
    const values = new Map(
      action.values.flatMap(({ field, value }) => (value.tree === undefined ? [] : [[field.id, value.tree] as const])),
    );
    return [{ by, retold: (tree) => withValues(tree, entity, (field) => values.get(field)) }];
  });
}

/** With the value of each field of the row in its place; undefined where it speaks of more of it. */
function withValues(tree: Tree, row: string, valueOf: (field: string) => Tree | undefined): Tree | undefined {
  const isRow = (one: Tree) => one.kind === "name" && one.name === row;
  if (isRow(tree)) return undefined;
  if (tree.kind === "field" && isRow(tree.of)) return valueOf(tree.name);
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(tree)) {
    const parts = (Array.isArray(value) ? value : [value]).map((one: unknown) =>
      isTree(one) ? withValues(one, row, valueOf) : one,
    );
    if (parts.some((one, index) => one === undefined && isTree((Array.isArray(value) ? value : [value])[index])))
      return undefined;
    changed[key] = Array.isArray(value) ? parts : parts[0];
  }
  return changed as Tree;
}

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && "kind" in value;
