// What a plan aims at where something must not happen: nothing else has brought it about that it does not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { textOf } from "../agreement/texts.ts";
import { findRow } from "../interpreter/world/world.ts";
import { everything, settings } from "../testing/clauses.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { planOf } from "./plan.ts";
import { elapsedIn } from "./situation/situation.ts";

const visits = `
## 3. Entities and their fields

### Visit

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Ends at | datetime | yes | |
| Remind at | datetime | yes | |
| Reminders | integer 0 to 9 | yes | 0 |
| Vet | reference to User | no | |
| Noted | yes/no | no | no |
| State | state | | |

## 4. States and transitions

### Visit
| State | Kind |
| --- | --- |
| Booked | start |
| Missed | end |

| Transition | From | To | On | Only if |
| --- | --- | --- | --- | --- |
| Miss | Booked | Missed | at \`visit.ends_at\` | |
| Remind | Booked | same | at \`visit.remind_at\` | \`visit.reminders < 2\` |

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Visit | Remind | | set | \`reminders = visit.reminders + 1\` |
| Visit | change of Vet | \`visit.vet != null\` | set | \`noted = true\` |

${everything("Visit | create, read, update, delete")}
${settings}
`;

test("what its own guard keeps time from is not kept from it by another timer that comes first", () => {
  const { cases } = planOf(compile(completeDocument(visits).source), "4/Visit/Remind#closed");
  assert.equal(cases.length, 1);
  for (const { situation } of cases) {
    const past = elapsedIn(situation)?.world;
    const row = past && findRow(past, "visit", situation.attempt.id);
    assert.equal(textOf(row?.values.get("state") ?? null), "booked");
  }
});

test("a state that a timer does not start from is the row's still when it would be due, where another timer waits there", () => {
  catchesMutants(
    "4/Visit/Lapse",
    ["from Kept too"],
    visits
      .replace("| Missed | end |", "| Kept | |\n| Missed | end |")
      .replace(
        "| Miss | Booked |",
        "| Keep | Booked | Kept | button | |\n| Lapse | Booked | Missed | after `days(3)` | |\n| Miss | Kept |",
      )
      .replace("create, read, update, delete", "create, read, update, delete, Keep"),
  );
});

test("where a change has nothing to follow, there is a change", () => {
  const effect = "4/Effects/Visit/change of Vet/set";
  const { cases } = planOf(compile(completeDocument(visits).source), `${effect}#does not follow`);
  assert.equal(cases.length, 1);
  for (const { situation } of cases) {
    const { world, attempt } = situation;
    const before = findRow(world, "visit", attempt.id)?.values.get("vet") ?? null;
    assert.notEqual(before, null);
    assert.deepEqual("values" in attempt ? attempt.values.get("vet") : undefined, null);
  }
  catchesMutants(effect, ["happens always"], visits);
});
