// The plan of small documents: which cases there are, where they stand, and what cannot be tried and why.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "@writ/language";
import { sentenceOf } from "@writ/language/scenarios";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { textOf } from "../agreement/texts.ts";
import { storyOf } from "../report/story.ts";
import { everything, errors, settings } from "../testing/clauses.ts";
import { note, roles } from "../testing/notes.ts";
import { planOf } from "./plan.ts";

function planFor(fragment: string): ReturnType<typeof planOf> {
  const compiled = compile(completeDocument(fragment).source);
  const wrong = compiled.problems.filter(({ severity }) => severity === "error");
  assert.deepEqual(
    wrong.map(({ address, message }) => `${address}: ${message}`),
    [],
  );
  return planOf(compiled);
}

const addresses = (plan: ReturnType<typeof planOf>) => plan.cases.map(({ scenario }) => scenario.address);

const trip = (rule: string) => `
## 3. Entities and their fields

### Trip

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Days | integer 1 to 100 | yes | |
| Guide | reference to User | no | |

## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Long enough | Trip | create | ${rule} | TOO_SHORT |

${everything("Trip | create, read, update, delete")}
${errors("TOO_SHORT")}
${settings}
`;

test("a constant is shown by the cases of what speaks of it, and of nothing else", () => {
  const constants =
    "\n| Constant | Value | Meaning |\n| --- | --- | --- |\n| Least days | 10 | |\n| Most days | 90 | |\n";
  const plan = planFor(trip("`trip.days >= least_days`") + constants);
  const showing = (constant: string) =>
    plan.cases.flatMap(({ scenario }) => (scenario.shows?.includes(constant) === true ? [scenario.address] : []));
  assert.deepEqual(showing("9/Least days"), ["5/Trip/Long enough#create refused", "5/Trip/Long enough#create allowed"]);
  assert.deepEqual(showing("9/Most days"), []);
});

test("a rule is broken and kept at its very edge", () => {
  const plan = planFor(trip("`trip.days >= 10`"));
  const days = plan.cases
    .filter(({ scenario }) => scenario.clause.startsWith("5/"))
    .map(({ scenario, situation: { attempt } }) => [
      scenario.address,
      "values" in attempt ? textOf(attempt.values.get("days") ?? null) : null,
    ]);
  assert.deepEqual(days, [
    ["5/Trip/Long enough#create refused", "9"],
    ["5/Trip/Long enough#create allowed", "10"],
  ]);
});

test("the edge is tried also where another rule has to agree there", () => {
  const plan = planFor(`
## 3. Entities and their fields

### Trip

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Days | integer | yes | |
| Why | text | no | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Not too long | Trip | create | | \`trip.days <= 20\` | TOO_LONG_A_TRIP |
| Long ones say why | Trip | create | \`trip.days > 10\` | \`trip.why != null\` | SAY_WHY |

${everything("Trip | create, read, update, delete")}
${errors("TOO_LONG_A_TRIP", "SAY_WHY")}
${settings}
`);
  const kept = plan.cases.find(({ scenario }) => scenario.address === "5/Trip/Not too long#create allowed");
  const tried = kept?.situation.attempt;
  assert.equal(tried !== undefined && "values" in tried && textOf(tried.values.get("days") ?? null), "20");
});

test("who may and who may not, and for which row", () => {
  const plan = planFor(`${note}
## 6. Roles and permissions
${roles}

| Condition | For | Holds when |
| --- | --- | --- |
| open | Note | \`note.public\` |

| For | May | Visitor | Person | Agent | Lead |
| --- | --- | --- | --- | --- | --- |
| Note | create | no | yes | yes | yes |
| Note | read | open | own or open | yes | yes |
| Note | update | no | own | no | yes |
| Note | delete | no | no | no | yes |
| Note | see Secret | no | own | no | yes |
${settings}`);
  assert.deepEqual(
    addresses(plan).filter((address) => /Note\/(read|update)/.test(address)),
    [
      "6/Note/read/Visitor#may",
      "6/Note/read/Visitor#may not",
      "6/Note/read/Person#may",
      "6/Note/read/Person#may 2",
      "6/Note/read/Person#may not",
      "6/Note/read/Agent#may",
      "6/Note/read/Lead#may",
      "6/Note/update/Visitor#may not",
      "6/Note/update/Person#may",
      "6/Note/update/Person#may not",
      "6/Note/update/Agent#may not",
      "6/Note/update/Lead#may",
    ],
  );
  const [own] = plan.cases.filter(({ scenario }) => scenario.address === "6/Note/read/Person#may");
  assert.ok(own);
  assert.equal(sentenceOf(own.scenario), "Person may read Note when it is their own, and not (note.public)");
  assert.match(storyOf(own).join("\n"), /There is note .*author = Ann/);
  // A user who may create has a right that everybody signed in has: that an agent may not alone is nothing that anybody sees.
  assert.deepEqual(plan.notTried, []);
});

test("what a right of everybody covers, or another clause, is said to be so", () => {
  const plan = planFor(`${note}
## 6. Roles and permissions
${roles}

| For | May | Visitor | Person | Agent | Lead |
| --- | --- | --- | --- | --- | --- |
| Note | create | no | yes | no | yes |
| Note | read | no | yes | yes | yes |
| Note | update | no | no | no | no |
| Note | delete | no | no | no | no |
| Note | see Secret | no | yes | yes | yes |
${settings}`);
  assert.deepEqual(
    plan.notTried.map(({ scenario, why }) => `${scenario.address}: ${why.replace(/among \d+/, "")}`),
    ["6/Note/create/Agent#may not: no row found : another role of the user allows it"],
  );
});

test("of a transition every state is tried, every part of its guard, and what it asks for", () => {
  const plan = planFor(`
## 3. Entities and their fields

### Job

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Ready | yes/no | no | |
| Reason | text up to 40 | auto | |
| State | state | | |

## 4. States and transitions

### Job
| State | Kind |
| --- | --- |
| New | start |
| Running | |
| Done | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Begin | New | Running | button | \`job.ready and job.title != 'no'\` | NOT_READY | |
| Finish | Running | Done | button | | | Reason (required) |

${everything("Job | create, read, update, delete", "Job | Begin, Finish")}
${errors("NOT_READY")}
${settings}`);
  assert.deepEqual(
    addresses(plan).filter((address) => address.startsWith("4/")),
    [
      "4/Job/Begin#from new",
      "4/Job/Begin#not from running",
      "4/Job/Begin#not from done",
      "4/Job/Begin#open",
      "4/Job/Begin#closed",
      "4/Job/Begin#closed 2",
      "4/Job/Finish#from running",
      "4/Job/Finish#not from new",
      "4/Job/Finish#not from done",
      "4/Job/Finish#without reason",
    ],
  );
  assert.deepEqual(plan.notTried, []);
});

test("a plan is the same each time, and the examples' plans leave little untried", () => {
  const most: Readonly<Record<string, number>> = { "help-desk": 1, "equipment-lending": 7, "project-tracker": 21 };
  for (const [name, untried] of Object.entries(most)) {
    const source = readFileSync(`${import.meta.dirname}/../../../../examples/${name}/SPEC.md`, "utf8");
    const [plan, again] = [planOf(compile(source)), planOf(compile(source))];
    assert.deepEqual(plan.cases.map(storyOf), again.cases.map(storyOf));
    assert.equal(new Set(plan.addresses).size, plan.addresses.length);
    assert.ok(plan.notTried.filter(({ scenario: { beyond } }) => beyond === undefined).length <= untried, name);
  }
});

test("where nothing is shown, nothing is tried", () => {
  const source = readFileSync(`${import.meta.dirname}/../../../../examples/nothing-shown/SPEC.md`, "utf8");
  assert.deepEqual(planOf(compile(source)), { cases: [], notTried: [], broken: [], addresses: [] });
});

test("rows that must lead to one of their own kind begin with one that leads to itself", () => {
  const plan = planFor(`
## 3. Entities and their fields

### Part

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Whole | reference to Part | yes | |

${everything("Part | create, read, update, delete")}
${settings}
`);
  assert.ok(plan.cases.length > 5, String(plan.cases.length));
  for (const { scenario, situation } of plan.cases)
    for (const row of situation.world.rows.get("part")?.values() ?? [])
      assert.ok(row.values.get("whole") ?? null, scenario.address);
});

test("the row that gives a role is known by its entity, in whatever script that is named", () => {
  const plan = planFor(`
## 3. Entities and their fields

### Дом (\`house\`)

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |

### Жилец (\`resident\`)

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to Дом | yes | |
| Person | reference to User | yes | |
| Floor | integer | yes | 1 |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to Дом | yes | |
| Floor | integer | yes | 1 |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Dweller | Жилец where \`resident.floor > 0\` | Дом |

| Condition | For | Holds when |
| --- | --- | --- |
| same floor | Note | \`note.floor == my_resident.floor\` |

| For | May | Dweller |
| --- | --- | --- |
| Дом | create, read, update, delete | yes |
| Жилец | create, read, update, delete | yes |
| Note | create, read, update, delete | same floor |
${settings}
`);
  assert.ok(addresses(plan).includes("6/Note/create/Dweller#may"), addresses(plan).join("\n"));
});

test("of what section 3 does not show nothing is tried", () => {
  const plan = planFor(`
## 3. Entities and their fields

not shown

${everything("Part | create, read, update, delete")}
${settings}
`);
  // Accounts are there without it.
  assert.ok(plan.cases.every(({ scenario }) => scenario.clause === "9/Sign-in"));
  assert.deepEqual(new Set(plan.notTried.map(({ why }) => why)), new Set(["section 3 does not show what part is"]));
});
