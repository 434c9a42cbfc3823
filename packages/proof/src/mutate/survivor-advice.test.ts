// What a survivor tells its author: that it decides nothing, that it never refuses, or that nothing depends on it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { mutantsOf } from "@writ/language/mutants";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { planOf } from "../plan/plan.ts";
import { errors, settings } from "../testing/clauses.ts";
import { casesOf } from "./own-cases.ts";
import { survivorAdvice } from "./survivor-advice.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Pieces | integer 1 to 9 | yes | |
| Keeper | reference to User | auto | \`me\` |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Never told | Task | \`task.pieces * task.pieces != 50\` | ODD |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| handled | Task | \`task.keeper == me or task.pieces < 3\` |
| kept | Task | \`task.keeper == me\` |

| For | May | Person |
| --- | --- | --- |
| Task | create | yes |
| Task | read, delete | kept |
| Task | update | handled |
${errors("ODD")}
${settings}`);

const compiled = compile(source);
const { cases, notTried } = planOf(compiled);

const adviceOf = (address: string): string => {
  const mutant = mutantsOf(compiled).find((one) => one.address === address);
  assert.ok(mutant !== undefined, address);
  return survivorAdvice(mutant, casesOf(mutant, cases), notTried);
};

test("a condition that refuses only those who cannot read the row is said to decide nothing", () => {
  assert.match(adviceOf("6/Task/update/Person~always"), /^The users that it refuses cannot read the row either/);
});

test("a rule that is never broken is said never to refuse, with what was looked for", () => {
  assert.match(
    adviceOf("5/Task/Never told~left out"),
    /^Writ found no case in which it refuses anything: "Never told: to create a Task is refused .*" could not be set up \(no row found .*\)\. Remove it/,
  );
});

test("where all is tried and nothing differs, that is said", () => {
  assert.match(adviceOf("3/Task/Pieces~9 is 8"), /^Writ found no rows, users and requests for which the two differ/);
});
