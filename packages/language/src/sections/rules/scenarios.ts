// What section 5 refuses: every rule broken by each of its parts, and kept where it would just not be.
import { isShown } from "../../clause/clause.ts";
import { referredEntity } from "../../field-types/index.ts";
import { withArticle } from "../../text/article.ts";
import { guardExpression } from "../../model/guard-expression.ts";
import { partsOf } from "../../expression/parts.ts";
import type { Tree } from "../../expression/tree.ts";
import type { Guard } from "../../clause/guard.ts";
import { type Lookup } from "../../names/lookup.ts";
import type { Model } from "../../model/model.ts";
import { entriesOfGuard, formulaOf, formulaOfGuard, factsToSatisfy, type Formula } from "../../scenario/formula.ts";
import {
  success,
  inTurn,
  refused,
  type Fact,
  type Moment,
  type Scenario,
  type ScenarioDeed,
  type Twin,
} from "../../scenario/scenario.ts";
import { withKnownErrors } from "../../scenario/shown.ts";
import { satisfyWhenGone } from "../../scenario/when-gone.ts";
import { always, isBrokenWhere, ofNone } from "./broken.ts";
import type { Must, Rule } from "./model.ts";
import { deedsOf, deedsOfComparing, movingOn, type Site } from "./tried-at.ts";

export function ruleScenarios(model: Model, lookup: Lookup): readonly Scenario[] {
  return model.rules.rules
    .filter((rule) => isShown(rule, "For", "On", "When", "Must hold"))
    .flatMap((rule) => withKnownErrors(rule, scenariosOf(rule, { model, lookup })));
}

function scenariosOf(rule: Rule, site: Site): readonly Scenario[] {
  const { must, when } = rule;
  const { lookup } = site;
  const entity = rule.entity.id;
  if (must?.kind !== "guard") return must === undefined ? [] : amongRows(must, { rule, entity, site });
  const broken = isBrokenWhere(rule, must.guard, lookup);
  const own = deedsOf(rule, entity, site).flatMap((deed) =>
    [true, false].flatMap((isBroken) => {
      const all = factsToSatisfy(broken, isBroken);
      const found = deed.kind === "delete" ? satisfyWhenGone(broken, isBroken, entity, lookup) : all;
      // A scenario that no case can bring about once the row is gone is listed once.
      const never = found.length > 0 ? [] : all.slice(0, 1);
      return [
        ...found.map((where, number) => scenario(rule, entity, deed, { isBroken, where, number })),
        ...never.map((where) => ({ ...scenario(rule, entity, deed, { isBroken, where, number: 0 }), beyond: ofNone })),
      ];
    }),
  );
  // By each entry of a table that it looks into, at the first write.
  const entries = [when, must.guard].flatMap((guard) =>
    guard === undefined ? [] : entriesOfGuard(guard, lookup, "after"),
  );
  const byEntry = deedsOf(rule, entity, site)
    .slice(0, 1)
    .flatMap((deed) =>
      entries.flatMap(({ key, fact }) =>
        [true, false].flatMap((isBroken) =>
          factsToSatisfy(broken, isBroken)
            .slice(0, 1)
            .map((where) => {
              const one = scenario(rule, entity, deed, { isBroken, where: [...where, fact], number: 0 });
              return { ...one, address: `${one.address} by ${key}` };
            }),
        ),
      ),
    );
  return [...own, ...byEntry, ...(rule.on.length === 0 ? ofLists(rule, must.guard, entity, { broken, lookup }) : [])];
}

/** What is so of a row's own lists is looked at as well when a row of such a list is written. */
function ofLists(
  rule: Rule,
  guard: Guard,
  entity: string,
  { broken, lookup }: { readonly broken: Formula; readonly lookup: Lookup },
): readonly Scenario[] {
  const expression = guardExpression(guard, lookup);
  return listsIn(expression?.tree, entity, lookup).flatMap(({ entity: listed, field }) => [
    ...leaving(rule, { entity: listed, field }, { guard, tree: expression?.tree, lookup }),
    ...(["create", "update", "delete"] as const).flatMap((kind) =>
      factsToSatisfy(broken, true).map((where, number) => {
        const facts = where.map((fact): Fact => (fact.kind === "holds" ? { ...fact, via: field } : fact));
        const one = scenario(rule, listed, { kind }, { isBroken: true, where: facts, number });
        const label = lookup.entities.get(listed)?.name.label ?? listed;
        return {
          ...one,
          address: `${rule.address}#${kind} ${listed} refused${inTurn(number)}`,
          sentence: `${rule.name.label}: to ${kind} ${withArticle(label)} is refused`,
          expected: refused(rule.otherwise?.label),
        };
      }),
    ),
  ]);
}

/** What is emptied with an account is looked at when it goes: what held until then need not hold any longer. */
function leaving(
  rule: Rule,
  { entity: listed, field: via }: Listed,
  { guard, tree, lookup }: { readonly guard: Guard; readonly tree: Tree | undefined; readonly lookup: Lookup },
): readonly Scenario[] {
  const [holds = []] = factsToSatisfy(formulaOfGuard(guard, lookup, "before"), true);
  return [...(lookup.fields.get(listed)?.values() ?? [])].flatMap(({ name, type }) =>
    type?.kind === "reference" && type.onDelete === "cleared" && type.entity.id === "user" && isRead(name.id, tree)
      ? [
          {
            address: `${rule.address}#leave ${listed} refused`,
            clause: rule.address,
            sentence: `${rule.name.label}: to delete one's account is refused`,
            entity: "user",
            deed: { kind: "leave" },
            by: undefined,
            where: [{ kind: "named", entity: listed, field: name.id, of: { via, holds } }],
            expected: refused(rule.otherwise?.label),
          },
        ]
      : [],
  );
}

const isRead = (field: string, tree: Tree | undefined): boolean =>
  tree !== undefined &&
  ((tree.kind === "field" && tree.name === field) || partsOf(tree).some((part) => isRead(field, part)));

type Listed = { readonly entity: string; readonly field: string };

/** The lists of the rule's own row that a condition reads. */
function listsIn(tree: Tree | undefined, entity: string, lookup: Lookup): readonly Listed[] {
  if (tree === undefined) return [];
  const found = partsOf(tree).flatMap((part) => listsIn(part, entity, lookup));
  if (tree.kind !== "field" || tree.of.kind !== "name" || tree.of.name !== entity) return found;
  const type = lookup.fields.get(entity)?.get(tree.name)?.type;
  if (type?.kind !== "list") return found;
  const listed = type.entity.id;
  const back = [...(lookup.fields.get(listed)?.values() ?? [])].filter(({ type: of }) => referredEntity(of) === entity);
  const field = back.find(
    ({ name }) => type.via === undefined || name.id === type.via.id || name.label === type.via.label,
  );
  return field === undefined ? found : [{ entity: listed, field: field.name.id }, ...found];
}

type Way = { readonly isBroken: boolean; readonly where: readonly Fact[]; readonly number: number };

const scenario = (rule: Rule, entity: string, deed: ScenarioDeed, { isBroken, where, number }: Way): Scenario => ({
  address: `${rule.address}#${wordOf(deed)} ${isBroken ? "refused" : "allowed"}${inTurn(number)}`,
  clause: rule.address,
  sentence: `${rule.name.label}: to ${wordOf(deed)} ${withArticle(rule.entity.label)} is ${isBroken ? "refused" : "allowed"}`,
  entity,
  deed,
  by: undefined,
  where,
  expected: isBroken ? refused(rule.otherwise?.label, rule.at?.id) : success,
});

const wordOf = (deed: ScenarioDeed): string => (deed.kind === "transition" ? deed.transition : deed.kind);

/** The ways in which a rule counts for a row, or does not: a rule without When counts for every row. */
const whenWays =
  ({ when }: Rule, lookup: Lookup, at: Moment) =>
  (is: boolean): readonly (readonly Fact[])[] =>
    factsToSatisfy(when === undefined ? always : formulaOfGuard(when, lookup, at), is);

/** What a row may not be beside others. */
function amongRows(must: Exclude<Must, { readonly kind: "guard" }>, about: About): readonly Scenario[] {
  switch (must.kind) {
    case "unique":
      return uniqueRows(must, about);
    case "no circle":
      return circleRows(must, about);
    case "no overlap":
      return overlapRows(must, about);
  }
}

type About = { readonly rule: Rule; readonly entity: string; readonly site: Site };
/** Whether the rule is broken, and by what. */
type Tried = readonly [isBroken: boolean, ...facts: readonly Fact[]];

const twin = (given: Partial<Twin>): Fact => ({ kind: "twin", same: [], folded: false, near: [], holds: [], ...given });

/** First those that break the rule, then those that keep it; of each deed. */
function compared(
  tried: readonly Tried[],
  deeds: readonly ScenarioDeed[],
  { rule, entity, site }: About,
): readonly Scenario[] {
  const moving = movingOn(rule, entity, site);
  return deeds.flatMap((deed) =>
    [true, false].flatMap((isBroken) =>
      tried
        .filter(([is]) => is === isBroken)
        .map(([, ...where], number) => {
          const one = scenario(rule, entity, deed, { isBroken, where, number });
          const orBy = deed.kind === "create" ? moving : [];
          const sentence = `${rule.name.label}: ${withArticle(rule.entity.label)} is ${isBroken ? "refused" : "allowed"}`;
          return orBy.length === 0 ? one : { ...one, orBy, sentence };
        }),
    ),
  );
}

function uniqueRows(must: Of<"unique">, { rule, entity, site }: About): readonly Scenario[] {
  const { lookup } = site;
  const own = whenWays(rule, lookup, "after");
  const [counts = []] = own(true);
  const same = must.fields.map(({ id }) => id);
  // Both rows count, the tried one does not, or the other one does not.
  const of = whenWays(rule, lookup, "before");
  const [holds = []] = of(true);
  // Where both have the same value, what is said of it is so of both or of neither.
  const isShared = (fact: Fact | undefined) => fact?.kind === "holds" && same.some((field) => isRead(field, fact.tree));
  const apart = holds.filter((fact) => !isShared(fact));
  return compared(
    [
      ...own(true).map((way) => [true, twin({ same, holds }), ...way] as const),
      // All but one are the same.
      ...(same.length < 2 ? [] : same).map(
        (one) => [false, twin({ same: same.filter((field) => field !== one), holds }), ...counts] as const,
      ),
      ...own(false).map((way) => [false, twin({ same, holds: apart }), ...way] as const),
      ...of(false)
        .filter(([deciding]) => !isShared(deciding))
        .map((way) => [false, twin({ same, holds: way }), ...counts] as const),
    ],
    deedsOfComparing(rule, same, entity, site),
    { rule, entity, site },
  );
}

function circleRows(must: Of<"no circle">, { rule, entity, site }: About): readonly Scenario[] {
  const own = whenWays(rule, site.lookup, "after");
  const [counts = []] = own(true);
  const circle = (is: boolean): Fact => ({ kind: "circle", field: must.field.id, is });
  return compared(
    [
      ...own(true).map((way) => [true, circle(true), ...way] as const),
      [false, circle(false), ...counts],
      ...own(false).map((way) => [false, circle(true), ...way] as const),
    ],
    [{ kind: "update" }],
    { rule, entity, site },
  );
}

function overlapRows(must: Of<"no overlap">, { rule, entity, site }: About): readonly Scenario[] {
  const { lookup } = site;
  const own = whenWays(rule, lookup, "after");
  const [counts = []] = own(true);
  const [from, to] = [must.from.id, must.to.id];
  // Of a path, the first step decides enough: the other row leads to the same.
  const same = must.per.flatMap(([first]) => (first === undefined ? [] : [first.id]));
  const ways = (is: boolean) =>
    must.while === undefined ? (is ? [[]] : []) : factsToSatisfy(formulaOf(must.while, "before"), is);
  const [holds = []] = ways(true);
  // The other one is as short as can be: of dates a day, of moments, whose last one does not count, a step.
  const { type } = lookup.fields.get(entity)?.get(from) ?? {};
  const length = type?.kind === "datetime" ? 1 : 0;
  const begins = (at: string, steps: number) => [
    { field: from, to: at, steps },
    { field: to, to: at, steps: steps + length },
  ];
  // The tried one has to be one of those that are compared.
  const whole = must.while?.tree;
  const mine: readonly Fact[] = [
    ...(must.while === undefined || whole === undefined
      ? []
      : [{ kind: "holds" as const, expression: must.while, tree: whole, is: true, at: "after" as const }]),
    ...counts,
  ];
  const beside = (isBroken: boolean, near: Twin["near"], of: readonly Fact[], fields = same) =>
    [isBroken, ...mine, twin({ same: fields, near, holds: of })] as const;
  return compared(
    [
      ...ways(true).map((way) => beside(true, begins(from, 0), way)),
      beside(true, begins(to, -length), holds),
      beside(false, begins(from, -1), holds),
      beside(false, begins(to, 1 - length), holds),
      ...ways(false).map((way) => beside(false, begins(from, 0), way)),
      // Of another thing.
      ...same.map((one) =>
        beside(
          false,
          begins(from, 0),
          holds,
          same.filter((field) => field !== one),
        ),
      ),
      ...own(false).map((way) => [false, twin({ same, near: begins(from, 0), holds }), ...way] as const),
    ],
    deedsOfComparing(rule, [...same, from, to], entity, site),
    { rule, entity, site },
  );
}

type Of<Kind extends Must["kind"]> = Extract<Must, { readonly kind: Kind }>;
