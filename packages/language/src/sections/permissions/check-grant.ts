// One cell of the matrix: conditions that exist, and that its role and its entity can have.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import { conditionOfAnother, unknownCondition } from "../../clause/problems.ts";
import type { Problem } from "../../problem.ts";
import { grantNames, grantsOwn, holdsJoiningWord, splitAtJoiningWords } from "../../clause/grant.ts";
import type { Grant, Right, RightCell, Role } from "./model.ts";
import { callNeedsInput, impossibleForVisitors, wrongMembership } from "./problems.ts";

/** What all cells are checked against, worked out once for the matrix. */
export type GrantSite = {
  readonly context: CheckContext;
  readonly allowsAnonymous: boolean;
  readonly conditions: readonly string[];
  /** What a cell reads where it names a condition whose own name has `and`, `or` or `not` in it. */
  readonly partsOfNames: ReadonlySet<string>;
  /** The entities whose rows give roles. */
  readonly givers: ReadonlySet<string>;
};

export function grantSite({ permissions, constants }: Model, context: CheckContext): GrantSite {
  const conditions = permissions.conditions.map((one) => one.name.label);
  return {
    context,
    allowsAnonymous: constants.settings.signIn.some((way) => way.kind === "anonymous"),
    conditions,
    partsOfNames: new Set(conditions.filter(holdsJoiningWord).flatMap(splitAtJoiningWords)),
    givers: new Set(
      permissions.roles.flatMap((role) =>
        role.givenBy.flatMap((giving) => (giving.kind === "row" ? [giving.entity.id] : [])),
      ),
    ),
  };
}

export function checkGrant(
  grant: Grant,
  right: Right,
  cell: RightCell,
  role: Role,
  isCall: boolean,
  site: GrantSite,
): readonly Problem[] {
  const { context } = site;
  const { lookup } = context;
  const problems: Problem[] = [];
  const visitor = role.givenBy.some((giving) => giving.kind === "anyone");
  let mentionsMe = grantsOwn(grant);
  for (const name of grantNames(grant)) {
    const place = { span: name.span, address: cell.address };
    const condition = lookup.conditions.get(name.id);
    if (!condition) {
      // "not begun" is read as not + begun: where a condition has such a name, that is what is wrong.
      if (!site.partsOfNames.has(name.label)) problems.push(unknownCondition.at(place, name.label, grantWords(site)));
      continue;
    }
    if (!context.schema.entities.has(condition.entity.id)) continue;
    if (isCall) {
      const inputs = lookup.calls.get(right.for.id)?.in ?? [];
      const found = inputs.filter(
        ({ type }) => type?.kind === "reference" && type.entity.id === condition.entity.id,
      ).length;
      const call = lookup.calls.get(right.for.id);
      const isShown = call?.bodyNotShown !== true && call?.notShown.includes("In") !== true;
      if (found !== 1 && isShown)
        problems.push(callNeedsInput.at(place, right.for.label, condition.entity.label, found));
    } else if (condition.entity.id !== right.for.id) {
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
    for (const giver of mentionedMemberships(condition.holds?.text.text ?? "", site)) {
      const has = role.givenBy.some((giving) => giving.kind === "row" && giving.entity.id === giver);
      if (!has && role.givenBy.length > 0)
        problems.push(wrongMembership.at(place, condition.name.label, `my_${giver}`, role.name.label));
    }
  }
  if (visitor && !site.allowsAnonymous && mentionsMe)
    problems.push(impossibleForVisitors.at({ span: grant.span, address: cell.address }, role.name.label));
  return problems;
}

function* grantWords({ conditions }: GrantSite): Iterable<string> {
  yield* ["yes", "no", "own"];
  yield* conditions;
}

function mentionedMemberships(text: string, { givers }: GrantSite): readonly string[] {
  const mentioned = new Set(Array.from(text.matchAll(/\bmy_(\w+)\b/g), ([, giver]) => giver ?? ""));
  return [...mentioned].filter((giver) => givers.has(giver));
}
