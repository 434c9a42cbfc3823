// What must fit together in section 5: each rule is about something, can be decided, and names its error.
import { spanOf } from "../../document/text.ts";
import { childrenOf } from "../../expression/children.ts";
import type { CheckedExpression } from "../../expression/check.ts";
import type { Typed } from "../../expression/typed.ts";
import type { CheckContext } from "../../model/check-context.ts";
import { entityId } from "../../model/lookup.ts";
import type { Model } from "../../model/model.ts";
import { mentionsMe, sameIdentifier, unknownEntity, unknownError, unknownField } from "../../model/problems.ts";
import { checkGuard } from "../../model/resolve-guard.ts";
import { rowScope, type ScopeOptions } from "../../model/scopes.ts";
import type { Guard } from "../../model/guard.ts";
import type { Span, Problem } from "../../problem.ts";
import { checkBounds, type JudgedRule } from "./check-bounds.ts";
import { checkForm } from "./check-form.ts";
import type { Rule } from "./model.ts";
import { unknownMoment } from "./problems.ts";

export function check(model: Model, context: CheckContext): readonly Problem[] {
  const judged: JudgedRule[] = [];
  const problems = model.rules.rules.flatMap((rule) => checkRule(rule, context, judged));
  return [...checkNames(model), ...problems, ...checkBounds(judged, context)];
}

function checkNames(model: Model): readonly Problem[] {
  const first = new Map<string, Rule>();
  return model.rules.rules.flatMap((rule) => {
    const place = { span: rule.name.span, address: rule.address };
    const key = `${rule.entity.id}/${rule.name.id}`;
    const before = first.get(key);
    if (before && rule.name.id !== "") return [sameIdentifier.at(place, rule.name.label, before.name.label, rule.name.id, before.name.span)];
    first.set(key, rule);
    return [];
  });
}

function checkRule(rule: Rule, context: CheckContext, judged: JudgedRule[]): readonly Problem[] {
  const { lookup, schema } = context;
  const entity = schema.entities.get(entityId(lookup, rule.entity));
  if (!entity) {
    if (rule.entity.label === "") return [];
    const known = [...lookup.entities.values()].map((one) => one.name.label);
    return [unknownEntity.at({ span: rule.entity.span, address: rule.address }, rule.entity.label, known)];
  }
  const problems: Problem[] = [];
  const transitions = lookup.transitions.get(entity.id) ?? new Map();
  for (const moment of rule.on) {
    if (["create", "update", "delete"].includes(moment.id) || transitions.has(moment.id)) continue;
    const labels = [...transitions.values()].flatMap((rows) => rows.slice(0, 1).map((row: { name: { label: string } }) => row.name.label));
    const place = { span: moment.span, address: `${rule.address}/On` };
    problems.push(unknownMoment.at(place, entity.label, moment.label, ["create", "update", "delete", ...labels]));
  }
  if (rule.otherwise && !lookup.errors.has(rule.otherwise.label)) {
    const place = { span: rule.otherwise.span, address: `${rule.address}/Otherwise` };
    problems.push(unknownError.at(place, `rule "${rule.name.label}"`, rule.otherwise.label, lookup.errors.keys()));
  }
  if (rule.at && !entity.fields.has(rule.at.id)) {
    const place = { span: rule.at.span, address: `${rule.address}/At` };
    problems.push(unknownField.at(place, entity.label, rule.at.label, [...entity.fields.values()].map((field) => field.label)));
  }
  const options: ScopeOptions = { me: "present", old: oldRow(rule) };
  const when = rule.when && checkGuard(rule.when, entity.id, rowScope(entity.id, options), `"When"`, `${rule.address}/When`, context);
  if (when) problems.push(...when.problems, ...checkMe(rule.when, when.checked, `${rule.address}/When`));
  const given = when?.checked ? [when.checked] : [];
  if (rule.must?.kind === "guard") {
    const address = `${rule.address}/Must hold`;
    const must = checkGuard(rule.must.guard, entity.id, rowScope(entity.id, options), `"Must hold"`, address, context, given);
    problems.push(...must.problems, ...checkMe(rule.must.guard, must.checked, address));
    if (must.checked?.typed) judged.push({ rule, when: when?.checked, must: must.checked, hasWhen: rule.when !== undefined });
  } else if (rule.must) {
    problems.push(...checkForm(rule, rule.must, entity, context));
  }
  return problems;
}

/** Before a creation there is no row; before every other moment there is one. */
function oldRow(rule: Rule): "maybe" | "present" {
  return rule.on.length === 0 || rule.on.some((moment) => moment.id === "create") ? "maybe" : "present";
}

function checkMe(guard: Guard | undefined, checked: CheckedExpression | undefined, address: string): readonly Problem[] {
  if (!guard || !checked?.reads.me) return [];
  const found = checked.typed && findMe(checked.typed);
  const span = guard.kind === "condition" ? guard.name.span : spanOf(guard.expression.text, found?.start, found?.end);
  return [mentionsMe.at({ span, address }, "rule")];
}

function findMe(typed: Typed): Span | undefined {
  if (typed.node === "scope" && typed.source === "me") return typed;
  for (const child of childrenOf(typed)) {
    const found = findMe(child);
    if (found) return found;
  }
  return undefined;
}
