// What a step writes together with the state: the effects of it that come first and set fields of its own row.
import type { Assignment, Effect, Expression, Tree } from "@writ/language/model";
import { asStored } from "../world/fields.ts";
import { guardHolds } from "../world/guards.ts";
import { partsOf } from "../document/mentions.ts";
import { allRowsName, entityOf, fieldId, fieldOf, machinesOf, transitionId } from "../document/names.ts";
import { isCauseGap, isGuardGap } from "../gaps/clause-gaps.ts";
import type { Scope } from "../world/scope.ts";
import { inputsOf, inputField, transitionRows } from "./transitions.ts";
import type { Value } from "../values/value.ts";
import type { Work } from "../world/work.ts";
import { asItWas, personOf, withValues, type Program, type Row, type World } from "../world/world.ts";

type SetEffect = Effect & { readonly do: Extract<Effect["do"], { readonly kind: "set" }> };

/** How it is noted that an effect was looked at, and its If did not hold. */
export const notRun = (address: string): string => `not ${address}`;

export const withNote = (world: World, note: string): World => ({ ...world, ran: new Set(world.ran).add(note) });

/** The row with all that is set, and the effects that have had their turn by it. */
export function withLeadingSets(work: Work, row: Row, transition: string): { row: Row; done: ReadonlySet<Effect> } {
  const { program } = work.world;
  const sets = leadingSets(program, row.entity, transition);
  let next = row;
  for (const effect of sets) {
    const scope: Scope = {
      world: work.world,
      me: personOf(work.me),
      names: new Map<string, Value>([[row.entity, asItWas(next)]]),
    };
    const isDue = effect.if === undefined || guardHolds(program, effect.if, scope);
    work.world = withNote(work.world, isDue ? effect.address : notRun(effect.address));
    if (isDue) next = withValues(next, assigned(work, row.entity, effect.do.values, scope));
  }
  return { row: next, done: new Set(sets) };
}

/** All values are worked out before any is set, as the world is by now. */
export function assigned(
  work: Work,
  entity: string,
  values: readonly Assignment[],
  scope: Scope,
): ReadonlyMap<string, Value> {
  const { program } = work.world;
  return new Map(
    values.map(({ field, value }) => {
      const known = fieldOf(program, entity, field.id);
      const result = valueAt(work, value, scope);
      return [known?.name.id ?? field.id, known?.type ? asStored(program, known.type, result) : result];
    }),
  );
}

export const valueAt = (work: Work, expression: Expression | undefined, scope: Scope): Value =>
  expression?.tree === undefined ? null : work.world.program.evaluate(expression.tree, { ...scope, world: work.world });

/** Up to the first that something could tell from the step: it does something else, or reads rows of the same kind. */
function leadingSets(program: Program, entity: string, transition: string): readonly SetEffect[] {
  const rows = transitionRows(program, entity, transition);
  const machine = machinesOf(program, entity).find((one) => rows.some((row) => one.machine.transitions.includes(row)));
  const changed = new Set([machine?.field, ...inputsOf(rows).map((asked) => inputField(program, entity, asked))]);
  const result: SetEffect[] = [];
  for (const effect of program.model.states.effects) {
    const { after } = effect;
    if (entityOf(program, effect.entity) !== entity || after === undefined || isCauseGap(effect)) continue;
    if (after.kind === "change" && changed.has(fieldId(program, entity, after.field.id))) break;
    if (after.kind !== "transition" || transitionId(program, entity, after.transition) !== transition) continue;
    if (!isLeading(program, entity, effect)) break;
    result.push(effect);
    for (const { field } of effect.do.values) changed.add(fieldId(program, entity, field.id));
  }
  return result;
}

function isLeading(program: Program, entity: string, effect: Effect): effect is SetEffect {
  if (effect.do?.kind !== "set" || effect.on !== undefined || program.clauseGaps.has(effect)) return false;
  if (effect.if !== undefined && isGuardGap(program, effect.if)) return false;
  const guard =
    effect.if?.kind === "condition" ? program.lookup.conditions.get(effect.if.name.id)?.holds : effect.if?.expression;
  return [guard, ...effect.do.values.map(({ value }) => value)].every(
    (one) => one?.tree === undefined || !readsOthers(program, entity, one.tree),
  );
}

/** Rows that an expression stands for. */
type Rows = { readonly entity: string; readonly isOwn: boolean } | undefined;
type Names = ReadonlyMap<string, Rows>;

/** Whether it reads what was, or another row of the entity: its fields, or all of them. */
function readsOthers(program: Program, entity: string, expression: Tree): boolean {
  let result = false;
  const passed = new Set<string>();
  const rowsOf = (tree: Tree, names: Names): Rows => {
    if (tree.kind === "name") {
      if (tree.name === "old") result = true;
      if (tree.name === "me") return { entity: "user", isOwn: false };
      return names.get(tree.name) ?? allOf(tree.name);
    }
    if (tree.kind === "field") {
      const rows = rowsOf(tree.of, names);
      return rows && behind(rows, tree.name);
    }
    if (tree.kind === "method") {
      const rows = rowsOf(tree.of, names);
      const [name, ...bodies] = tree.args;
      const inside = name?.kind === "name" ? new Map(names).set(name.name, rows) : names;
      const [body] = (name?.kind === "name" ? bodies : tree.args).map((one) => rowsOf(one, inside));
      return tree.name === "map" ? body : rows;
    }
    return partsOf(tree)
      .map((part) => rowsOf(part, names))
      .findLast((rows) => rows !== undefined);
  };
  const allOf = (name: string): Rows => {
    const of = [...program.lookup.entities.keys()].find((one) => allRowsName(one) === name);
    if (of === entity) result = true;
    return of === undefined ? undefined : { entity: of, isOwn: false };
  };
  const behind = (rows: NonNullable<Rows>, name: string): Rows => {
    if (!rows.isOwn && rows.entity === entity) result = true;
    if (name === "created_by" || name === "updated_by") return { entity: "user", isOwn: false };
    const type = fieldOf(program, rows.entity, name)?.type;
    // What a computed field reads is read by a user who reads it.
    if (type?.kind === "computed") {
      const key = `${rows.entity}.${name}.${String(rows.isOwn)}`;
      if (type.expression.tree === undefined || passed.has(key)) return undefined;
      passed.add(key);
      return rowsOf(type.expression.tree, new Map([[rows.entity, rows]]));
    }
    return type !== undefined && "entity" in type && type.entity !== undefined
      ? { entity: entityOf(program, type.entity), isOwn: false }
      : undefined;
  };
  rowsOf(expression, new Map([[entity, { entity, isOwn: true }]]));
  return result;
}
