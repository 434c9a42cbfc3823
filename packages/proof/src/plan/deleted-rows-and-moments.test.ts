// What a plan aims at where something follows from a row that is deleted, or at a moment that a row may not have.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { everything, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { rowsOf } from "../interpreter/world/world.ts";
import { planOf } from "./plan.ts";

const start = products();

const notes = `
## 3. Entities and their fields

### Node

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Count | integer 0 to 99 | yes | 0 |
| Parent | reference to Node, cleared on delete | no | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Seen at | datetime | no | |
| Due on | date | no | |
| Old | yes/no | no | no |
| Late | yes/no | no | no |
| Kept | yes/no | no | no |
| State | state | | |

### Trace

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Of | text | yes | |

## 4. States and transitions

### Note

| State | Kind |
| --- | --- |
| Open | start |
| Gone | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Go | Open | Gone | at \`note.seen_at == null ? null : note.seen_at + days(7)\` |

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Node | delete | \`node.parent != null\` | create Trace | \`of = node.name\` |
| Node | delete | \`node.count > 3\` | create Trace | \`of = 'many'\` |
| Note | at \`note.seen_at == null ? null : note.seen_at + days(1)\` | | set | \`old = true\` |
| Note | at \`note.due_on\` | \`not note.kept\` | set | \`late = true\` |
${everything("Node | create, read, update, delete", "Note | create, read, update, delete", "Trace | read").replace(
  /(\| Trace \| read \| yes \|)/,
  "$1\n| Trace | create, update, delete | no |",
)}
${settings}
`;

const [parent, many] = ["4/Effects/Node/delete/create Trace", "4/Effects/Node/delete/create Trace/2"];
const seen = "4/Effects/Note/at `note.seen_at == null ? null : note.seen_at + days(1)`/set";
const due = "4/Effects/Note/at `note.due_on`/set";

test("what follows from a row that is deleted is tried by what it was", () => {
  catchesMutants(parent, ["left out", "happens always"], notes);
  catchesMutants(many, ["left out", "happens always", "3 is 4", "3 is 2"], notes);
});

test("a moment that a row may not have comes, has not come yet, and never comes", async () => {
  catchesMutants(seen, ["left out"], notes);
  catchesMutants(due, ["left out", "happens always"], notes);
  const { source } = completeDocument(notes);
  const { cases, notTried } = planOf(compile(source), "4/");
  assert.deepEqual(
    notTried.map(({ scenario, why }) => `${scenario.address}: ${why}`),
    [],
  );
  const addresses = cases.map(({ scenario }) => scenario.address);
  const own = (clause: string) =>
    addresses.filter((one) => one.startsWith(`${clause}#`)).map((one) => one.slice(clause.length + 1));
  assert.deepEqual(own("4/Note/Go"), ["due in open", "early", "not in gone", "never"]);
  assert.deepEqual(own(seen), ["follows", "early", "never"]);
  assert.deepEqual(own(due), ["follows", "does not follow", "early", "never"]);
  assert.deepEqual(await runPlan(start, source, { only: "4/" }), { passed: addresses, failed: [] });
});

const loans = (ends: string) => `
## 3. Entities and their fields

### Desk

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Loans | list of Loan | | |

### Loan

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Desk | belongs to Desk | yes | |
| Due on | date | no | |
| Told | yes/no | auto | no |
| State | state | | |

## 4. States and transitions

### Loan

| State | Kind |
| --- | --- |
| Out | start |
| Gone | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Drop | Out | Gone | button |

| For | After | On | Do | With |
| --- | --- | --- | --- | --- |
| Loan | at \`loan.due_on\` | | set | \`told = true\` |
${ends}
${everything("Desk | create, read, update, delete", "Loan | create, read, update, delete", "Loan | Drop")}
${settings}
`;

test("that a moment never comes is looked at while the row is there, and where it was", () => {
  for (const ends of [
    "| Loan | at `loan.created_at + days(3)` | | delete | |",
    "| Loan | at `loan.created_at + days(3)` | | do Drop | |",
    "| Desk | at `desk.created_at + days(3)` | on `desk.loans` | delete | |",
  ]) {
    const { cases } = planOf(
      compile(completeDocument(loans(ends)).source),
      "4/Effects/Loan/at `loan.due_on`/set#never",
    );
    assert.deepEqual(
      cases.map(({ outcome }) =>
        "done" in outcome ? rowsOf(outcome.done, "loan").map(({ values }) => values.get("state")) : [],
      ),
      [["out"]],
      ends,
    );
  }
});
