// Finds in the expressions of a message the names of things that whoever reads it may not see.
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

function partsOf(tree: Tree): readonly Tree[] {
  switch (tree.kind) {
    case "field":
    case "unary":
      return [tree.of];
    case "index":
      return [tree.of, tree.index];
    case "list":
      return tree.items;
    case "binary":
      return [tree.left, tree.right];
    case "conditional":
      return [tree.test, tree.then, tree.otherwise];
    case "call":
      return tree.args;
    case "method":
      return [tree.of, ...tree.args];
    default:
      return [];
  }
}
