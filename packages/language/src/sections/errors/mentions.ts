// Finds in the expressions of a message the names of things that its reader may not see.
import { partsOf } from "../../expression/parts.ts";
import type { Tree } from "../../expression/tree.ts";

export type Mention = { readonly name: string; readonly start: number; readonly end: number };

/** The first bare name in the tree that is one of these; places are those of the tree. */
export function findMention(tree: Tree | undefined, isOne: (name: string) => boolean): Mention | undefined {
  const waiting: (Tree | undefined)[] = [tree];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.kind === "name" && isOne(next.name)) return next;
    waiting.push(...partsOf(next).toReversed());
  }
  return undefined;
}
