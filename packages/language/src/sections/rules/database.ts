// Section 5 in the database: what must hold of rows when a transaction ends.
import type { Contribute, Contribution, Design } from "../../plan/design.ts";
import { circleOf } from "./database/circle.ts";
import { expressionOf } from "./database/expression.ts";
import { overlapOf } from "./database/overlap.ts";
import { momentsOf, notShownPart, type RuleDesign } from "./database/part.ts";
import { uniqueOf } from "./database/unique.ts";
import type { Rule } from "./model.ts";

export const contribute: Contribute = (design) => {
  const parts = design.compiled.model.rules.rules.map((rule) => ruleOf(rule, design));
  return {
    objects: parts.flatMap((part) => part.objects),
    rules: parts.flatMap((part) => part.rules ?? []),
    reads: parts.flatMap((part) => part.reads ?? []),
  };
};

const writes: ReadonlySet<string> = new Set(["create", "update", "delete"]);

function ruleOf(rule: Rule, design: Design): Contribution {
  const { lookup, schema } = design.compiled;
  const entity = schema.entities.get(rule.entity.id);
  // A rule that does not say what it is about is asked of nothing.
  if (entity === undefined) return { objects: [] };
  const steps = lookup.transitions.get(entity.id);
  // Where no field is known to hold states, nothing takes a step.
  const on = momentsOf(rule).filter((moment) => writes.has(moment) || steps?.has(moment));
  if (on.length === 0) return { objects: [] };
  const known: RuleDesign = { rule, entity, design, on };
  const open = notShownPart(known);
  if (open !== undefined) return { objects: [], rules: [open] };
  switch (rule.must?.kind) {
    case "guard":
      return expressionOf(known, rule.must.guard);
    case "unique":
      return uniqueOf(known, rule.must);
    case "no overlap":
      return overlapOf(known, rule.must);
    case "no circle":
      return circleOf(known, rule.must);
    case undefined:
      return { objects: [] };
  }
}
