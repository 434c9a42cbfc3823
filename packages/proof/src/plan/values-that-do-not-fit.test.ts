// What a plan aims at where an effect gives values to other rows: such as they take, so that it can follow, and such as refuse it all.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { planOf } from "./plan.ts";

const start = products();

const of = (set: string) => `
## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Weight | integer 0 to 100 | yes | |
| Notes | list of Note | | |
| State | state | | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Ticket | belongs to Ticket | yes | |
| Mark | integer 0 to 9 | no | |
| Label | text up to 8 matching \`[a-z]+\` | no | |

### Log

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Ticket | belongs to Ticket | yes | |
| Size | integer 0 to 9 | no | |
| Text | text up to 8 | no | |

## 4. States and transitions

### Ticket
| State | Kind |
| --- | --- |
| Open | start |
| Done | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Finish | Open | Done | button |

### Effects
| For | After | On | Do | With |
| --- | --- | --- | --- | --- |
| Ticket | Finish | on \`ticket.notes\` | set | \`${set}\` |
| Ticket | Finish | | create Log | \`ticket = ticket, size = ticket.weight - 3, text = ticket.title\` |
${everything(
  "Ticket | create, read, update, delete",
  "Ticket | Finish",
  "Note | create, read, update, delete",
  "Log | create, read, update, delete",
)}
${settings}`;

const tickets = of("mark = ticket.weight - 5, label = ticket.title");

test("what sets off an effect is tried with values that the rows of the effect take", () => {
  catchesMutants("4/Effects/Ticket/Finish/set", ["left out", "5 is 6", "label is not set"], tickets);
  catchesMutants("4/Effects/Ticket/Finish/create Log", ["left out", "3 is 4", "text is not set"], tickets);
});

test("a value that a row of an effect does not take refuses all of it, on a product of that document", async () => {
  const beyond = ["beyond its least by an effect", "beyond its most by an effect"];
  const people = ["at its least", "beyond its least", "at its most", "beyond its most"];
  await shows(start, completeDocument(tickets).source, {
    "3/Note/Mark": [...people, ...beyond],
  });
});

test("nothing is asked for that no effect can give", () => {
  const { cases, notTried } = planOf(compile(completeDocument(of("mark = 7, label = note.label")).source), "3/Note/");
  assert.deepEqual(notTried, []);
  assert.deepEqual(
    cases.filter(({ scenario: { address } }) => address.endsWith("by an effect")),
    [],
  );
});
