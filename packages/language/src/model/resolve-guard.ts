// Types a guard where it stands, whether it is written out or named; one door for Where, If, When, Only if and rights.
import { decision } from "../expression/kinds.ts";
import type { CheckedExpression } from "../expression/check.ts";
import type { Scope } from "../expression/schema.ts";
import type { Problem } from "../problem.ts";
import type { CheckContext } from "./check-context.ts";
import type { Guard } from "../clause/guard.ts";
import { conditionOfAnother, unknownGuard } from "../clause/problems.ts";

export type CheckedGuard = { readonly checked: CheckedExpression | undefined; readonly problems: readonly Problem[] };

/** `entity` is the identifier of the entity that the clause is about; `address` that of the clause. */
export function checkGuard(
  guard: Guard,
  entity: string,
  scope: Scope,
  what: string,
  address: string,
  context: CheckContext,
  given: readonly CheckedExpression[] = [],
): CheckedGuard {
  const expected = { kind: "type", type: decision, what } as const;
  if (guard.kind === "expression") {
    const checked = context.check(guard.expression, scope, expected, given);
    return { checked, problems: checked.problems };
  }
  const place = { span: guard.name.span, address };
  const condition = context.lookup.conditions.get(guard.name.id);
  if (!condition) {
    const known = [...context.lookup.conditions.values()].filter((one) => one.entity.id === entity);
    const label = context.schema.entities.get(entity)?.label ?? entity;
    const names = known.map((one) => one.name.label);
    return { checked: undefined, problems: [unknownGuard.at(place, guard.name.label, label, names)] };
  }
  // A condition about an unknown entity is reported in section 6.
  if (!context.schema.entities.has(condition.entity.id)) return { checked: undefined, problems: [] };
  if (condition.entity.id !== entity) {
    const label = context.schema.entities.get(entity)?.label ?? entity;
    return {
      checked: undefined,
      problems: [
        conditionOfAnother.at(place, condition.name.label, condition.entity.label, label, condition.name.span),
      ],
    };
  }
  if (!condition.holds) return { checked: undefined, problems: [] };
  // Its own problems are reported once, where section 6 defines it.
  return { checked: context.judge(condition.holds, scope, expected, given), problems: [] };
}
