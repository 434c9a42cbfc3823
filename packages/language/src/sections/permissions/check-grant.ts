// One cell of the matrix: conditions that exist, and that its role and its entity can have.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import { conditionOfAnother, unknownCondition } from "../../model/problems.ts";
import { entityId, type Lookup } from "../../model/lookup.ts";
import type { Problem } from "../../problem.ts";
import { grantNames, grantsOwn, holdsJoiningWord } from "./grant.ts";
import type { Grant, Right, RightCell, Role } from "./model.ts";
import { callNeedsInput, visitorsAreNobody, wrongMembership } from "./problems.ts";

export function checkGrant(
  grant: Grant,
  right: Right,
  cell: RightCell,
  role: Role,
  isCall: boolean,
  model: Model,
  context: CheckContext,
): readonly Problem[] {
  const { lookup } = context;
  const problems: Problem[] = [];
  const visitor = role.givenBy.some((giving) => giving.kind === "anyone");
  const anonymous = model.constants.settings.signIn.some((way) => way.kind === "anonymous");
  let mentionsMe = grantsOwn(grant);
  for (const name of grantNames(grant)) {
    const place = { span: name.span, address: cell.address };
    const condition = lookup.conditions.get(name.id);
    if (!condition) {
      // "not begun" is read as not + begun: where a condition has such a name, that is what is wrong.
      if (
        model.permissions.conditions.some(
          (one) => holdsJoiningWord(one.name.label) && one.name.label.includes(name.label),
        )
      )
        continue;
      const known = model.permissions.conditions.map((one) => one.name.label);
      problems.push(unknownCondition.at(place, name.label, ["yes", "no", "own", ...known]));
      continue;
    }
    if (!context.schema.entities.has(entityId(lookup, condition.entity))) continue;
    if (isCall) {
      const inputs = lookup.calls.get(right.for.id)?.in ?? [];
      const found = inputs.filter(
        ({ type }) =>
          type?.kind === "reference" && entityId(lookup, type.entity) === entityId(lookup, condition.entity),
      ).length;
      if (found !== 1) problems.push(callNeedsInput.at(place, right.for.label, condition.entity.label, found));
    } else if (entityId(lookup, condition.entity) !== entityId(lookup, right.for)) {
      problems.push(
        conditionOfAnother.at(
          place,
          condition.name.label,
          condition.entity.label,
          right.for.label,
          condition.name.span,
        ),
      );
    }
    const checked = condition.holds && context.checked.get(condition.holds);
    mentionsMe ||= checked?.reads.me === true;
    for (const giver of mentionedMemberships(condition.holds?.text.text ?? "", model, lookup)) {
      const has = role.givenBy.some((giving) => giving.kind === "row" && entityId(lookup, giving.entity) === giver);
      if (!has && role.givenBy.length > 0)
        problems.push(wrongMembership.at(place, condition.name.label, `my_${giver}`, role.name.label));
    }
  }
  if (visitor && !anonymous && mentionsMe)
    problems.push(visitorsAreNobody.at({ span: grant.span, address: cell.address }, role.name.label));
  return problems;
}

function mentionedMemberships(text: string, model: Model, lookup: Lookup): readonly string[] {
  const givers = new Set(
    model.permissions.roles.flatMap((role) =>
      role.givenBy.flatMap((giving) => (giving.kind === "row" ? [entityId(lookup, giving.entity)] : [])),
    ),
  );
  return [...givers].filter((giver) => giver !== "" && new RegExp(`\\bmy_${giver}\\b`).test(text));
}
