// Mutants of a notice that is sent where there is somebody to tell: whether that is asked makes no difference.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { mutantsOf } from "../proving/mutants-of.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Assignee | reference to User | no | |
| Asker | reference to User | no | |
| Watchers | several User | no | |

## 4. States and transitions

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Ticket | create | \`ticket.assignee != null\` | notify made | to \`ticket.assignee\` |
| Ticket | create | \`ticket.assignee != null and ticket.title != 'x'\` | mail made | to \`ticket.assignee\` |
| Ticket | update | \`ticket.assignee != null\` | notify made | to \`ticket.asker\` |
| Ticket | update | \`ticket.assignee != null\` | mail made | to each \`ticket.watchers\` |
| Ticket | delete | asked for | notify made | to \`ticket.asker\` |

## 6. Roles and permissions

| Condition | For | Holds when |
| --- | --- | --- |
| asked for | Ticket | \`ticket.asker != null\` |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| made | Ticket | Made | It is made. |
`);

test("a condition need not test that there is a recipient, but has to test any other user", () =>
  assert.deepEqual(
    mutantsOf(compile(source))
      .filter(({ clause, what }) => clause.startsWith("4/") && what !== "left out")
      .map(({ address, same }) => [address.replace("4/Effects/Ticket/", ""), same ?? ""]),
    [
      ["create/notify made~happens always", "nobody is told anything either way"],
      ["create/mail made~happens always", ""],
      ["create/mail made~without ticket.assignee != null", "nobody is told anything either way"],
      ["create/mail made~without ticket.title != 'x'", ""],
      ["update/notify made~happens always", ""],
      ["update/mail made~happens always", ""],
      ["delete/notify made~happens always", "nobody is told anything either way"],
    ],
  ));
