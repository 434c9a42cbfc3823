// What stands in a scenario's way: a refusal of another clause, and how a situation is changed so that this is kept too.
import type { Right, Tree } from "@writ/language/model";
import { formulaOfGuard, factsToSatisfy, type Fact, type Moment } from "@writ/language/scenarios";
import { evaluate } from "../../interpreter/evaluate.ts";
import { entityOf, fieldOf, fieldsOf, machinesOf, targetOf } from "../../interpreter/document/names.ts";
import { partsOf } from "../../interpreter/document/mentions.ts";
import { withoutNaming } from "../../interpreter/leaving.ts";
import type { Refusal } from "../../interpreter/document/refusal.ts";
import { rightsFor } from "../../interpreter/rights/rights.ts";
import { rolesOf } from "../../interpreter/rights/roles.ts";
import { startingRows } from "../../interpreter/writes/transitions.ts";
import { uniqueFields } from "../../interpreter/rules/unique.ts";
import { equal, isList, isRow, rowOf, type RowValue, type Value } from "../../interpreter/values/value.ts";
import { asValue, rowsOf, findRow, valueOf, withRow, withValues } from "../../interpreter/world/world.ts";
import { withName } from "../../interpreter/world/scope.ts";
import { contextIn, solvers, satisfyCondition } from "../expressions/hold.ts";
import { assignRole } from "../expressions/give-role.ts";
import { addTo } from "../expressions/lists.ts";
import { holds, satisfy, edgesOf } from "../facts/facts.ts";
import { fitEffectValue } from "../expressions/effect-values-taken.ts";
import { grantsIn, grantsOf } from "../facts/grants.ts";
import { some } from "../situation/search-context.ts";
import { conflicts } from "../samples/conflicts.ts";
import { sampleFor, samplesOf, withAnotherPerson, withNew } from "../samples/sample.ts";
import { withField, withoutInput, type Situation } from "../situation/situation.ts";

export function repairsOf(refusal: Refusal, situation: Situation): readonly Situation[] {
  const { program } = situation.world;
  const { entity, id } = situation.attempt;
  // What may not be read is answered like what is not there.
  if (refusal.code === "NOT_FOUND")
    return towards(grantsOf(situation.world, situation.me, entity, { kind: "read" }), situation);
  switch (refusal.clause.slice(0, 1)) {
    case "3":
      return [...ofField(refusal, situation), ...fitEffectValue(refusal, situation)];
    case "4":
      return ofTransition(refusal, situation);
    case "5": {
      const rule = program.model.rules.rules.find(({ address }) => address === refusal.clause);
      if (rule === undefined) return [];
      const about =
        refusal.row === undefined || refusal.row === id
          ? undefined
          : rowOf(entityOf(program, rule.entity), refusal.row);
      if (about === undefined && entityOf(program, rule.entity) !== entity) return [];
      const when =
        rule.when === undefined ? [] : factsToSatisfy(formulaOfGuard(rule.when, program.lookup, "after"), false);
      if (rule.must?.kind === "guard") {
        // The user who leaves is taken out: a row that is missing then is missing.
        const there =
          situation.attempt.kind === "leave" ? { ...situation, world: withoutNaming(situation.world, id) } : situation;
        const must = factsToSatisfy(formulaOfGuard(rule.must.guard, program.lookup, "after"), true);
        return [
          ...towards([...must, ...when], there, about),
          ...(about === undefined ? [...referencesIn(must, entity)] : []).flatMap((name) =>
            otherValues(situation, name),
          ),
        ];
      }
      const fields =
        rule.must?.kind === "unique"
          ? rule.must.fields
          : rule.must?.kind === "no circle"
            ? [rule.must.field]
            : rule.must?.kind === "no overlap"
              ? rule.must.per.map(([first]) => first)
              : [];
      const bounds = rule.must?.kind === "no overlap" ? [rule.must.from, rule.must.to] : [];
      return [
        ...[...fields, ...bounds].flatMap((field) => (field === undefined ? [] : otherValues(situation, field.id))),
        ...towards(when, situation, about),
      ];
    }
    case "6":
      return ofRight(refusal, situation);
    default:
      return [];
  }
}

/** What a rule reads of what the tried row leads to may be otherwise of what it could lead to instead. */
function referencesIn(sets: readonly (readonly Fact[])[], entity: string): ReadonlySet<string> {
  const result = new Set<string>();
  const visit = (tree: Tree): void => {
    const { of } = tree.kind === "field" ? tree : {};
    if (of?.kind === "field" && of.of.kind === "name" && of.of.name === entity) result.add(of.name);
    for (const part of partsOf(tree)) visit(part);
  };
  for (const fact of sets.flat()) if ("tree" in fact) visit(fact.tree);
  return result;
}

/** Of two rows of which there may be one alone, either gets another value in what they share. */
export function withoutConflicts(situation: Situation): readonly Situation[] {
  const { world } = situation;
  const { program } = world;
  return [...world.rows.values()].flatMap((rows) =>
    [...rows.values()].flatMap((row) =>
      !conflicts(world, row)
        ? []
        : [...uniqueFields(program, row.entity)].flatMap((name) => {
            const field = fieldOf(program, row.entity, name);
            const others = field === undefined ? [] : samplesOf(world, field);
            const moved = others
              .map((value) => withValues(row, [[name, value]]))
              .find((one) => !conflicts(withRow(world, one), one));
            return moved === undefined ? [] : [{ ...situation, world: withRow(world, moved) }];
          }),
    ),
  );
}

/** The next step towards each way in which everything is so. */
function towards(sets: readonly (readonly Fact[])[], situation: Situation, about?: RowValue): readonly Situation[] {
  return sets.flatMap((candidate) => {
    const missing = candidate.find((fact) => !holds(fact, situation, about));
    return missing === undefined ? [] : satisfy(missing, situation, about);
  });
}

function ofField({ code, clause, field: name }: Refusal, situation: Situation): readonly Situation[] {
  const { attempt: tried, world, me } = situation;
  const { program } = world;
  if (code === "STILL_USED") return withoutUse(clause, situation);
  const field = name === undefined ? undefined : fieldOf(program, tried.entity, name);
  if (field === undefined || name === undefined) {
    const together = program.lookup.entities
      .get(tried.entity)
      ?.uniqueTogether.find(({ address }) => address === clause);
    return together?.fields.flatMap(({ id }) => otherValues(situation, id)) ?? [];
  }
  if (code === "REQUIRED") {
    const made = sampleFor(world, field, tried.id);
    return some(withField({ ...situation, world: made.world }, tried, name, made.value, "after"));
  }
  if (code === "FORBIDDEN") return some(withoutInput(situation, name));
  const value = "values" in tried ? tried.values.get(name) : undefined;
  const { type } = field;
  const among = type !== undefined && "among" in type ? type.among?.tree : undefined;
  const result: Situation[] = [];
  const context = contextIn(situation, "after");
  if (among !== undefined && context !== undefined) {
    const choices = evaluate(among, context.scope);
    const isSeveral = type?.kind === "several";
    const asGiven = (row: Value): Value => (isSeveral ? [row] : row);
    // Of several rows each one that is given comes to be a choice.
    if (isSeveral && value !== undefined && isList(value) && isList(choices))
      for (const one of value)
        if (isRow(one) && !choices.some((choice) => equal(choice, one))) result.push(...addTo(among, context, one));
    if (isList(choices))
      result.push(
        ...choices.slice(0, 2).flatMap((choice) => some(withField(situation, tried, name, asGiven(choice), "after"))),
      );
    // A user who is chosen becomes one of those who may be.
    const [item, body] = among.kind === "method" ? among.args : [];
    for (const one of value === undefined ? [] : isList(value) ? value : [value])
      if (item?.kind === "name" && body !== undefined)
        result.push(...satisfyCondition(body, true, { ...context, scope: withName(context.scope, item.name, one) }));
    for (const one of rowsOf(world, targetOf(program, type) ?? "")) {
      const given = withField(situation, tried, name, asGiven(asValue(one)), "after");
      const there = given && contextIn(given, "after");
      if (there !== undefined) result.push(...addTo(among, there, asValue(one)));
    }
  }
  for (const one of among === undefined && value !== undefined ? (isList(value) ? value : [value]) : [])
    if (isRow(one))
      result.push(
        ...towards(grantsOf(world, me, one.entity, { kind: "read" }), situation, one),
        ...roleThere(situation, one),
      );
  return [...result, ...otherValues(situation, name), ...some(withoutInput(situation, name))];
}

/** A user who reads rows by a role in one thing has it in another one too. */
function roleThere(situation: Situation, value: RowValue): readonly Situation[] {
  const { world, me } = situation;
  const row = findRow(world, value.entity, value.id);
  if (me === null || row === undefined) return [];
  const { lookup } = world.program;
  const reading = rightsFor(world.program, value.entity, { kind: "read" }).flatMap(({ cells }) =>
    cells.flatMap(({ role, grant }) => (grant === undefined || grant.kind === "no" ? [] : [lookup.roles.get(role.id)])),
  );
  const roles = new Set(rolesOf(world, me).map(({ role }) => role));
  return [...roles]
    .filter((role) => role.within !== undefined && reading.includes(role))
    .flatMap((role) => assignRole(situation, me, role, row, solvers));
}

/** What refers to the row that is to go refers to another one. */
function withoutUse(clause: string, situation: Situation): readonly Situation[] {
  const { program } = situation.world;
  const { entity, id } = situation.attempt;
  return [...program.lookup.entities.keys()].flatMap((one) => {
    const field = fieldsOf(program, one).find(({ address }) => address === clause)?.name.id;
    const row =
      field === undefined
        ? undefined
        : rowsOf(situation.world, one).find((each) => equal(valueOf(each, field), rowOf(entity, id)));
    if (field === undefined || row === undefined) return [];
    const made = withNew(situation.world, entity);
    return [{ ...situation, world: withRow(made.world, withValues(row, [[field, asValue(made.row)]])) }];
  });
}

function otherValues(situation: Situation, named: string): readonly Situation[] {
  const { attempt: tried, world } = situation;
  const field = fieldOf(world.program, tried.entity, named);
  if (field === undefined) return [];
  const name = field.name.id;
  const target = targetOf(world.program, field.type);
  const made = target === undefined ? undefined : target === "user" ? withAnotherPerson(world) : withNew(world, target);
  return [
    ...samplesOf(world, field)
      .slice(0, 4)
      .flatMap((value) => some(withField(situation, tried, name, value, "after"))),
    ...(made === undefined
      ? []
      : some(withField({ ...situation, world: made.world }, tried, name, asValue(made.row), "after"))),
  ];
}

function ofTransition({ code, clause, field }: Refusal, situation: Situation): readonly Situation[] {
  const { world, attempt: tried } = situation;
  const { program } = world;
  if (code === "REQUIRED" && field !== undefined) return ofField({ code, clause, field }, situation);
  if (code === "UNEXPECTED" && tried.kind === "wait") return waysToLastTurn(clause, situation);
  const rows =
    tried.kind === "transition" ? (program.lookup.transitions.get(tried.entity)?.get(tried.transition) ?? []) : [];
  const blocked = rows.find(({ address }) => address === clause);
  if (blocked === undefined) return ofMoved(clause, situation);
  const guard =
    blocked.onlyIf === undefined
      ? []
      : towards(factsToSatisfy(formulaOfGuard(blocked.onlyIf, program.lookup, "asked"), true), situation);
  const at = machinesOf(program, tried.entity).find(({ machine }) =>
    rows.some((one) => machine.transitions.includes(one)),
  );
  if (code !== "CONFLICT" || at === undefined) return guard;
  const { machine } = at;
  const row = findRow(world, tried.entity, tried.id);
  const starts = machine.states.filter(
    ({ name }) => row !== undefined && startingRows(program, withValues(row, [[at.field, name.id]]), rows).length > 0,
  );
  return [...starts.flatMap(({ name }) => some(withField(situation, tried, at.field, name.id, "before"))), ...guard];
}

/** What would come again as soon as it is done is not: its condition holds so barely that it no longer does then. */
function waysToLastTurn(clause: string, situation: Situation): readonly Situation[] {
  const { lookup } = situation.world.program;
  const row = [...(lookup.transitions.get(situation.attempt.entity)?.values() ?? [])]
    .flat()
    .find(({ address, onlyIf }) => address === clause && onlyIf !== undefined);
  if (row?.onlyIf === undefined) return [];
  return factsToSatisfy(formulaOfGuard(row.onlyIf, lookup, "asked"), true).flatMap((candidate) =>
    candidate.flatMap((fact) => edgesOf(fact, situation)),
  );
}

/** What an effect does to rows, which are not named in the refusal: each of them may be the one that it cannot move on. */
function ofMoved(clause: string, situation: Situation): readonly Situation[] {
  const { world } = situation;
  const { program } = world;
  return [...program.lookup.transitions].flatMap(([entity, named]) => {
    const rows = [...named.values()].find((group) => group.some(({ address }) => address === clause)) ?? [];
    const guard = rows.find(({ address }) => address === clause)?.onlyIf;
    const open = guard === undefined ? [] : factsToSatisfy(formulaOfGuard(guard, program.lookup, "before"), true);
    const at = machinesOf(program, entity).find(({ machine }) => rows.some((one) => machine.transitions.includes(one)));
    if (at === undefined) return [];
    return rowsOf(world, entity)
      .slice(0, 3)
      .flatMap((row) => {
        if (startingRows(program, row, rows).length > 0) return towards(open, situation, asValue(row));
        return at.machine.states
          .map(({ name }) => withValues(row, [[at.field, name.id]]))
          .filter((moved) => startingRows(program, moved, rows).length > 0)
          .map((moved) => ({ ...situation, world: withRow(world, moved) }));
      });
  });
}

function ofRight({ clause, field }: Refusal, situation: Situation): readonly Situation[] {
  const { world, me, attempt: tried } = situation;
  const right = world.program.model.permissions.rights.find(
    ({ address }) => clause === address || clause.startsWith(`${address}/`),
  );
  if (right === undefined) return [];
  const { action } = right;
  const dropped = field === undefined ? [] : some(withoutInput(situation, field));
  if (action.kind === "call") return [];
  const at = tried.kind === "create" ? "after" : "before";
  return [...dropped, ...towards(grantsIn([right], world, me, at), situation)];
}

/** Cells that depend on the row give them nothing. */
export const removeInput = (rights: readonly Right[], situation: Situation, at: Moment): readonly Situation[] =>
  towards(grantsIn(rights, situation.world, situation.me, at, false), situation);
