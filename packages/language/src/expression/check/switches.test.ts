// Every rule about empty values and zero divisors bites: with it switched off, the tables get other answers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { checkExpression as checkExpressionAsItIs } from "../check.ts";
import { importChanged } from "../../testing/changed.ts";
import { answerTable } from "../../testing/run-expressions.ts";

type Checker = { readonly checkExpression: typeof checkExpressionAsItIs };

const tables = ["guards", "division", "expected", "comparison", "lists"].map((name) =>
  readFileSync(`${import.meta.dirname}/cases/${name}.txt`, "utf8"),
);

const facts = "expression/check/facts.ts";
const here = "expression/check/check-point.ts";
const lists = "expression/check/list-functions.ts";
const logic = "expression/check/logic.ts";
const door = "expression/check.ts";

const switches: readonly (readonly [rule: string, file: string, from: string, to: string])[] = [
  ["not turns what is known round", facts, "return factsWhen(typed.of, !holds);", "return factsWhen(typed.of, holds);"],
  [
    "a value that is empty is not there",
    facts,
    "return holds ? noFacts : new Set([present(keyOf(typed.of))]);",
    "return new Set([present(keyOf(typed.of))]);",
  ],
  [
    "a value that is not empty is there",
    facts,
    "return holds ? noFacts : new Set([present(keyOf(typed.of))]);",
    "return noFacts;",
  ],
  [
    "of an and that fails, only some part fails",
    facts,
    'return chainFacts(typed, "and", holds);',
    'return chainFacts(typed, "and", true);',
  ],
  [
    "of an or that holds, only some part holds",
    facts,
    'return chainFacts(typed, "or", !holds);',
    'return chainFacts(typed, "or", true);',
  ],
  [
    "of a conditional, only one branch counts",
    facts,
    "return eitherFacts(whenYes, whenNo);",
    "return bothFacts(whenYes, whenNo);",
  ],
  ["a conditional tells what both branches tell", facts, "return eitherFacts(whenYes, whenNo);", "return noFacts;"],
  [
    "what is known either way is what both know",
    facts,
    "return new Set([...left].filter((fact) => right.has(fact)));",
    "return new Set([...left, ...right]);",
  ],
  ["null equals null", facts, "const known = holds && !other.type.empty ?", "const known = holds ?"],
  [
    "what differs may be empty",
    facts,
    "const known = holds && !other.type.empty ?",
    "const known = !other.type.empty ?",
  ],
  [
    "what is none of them may be empty",
    facts,
    "const known = holds ? [present(keyOf(typed.of))] : [];",
    "const known = [present(keyOf(typed.of))];",
  ],
  [
    "a list with empty items may hold an empty value",
    facts,
    'return holds && type.kind === "list" && !type.of.empty',
    'return holds && type.kind === "list"',
  ],
  [
    "a filter's condition holds for its items",
    facts,
    "const kept = renamed(factsWhen(list.body, true)",
    "const kept = renamed(factsWhen(list.body, false)",
  ],
  ["filters add up", facts, "return bothFacts(kept, itemFacts(list.list, key));", "return kept;"],
  ["what is known of an item moves with its map", facts, "fact.replaceAll(body, key)", "fact.replaceAll(own, key)"],
  ["zero is no divisor", facts, "if (sign !== undefined) return sign !== 0;", "if (sign !== undefined) return true;"],
  ["at least zero may be zero", facts, 'operator === ">=" ? sign > 0', 'operator === ">=" ? sign >= 0'],
  [
    "at most zero may be zero",
    facts,
    'operator === "<" ? sign <= 0 : sign < 0',
    'operator === "<" ? sign <= 0 : sign <= 0',
  ],
  [
    "a comparison that fails is the opposite one",
    facts,
    "const operator = holds ? typed.operator : opposite[typed.operator];",
    "const operator = typed.operator;",
  ],
  [
    "a comparison may be turned",
    facts,
    "orderFacts(typed.right, turned[operator], typed.left)",
    "orderFacts(typed.right, operator, typed.left)",
  ],
  ["one of several numbers may be zero", facts, "(holds ? zeros === 0 : zeros > 0)", "(holds ? true : zeros > 0)"],
  [
    "the greater of two is not the lesser",
    facts,
    'typed.node === "greater" &&',
    '(typed.node === "greater" || typed.node === "lesser") &&',
  ],
  [
    "the left side guards the right",
    logic,
    'factsWhen(value, operator === "and")',
    'factsWhen(value, operator !== "and")',
  ],
  [
    "a mistake on the left says nothing about the right",
    logic,
    '      inside = { ...inside, facts: "everything" };\n',
    "",
  ],
  ["the test guards its answers", logic, "check(tree.then, branch(true))", "check(tree.then, branch(false))"],
  [
    "what must be there is asked for",
    here,
    "if (value === undefined || !value.type.empty) return value;",
    "return value;",
  ],
  ["each value is complained of once", here, "  if (here.whole.complained.has(key)) return;\n", ""],
  [
    "a condition is full",
    here,
    'if (type.kind === "yes/no") return full(value, here);',
    'if (type.kind === "yes/no") return value;',
  ],
  [
    "the first of a filtered list is like the others",
    here,
    "return isKnown(itemFacts(root.list, item), present(key.replaceAll(keyOf(root), item)));",
    "return false;",
  ],
  ["a filtered list may have no first", here, "if (!isPicked || (root", "if ((root"],
  ["a step needs a row", "expression/check/names.ts", "const from = full(row, here);", "const from = row;"],
  [
    "order needs values",
    "expression/check/comparison.ts",
    "[full(pair.left, inside), full(pair.right, inside)]",
    "[pair.left, pair.right]",
  ],
  [
    "arithmetic needs values",
    "expression/check/arithmetic.ts",
    "const [one, other] = [full(left, here), full(right, here)];",
    "const [one, other] = [left, right];",
  ],
  [
    "functions need values",
    "expression/check/call.ts",
    "if (wanted.fits(type)) return full(value, here);",
    "if (wanted.fits(type)) return value;",
  ],
  [
    "a table is looked up by a value",
    "expression/check/constants.ts",
    "full(here.whole.check(tree.index, here), here)",
    "here.whole.check(tree.index, here)",
  ],
  [
    "a division may be empty",
    "expression/check/arithmetic.ts",
    "const empty = !isNeverZero(divisor, here.facts);",
    "const empty = false;",
  ],
  [
    "an exact division may be empty",
    "expression/functions/div.ts",
    "const empty = !isNeverZero(right, here.facts);",
    "const empty = false;",
  ],
  ["empty items do not silently count", lists, "if (item.empty) complain(", "if (false) complain("],
  ["of nothing there is no least", lists, 'empty: name !== "sum"', "empty: false"],
  ["a filter narrows its items", lists, "of: isFull ? { ...of, empty: false } : of", "of"],
  [
    "either branch may be empty",
    "expression/check/adapt.ts",
    "empty: left.empty || right.empty",
    "empty: left.empty && right.empty",
  ],
  ["null stays empty", "expression/check/adapt.ts", '{ ...to, empty: true }, { node: "null" }', 'to, { node: "null" }'],
  ["a place asks for a value", door, "if (!value.type.empty || wanted.empty) return value;", "return value;"],
  ["what is given guards", door, "factsWhen(one.typed, true)", "factsWhen(one.typed, false)"],
  ["what is given may be wrong", door, " && given.every((one) => one.typed !== undefined)", ""],
  [
    "facts are about one field",
    "expression/key.ts",
    'new Set(["start", "end", "type", "item"])',
    'new Set(["start", "end", "type", "item", "field"])',
  ],
  [
    "facts are about one order",
    "expression/key.ts",
    'new Set(["start", "end", "type", "item"])',
    'new Set(["start", "end", "type", "item", "descending"])',
  ],
  [
    "names of items do not matter",
    "expression/key.ts",
    'new Set(["start", "end", "type", "item"])',
    'new Set(["start", "end", "type"])',
  ],
];

test("a copy in which nothing is switched off gives the same answers", async () => {
  const change = { rule: "", file: door, from: "decides:", to: "decides:" };
  const { checkExpression } = await importChanged<Checker>(`${import.meta.dirname}/../..`, door, change);
  for (const table of tables) assert.equal(answerTable(table, checkExpression), table);
});

describe("without this rule, the tables get other answers:", () => {
  for (const [rule, file, from, to] of switches) {
    test(rule, async () => {
      const { checkExpression } = await importChanged<Checker>(`${import.meta.dirname}/../..`, door, {
        rule,
        file,
        from,
        to,
      });
      assert.ok(tables.some((table) => answerTable(table, checkExpression) !== table));
    });
  }
});
