// Rejects `me` where no user's rights are decided: in rules, guards, starts and timers.
import { spanOf } from "../text/text.ts";
import type { CheckedExpression } from "../expression/check.ts";
import { childrenOf } from "../expression/children.ts";
import type { Typed } from "../expression/typed.ts";
import type { Problem, Span } from "../problem.ts";
import type { Guard } from "../clause/guard.ts";
import { mentionsMe } from "../clause/problems.ts";

/** `what`: "rule", "guard". The scope must know `me`, so that it is understood before it is refused. */
export function checkNoMe(
  guard: Guard,
  checked: CheckedExpression | undefined,
  what: string,
  address: string,
): readonly Problem[] {
  if (!checked?.reads.me) return [];
  const found = checked.typed && findMe(checked.typed);
  const span = guard.kind === "condition" ? guard.name.span : spanOf(guard.expression.text, found?.start, found?.end);
  return [mentionsMe.at({ span, address }, what)];
}

function findMe(typed: Typed): Span | undefined {
  if (typed.node === "scope" && typed.source === "me") return typed;
  for (const child of childrenOf(typed)) {
    const found = findMe(child);
    if (found) return found;
  }
  return undefined;
}
