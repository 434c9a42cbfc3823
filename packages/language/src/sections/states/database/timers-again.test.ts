// A timer that stays in its state and comes again after a while: by a real sweep, as often as it is to, and no more.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases } from "../../../testing/database.ts";

const { open } = databases();

const { source } = completeDocument(`
## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Subject | text up to 60 | yes | |
| Reminders | integer | auto | 0 |
| Last reminded at | datetime | auto | |
| State | state | | |

## 4. States and transitions

### Ticket

| State | Kind |
| --- | --- |
| Waiting | start |
| Closed | end |

| Transition | From | To | On | Only if |
| --- | --- | --- | --- | --- |
| Remind | Waiting | same | after \`remind_after\` | \`ticket.reminders < 3 and (ticket.last_reminded_at == null or ticket.last_reminded_at <= now - remind_after)\` |
| Close | Waiting | Closed | after \`days(30)\` | |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Ticket | Remind | | set | \`reminders = ticket.reminders + 1, last_reminded_at = now\` |

## 9. Business constants and limits

| Constant | Value | Meaning |
| --- | --- | --- |
| Remind after | 2 days | |
`);

test("a reminder that remembers when it was done last comes after each pause, and three times", async () => {
  const { owner } = await open(source);
  await owner("INSERT INTO public.ticket (subject) VALUES ('printer')");
  const sweep = async () => {
    await owner("SELECT writ.sweep(100)");
    const [row] = await owner("SELECT reminders FROM public.ticket");
    return Number(row?.["reminders"]);
  };
  const pass = (time: string) =>
    owner(
      "INSERT INTO writ.clock (moves) VALUES ($1) ON CONFLICT (one) DO UPDATE SET moves = clock.moves + $1::interval",
      [time],
    );
  const counts = [await sweep()];
  for (const time of ["2 days", "1 minute", "47 hours", "1 hour", "2 days", "2 days", "10 days"]) {
    await pass(time);
    counts.push(await sweep());
  }
  assert.deepEqual(counts, [0, 1, 1, 1, 2, 3, 3, 3]);
  assert.deepEqual(await owner("SELECT timer FROM writ.timer_failure"), []);
});
