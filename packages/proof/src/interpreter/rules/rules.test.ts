// Rules in all their forms: when they are looked at, and what they refuse.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attempt } from "../attempt.ts";
import { errors, everything, settings } from "../../testing/clauses.ts";
import { worldAfter, play, refused } from "../../testing/play.ts";

const bookings = `
## 3. Entities and their fields

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Inside | reference to Room | no | |
| Bookings | list of Booking | | |

### Booking

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | reference to Room | yes | |
| Starts on | date | yes | |
| Ends on | date | no | |
| Guests | integer | yes | 1 |
| Phone | phone | no | |
| Off | yes/no | no | no |

### Talk

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Starts at | datetime | yes | |
| Ends at | datetime | yes | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- | --- |
| In order | Booking | | \`booking.ends_on != null\` | \`booking.ends_on >= booking.starts_on\` | WRONG_DATES | Ends on |
| Not in the past | Booking | create | | \`booking.starts_on >= today\` | IN_THE_PAST | |
| Many need a phone | Booking | | \`booking.guests > 5\` | \`booking.phone != null\` | PHONE_NEEDED | |
| Never fewer | Booking | update | | \`old != null and booking.guests >= old.guests\` | FEWER | |
| Not when full | Booking | delete | | \`booking.guests < 4\` | KEPT | |
| One at a time | Booking | | | no overlap: Starts on to Ends on, per Room, while \`not booking.off\` | TAKEN | |
| No ring | Room | | | no circle: Inside | RING | |
| Nine guests | Room | | | \`room.bookings.map(b, b.guests).sum() <= 9\` | CROWDED | |
| Own name | Room | | | unique: Name | SAME_NAME | |
| One talk | Talk | | | no overlap: Starts at to Ends at | TALKS | |
${everything("Room | create, read, update, delete", "Booking | create, read, update, delete", "Talk | create, read, update, delete")}${errors("WRONG_DATES", "IN_THE_PAST", "PHONE_NEEDED", "FEWER", "KEPT", "TAKEN", "RING", "CROWDED", "SAME_NAME", "TALKS")}${settings}`;

describe("rules", () => {
  const product = play(bookings);
  const world = product.world({
    room: { r: { name: "r" }, s: { name: "s", inside: "r" } },
    booking: {
      b: { room: "r", starts_on: "2026-04-01", ends_on: "2026-04-05", guests: 3 },
      old: { room: "s", starts_on: "2026-01-01", guests: 5 },
    },
    talk: { t: { starts_at: "2026-04-01T10:00:00Z", ends_at: "2026-04-01T11:00:00Z" } },
  });
  const book = (starts: string, ends: string | null, more = {}) =>
    product.create("booking", { room: "r", starts_on: starts, ends_on: ends, ...more });

  test("all rules that fail are reported together", () => {
    refused(
      world,
      "ann",
      book("2026-03-01", "2026-02-01", { guests: 6 }),
      "WRONG_DATES ends_on",
      "IN_THE_PAST",
      "PHONE_NEEDED",
    );
    worldAfter(world, "ann", book("2026-03-17", null, { guests: 6, phone: "+33 1" }));
  });
  test("On says when", () => {
    worldAfter(world, "ann", product.update("booking", "old", { guests: 5 }));
    refused(world, "ann", product.update("booking", "b", { guests: 2 }), "FEWER");
    refused(world, "ann", product.remove("booking", "old"), "KEPT");
    worldAfter(world, "ann", product.remove("booking", "b"));
  });
  test("no overlap: dates include both ends, moments exclude the end, empty ends are not compared", () => {
    refused(world, "ann", book("2026-04-05", "2026-04-06"), "TAKEN");
    worldAfter(world, "ann", book("2026-04-06", "2026-04-06"));
    worldAfter(world, "ann", book("2026-04-02", null));
    worldAfter(world, "ann", book("2026-04-02", "2026-04-03", { off: true }));
    worldAfter(world, "ann", product.create("booking", { room: "s", starts_on: "2026-04-02", ends_on: "2026-04-03" }));
    worldAfter(
      world,
      "ann",
      product.create("talk", { starts_at: "2026-04-01T11:00:00Z", ends_at: "2026-04-01T12:00:00Z" }),
    );
    refused(
      world,
      "ann",
      product.create("talk", { starts_at: "2026-04-01T10:59:00Z", ends_at: "2026-04-01T12:00:00Z" }),
      "TALKS",
    );
  });
  test("a row in a list is written, and the rules of the list's row are looked at", () => {
    refused(world, "ann", book("2026-05-01", null, { guests: 7, phone: "+33 1" }), "CROWDED");
    worldAfter(world, "ann", product.update("booking", "b", { guests: 4 }));
  });
  test("each refusal names its row, and the write that is judged; of a row of a list it names none", () => {
    const outcome = attempt(world, "ann", book("2026-01-05", null, { guests: 9 }));
    assert.deepEqual("refused" in outcome && outcome.refused.map(({ code, row, write }) => [code, row, write]), [
      ["IN_THE_PAST", "new", 0],
      ["PHONE_NEEDED", "new", 0],
      ["CROWDED", "r", undefined],
    ]);
  });
  test("no circle, unique", () => {
    refused(world, "ann", product.update("room", "r", { inside: "s" }), "RING");
    refused(world, "ann", product.update("room", "r", { inside: "r" }), "RING");
    refused(world, "ann", product.update("room", "r", { name: "s" }), "SAME_NAME name");
    worldAfter(world, "ann", product.update("room", "s", { inside: null }));
  });
});

describe("unique with When, and with On", () => {
  const product = play(`
## 3. Entities and their fields

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Row | text | yes | |
| Gone | yes/no | no | no |
| Late | yes/no | no | no |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| One there | Seat | | \`not seat.gone\` | unique: Row | TAKEN |
| First late one | Seat | create | \`seat.late\` | unique: Late | TOO_LATE |
${everything("Seat | create, read, update, delete")}
${errors("TAKEN", "TOO_LATE")}
${settings}
`);
  const world = product.world({ seat: { a: { row: "A" }, b: { row: "A", gone: true }, c: { row: "C", late: true } } });
  test("rows are compared for which When holds", () => {
    refused(world, "ann", product.create("seat", { row: "A" }), "TAKEN row");
    worldAfter(world, "ann", product.create("seat", { row: "A", gone: true }));
    refused(world, "ann", product.update("seat", "b", { gone: false }), "TAKEN row");
  });
  test("at the writes that On names", () => {
    refused(world, "ann", product.create("seat", { row: "D", late: true }), "TOO_LATE");
    worldAfter(world, "ann", product.update("seat", "a", { late: true }));
  });
});
