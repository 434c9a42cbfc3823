// Roles that a row gives in itself: a user who is named there has it there, and in no other row.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { planOf } from "./plan.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Head | reference to User | auto | \`me\` |
| Active | yes/no | no | |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Head | Club where \`club.active\` | Club |
| Person | signed in | |

| For | May | Head | Person |
| --- | --- | --- | --- |
| Club | create | yes | no |
| Club | read | yes | yes |
| Club | update, delete | yes | no |

${settings}
`);

test("whoever has a role by the very row that they change has it there; nobody has it in what they are about to make", async () => {
  const { passed, failed } = await runPlan(start, source);
  assert.deepEqual(failed, []);
  assert.deepEqual(
    passed.filter((address) => /^(3\/Club\/Name|6\/Club\/(update|delete)\/Head)#/.test(address)),
    [
      "3/Club/Name#emptied",
      "3/Club/Name#of the greatest length",
      "3/Club/Name#one longer",
      "6/Club/update/Head#may",
      "6/Club/delete/Head#may",
    ],
  );
  const { notTried } = planOf(compile(source), "6/");
  assert.deepEqual(
    notTried.map(({ scenario, why }) => [scenario.address, why]),
    [["6/Club/create/Head#may", "no row found among 1: FORBIDDEN of 6/Club/create comes first"]],
  );
});
