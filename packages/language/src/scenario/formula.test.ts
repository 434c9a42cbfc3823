// Conditions taken apart: in which ways they hold and fail, each part deciding once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { formulaOf, factsToSatisfy } from "./formula.ts";
import { wordsOf } from "./words.ts";

function ways(condition: string, is: boolean): readonly string[] {
  const { model } = compile(
    completeDocument(`
## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| A | yes/no | no | |
| B | yes/no | no | |
| C | yes/no | no | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| One | Box | \`${condition}\` | WRONG |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| WRONG | It is so | 422 | It is so. |
`).source,
  );
  const must = model.rules.rules[0]?.must;
  assert.ok(must?.kind === "guard" && must.guard.kind === "expression");
  return factsToSatisfy(formulaOf(must.guard.expression, "after"), is).map((way) =>
    way.map((fact) => wordsOf(fact).replaceAll("box.", "")).join(", "),
  );
}

test("where all must hold, each is the one that does not", () => {
  assert.deepEqual(ways("box.a and box.b", true), ["a, b"]);
  assert.deepEqual(ways("box.a and box.b", false), ["not (a), b", "not (b), a"]);
});

test("where one is enough, each is the one that does", () => {
  assert.deepEqual(ways("box.a or box.b", true), ["a, not (b)", "b, not (a)"]);
  assert.deepEqual(ways("box.a or box.b", false), ["not (a), not (b)"]);
});

test("three parts are each tried once, and not all eight ways", () => {
  assert.deepEqual(ways("box.a and (box.b or not box.c)", true), ["a, b, c", "a, not (c), not (b)"]);
  assert.deepEqual(ways("box.a and (box.b or not box.c)", false), ["not (a), b, c", "not (b), c, a"]);
});

test("of a choice both branches are taken, each where the other one would say the opposite", () => {
  assert.deepEqual(ways("box.a ? box.b : box.c", true), ["b, a, not (c)", "c, not (a), not (b)"]);
  assert.deepEqual(ways("box.a ? box.b : box.c", false), ["not (b), a, c", "not (c), not (a), b"]);
});

test("what always holds never fails", () => {
  assert.deepEqual(ways("true", true), [""]);
  assert.deepEqual(ways("true", false), []);
});
