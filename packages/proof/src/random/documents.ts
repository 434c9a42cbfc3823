// Random documents without errors: drawn until one has no errors, which nearly every one has.
import { compile, type Compiled } from "@writ/language";
import { allParts, randomDocument } from "./document.ts";
import type { Parts } from "./parts.ts";

export type Drawn = { readonly source: string; readonly compiled: Compiled; readonly seed: number };

/** The document of a seed, or of the next one that has no errors. */
export function documentOf(first: number, parts: Parts = allParts): Drawn {
  for (let seed = first; ; seed += 1_000_003) {
    const source = randomDocument(seed, parts);
    const compiled = compile(source);
    if (!compiled.problems.some(({ severity }) => severity === "error")) return { source, compiled, seed };
  }
}
