// How an expression may differ: without one of its parts, or with a bound moved by one.
import { spanOf } from "../text/text.ts";
import { partsOf } from "../expression/parts.ts";
import type { Expression, Tree } from "../expression/tree.ts";
import type { Edit } from "../text/edits.ts";
import type { Guard } from "../clause/guard.ts";
import type { Span } from "../problem.ts";
import { withoutItem } from "./lines.ts";
import { replaced, type Change, type Mutable } from "./mutant.ts";
import { movedNumbers } from "./numbers.ts";

type Of = Pick<Change, "clause" | "through">;

/** Without each of its parts, and each of its bounds moved. */
export function expressionChanges(expression: Expression | undefined, of: Of, { source }: Mutable): readonly Change[] {
  if (expression?.tree === undefined) return [];
  const { text } = expression;
  const at = ({ start, end }: Span) => spanOf(text, start, end);
  const within = spanOf(text);
  const change = (what: string, edit: Edit): Change => ({ ...of, what, edits: [edit], within });
  const written = (tree: Tree) => source.slice(at(tree).start, at(tree).end);
  const part = (tree: Tree) => (isPlain(tree) ? written(tree) : `(${written(tree)})`);
  const walk = (tree: Tree): readonly Change[] => {
    switch (tree.kind) {
      case "binary": {
        if (tree.operator === "and" || tree.operator === "or") {
          const parts = termsOf(tree, tree.operator);
          const isAll = tree === expression.tree;
          const left = (index: number) => {
            const others = parts.toSpliced(index, 1);
            const joined = others.length === 1 ? others.map(written) : others.map(part);
            return isAll ? joined.join(` ${tree.operator} `) : `(${joined.join(` ${tree.operator} `)})`;
          };
          return [
            ...parts.map((one, index) => change(`without ${written(one)}`, replaced(at(tree), left(index)))),
            ...parts.flatMap(walk),
          ];
        }
        const sides = [...walk(tree.left), ...walk(tree.right)];
        const other = nextTo.get(tree.operator);
        // Beside a number that is written, moving the number says the same.
        if (other === undefined || tree.left.kind === "number" || tree.right.kind === "number")
          return [...listItems(tree), ...sides];
        const between = { start: at(tree.left).end, end: at(tree.right).start };
        const sign = source.slice(between.start, between.end);
        return [
          change(`${tree.operator} is ${other}`, replaced(between, sign.replace(tree.operator, other))),
          ...sides,
        ];
      }
      case "number":
        return movedNumbers(written(tree)).map((moved) =>
          change(`${written(tree)} is ${moved}`, replaced(at(tree), moved)),
        );
      case "conditional":
        return [
          change(`always ${written(tree.then)}`, replaced(at(tree), `(${written(tree.then)})`)),
          change(`always ${written(tree.otherwise)}`, replaced(at(tree), `(${written(tree.otherwise)})`)),
          ...[tree.test, tree.then, tree.otherwise].flatMap(walk),
        ];
      default:
        return partsOf(tree).flatMap(walk);
    }
  };
  /** `state in ['a', 'b']` is two conditions in one. */
  const listItems = (tree: Tree): readonly Change[] =>
    tree.kind === "binary" && tree.right.kind === "list" && tree.right.items.length > 1
      ? tree.right.items.map((item, index, items) =>
          change(`without ${written(item)}`, withoutItem(items.map(at), index)),
        )
      : [];
  return walk(expression.tree);
}

const nextTo: ReadonlyMap<string, string> = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
]);

const isPlain = ({ kind }: Tree): boolean => kind !== "binary" && kind !== "conditional";

/** What `and`, or `or`, joins, however deep. */
export const termsOf = (tree: Tree, operator: "and" | "or"): readonly Tree[] =>
  tree.kind === "binary" && tree.operator === operator
    ? [...termsOf(tree.left, operator), ...termsOf(tree.right, operator)]
    : [tree];

/** A condition is always so, never so, and what its expression may be instead. `never`: whether that says anything. */
export function guardChanges(
  guard: Guard | undefined,
  of: Of,
  mutable: Mutable,
  { always, never }: { readonly always: string | undefined; readonly never: string | undefined },
): readonly Change[] {
  if (guard === undefined) return [];
  const place = guard.kind === "expression" ? spanOf(guard.expression.text) : guard.name.span;
  const code = (word: string) => (guard.kind === "expression" ? word : `\`${word}\``);
  const plain = (what: string | undefined, word: string): readonly Change[] =>
    what === undefined ? [] : [{ ...of, what, edits: [replaced(place, code(word))] }];
  return [
    ...plain(always, "true"),
    ...plain(never, "false"),
    ...(guard.kind === "expression" ? expressionChanges(guard.expression, of, mutable) : []),
  ];
}
