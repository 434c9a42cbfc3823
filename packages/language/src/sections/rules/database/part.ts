// One rule on its way into the database: when it is asked, what it answers, and what of it is not shown.
import { findGap } from "../../../clause/clause.ts";
import type { CheckedExpression } from "../../../expression/check.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Guard } from "../../../clause/guard.ts";
import type { Design, RulePart } from "../../../plan/design.ts";
import { innerPlace, partOf, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject, Place } from "../../../plan/objects.ts";
import { checkedGuard } from "../../../plan/typed-guard.ts";
import type { Rule } from "../model.ts";

export type RuleDesign = {
  readonly rule: Rule;
  readonly entity: EntitySchema;
  readonly design: Design;
  readonly on: readonly string[];
};

/** Blank means create and update; what is not shown may be any of them, and a step is an update. */
export function momentsOf({ on, notShown }: Rule): readonly string[] {
  if (notShown.includes("On")) return ["create", "update", "delete"];
  return on.length === 0 ? ["create", "update"] : on.map(({ id }) => id);
}

/** Whether a rule is asked at every write that leaves a row: only then can a constraint of PostgreSQL stand for it. */
export const isAlwaysChecked = ({ on }: RuleDesign): boolean => on.includes("create") && on.includes("update");

/** The function that says whether a row keeps the rule; `given` is the row, `before` the row before the change. */
const rulePlace = ({ rule, entity }: RuleDesign): Place => innerPlace("rule", partOf(entity.id, rule.name.id));

export function ruleFunction(known: RuleDesign, holds: string): DatabaseObject {
  const type = printPlace(tableOf(known.design.layout, known.entity.id));
  return {
    kind: "function",
    place: rulePlace(known),
    parameters: [
      { name: "given", type },
      { name: "before", type },
    ],
    returns: "boolean",
    // Whose plan is kept from one transaction to the next, as that of a function in SQL is not before PostgreSQL 18.
    language: "plpgsql",
    volatility: "stable",
    actsAs: "owner",
    body: `BEGIN RETURN ${holds}; END`,
    callers: [],
    address: known.rule.address,
  };
}

/** A row of any of its lists is a part of what the row is: its rules are asked again as at a change of its own. */
export function listsOf({ entity, on }: Pick<RuleDesign, "entity" | "on">): RulePart["lists"] {
  if (!on.includes("update")) return [];
  const lists = [...entity.fields.values()].flatMap(({ store }) =>
    store.kind === "reverse"
      ? [[`${store.entity}.${store.via}`, { entity: store.entity, via: store.via }] as const]
      : [],
  );
  return [...new Map(lists).values()];
}

export function rulePart(known: RuleDesign): RulePart {
  const { rule, entity } = known;
  const lists = listsOf(known);
  const field = fieldOf(known);
  // Where a row of a list is written, the field to point at is on no form that the user has open.
  const at =
    field === undefined
      ? "NULL"
      : lists.length === 0
        ? quoteText(field)
        : `CASE WHEN NOT listed THEN ${quoteText(field)} END`;
  const problem = `writ.problem(${quoteText(codeOf(rule))}, ${at}, ${quoteText(clauseOf(rule))}, "row".id)`;
  const sql = `IF NOT ${printPlace(rulePlace(known))}("row", "old") THEN problems := problems || ${problem}; END IF;`;
  return { entity: entity.id, on: known.on, lists, sql, address: rule.address };
}

/** The code of an error that is not shown is unknown. */
export const codeOf = (rule: Rule): string => rule.otherwise?.label ?? "NOT_SHOWN";
export const clauseOf = (rule: Rule): string =>
  rule.otherwise === undefined ? `${rule.address}/Otherwise` : rule.address;

export function fieldOf({ rule }: RuleDesign): string | undefined {
  if (rule.at === undefined) return undefined;
  return rule.at.id;
}

export function guardOf(known: RuleDesign, guard: Guard | undefined, given: readonly CheckedExpression[] = []) {
  const { entity, design, on } = known;
  return (
    guard &&
    checkedGuard(guard, entity.id, design, { me: "present", old: on.includes("create") ? "maybe" : "present" }, given)
  );
}

/** `true` where the rule has no When. */
export function whenSql(known: RuleDesign, row = "given"): string {
  const when = guardOf(known, known.rule.when)?.typed;
  return when === undefined
    ? "true"
    : known.design.print(when, "strict", { rows: { [known.entity.id]: row, old: "before" } });
}

/** A rule that needs a part that is not shown: every use of it reports that. */
export function notShownPart(known: RuleDesign): RulePart | undefined {
  const { rule, entity, on } = known;
  const column = findGap(rule, "On", "When", "Must hold");
  if (column === undefined) return undefined;
  const clause = `${rule.address}/${column}`;
  const sql = `problems := problems || writ.problem('NOT_SHOWN', NULL, ${quoteText(clause)}, "row".id);`;
  return { entity: entity.id, on, lists: listsOf(known), sql, address: rule.address };
}
