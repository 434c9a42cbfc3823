// Effects that happen to other rows than their own: what their If says is brought about in these.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { textOf } from "../agreement/texts.ts";
import { rowsOf } from "../interpreter/world/world.ts";
import { everything, settings } from "../testing/clauses.ts";
import { planOf } from "./plan.ts";

test("an effect that happens to the rows of a list is tried with one of which its If is so, and with one of which it is not", () => {
  const plan = planOf(
    compile(
      completeDocument(`
## 3. Entities and their fields

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Lines | list of Line | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Sale | belongs to Order | yes | |
| Price | integer 0 to 100 | yes | |
| Checked | yes/no | no | no |

## 4. States and transitions

### Effects
| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Order | update | on \`order.lines\` | \`line.price > 50\` | set | \`checked = true\` |

${everything("Order | create, read, update, delete", "Line | create, read, update, delete")}
${settings}
`).source,
    ),
  );
  const effect = "4/Effects/Order/update/set";
  const told = plan.cases
    .filter(({ scenario }) => scenario.clause === effect)
    .map(({ scenario, situation, outcome }) => [
      scenario.address,
      rowsOf(situation.world, "line").map(({ values }) => textOf(values.get("price") ?? null)),
      "done" in outcome && rowsOf(outcome.done, "line").map(({ values }) => values.get("checked")),
    ]);
  assert.deepEqual(told, [
    [`${effect}#follows`, ["51"], [true]],
    [`${effect}#does not follow`, ["50"], [false]],
  ]);
});
