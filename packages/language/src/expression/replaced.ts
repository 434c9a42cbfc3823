// A tree with others in the place of some of its parts.
import type { Tree } from "./tree.ts";

/** `other`: the replacement of a part; undefined where it stays. */
export function replacedIn(tree: Tree, other: (part: Tree) => Tree | undefined): Tree {
  const instead = other(tree);
  if (instead !== undefined) return instead;
  const within = (part: Tree) => replacedIn(part, other);
  switch (tree.kind) {
    case "field":
    case "unary":
      return { ...tree, of: within(tree.of) };
    case "index":
      return { ...tree, of: within(tree.of), index: within(tree.index) };
    case "list":
      return { ...tree, items: tree.items.map(within) };
    case "binary":
      return { ...tree, left: within(tree.left), right: within(tree.right) };
    case "conditional":
      return { ...tree, test: within(tree.test), then: within(tree.then), otherwise: within(tree.otherwise) };
    case "call":
      return { ...tree, args: tree.args.map(within) };
    case "method":
      return { ...tree, of: within(tree.of), args: tree.args.map(within) };
    default:
      return tree;
  }
}
