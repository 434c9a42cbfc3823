// What goes, and what stays: rows that others refer to, and accounts. Each is tried, and another ending is found out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { storyOf } from "../report/story.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { runCases } from "./run-cases.ts";
import type { Result } from "./run.ts";
import { groundOf } from "../testing/workshop.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Seats | list of Seat | | |

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Rank | one of: head, member | yes | |
| Person | reference to User, cleared on delete | no | |
| Guest | reference to User | no | |

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |

### Booking

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | reference to Room | yes | |
| Spare | reference to Room, cleared on delete | no | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| A head | Club | \`club.seats.exists(s, s.rank == 'head' and s.person != null)\` | NO_HEAD |

${everything(...["Club", "Seat", "Room", "Booking"].map((one) => `${one} | create, read, update, delete`))}
${errors("NO_HEAD")}
${settings}
`);
const compiled = compile(source);
const gone = planOf(compiled).cases.filter(
  ({ scenario, situation }) => situation.attempt.kind === "leave" || /#(?:still used|gone)$/.test(scenario.address),
);

async function tryOn(product: string): Promise<readonly string[]> {
  const running = await start(product, { development: true, jobs: "asked" });
  const results: Result[] = [];
  // Twice: a user who has left is back for what follows.
  await runCases([...gone, ...gone], await groundOf(running), (result) => void results.push(result));
  const failed = results.filter(({ outcome }) => outcome === "failed");
  return [...new Set(failed.map(({ case: { scenario } }) => scenario.address))];
}

test("what refers to a row that goes, goes too, is emptied, or keeps it; so with accounts, and what rules want of it then", async () => {
  assert.deepEqual(
    gone.map(({ scenario, outcome }) => [
      scenario.address,
      "refused" in outcome ? outcome.refused.map(({ code }) => code).join() : "done",
    ]),
    [
      ["3/Seat/Club#gone", "done"],
      ["3/Seat/Person#left", "done"],
      ["3/Booking/Room#still used", "STILL_USED"],
      ["3/Booking/Spare#gone", "done"],
      ["5/Club/A head#leave seat refused", "NO_HEAD"],
    ],
  );
  const refused = gone.at(-1);
  assert.match(
    refused === undefined ? "" : storyOf(refused).join("\n"),
    /Ann: deletes their account\.\nIt is refused: NO_HEAD/,
  );
  assert.deepEqual(await tryOn(source), []);
});

test("people who sign in by links alone leave as well", async () => {
  assert.deepEqual(await tryOn(source.replace("email and password", "magic link")), []);
});

test("other endings are found out", async () => {
  const other = source
    .replace("| Person | reference to User, cleared on delete | no", "| Person | reference to User | no")
    .replace("| Room | reference to Room | yes", "| Room | reference to Room, cleared on delete | no")
    .replace("| Spare | reference to Room, cleared on delete | no", "| Spare | reference to Room | no");
  assert.deepEqual(await tryOn(other), [
    "3/Seat/Person#left",
    "3/Booking/Room#still used",
    "3/Booking/Spare#gone",
    "5/Club/A head#leave seat refused",
  ]);
  assert.deepEqual(await tryOn(source.replace(" and s.person != null", "")), ["5/Club/A head#leave seat refused"]);
});
