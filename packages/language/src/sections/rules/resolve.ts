// What the names in rules mean.
import type { Resolver } from "../../names/resolver.ts";
import type { Must, Rule, Rules } from "./model.ts";

export function resolve(value: Rules, names: Resolver): Rules {
  return { ...value, rules: value.rules.map((rule) => resolveRule(rule, names)) };
}

/** Words of the notation: a transition may be called like one of them. */
const writes: ReadonlySet<string> = new Set(["create", "update", "delete"]);

function resolveRule(rule: Rule, names: Resolver): Rule {
  const entity = names.entity(rule.entity);
  return {
    ...rule,
    entity,
    on: rule.on.map((moment) => (writes.has(moment.id) ? moment : names.transition(entity.id, moment))),
    when: names.guard(rule.when),
    must: rule.must && resolveMust(rule.must, entity.id, names),
    otherwise: names.error(rule.otherwise),
    at: names.field(entity.id, rule.at),
  };
}

function resolveMust(must: Must, entity: string, names: Resolver): Must {
  switch (must.kind) {
    case "guard":
      return { ...must, guard: names.guard(must.guard) };
    case "unique":
      return { ...must, fields: must.fields.map((field) => names.field(entity, field)) };
    case "no overlap":
      return {
        ...must,
        from: names.field(entity, must.from),
        to: names.field(entity, must.to),
        per: must.per.map((path) => names.path(entity, path)),
      };
    case "no circle":
      return { ...must, field: names.field(entity, must.field) };
  }
}
