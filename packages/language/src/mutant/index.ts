// What other packages try of documents that differ in one clause.
export type { Mutant } from "./mutant.ts";
export { mutantsOf } from "./mutants-of.ts";
export { haveEqualValues } from "./same-values.ts";
export { stillTyped } from "./still-typed.ts";
