// Rows that come to a list, leave it, or fill it up to a number.
import type { Tree } from "@writ/language/model";
import { evaluate } from "../../interpreter/evaluate.ts";
import { allRowsName, entityOf, fieldOf, reversed } from "../../interpreter/document/names.ts";
import { withName, type Scope } from "../../interpreter/world/scope.ts";
import { equal, isList, isRow, quantity, rescale, type RowValue, type Value } from "../../interpreter/values/value.ts";
import { asValue, findRow, rowsOf, withoutRow } from "../../interpreter/world/world.ts";
import { filesFor } from "../samples/files.ts";
import { searchContext, some, type SearchContext, type Wish } from "../situation/search-context.ts";
import { withNew } from "../samples/sample.ts";
import { withField, type Situation } from "../situation/situation.ts";

/** The row that was just added, until the condition holds for it. */
export function settled(
  from: Situation,
  list: Tree,
  name: string,
  body: Tree,
  is: boolean,
  { at, scope, solvers }: SearchContext,
): readonly Situation[] {
  const beside = (situation: Situation): SearchContext | undefined => {
    const context = searchContext(situation, at, solvers, itemsOf(scope));
    const items = context === undefined ? null : evaluate(list, context.scope);
    if (context === undefined || !isList(items)) return undefined;
    // What is tried comes behind all that is there.
    const item = items.findLast((one) => !isRow(one) || one.id !== situation.attempt.id) ?? items.at(-1) ?? null;
    return { ...context, scope: withName(context.scope, name, item) };
  };
  const isSettled = (situation: Situation): boolean => {
    const inside = beside(situation);
    return inside !== undefined && (evaluate(body, inside.scope) === true) === is;
  };
  let situation = from;
  for (let step = 0; step < 6 && !isSettled(situation); step++) {
    const inside = beside(situation);
    if (inside === undefined) return [];
    const next = solvers.hold(body, is, inside);
    // One that is there at once comes before one that only leads there, and perhaps back.
    const nearest = next.find(isSettled) ?? next[0];
    if (nearest === undefined) break;
    situation = nearest;
  }
  return beside(situation) === undefined ? [] : [situation];
}

/** Where any of several values lets a row pass, one after the other has another one of them. */
function varied(
  given: Situation,
  list: Tree,
  name: string,
  body: Tree,
  { situation: before, at, scope, solvers }: SearchContext,
): Situation {
  if (body.kind !== "binary" || body.operator !== "in" || body.right.kind !== "list") return given;
  const itemIn = (situation: Situation) => {
    const context = searchContext(situation, at, solvers, itemsOf(scope));
    const items = context === undefined ? null : evaluate(list, context.scope);
    if (context === undefined || !isList(items)) return undefined;
    const added = items.find(
      (one) => isRow(one) && findRow(before.world, one.entity, one.id) === undefined && one.id !== situation.attempt.id,
    );
    return { count: items.length, inside: { ...context, scope: withName(context.scope, name, added ?? null) } };
  };
  const last = itemIn(given);
  const choice = body.right.items[(last?.count ?? 0) % body.right.items.length];
  if (last === undefined || choice === undefined) return given;
  const result = solvers.aim(body.left, { kind: "is", value: evaluate(choice, last.inside.scope) }, last.inside);
  return (
    result.find((one) => {
      const there = itemIn(one);
      return there !== undefined && there.count === last.count && evaluate(body, there.inside.scope) === true;
    }) ?? given
  );
}

/** Names of lists' items, which the situation itself does not have. */
const itemsOf = (scope: Scope): ReadonlyMap<string, Value> => scope.names;

/** Another row in a list, or this one: of one's own, of all rows, or of those that pass a condition. */
export function addTo(list: Tree, context: SearchContext, item?: RowValue): readonly Situation[] {
  const { situation, scope, at, solvers } = context;
  const { program } = scope.world;
  if (list.kind === "method" && (list.name === "filter" || list.name === "map")) {
    const [name, body] = list.args;
    if (name?.kind !== "name" || body === undefined) return [];
    if (list.name === "map") {
      // The new one of the list is what the item is to be found by.
      const added = addTo(list.of, context);
      if (item === undefined) return added;
      return added.flatMap((next) => {
        const there = searchContext(next, at, solvers, itemsOf(scope));
        if (there === undefined) return [];
        const items = evaluate(list.of, there.scope);
        if (!isList(items)) return [];
        const inside = { ...there, scope: withName(there.scope, name.name, items.at(-1) ?? null) };
        return solvers.aim(body, { kind: "is", value: item }, inside);
      });
    }
    const added = addTo(list.of, context, item);
    return added
      .flatMap((next) => settled(next, list.of, name.name, body, true, { ...context, situation: next }))
      .map((next) => varied(next, list.of, name.name, body, context));
  }
  if (list.kind === "name") {
    const entity = [...program.lookup.entities.keys()].find((one) => allRowsName(one) === list.name);
    return entity === undefined || item !== undefined
      ? []
      : [{ ...situation, world: withNew(situation.world, entity).world }];
  }
  if (list.kind !== "field") return [];
  const of = evaluate(list.of, scope);
  if (!isRow(of)) return [];
  const field = fieldOf(program, of.entity, list.name);
  const type = field?.type;
  if (field !== undefined && type?.kind === "files") {
    const known = evaluate(list, scope);
    const count = isList(known) ? known.length + 1 : 1;
    return some(withField(situation, of, list.name, filesFor(field, of.id, count), at));
  }
  if (type?.kind === "list") {
    const { entity, field: reference } = reversed(program, of.entity, type);
    if (item !== undefined) return some(withField(situation, item, reference, of, at));
    // A row that is not there yet cannot be referred to.
    if (findRow(situation.world, of.entity, of.id) === undefined) return [];
    return [{ ...situation, world: withNew(situation.world, entity, new Map([[reference, of]])).world }];
  }
  if (type?.kind === "several of") {
    const known = evaluate(list, scope);
    const chosen = isList(known) ? known : [];
    return type.choices
      .filter(({ id }) => !chosen.includes(id))
      .flatMap(({ id }) => some(withField(situation, of, list.name, [...chosen, id], at)));
  }
  if (type?.kind === "several") {
    const known = evaluate(list, scope);
    const there = isList(known) ? known : [];
    const entity = entityOf(program, type.entity);
    const rows = rowsOf(situation.world, entity).map(asValue);
    const others = rows.filter((row) => !there.some((one) => equal(one, row)));
    // People sign in: there are no others than those who are there.
    const fresh = item === undefined && entity !== "user" ? withNew(situation.world, entity) : undefined;
    return [
      ...(item === undefined ? others.slice(0, 2) : [item]).map((row) => ({ world: situation.world, row })),
      ...(fresh === undefined ? [] : [{ world: fresh.world, row: asValue(fresh.row) }]),
    ].flatMap(({ world, row }) => some(withField({ ...situation, world }, of, list.name, [...there, row], at)));
  }
  return [];
}

/** People stay, and so does what is tried. */
export function removing(item: Value, { situation }: SearchContext): readonly Situation[] {
  if (!isRow(item) || item.entity === "user" || item.id === situation.attempt.id) return [];
  const row = findRow(situation.world, item.entity, item.id);
  return row === undefined ? [] : [{ ...situation, world: withoutRow(situation.world, row) }];
}

/** As many rows as are wished for. */
export function sized(list: Tree, wish: Wish, context: SearchContext): readonly Situation[] {
  const items = evaluate(list, context.scope);
  const now = isList(items) ? items.length : 0;
  const target =
    wish.value === null
      ? 1
      : Number(rescale(quantity(wish.value).digits, quantity(wish.value).scale, 0)) +
        (wish.kind === "near"
          ? Math.sign(wish.steps) * Math.min(1, Math.abs(wish.steps))
          : wish.kind === "not"
            ? 1
            : 0);
  if (target < 0 || target > 200) return [];
  if (target < now) {
    if (isList(items) && !items.some(isRow))
      return context.solvers.aim(list, { kind: "is", value: items.slice(now - target) }, context);
    let situation = context.situation;
    for (const item of (isList(items) ? items : []).slice(target)) {
      const [next] = removing(item, { ...context, situation });
      if (next === undefined) return [];
      situation = next;
    }
    return [situation];
  }
  let situations: readonly Situation[] = [context.situation];
  for (let count = now; count < target; count++) {
    situations = situations.slice(0, 1).flatMap((situation) => {
      const again = searchContext(situation, context.at, context.solvers, itemsOf(context.scope));
      return again === undefined ? [] : addTo(list, again);
    });
  }
  return situations;
}
