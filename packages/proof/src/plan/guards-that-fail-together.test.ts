// Guards that fail together, and guards of what is never so: cases are found for the first and none for the second.
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";

const start = products();

test("guards of one step that cannot fail alone fail together", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Bill

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| State | state | | |
| Lines | list of Line | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Bill | belongs to Bill | yes | |
| Amount | money 0 to 100 | yes | |

## 4. States and transitions

### Bill

| State | Kind |
| --- | --- |
| Draft | start |
| Sent | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Send | Draft | Sent | button | \`bill.lines.size() > 0\` | NO_LINES |
| Send | Draft | Sent | button | \`bill.lines.map(l, l.amount).sum() >= smallest\` | TOO_SMALL |
${everything("Bill | create, read, update, delete, Send", "Line | create, read, update, delete")}
${errors("NO_LINES", "TOO_SMALL")}
${settings}

| Constant | Value |
| --- | --- |
| Smallest | 20 EUR |
`);
  await shows(start, source, {
    "4/Bill/Send": ["from draft", "not from sent", "open", "closed"],
    "4/Bill/Send/2": ["open", "closed"],
  });
});

test("what is never empty is not laid empty, also where a condition asks whether it is", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Whose | reference to User | auto | \`me\` |
| Hours | integer 0 to 9 | yes | 0 |
| Noted | yes/no | auto | no |
| State | state | | |

## 4. States and transitions

### Task

| State | Kind |
| --- | --- |
| Open | start |
| Done | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Finish | Open | Done | button |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Task | Finish | \`task.whose != null and task.hours > 3\` | set | \`noted = true\` |
${everything("Task | create, read, update, delete, Finish")}
${settings}
`);
  await shows(start, source, { "4/Effects/Task/Finish/set": ["follows", "does not follow", "does not follow 2"] });
});

test("where a guard asks for files, they are brought, and left out", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Claim

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Receipts | files (pdf) up to 3 | no | |
| Proof | file (pdf) | no | |
| State | state | | |

## 4. States and transitions

### Claim

| State | Kind |
| --- | --- |
| Open | start |
| Sent | |
| Checked | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Send | Open | Sent | button | \`claim.receipts.size() > 0\` | NO_RECEIPT |
| Check | Sent | Checked | button | \`claim.receipts.size() >= 2 and claim.proof != null\` | NO_RECEIPT |
${everything("Claim | create, read, update, delete, Send, Check")}
${errors("NO_RECEIPT")}
${settings}
`);
  await shows(start, source, {
    "4/Claim/Send": ["from open", "not from sent", "not from checked", "open", "closed"],
    "4/Claim/Check": ["from sent", "not from open", "not from checked", "open", "closed", "closed 2"],
  });
});
