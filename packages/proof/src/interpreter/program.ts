// A parsed document as the interpreter takes it.
import type { Expression, Lookup, Model } from "@writ/language/model";
import { expressionsIn } from "./document/expressions-in.ts";
import { evaluate } from "./evaluate.ts";
import { gapsOfClauses } from "./gaps/clause-gaps.ts";
import type { Program } from "./world/world.ts";

/** `checked`: expressions with their types; one that has none reads what is not shown. */
export function programOf({
  model,
  lookup,
  checked,
}: {
  readonly model: Model;
  readonly lookup: Lookup;
  readonly checked: ReadonlyMap<Expression, { readonly typed?: unknown }>;
}): Program {
  return {
    model,
    lookup,
    evaluate,
    expressionGaps: new Set(expressionsIn(model).filter((expression) => checked.get(expression)?.typed === undefined)),
    clauseGaps: gapsOfClauses({ model }),
  };
}
