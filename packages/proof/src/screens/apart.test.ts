// Rows of screens that no two may share something of are laid so that they differ, or it is said why they cannot be.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { databases } from "../../../language/src/testing/database.ts";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { rowsOf } from "../interpreter/world/world.ts";
import { lay, prepareLaying } from "../laying/lay.ts";
import { shapeOf } from "../laying/shape.ts";
import { screenTrials } from "../testing/screen-trials.ts";
import { screenPlanOf, type ScreenPlan } from "./plan.ts";

const { open } = databases();
const { tryOn } = screenTrials();

/** Boats, and crews of boats, of which each may say what no two may share. */
const harbour = (boat: string, crew: string, rules = "none.") =>
  completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Boats | \`/\` | list of Boat | Person | yes |
| Crew | \`/boats/:boat/crew\` | list of Sailor | Hand, Skipper | yes |
| Sailor | \`/boats/:boat/crew/:sailor\` | edit Sailor | Skipper | |

### Boats
- Opens: Crew

## 3. Entities and their fields

### Boat
${boat}
| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Berth | integer 1 to 9 | yes | |
| Side | one of: port, starboard | yes | port |
| From | date | yes | |
| To | date | yes | |

### Sailor
${crew}
| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Boat | belongs to Boat | yes | |
| Person | reference to User | yes | |
| Rank | one of: hand, skipper | yes | hand |

## 5. Validation rules

${rules}

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Hand | Sailor where \`sailor.rank == 'hand'\` | Boat |
| Skipper | Sailor where \`sailor.rank == 'skipper'\` | Boat |

| For | May | Person | Hand | Skipper |
| --- | --- | --- | --- | --- |
| Boat | create, read | yes | yes | yes |
| Boat | update, delete | no | no | no |
| Sailor | create | yes | yes | yes |
| Sailor | read | no | yes | yes |
| Sailor | update, delete | no | no | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | UTC |
| Sign-in | email and password |
`).source;

const ruled = (must: string) => `| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Alone | Boat | ${must} | INVALID |`;

async function laid(source: string): Promise<ScreenPlan> {
  const compiled = compile(source);
  assert.deepEqual(
    compiled.problems.filter(({ severity }) => severity === "error").map(({ message }) => message),
    [],
  );
  const plan = screenPlanOf(compiled);
  const database = await open(source);
  const client = await database.connect();
  const [first] = plan.cases;
  assert.ok(first !== undefined);
  const shape = await shapeOf(client, first.world.program);
  await prepareLaying(client, shape, "kept");
  for (const { scenario, world } of plan.cases)
    await lay(client, shape, world).catch((failure: unknown) => assert.fail(`${scenario.address}: ${String(failure)}`));
  await client.end();
  return plan;
}

for (const [what, source] of [
  ["a number and a choice", harbour("- Unique together: Berth, Side\n", "")],
  ["a thing and a person, by which roles are held in it", harbour("", "- Unique together: Boat, Person\n")],
  ["what a rule says", harbour("", "", ruled("unique: Berth, Side"))],
  ["spans", harbour("", "", ruled("no overlap: From to To, per Berth"))],
] as const)
  test(`all rows of screens are laid where no two may share ${what}`, async () => {
    const { cases, notTried } = await laid(source);
    assert.deepEqual(notTried, []);
    const match = cases.find(({ scenario }) => scenario.address === "2/Boats#A user without a role");
    assert.equal(match?.expected?.rows, 2);
    const held = cases.find(({ scenario }) => scenario.address === "2/Crew#Skipper");
    assert.equal(held?.expected?.rows, rowsOf(held?.world ?? assert.fail(), "sailor").length);
  });

test("rows that cannot be distinguished and give a role as well are reported", async () => {
  const rule = ruled("unique: Rank").replace("| Boat |", "| Sailor |");
  const { cases, notTried } = await laid(harbour("", "", rule));
  assert.ok(cases.some(({ scenario }) => scenario.address === "2/Crew#Hand, empty"));
  assert.equal(
    notTried.find(({ scenario }) => scenario.address === "2/Crew#Hand")?.why,
    "its rows cannot be beside each other: INVALID of 5/Sailor/Alone",
  );
});

test("rows that the database does not take are not tried, with what it says", async () => {
  const planned = harbour("", "");
  const product = harbour("- Unique together: Berth, Side\n", "");
  const results = await tryOn(product, planned, [
    "2/Boats#A user without a role",
    "2/Boats#A user without a role, empty",
  ]);
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ["not tried", "passed"],
  );
  assert.match(results[0]?.evidence ?? "", /^its rows cannot be laid: duplicate key value violates unique constraint/);
});
