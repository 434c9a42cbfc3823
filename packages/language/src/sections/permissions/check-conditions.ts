// Conditions: what they hold for, whether they are used, and whether the database can decide them for many rows at once.
import { decision } from "../../expression/kinds.ts";
import type { CheckContext } from "../../model/check-context.ts";
import type { Guard } from "../../clause/guard.ts";
import { checkError } from "../../model/known-errors.ts";
import type { Reference } from "../../text/name.ts";
import type { Model } from "../../model/model.ts";
import { cellNotShown, unknownEntity } from "../../clause/problems.ts";
import { rowScope } from "../../model/scopes.ts";
import type { Type } from "../../expression/type.ts";
import type { Problem } from "../../problem.ts";
import { grantNames, holdsJoiningWord } from "../../clause/grant.ts";
import type { Condition, Right } from "./model.ts";
import { conditionUnused, joiningWord, rowByRow } from "./problems.ts";
import { decidedRowByRow } from "./row-by-row.ts";

export function checkConditions(model: Model, context: CheckContext): readonly Problem[] {
  const used = usedConditions(model);
  const asked = usedConditions(model, (right) => right.action.kind !== "call");
  // What is not shown may be what names it.
  const mayBeUsed =
    model.permissions.openRights.length > 0 ||
    context.gaps.some(({ code, address }) => code === cellNotShown.code && namesConditions(address));
  const memberships = membershipRows(model);
  return model.permissions.conditions.flatMap((condition) => {
    const place = { span: condition.name.span, address: condition.address };
    const problems: Problem[] = [];
    if (holdsJoiningWord(condition.name.label)) problems.push(joiningWord.at(place, condition.name.label));
    else if (!used.has(condition.name.id) && !mayBeUsed) problems.push(conditionUnused.at(place, condition.name.label));
    return [...problems, ...checkCondition(condition, memberships, asked, model, context)];
  });
}

/** Cells of the matrix, whose columns are roles, and guards elsewhere. */
const namesConditions = (address: string): boolean =>
  /^6\/.*\/.*\/.|\/(?:Where|If|When|Only if|Must hold)$/.test(address);

function checkCondition(
  condition: Condition,
  memberships: ReadonlyMap<string, Type>,
  /** Conditions that may be asked of many rows: a call is about one. */
  asked: ReadonlySet<string>,
  model: Model,
  context: CheckContext,
): readonly Problem[] {
  const problems: Problem[] = [];
  const { entity, holds, otherwise } = condition;
  const id = entity.id;
  if (!context.schema.entities.has(id)) {
    if (model.entities.status.kind === "not shown" || condition.notShown.includes("For")) return [];
    const known = context.schema.entities.values().map((one) => one.label);
    return [unknownEntity.at({ span: entity.span, address: condition.address }, entity.label, known)];
  }
  problems.push(
    ...checkError(
      otherwise,
      `condition "${condition.name.label}"`,
      `${condition.address}/Otherwise`,
      model,
      context.lookup,
    ),
  );
  if (!holds) return problems;
  const checked = context.check(holds, rowScope(id, { me: "present", rows: memberships }), {
    kind: "type",
    type: decision,
    what: `"Holds when"`,
  });
  problems.push(...checked.problems);
  const slow =
    checked.typed && asked.has(condition.name.id) ? decidedRowByRow(checked.typed, id, context.schema) : undefined;
  if (slow !== undefined) {
    problems.push(rowByRow.at({ span: condition.name.span, address: condition.address }, condition.name.label, slow));
  }
  return problems;
}

/** `my_membership`, for every entity whose rows give a role. */
function membershipRows(model: Model): ReadonlyMap<string, Type> {
  const givers = model.permissions.roles.flatMap((role) =>
    role.givenBy.flatMap((giving) => (giving.kind === "row" && giving.entity.id !== "" ? [giving.entity.id] : [])),
  );
  return new Map(givers.map((entity) => [`my_${entity}`, { kind: "row", entity, empty: false }]));
}

/** Conditions named by a cell of the matrix, or by a Where, If, When or Only if of another section. */
function usedConditions(model: Model, counts: (right: Right) => boolean = () => true): ReadonlySet<string> {
  const used = new Set<string>();
  const use = ({ id }: Reference) => used.add(id);
  const guards: (Guard | undefined)[] = [
    ...model.screens.screens.flatMap((screen) => [screen.where, ...screen.tiles.map((tile) => tile.where)]),
    ...model.states.machines.flatMap((machine) => [
      ...machine.states.map((state) => state.startIf),
      ...machine.transitions.map((row) => row.onlyIf),
    ]),
    ...model.states.effects.map((effect) => effect.if),
    ...model.rules.rules.flatMap((rule) => [rule.when, rule.must?.kind === "guard" ? rule.must.guard : undefined]),
    ...model.constants.limits.map((limit) => limit.when),
  ];
  for (const guard of guards) if (guard?.kind === "condition") use(guard.name);
  for (const right of model.permissions.rights.filter(counts)) {
    for (const cell of right.cells) for (const name of cell.grant ? grantNames(cell.grant) : []) use(name);
  }
  return used;
}
