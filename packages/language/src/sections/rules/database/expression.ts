// A rule that is an expression about a row.
import type { Guard } from "../../../clause/guard.ts";
import type { Contribution } from "../../../plan/design.ts";
import { findReads } from "../../../plan/writing/find-reads.ts";
import { guardOf, ruleFunction, rulePart, type RuleDesign } from "./part.ts";

export function expressionOf(known: RuleDesign, guard: Guard): Contribution {
  const { rule, entity, design } = known;
  const when = guardOf(known, rule.when);
  const must = guardOf(known, guard, when ? [when] : []);
  if (must?.typed === undefined) throw new Error(`${rule.address} has no type`);
  const rows = { [entity.id]: "given", old: "before" };
  const said = design.print(must.typed, "strict", { rows });
  const counts = when?.typed && design.print(when.typed, "strict", { rows });
  const typed = [must.typed, ...(when?.typed ? [when.typed] : [])];
  const found = typed.flatMap((one) => findReads(one, entity.id, design));
  return {
    objects: [ruleFunction(known, counts === undefined ? said : `CASE WHEN ${counts} THEN ${said} ELSE true END`)],
    rules: [rulePart(known)],
    reads: [{ entity: entity.id, reads: found, address: rule.address }],
  };
}
