// A parsed document as the interpreter takes it.
import type { Lookup, Model } from "@writ/language/model";
import { evaluate } from "./evaluate.ts";
import { gapsOfClauses } from "./gaps/clause-gaps.ts";
import { expressionGapsIn } from "./expression-gaps.ts";
import type { Program } from "./world/world.ts";

export function programOf({ model, lookup }: { readonly model: Model; readonly lookup: Lookup }): Program {
  const bare = { model, lookup, evaluate, expressionGaps: new Set<never>(), clauseGaps: new Map<never, never>() };
  const program = { ...bare, expressionGaps: expressionGapsIn(bare) };
  return { ...program, clauseGaps: gapsOfClauses(program) };
}
