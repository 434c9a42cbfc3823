// What section 5 refuses: every rule broken by each of its parts, and kept where it would just not be.
import { entityId, type Lookup } from "../../model/lookup.ts";
import type { Model } from "../../model/model.ts";
import { formulaOfGuard, waysToBe, type Formula } from "../../scenario/formula.ts";
import { done, refused, type Fact, type Scenario, type ScenarioDeed } from "../../scenario/scenario.ts";
import type { Rule } from "./model.ts";

export function ruleScenarios(model: Model, lookup: Lookup): readonly Scenario[] {
  return model.rules.rules.flatMap((rule) => scenariosOf(rule, lookup));
}

const always: Formula = { kind: "always", is: true };

function scenariosOf(rule: Rule, lookup: Lookup): readonly Scenario[] {
  const { must, when } = rule;
  if (must?.kind !== "guard") return [];
  const entity = entityId(lookup, rule.entity);
  const at = isOnDelete(rule) ? "before" : "after";
  // Broken: it is looked at, and what must hold does not.
  const applies = when === undefined ? always : formulaOfGuard(when, lookup, at);
  const broken: Formula = {
    kind: "and",
    left: applies,
    right: { kind: "not", of: formulaOfGuard(must.guard, lookup, at) },
  };
  return deedsOf(rule, entity, lookup).flatMap((deed) =>
    [true, false].flatMap((isBroken) =>
      waysToBe(broken, isBroken).map((where, number) => scenario(rule, entity, deed, { isBroken, where, number })),
    ),
  );
}

type Way = { readonly isBroken: boolean; readonly where: readonly Fact[]; readonly number: number };

const scenario = (rule: Rule, entity: string, deed: ScenarioDeed, { isBroken, where, number }: Way): Scenario => ({
  address: `${rule.address}#${wordOf(deed)} ${isBroken ? "refused" : "allowed"}${number === 0 ? "" : ` ${number + 1}`}`,
  clause: rule.address,
  sentence: `${rule.name.label}: to ${wordOf(deed)} a ${rule.entity.label} is ${isBroken ? "refused" : "allowed"}`,
  entity,
  deed,
  by: undefined,
  where,
  expected: isBroken ? refused(rule.otherwise?.label, rule.at?.id) : done,
});

const isOnDelete = ({ on }: Rule): boolean => on.length === 1 && on[0]?.id === "delete";

const wordOf = (deed: ScenarioDeed): string => (deed.kind === "transition" ? deed.transition : deed.kind);

function deedsOf({ on }: Rule, entity: string, lookup: Lookup): readonly ScenarioDeed[] {
  if (on.length === 0) return [{ kind: "create" }, { kind: "update" }];
  return on.flatMap(({ id }): readonly ScenarioDeed[] => {
    if (id === "create" || id === "update" || id === "delete") return [{ kind: id }];
    const [first] = lookup.transitions.get(entity)?.get(id) ?? [];
    return first === undefined ? [] : [{ kind: "transition", transition: first.name.id }];
  });
}
