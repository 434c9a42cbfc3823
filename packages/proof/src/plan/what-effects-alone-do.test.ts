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
  const plan = planOf(compile(source));
  const { passed, failed } = await runPlan(start, source, { plan });
  assert.deepEqual(failed, []);
  const notTried = plan.notTried.filter(({ scenario }) => scenario.clause === clause);
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
    passed: ["not from new", "from open", "not from closed", "closed"],
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

test("what effects give to a field reaches its bounds and is refused beyond, or it is said that it never comes there", async () => {
  const source = documentOf(`
## 3. Entities and their fields

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Steps | integer 0 to 3 | auto | \`0\` |
| Label | text up to 5 | auto | |
| Level | one of: low, high | auto | |

### Step

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Task | belongs to Task | yes | |
| Note | text | no | |

### Log

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Weight | integer -1 to 1 | auto | |
| Share | number 0 to 9 | auto | |

## 4. States and transitions

### Effects

| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Step | create | \`step.task\` | | set | \`steps = task.steps + 1\` |
| Step | change of Note | \`step.task\` | \`step.note != null\` | set | \`label = step.note, level = 'low'\` |
| Task | update | | | create Log | \`weight = task.steps - 1, share = task.steps + 0.5\` |

${everything("Task | create, read, update, delete", "Step | create, read, update, delete").trim()}
| Log | create, update, delete | no |
| Log | read | yes |
`);
  assert.deepEqual(await triedOf(source, "3/Task/Steps"), {
    passed: ["given", "given later", "default", "at its most by an effect", "beyond its most by an effect"],
    notTried: [
      "at its least by an effect: effects give it nothing but 1 to 4",
      "beyond its least by an effect: effects give it nothing but 1 to 4",
    ],
  });
  // Decimals beyond those that are kept are rounded, and nothing is refused for them.
  assert.deepEqual(
    planOf(compile(source), "3/Log/Share").addresses.filter((address) => /fine/.test(address)),
    [],
  );
  const { cases } = planOf(compile(source), "3/");
  const match = (address: string) => cases.find(({ scenario }) => scenario.address === address)?.outcome;
  const codes = (address: string) => {
    const outcome = match(address);
    return outcome !== undefined && "refused" in outcome ? outcome.refused.map(({ code }) => code) : outcome;
  };
  assert.deepEqual(codes("3/Task/Steps#beyond its most by an effect"), ["INVALID"]);
  assert.deepEqual(codes("3/Task/Label#one longer by an effect"), ["TOO_LONG"]);
  assert.deepEqual(codes("3/Log/Weight#beyond its most by an effect"), ["INVALID"]);
  assert.ok("done" in (match("3/Log/Weight#at its least by an effect") ?? {}));
  const { notTried } = planOf(compile(source), "3/Task/Level");
  assert.deepEqual(
    notTried.map(({ scenario, why }) => [scenario.address, /no row where/.test(why)]),
    [["3/Task/Level#none of its choices by an effect", true]],
  );
});
