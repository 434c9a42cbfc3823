// What effects alone do: from each state and from no other one, up to its bounds and no further.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { planOf } from "./plan.ts";

const start = products();

const documentOf = (parts: string) =>
  completeDocument(`${parts}\n${parts.includes("BAD") ? errors("BAD") : ""}\n${settings}`).source;

/** What of a clause is tried and passes, with what is not tried of it, and why. */
async function triedOf(source: string, clause: string) {
  const { passed, failed } = await runPlan(start, source);
  assert.deepEqual(failed, []);
  const { notTried } = planOf(compile(source), clause);
  return {
    passed: passed.flatMap((address) => (address.startsWith(`${clause}#`) ? address.slice(clause.length + 1) : [])),
    notTried: notTried.map(({ scenario, why }) => `${scenario.address.slice(clause.length + 1)}: ${why}`),
  };
}

const task = `
## 3. Entities and their fields

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Ready | yes/no | no | |
| Due at | datetime | no | |
| State | state | | |

### Step

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Task | belongs to Task | yes | |
| Last | yes/no | no | |

## 4. States and transitions

### Task

| State | Kind |
| --- | --- |
| New | start |
| Open | |
| Closed | end |
`;

const rightsOf = (steps: string) =>
  everything("Task | create, read, update, delete", "Step | create, read, update, delete", `Task | ${steps}`);

test("what an effect does to another row it does from each state of its From, and refuses all from others", async () => {
  const source = documentOf(`${task}
| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Start | New | Open | button | | |
| Close | Open | Closed | effect | \`task.ready\` | BAD |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Step | create | \`step.last\` | do Close | on \`step.task\` |

${rightsOf("Start")}
`);
  assert.deepEqual(await triedOf(source, "4/Task/Close"), {
    passed: ["not from new", "from open", "not from closed"],
    notTried: [],
  });
  const [refused] = planOf(compile(source), "4/Task/Close#not from new").cases;
  assert.equal(refused?.situation.attempt.kind, "create");
  assert.equal(refused?.situation.attempt.entity, "step");
});

test("what time does through an effect waits in other states, and what an effect asks for itself is said", async () => {
  const source = documentOf(`${task}
| Transition | From | To | On |
| --- | --- | --- | --- |
| Start | New | Open | button |
| Close | Open | Closed | effect |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Task | at \`task.due_at\` | | do Close | |

${rightsOf("Start")}
`);
  assert.deepEqual(await triedOf(source, "4/Task/Close"), {
    passed: ["not from new", "from open", "not from closed"],
    notTried: [],
  });
  const asking = source.replace("`task.due_at` | |", "`task.due_at` | `task.state == 'open'` |");
  assert.deepEqual(await triedOf(asking, "4/Task/Close"), {
    passed: ["from open"],
    notTried: [
      "not from new: whatever does it asks for another state itself",
      "not from closed: whatever does it asks for another state itself",
    ],
  });
});
