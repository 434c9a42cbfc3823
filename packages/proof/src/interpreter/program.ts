// A parsed document as the interpreter takes it.
import type { Expression, Lookup, Model } from "@writ/language/model";
import { expressionsIn } from "./document/expressions-in.ts";
import { evaluate } from "./evaluate.ts";
import { gapsOfClauses } from "./gaps/clause-gaps.ts";
import type { Program } from "./world/world.ts";

type Checked = { readonly typed?: unknown; readonly problems: readonly { readonly severity: string }[] };

const isGap = (checked: Checked | undefined): boolean =>
  checked === undefined ||
  (checked.typed === undefined && checked.problems.every(({ severity }) => severity !== "error"));

/** `checked`: expressions with their types; one that has none, and is not wrong, reads what is not shown. */
export function programOf({
  model,
  lookup,
  checked,
}: {
  readonly model: Model;
  readonly lookup: Lookup;
  readonly checked: ReadonlyMap<Expression, Checked>;
}): Program {
  return {
    model,
    lookup,
    evaluate,
    expressionGaps: new Set(expressionsIn(model).filter((expression) => isGap(checked.get(expression)))),
    clauseGaps: gapsOfClauses({ model }),
  };
}
