// Defaults that follow from what else is given: what would be set anyway may be given, and nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { everything, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Treatment

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Minutes | integer 1 to 90 | yes | |

### Step

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Treatment | reference to Treatment | yes | |
| Label | text up to 60 | no | |
| Minutes | integer 1 to 90 | auto | \`step.treatment.minutes\` |
| Shown as it is | text up to 60 | auto | \`step.label == null ? 'none' : step.label\` |

${everything(...["Treatment", "Step"].map((one) => `${one} | create, read, update, delete`))}
${settings}
`);

test("what the system sets from what else is given is refused where it is another value", async () => {
  const { passed, failed } = await runPlan(start, source, { only: "3/Step" });
  assert.deepEqual(failed, []);
  for (const address of ["Minutes#given", "Minutes#given later", "Shown as it is#given"])
    assert.ok(passed.includes(`3/Step/${address}`), address);
});
