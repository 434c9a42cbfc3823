// The trees directly inside a tree, for code that walks it.
import type { Tree } from "./tree.ts";

export function partsOf(tree: Tree): readonly Tree[] {
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
