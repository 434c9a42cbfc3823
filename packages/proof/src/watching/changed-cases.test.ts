// What is tried first after an edit: the cases of what was edited and of what speaks of it, and no others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { planOf } from "../plan/plan.ts";
import { changedCases, type Planned } from "./changed-cases.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### Trip

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Days | integer 1 to 100 | yes | |
| Title | text up to 20 | yes | |

## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Long enough | Trip | create | \`trip.days >= fewest_days\` | TOO_SHORT |
| Has words | Trip | create | \`trip.title != 'x'\` | NO_WORDS |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| brief | Trip | \`trip.days < 50\` |

| For | May | Person |
| --- | --- | --- |
| Trip | create, read | yes |
| Trip | update | own |
| Trip | delete | brief |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_SHORT | It is short | 422 | Too short. |
| NO_WORDS | It is called x | 422 | Not so. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Fewest days | 10 |
`);

function planned(text: string): Planned {
  const compiled = compile(text);
  assert.deepEqual(
    compiled.problems.filter(({ severity }) => severity === "error"),
    [],
  );
  return { source: text, compiled, plan: planOf(compiled) };
}

const clausesAfter = (from: string, to: string): readonly string[] => {
  const edited = source.replace(from, to);
  assert.notEqual(edited, source);
  const [before, now] = [planned(source), planned(edited)];
  const changed = changedCases(before, now);
  const clauses = now.plan.cases.flatMap(({ scenario }) => (changed.has(scenario.address) ? [scenario.clause] : []));
  return [...new Set(clauses)];
};

test("an edit concerns its own clause", () => {
  // What is changed by a user who may change it is tried with another row.
  assert.deepEqual(clausesAfter("| Trip | update | own |", "| Trip | update | yes |"), [
    "3/Trip/Days",
    "3/Trip/Title",
    "3/Trip",
    "6/Trip/update/Person",
    "6/Trip/update",
  ]);
  assert.deepEqual(clausesAfter("`trip.title != 'x'`", "`trip.title != 'y'`"), [
    "5/Trip/Has words",
    // Its words are heard where the rule refuses something.
    "8/NO_WORDS",
  ]);
});

test("it concerns what speaks of a condition or a constant that reads otherwise", () => {
  assert.deepEqual(clausesAfter("`trip.days < 50`", "`trip.days + 1 < 51`"), ["6/Trip/delete/Person", "6/Trip/delete"]);
  assert.ok(clausesAfter("| Fewest days | 10 |", "| Fewest days | 11 |").includes("5/Trip/Long enough"));
  assert.ok(!clausesAfter("| Fewest days | 10 |", "| Fewest days | 11 |").includes("6/Trip/update/Person"));
});

test("words between clauses, and spaces, concern nothing", () => {
  assert.deepEqual(clausesAfter("## 5. Validation rules\n", "## 5. Validation rules\n\nThey are few.\n"), []);
  assert.deepEqual(clausesAfter("| Trip | update | own |", "| Trip  | update |  own   |"), []);
});
