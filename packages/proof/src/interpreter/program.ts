// A parsed document as the interpreter takes it.
import type { Lookup, Model } from "@writ/language/model";
import { evaluate } from "./evaluate.ts";
import { openClausesIn } from "./gaps/not-shown.ts";
import { unknownIn } from "./unknown.ts";
import type { Program } from "./world/world.ts";

export function programOf({ model, lookup }: { readonly model: Model; readonly lookup: Lookup }): Program {
  const bare = { model, lookup, evaluate, unknown: new Set<never>(), open: new Map<never, never>() };
  const program = { ...bare, unknown: unknownIn(bare) };
  return { ...program, open: openClausesIn(program) };
}
