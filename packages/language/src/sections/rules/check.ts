// What must fit together in section 5: each rule is about something, can be decided, and names its error.
import { checkNoMe } from "../../model/check-me.ts";
import type { CheckContext } from "../../model/check-context.ts";
import { checkError } from "../../model/known-errors.ts";
import type { Model } from "../../model/model.ts";
import { sameIdentifier, unknownEntity, unknownField } from "../../clause/problems.ts";
import { checkGuard } from "../../model/resolve-guard.ts";
import { rowScope, type ScopeOptions } from "../../model/scopes.ts";
import type { Problem } from "../../problem.ts";
import { checkBounds, type JudgedRule } from "./check-bounds.ts";
import { checkForm, findField } from "./check-form.ts";
import type { Rule } from "./model.ts";
import { unknownMoment } from "./problems.ts";

export function check(model: Model, context: CheckContext): readonly Problem[] {
  const judged: JudgedRule[] = [];
  const problems = model.rules.rules.flatMap((rule) => checkRule(rule, model, context, judged));
  return [...checkNames(model), ...problems, ...checkBounds(judged, context)];
}

function checkNames(model: Model): readonly Problem[] {
  const first = new Map<string, Rule>();
  return model.rules.rules.flatMap((rule) => {
    const place = { span: rule.name.span, address: rule.address };
    const key = `${rule.entity.id}/${rule.name.id}`;
    const before = first.get(key);
    if (before && rule.name.id !== "")
      return [sameIdentifier.at(place, rule.name.label, before.name.label, rule.name.id, before.name.span)];
    first.set(key, rule);
    return [];
  });
}

function checkRule(rule: Rule, model: Model, context: CheckContext, judged: JudgedRule[]): readonly Problem[] {
  const { lookup, schema } = context;
  const entity = schema.entities.get(rule.entity.id);
  if (!entity) {
    // Where section 3 is not shown, it is unknown which entities there are.
    if (rule.entity.label === "" || model.entities.status.kind === "not shown") return [];
    const known = lookup.entities.values().map((one) => one.name.label);
    return [unknownEntity.at({ span: rule.entity.span, address: rule.address }, rule.entity.label, known)];
  }
  const problems: Problem[] = [];
  const transitions = lookup.transitions.get(entity.id) ?? new Map();
  for (const moment of rule.on) {
    if (["create", "update", "delete"].includes(moment.id) || transitions.has(moment.id)) continue;
    const labels = [...transitions.values()].flatMap((rows) =>
      rows.slice(0, 1).map((row: { name: { label: string } }) => row.name.label),
    );
    const place = { span: moment.span, address: `${rule.address}/On` };
    problems.push(unknownMoment.at(place, entity.label, moment.label, ["create", "update", "delete", ...labels]));
  }
  problems.push(...checkError(rule.otherwise, `rule "${rule.name.label}"`, `${rule.address}/Otherwise`, model, lookup));
  // A field whose type is wrong is reported in section 3.
  if (rule.at && !entity.isOpen && !findField(entity, rule.at) && !lookup.fields.get(entity.id)?.has(rule.at.id)) {
    const place = { span: rule.at.span, address: `${rule.address}/At` };
    problems.push(
      unknownField.at(
        place,
        entity.label,
        rule.at.label,
        entity.fields.values().map((field) => field.label),
      ),
    );
  }
  const options: ScopeOptions = { me: "present", old: oldRow(rule) };
  const when =
    rule.when &&
    checkGuard(rule.when, entity.id, rowScope(entity.id, options), `"When"`, `${rule.address}/When`, context);
  if (when)
    problems.push(
      ...when.problems,
      ...(rule.when ? checkNoMe(rule.when, when.checked, "rule", `${rule.address}/When`) : []),
    );
  const given = when?.checked ? [when.checked] : [];
  if (rule.must?.kind === "guard") {
    const address = `${rule.address}/Must hold`;
    const must = checkGuard(
      rule.must.guard,
      entity.id,
      rowScope(entity.id, options),
      `"Must hold"`,
      address,
      context,
      given,
    );
    problems.push(...must.problems, ...checkNoMe(rule.must.guard, must.checked, "rule", address));
    if (must.checked?.typed)
      judged.push({ rule, when: when?.checked, must: must.checked, hasWhen: rule.when !== undefined });
  } else if (rule.must) {
    problems.push(...checkForm(rule, rule.must, entity, context));
  }
  return problems;
}

/** Before a creation there is no row; before every other moment there is one. A rule that does not show when may be for those. */
function oldRow(rule: Rule): "maybe" | "present" {
  if (rule.notShown.includes("On")) return "present";
  return rule.on.length === 0 || rule.on.some((moment) => moment.id === "create") ? "maybe" : "present";
}
