// A parsed document as the interpreter takes it.
import type { Lookup, Model } from "@writ/language/model";
import { evaluate } from "./evaluate.ts";
import type { Program } from "./world.ts";

export const programOf = ({ model, lookup }: { readonly model: Model; readonly lookup: Lookup }): Program => ({
  model,
  lookup,
  evaluate,
});
