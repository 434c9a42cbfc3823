// What a plan aims at: of each change of a clause some case of its own tells, as the interpreter says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { note, roles } from "../testing/notes.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { planOf } from "./plan.ts";

const bookings = (rule: string) => `
## 3. Entities and their fields

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Inside | reference to Room | no | |
| Size | integer 0 to 100 | yes | 1 |

### Booking

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | reference to Room | yes | |
| Starts on | date | yes | |
| Ends on | date | yes | |
| Label | text up to 20 | no | |
| Lost | yes/no | no | no |
| Size | integer 0 to 100 | yes | 1 |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| One | ${rule} | TAKEN |

${everything("Room | create, read, update, delete", "Booking | create, read, update, delete")}
${errors("TAKEN")}
${settings}
`;

const edges = ["looked at always", "50 is 51", "50 is 49"];

test("what is unique under a condition is tried with rows of which it is so, and of which it is not", () => {
  const rule = "Booking | | `booking.size > 50 and not booking.lost` | unique: Label";
  catchesMutants("5/Booking/One", [...edges, "without not booking.lost"], bookings(rule));
});

test("what is unique at some writes is tried at these, with all fields but one alike", () => {
  const fields = ["without Label", "without Lost"];
  const rule = (on: string) => bookings(`Booking | ${on} | \`booking.size > 50\` | unique: Label, Lost`);
  catchesMutants("5/Booking/One", [...edges, ...fields, "not on create", "not on update"], rule("create, update"));
  catchesMutants("5/Booking/One", [...edges, ...fields], rule("update"));
  // The condition reads what both have.
  catchesMutants(
    "5/Booking/One",
    edges,
    bookings("Booking | | `booking.size > 50 and not booking.lost` | unique: Label, Size"),
  );
});

test("spans and circles are tried under their condition, and spans of another thing", () => {
  const spans = "Booking | | `booking.size > 50` | no overlap: Starts on to Ends on, per Room";
  catchesMutants("5/Booking/One", [...edges, 'without "per Room"'], bookings(spans));
  catchesMutants("5/Room/One", edges, bookings("Room | | `room.size > 50` | no circle: Inside"));
});

test("spans of moments are tried beside one that just meets them, and one that just does not", () => {
  const moments = (rule: string) =>
    bookings(rule)
      .replaceAll(/(Starts|Ends) on \| date/g, "$1 on | datetime")
      .replace(/^\| One \|/m, "| Ends later | Booking | | | `booking.ends_on > booking.starts_on` | TAKEN |\n$&");
  const rule = "Booking | | | no overlap: Starts on to Ends on, per Room, while `not booking.lost`";
  catchesMutants("5/Booking/One", ['without "per Room"', 'without "while `not booking.lost`"'], moments(rule));
});

const sales = (effect: string) => `
## 3. Entities and their fields

### Customer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Size | integer 0 to 100 | yes | 1 |

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Customer | reference to Customer | no | |
| Total | integer 0 to 1000 | yes | 0 |
| Lines | list of Line | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Sale | belongs to Order | yes | |
| Price | integer 0 to 100 | yes | |
| Gift | yes/no | no | no |
| Checked | yes/no | no | no |

## 4. States and transitions

### Effects
| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| ${effect} |

${everything("Customer | create, read, update, delete", "Order | create, read, update, delete", "Line | create, read, update, delete")}
${settings}
`;

test("an effect on a list is tried with rows at the very edge of its If, and of what lets them into the list", () => {
  const order = (on: string, condition: string) =>
    sales(`Order | update | on \`order.lines${on}\` | ${condition} | set | \`checked = true\``);
  const clause = "4/Effects/Order/update/set";
  catchesMutants(clause, ["50 is 51", "50 is 49"], order("", "`line.price > 50`"));
  catchesMutants(clause, ["50 is 49", "10 is 11"], order("", "`line.price > 50 and order.total < 10`"));
  catchesMutants(clause, ["left out", "50 is 51", "50 is 49"], order(".filter(l, l.price > 50)", ""));
  const both = order(".filter(l, l.price > 50 and not l.gift)", "`order.total < 10`");
  catchesMutants(clause, ["without not l.gift", "50 is 49", "10 is 9"], both);
});

test("an effect on a single row is tried with one of which its If is so, and with one of which it is not", () => {
  const line = (on: string, condition: string, values: string) =>
    sales(`Line | update | on \`${on}\` | ${condition} | set | \`${values}\``);
  const clause = "4/Effects/Line/update/set";
  catchesMutants(clause, ["left out", "happens always"], line("line.sale", "`order.title == 'x'`", "title = 'y'"));
  const condition = "`order.total > 50 and line.price > 7`";
  catchesMutants(clause, ["50 is 49", "7 is 8", "without line.price > 7"], line("line.sale", condition, "title = 'y'"));
  // Two references on, of which the second may be empty.
  const far = line("line.sale.customer", "`customer.size > 50 and line.price > 7`", "name = 'y'");
  catchesMutants(clause, ["happens always", "50 is 51", "7 is 6"], far);
  catchesMutants(clause, ["left out"], line("line.sale.customer", "", "name = 'y'"));
});

const seen = `${note}
## 6. Roles and permissions
${roles}

| For | May | Visitor | Person | Agent | Lead |
| --- | --- | --- | --- | --- | --- |
| Note | create | no | no | yes | yes |
| Note | read | no | no | yes | yes |
| Note | update, delete | no | no | no | yes |
| Note | see Secret | no | no | yes | yes |
| Note | set Public on create | no | no | no | yes |
${settings}`;

for (const clause of ["6/Note/update/Person", "6/Note/delete/Visitor", "6/Note/set Public on create/Person"])
  test(`${clause}: who does not get as far as that is refused whatever it says, and gets there by another role`, () =>
    catchesMutants(clause, ["always"], seen));

const clubs = `
## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Open | yes/no | no | yes |

### Player

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |
| Person | reference to User | yes | |
| Captain | yes/no | no | no |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Visitor | anyone | |
| Person | signed in | |
| Boss | named at installation | |
| Coach | assigned by Boss | Club |
| Member | Player where \`not player.captain\` | Team |
| Captain | Player where \`player.captain\` | Team |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Team | \`team.open\` |
| short | Club | \`club.name.size() < 4\` |

| For | May | Visitor | Person | Boss | Coach | Member | Captain |
| --- | --- | --- | --- | --- | --- | --- | --- |
| Club | create, delete | no | no | yes | no | no | no |
| Club | read | no | yes | no | no | no | no |
| Club | update | no | no | short | no | no | no |
| Team | create, update, delete | no | no | no | yes | no | no |
| Team | read | open | no | yes | yes | yes | yes |
| Player | create, update, delete | no | no | no | yes | no | no |
| Player | read | no | no | no | yes | yes | yes |
${settings}`;

test("a user whom another of their roles lets, such as everyone's, tries where that role lets no one", () => {
  catchesMutants("6/Team/read/Person", ["always"], clubs);
  catchesMutants("6/Player/read/Boss", ["always"], clubs);
});

test("who has another role by a row besides is tried without it", () => {
  catchesMutants("6/Player/read/Coach", ["never"], clubs);
  catchesMutants("6/Player/read/Person", ["always"], clubs);
});

test("a condition of the row as it was is brought about there, and not in what is given", () =>
  catchesMutants("6/Club/update/Boss", ["never", "always"], clubs));

test("who has a role in something is also tried where nothing lies in it", () => {
  const { cases } = planOf(compile(completeDocument(clubs).source));
  for (const address of ["6/Club/create/Captain#may not", "6/Coach#not given by captain"])
    assert.ok(
      cases.some(({ scenario, outcome }) => scenario.address === address && "refused" in outcome),
      address,
    );
});

const shows = (rule: string) => `
## 3. Entities and their fields

### Show

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | text up to 17 matching \`^97[89]-?[0-9-]{10,13}$\` | yes | |
| Played on | date | yes | |
| Seats | integer 1 to 400 | yes | 300 |
| Ages | several of: small, grown, old | no | grown |
| Tickets | list of Ticket | | |
| Free | computed integer \`show.seats - show.tickets.size()\` | | |

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Show | reference to Show | yes | |
| First | yes/no | no | no |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| One | ${rule} | TAKEN |

${everything("Show | create, read, update, delete", "Ticket | create, read, update, delete")}
${errors("TAKEN")}
${settings}
`;

test("what two sides of a condition fight over is tried: one goes as far as it may, and the other makes up for the rest", () => {
  const rule = "Ticket | create | | `ticket.show.free >= 0`";
  catchesMutants("5/Ticket/One", ["left out", "0 is 1", "0 is -1"], shows(rule));
});

test("weekdays are tried, and the day after, also of what has to match a pattern that is not a usual one", () => {
  catchesMutants(
    "5/Show/One",
    ["left out", "7 is 8", "7 is 6"],
    shows("Show | create | | `weekday(show.played_on) != 7`"),
  );
});

test("two of which there is to be one are tried", () => {
  const rule = "Ticket | create | `ticket.first` | `ticket.show.tickets.exists_one(t, t.first)`";
  catchesMutants("5/Ticket/One", ["left out", "looked at always"], shows(rule));
});

test("several choices at once are tried", () => {
  const rule = "Show | | | `show.ages.all(a, a != 'old') or show.ages.size() == 1`";
  catchesMutants("5/Show/One", ["left out", "without show.ages.all(a, a != 'old')"], shows(rule));
});

test("how far into a week, and what is left of a division, is tried at its very edge", () => {
  catchesMutants("5/Show/One", ["6 is 5", "6 is 7"], shows("Show | | | `weekday(show.played_on) < 6`"));
  catchesMutants("5/Show/One", ["left out", "7 is 8", "7 is 6", "3 is 4"], shows("Show | | | `show.seats % 7 == 3`"));
});

test("of moments a span meets another one where it begins and where it ends, and only what is compared is", () => {
  const spans = bookings("Booking | | | no overlap: Starts at to Ends at, per Room, while `booking.size > 50`");
  const moments = spans
    .replace("| Starts on | date |", "| Starts at | datetime |")
    .replace("| Ends on | date |", "| Ends at | datetime |");
  catchesMutants("5/Booking/One", ["left out", 'without "per Room"', "50 is 51", "50 is 49"], moments);
});
