// What is read of a computed field: in each way in which it is so or not, on each branch, by each entry of a table.
import type { Expression, Tree } from "../../../expression/tree.ts";
import { kindOf } from "../../../clause/value-kinds.ts";
import { isYesNo } from "../../../field-types/index.ts";
import type { Lookup } from "../../../names/lookup.ts";
import { entriesIn, formulaOfTree, factsToSatisfy } from "../../../scenario/formula.ts";
import { mattering, type Otherwise } from "../../../scenario/mattering.ts";
import { inTurn, type Fact, type Holding } from "../../../scenario/scenario.ts";
import { inTurns, partsThatMatter, type WorkedOut } from "../../../scenario/worked-out.ts";
import type { FieldType } from "../model.ts";

export function workedOut(type: FieldType, of: Holding, expression: Expression, lookup: Lookup): readonly WorkedOut[] {
  const { tree } = expression;
  if (tree === undefined) return [];
  const ways = (part: Tree, is: boolean) => factsToSatisfy(formulaOfTree(expression, part, "before"), is);
  const filled: Fact = { kind: "filled", field: of.field };
  const matters = (otherwise: Otherwise): Fact => mattering(expression, of, otherwise);
  const byEntry = entriesIn(expression, lookup, "before").map(({ key, fact, tree: part, value }) => ({
    what: `worked out by ${key}`,
    where: isYesNo(type)
      ? [fact]
      : [
          fact,
          filled,
          ...kindOf(value)
            .besideTree(part, value)
            .map((other) => matters({ part, other })),
        ],
  }));
  if (isYesNo(type))
    return [
      ...ways(tree, true).map((where, number) => ({ what: `yes${inTurn(number)}`, where })),
      ...ways(tree, false).map((where, number) => ({ what: `no${inTurn(number)}`, where })),
      ...byEntry,
    ];
  const { branches, lists, numbers } = partsThatMatter(expression, of, { lookup, isWhole: type.kind === "integer" });
  return [
    ...(branches.length === 0 ? [{ what: "worked out", where: [filled] }] : []),
    ...branches,
    ...lists,
    ...byEntry,
    ...inTurns(numbers.map(({ what, where }) => ({ what: `worked out with ${what}`, where }))),
  ];
}
