// Between which numbers values lie: as narrow as what they are made of says, and never narrower.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../compile.ts";
import { completeDocument } from "../../testing/run-cases.ts";
import { rangesIn } from "./range.ts";

function rangeOf(expression: string, type = "money"): readonly [number, number] {
  const { model, lookup, checked } = compile(
    completeDocument(`
## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Price | money 0 to 50 | yes | |
| Off | percent 0 % to 100 % | yes | |
| Count | integer -2 to 3 | yes | |
| Free | integer | yes | |
| Size | one of: small, large | yes | |
| Days | computed integer \`max(0, box.free)\` | | |
| Worth | computed ${type} \`${expression}\` | | |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |

| Constant | Value |
| --- | --- |
| Most | 30.00 EUR |
| Fee | small: 1.50 EUR, large: 4.00 EUR |
`).source,
  );
  const worth = model.entities.entities[0]?.fields.find(({ name }) => name.id === "worth")?.type;
  assert.ok(worth?.kind === "computed" && checked.get(worth.expression)?.typed !== undefined, expression);
  const { least, most } = rangesIn(lookup, checked)(worth.expression);
  return [least, most];
}

const anything = Number.POSITIVE_INFINITY;

test("fields lie where their types let them, and what is worked out of them accordingly", () => {
  const ranges: readonly (readonly [string, number, number])[] = [
    ["box.price", 0, 50],
    ["box.price + most", 30, 80],
    ["most - box.price", -20, 30],
    ["box.price * box.count", -100, 150],
    ["box.price * box.off", 0, 50],
    ["min(most, box.price * box.days)", 0, 30],
    ["max(most, box.price)", 30, 50],
    ["box.count > 0 ? box.price : most", 0, 50],
    ["fee[box.size]", 1.5, 4],
    ["money(box.count)", -2, 3],
    ["money(box.free)", -anything, anything],
    ["box.price * box.free", -anything, anything],
  ];
  assert.deepEqual(
    ranges.map(([expression]) => [expression, ...rangeOf(expression)]),
    ranges,
  );
  assert.deepEqual(rangeOf("-box.count", "integer"), [-3, 2]);
  assert.deepEqual(rangeOf("box.days", "integer"), [0, anything]);
});
