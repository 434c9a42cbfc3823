// What time brings: when each row is due, what is done once, and when what could not be done is tried again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { errors, everything, settings } from "../testing/clauses.ts";
import { worldAfter, now, play, shown } from "../testing/play.ts";
import { elapse, noPast, pastAfter } from "./timers.ts";

const [minute, hour] = [60_000, 3_600_000];

const product = play(`
## 3. Entities and their fields

### Loan

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Kept | yes/no | no | no |
| Due at | datetime | no | |
| State | state | | |

## 4. States and transitions

### Loan

| State | Kind |
| --- | --- |
| Asked | start |
| Out | |
| Back | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Give | Asked | Out | button |
| Lapse | Out | Back | after \`hours(2)\` |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Loan | at \`loan.due_at\` | \`loan.due_at != null\` | mail late | to \`loan.created_by\` |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Not while kept | Loan | \`not (loan.kept and loan.state == 'back')\` | KEPT |
${everything("Loan | create, read, update, delete, Give")}
## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| late | Loan | Late | Late. |
${errors("KEPT")}${settings}`);

test("a row is due as long after it came to its state, and not after it was made", () => {
  const world = product.world({ loan: { a: {}, b: { state: "out" } } });
  const later = elapse(world, now + hour);
  assert.equal(later.did.size, 0);
  const given = worldAfter(later.world, "ann", product.step("loan", "a", "give"));
  const past = pastAfter(later.past, later.world, given);
  const next = elapse(given, now + 2 * hour, past);
  assert.deepEqual([shown(next.world, "loan", "a", "state"), shown(next.world, "loan", "b", "state")], ["out", "back"]);
  assert.equal(shown(elapse(next.world, now + 3 * hour, next.past).world, "loan", "a", "state"), "back");
});

test("the moment of an effect comes once, and another one as well", () => {
  const world = product.world({ loan: { a: { due_at: "2026-03-17T11:00:00Z", created_by: "ann" } } });
  const first = elapse(world, now + hour, noPast);
  assert.equal(first.world.outbox.length, 1);
  const second = elapse(first.world, now + 2 * hour, first.past);
  assert.equal(second.world.outbox.length, 1);
  const moved = worldAfter(second.world, "ann", product.update("loan", "a", { due_at: "2026-03-17T12:30:00Z" }));
  assert.equal(elapse(moved, now + 3 * hour, second.past).world.outbox.length, 2);
});

test("what could not be done is tried again after a minute, and then after two", () => {
  const world = product.world({ loan: { a: { kept: true, state: "out" } } });
  const first = elapse(world, now + 2 * hour);
  assert.equal([...first.kept.values()].flat()[0]?.code, "KEPT");
  const mended = worldAfter(first.world, "ann", product.update("loan", "a", { kept: false }));
  assert.equal(elapse(mended, now + 2 * hour + minute - 1, first.past).did.size, 0);
  assert.equal(elapse(mended, now + 2 * hour + minute, first.past).did.size, 1);
  const again = elapse(first.world, now + 2 * hour + minute, first.past);
  assert.deepEqual(
    [...again.past.failed.values()].map(({ tries, again: at }) => [tries, at]),
    [[2, now + 2 * hour + 3 * minute]],
  );
});
