// What sections 5 and 9 want of rows when a transaction ends, and how often they let a user do something.
import type { Trials } from "./trial.ts";

export const rules: Trials = {
  title: "what rows may not be, and how often",
  document: `
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
| From | date | yes | |
| To | date | yes | |
| Guests | integer | yes | 1 |
| Note | text | no | |

### Wish

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| State | state | | |

## 4. States and transitions

### Wish

| State | Kind |
| --- | --- |
| Open | start |
| Done | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Grant | Open | Done | button |
| Reopen | Done | Open | button |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- | --- |
| In order | Booking | | | \`booking.from <= booking.to\` | DATES | To |
| Not crowded | Room | | | \`room.bookings.map(b, b.guests).sum() <= 9\` | CROWDED | Name |
| Even | Room | update | | \`room.bookings.size() > 0 or room.name != 'Tiny'\` | EVEN | |
| Free | Booking | | | no overlap: From to To, per Room | TAKEN | |
| Not in itself | Room | | | no circle: Inside | CIRCLE | |
| One loud note | Booking | | \`booking.guests > 3\` | unique: Note | NOTED | Note |
| Once | Booking | create | | unique: Guests, Note | TWICE | |
| One note | Booking | | | unique: Room, Note | NOTED | |
| Stays | Booking | delete | | \`booking.guests < 2\` | STAYS | |
| Grown | Booking | update | | \`booking.guests >= old.guests\` | LESS | |
| Spoken | Wish | Grant | | \`wish.text != 'no'\` | NO | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Room | create, read, update, delete | yes |
| Booking | create, read, update, delete | yes |
| Wish | create, read, update, delete, Grant, Reopen | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| DATES | | 422 | Dates. |
| CROWDED | | 422 | Crowded. |
| TAKEN | | 409 | Taken. |
| EVEN | | 422 | Even. |
| CIRCLE | | 422 | Circle. |
| NOTED | | 409 | Noted. |
| TWICE | | 409 | Twice. |
| STAYS | | 409 | Stays. |
| LESS | | 409 | Less. |
| NO | | 409 | No. |
| FULL | | 409 | Full. |
| OFTEN | | 429 | Often. |

## 9. Business constants and limits

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Bookings of a room | 3 per Room | Booking | FULL |
| Wishes | 1 per hour per user | create Wish | OFTEN |
| Grants | 1 per hour per user | Grant | OFTEN |
`,
  people: { ann: [] },
  given: [
    "INSERT INTO room (id, name) VALUES (:1, 'Blue'), (:2, 'Red')",
    "INSERT INTO room (id, name) VALUES (:8, 'Tiny')",
    "INSERT INTO room (id, name, inside) VALUES (:3, 'Green', :1)",
    `INSERT INTO booking (id, room, "from", "to", guests, note) VALUES (:4, :1, '2020-01-01', '2020-01-03', 5, 'Loud')`,
    `INSERT INTO booking (room, "from", "to", guests, note) VALUES (:2, '2019-01-01', '2019-01-03', 3, 'Late')`,
    `INSERT INTO booking (id, room, "from", "to") VALUES (:9, :8, '2019-01-01', '2019-01-03')`,
    "INSERT INTO wish (id, text) VALUES (:5, 'no'), (:6, 'yes'), (:7, 'yes')",
  ],
  trials: [
    {
      what: "a rule is broken",
      kind: /^writ.breaks: IF NOT x\(x, x\) THEN problems/,
      clause: "5/Booking/In order",
      by: "ann",
      act: `UPDATE booking SET "from" = '2020-02-01' WHERE id = :4`,
      refused: "DATES to",
    },
    {
      what: "a rule is broken by the system",
      kind: /^writ.breaks: IF NOT x\(x, x\) THEN problems/,
      clause: "5/Booking/In order",
      by: "service",
      act: `UPDATE booking SET "from" = '2020-02-01' WHERE id = :4`,
      refused: "DATES to",
    },
    {
      what: "two spans meet",
      kind: /^writ.breaks: IF NOT x\(x, x\) THEN problems/,
      clause: "5/Booking/Free",
      by: "ann",
      act: `INSERT INTO booking (room, "from", "to") VALUES (:1, '2020-01-02', '2020-01-04')`,
      refused: "TAKEN",
    },
    {
      what: "two spans meet, and no rule is asked",
      kind: "constraint EXCLUDE",
      clause: "5/Booking/Free",
      by: "ann",
      act: `INSERT INTO booking (room, "from", "to") VALUES (:1, '2020-01-02', '2020-01-04')`,
      refused: "TAKEN",
      alone: "23P01",
    },
    {
      what: "references lead back",
      kind: /^writ.breaks: IF NOT x\(x, x\) THEN problems/,
      clause: "5/Room/Not in itself",
      by: "ann",
      act: "UPDATE room SET inside = :3 WHERE id = :1",
      refused: "CIRCLE",
    },
    {
      what: "what a rule wants to be unique comes twice",
      kind: "unique index (x, …)",
      clause: "5/Booking/One note",
      by: "ann",
      act: `INSERT INTO booking (room, "from", "to", note, guests) VALUES (:2, '2021-01-02', '2021-01-04', 'Late', 2)`,
      refused: "23505",
    },
    {
      what: "what a rule wants to be unique under a condition comes twice",
      kind: "unique index (x) WHERE …",
      clause: "5/Booking/One loud note",
      by: "ann",
      act: `INSERT INTO booking (room, "from", "to", note, guests) VALUES (:2, '2021-01-02', '2021-01-04', 'Loud', 4)`,
      refused: "23505",
    },
    {
      what: "what a rule wants to be unique at creation comes twice",
      kind: /^writ.breaks: IF NOT x\(x, x\) THEN problems/,
      clause: "5/Booking/Once",
      by: "ann",
      act: `INSERT INTO booking (room, "from", "to", note, guests) VALUES (:1, '2021-01-02', '2021-01-04', 'Late', 3)`,
      refused: "TWICE",
    },
    {
      what: "a new row breaks a rule, and nobody asks",
      kind: "trigger Rules_create",
      clause: "3/Booking",
      says: "5/Booking/In order",
      by: "ann",
      act: `INSERT INTO booking (room, "from", "to") VALUES (:2, '2020-01-02', '2020-01-01')`,
      refused: "DATES to",
    },
    {
      what: "a changed row breaks a rule, and nobody asks",
      kind: "trigger Rules_update",
      clause: "3/Booking",
      says: "5/Booking/Grown",
      by: "ann",
      act: "UPDATE booking SET guests = 1 WHERE id = :4",
      refused: "LESS",
    },
    {
      what: "a row goes that a rule wants to stay, and nobody asks",
      kind: "trigger Rules_delete",
      clause: "3/Booking",
      says: "5/Booking/Stays",
      by: "ann",
      act: "DELETE FROM booking WHERE id = :4",
      refused: "STAYS",
    },
    {
      what: "a step breaks a rule, and nobody asks",
      kind: "trigger Rules_<transition>",
      clause: "3/Wish",
      says: "5/Wish/Spoken",
      by: "ann",
      act: "SELECT wish_grant(:5)",
      refused: "NO",
    },
    {
      what: "a new row breaks the rule of a list, and nobody asks",
      kind: "trigger statement_insert",
      clause: "3/Booking",
      says: "5/Room/Not crowded",
      by: "ann",
      act: `INSERT INTO booking (room, "from", "to", guests) VALUES (:1, '2020-02-02', '2020-02-03', 5)`,
      refused: "CROWDED",
    },
    {
      what: "a changed row breaks the rule of a list, and nobody asks",
      kind: "trigger statement_update",
      clause: "3/Booking",
      says: "5/Room/Not crowded",
      by: "ann",
      act: "UPDATE booking SET guests = 10 WHERE id = :4",
      refused: "CROWDED",
    },
    {
      what: "a row that goes breaks the rule of a list, and nobody asks",
      kind: "trigger statement_delete",
      clause: "3/Booking",
      says: "5/Room/Even",
      by: "ann",
      act: "DELETE FROM booking WHERE id = :9",
      refused: "EVEN",
    },
    {
      what: "rules that look at other rows are asked where nobody sees what others have written meanwhile",
      kind: /^writ.lock: IF current_setting\(…\) <> '…' THEN RAISE/,
      clause: "3/Booking",
      by: "ann",
      isolation: "repeatable read",
      act: "UPDATE booking SET guests = 6 WHERE id = :4",
      refused: "25001",
    },
    {
      what: "more rows than a quota has room for",
      kind: /^writ.breaks: IF NOT x\(x, x\) THEN problems/,
      clause: "9/Bookings of a room",
      by: "ann",
      act: `INSERT INTO booking (room, "from", "to") SELECT :2, day::date, day::date FROM generate_series(timestamp '2022-01-01', '2022-01-04', '1 day') AS day`,
      refused: "FULL",
    },
    {
      what: "rows are created more often than a limit lets",
      kind: /^writ.rate: (BEGIN )?PERFORM writ.count_rate/,
      clause: "9/Wishes",
      by: "ann",
      first: "INSERT INTO wish (text) VALUES ('one')",
      act: "INSERT INTO wish (text) VALUES ('two')",
      refused: "OFTEN",
    },
    {
      what: "a step is taken more often than a limit lets",
      kind: /^writ.rate: (BEGIN )?PERFORM writ.count_rate/,
      clause: "9/Grants",
      by: "ann",
      first: "SELECT wish_grant(:6)",
      act: "SELECT wish_grant(:7)",
      refused: "OFTEN",
    },
  ],
};
