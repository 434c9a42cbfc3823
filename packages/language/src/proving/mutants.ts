// What other packages try of documents that differ in one clause.
export type { Mutant } from "../mutant/mutant.ts";
export { mutantsOf } from "./mutants-of.ts";
export { haveEqualValues } from "../mutant/same-values.ts";
export { stillTyped } from "../mutant/still-typed.ts";
