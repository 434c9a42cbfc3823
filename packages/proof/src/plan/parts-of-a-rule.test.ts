// What a plan aims at in rules: by whatever moves a row on, by each part of what is said of other rows, by who asks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { errors, settings } from "../testing/clauses.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { planOf } from "./plan.ts";

const seats = (rule: string, create = "yes") => `
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Card | text up to 8 | no | |

### Hall

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |

### Ticket
- Unique together: Hall, Holder

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Hall | belongs to Hall | yes | |
| Holder | reference to User | auto | \`me\` |
| Letter | one of: a, b | yes | |
| Number | integer 1 to 20 | auto | |
| Starts on | date | auto | |
| Ends on | date | auto | |
| State | state | | |

## 4. States and transitions

### Ticket
| State | Kind |
| --- | --- |
| Held | start |
| Placed | |
| Void | end |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Place | Held, Placed | Placed | button | Number (required), Starts on (required), Ends on (required) |
| Give away | any | Void | button | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| One | Ticket | ${rule} | TAKEN |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| has a card | Ticket | \`me.card != null\` |

| For | May | Person |
| --- | --- | --- |
| Hall | create, read | yes |
| Ticket | create | ${create} |
| Ticket | read, Place, Give away | yes |
| Hall | update, delete | no |
| Ticket | update, delete | no |

${errors("TAKEN", "ENOUGH")}
${settings}`;

test("what is compared with other rows is tried by the transition that asks for it, in the state that it leads to", () => {
  const spans = " | | no overlap: Starts on to Ends on, per Letter, while `ticket.state == 'placed'`";
  catchesMutants(
    "5/Ticket/One",
    ["left out", 'without "per Letter"', "without \"while `ticket.state == 'placed'`\""],
    seats(spans),
  );
  catchesMutants(
    "5/Ticket/One",
    ["left out", "without Letter", "without Number"],
    seats(" | | unique: Letter, Number"),
  );
});

test("each part of what is said of another row decides once, also where rows are moved on and never changed", () => {
  const none =
    "not Ticket.exists(t, t.id != ticket.id and t.letter == ticket.letter and t.number == ticket.number and t.state != 'void')";
  const told = ["looked at always", "without t.letter == ticket.letter", "without t.state != 'void'"];
  catchesMutants("5/Ticket/One", told, seats(` | \`ticket.state != 'void'\` | \`${none}\``));
  const all = "Ticket.all(t, t.id == ticket.id or t.letter != ticket.letter or t.state == 'void')";
  catchesMutants(
    "5/Ticket/One",
    ["without t.letter != ticket.letter", "without t.state == 'void'"],
    seats(` | | \`${all}\``),
  );
});

test("the rows that a user must own are created, and as many rows of one thing as a limit counts", () => {
  const rule = "create | | `ticket.letter == 'a'`";
  const limit = `
| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Tickets | 9 per User via Holder | Ticket | ENOUGH |
`;
  catchesMutants("6/Ticket/create/Person", ["always", "never"], seats(rule, "has a card"));
  catchesMutants("9/Tickets", ["left out", "9 is 10", "9 is 8"], `${seats(rule, "has a card")}${limit}`);
});

test("where nothing is there to be given, a row is made for it", () => {
  const { notTried } = planOf(
    compile(
      completeDocument(`
## 3. Entities and their fields

### Word

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 20 | yes | |

### Talk

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | several Word | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Word | read | yes |
| Word | create, update, delete | no |
| Talk | create, read, update | yes |
| Talk | delete | no |
| Talk | set Words | no |
${settings}`).source,
    ),
    "6/Talk/set Words/Person#may not on update",
  );
  assert.deepEqual(
    notTried.map(({ why }) => why),
    [],
  );
});

test("at the edge of one rule another one is kept without leaving it", () =>
  catchesMutants(
    "5/Visit/Phone for large ones",
    ["> is >=", "left out"],
    `
## 3. Entities and their fields

### Table

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Seats | integer 1 to 20 | yes | 4 |

### Visit

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Table | reference to Table | yes | |
| Party | integer 1 to 20 | yes | 2 |
| Phone | phone | no | |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Fits the table | Visit | | \`visit.party <= visit.table.seats\` | TOO_MANY |
| Phone for large ones | Visit | \`visit.party > large\` | \`visit.phone != null\` | PHONE_NEEDED |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Table | create, read, update, delete | yes |
| Visit | create, read, update, delete | yes |
${errors("TOO_MANY", "PHONE_NEEDED")}
${settings}
| Constant | Value |
| --- | --- |
| Large | 6 |
`,
  ));
