// Checks what stands behind ``at``: a date or a moment, which may be empty and then never comes.
import { spanOf } from "../../text/text.ts";
import type { CheckedExpression } from "../../expression/check.ts";
import { describe } from "../../expression/check/words.ts";
import type { Expression } from "../../expression/tree.ts";
import { checkNoMe } from "../../model/check-me.ts";
import type { CheckContext } from "../../model/check-context.ts";
import { rowScope } from "../../model/scopes.ts";
import type { Problem } from "../../problem.ts";
import { wrongMoment } from "./machines/problems.ts";

export function checkMoment(
  expression: Expression,
  entity: string,
  context: CheckContext,
): { readonly checked: CheckedExpression; readonly problems: readonly Problem[] } {
  const checked = context.check(expression, rowScope(entity, { me: "present" }), { kind: "any" });
  const { address } = expression;
  const me = checkNoMe({ kind: "expression", expression }, checked, "timer", address);
  const type = checked.typed?.type;
  const isMoment = !type || type.kind === "date" || type.kind === "datetime";
  const wrong = isMoment
    ? []
    : [wrongMoment.at({ span: spanOf(expression.text), address }, describe(type, context.schema))];
  return { checked, problems: [...checked.problems, ...me, ...wrong] };
}
