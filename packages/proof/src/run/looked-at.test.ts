// What is looked at beside an answer and the rows: a product that is right but for that is found out by the cases that look.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { breakFunction } from "../testing/broken.ts";
import { errors, settings } from "../testing/clauses.ts";
import type { Ground } from "./ground.ts";
import { groundOf } from "../testing/workshop.ts";
import { handOn } from "./run-cases.ts";

const start = products();

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| All tickets | \`/\` | list of Ticket | Person | yes |

### All tickets
- Show: Subject
- Search: Subject, Remark

## 3. Entities and their fields

### Ticket
- Owner: Requester
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Subject | text up to 20 | yes | |
| Days | integer 1 to 9 | yes | |
| Remark | text up to 20 | no | |
| Requester | reference to User | auto | \`me\` |
| Helper | reference to User, among \`User.filter(u, u.has_role('Agent'))\` | no | |
| Due at | datetime | auto | \`now + patience\` |
| State | state | | |

## 4. States and transitions

### Ticket
| State | Kind |
| --- | --- |
| New | start |
| Done | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Finish | New | Done | button |

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Ticket | Finish | | mail Finished | to \`ticket.requester\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Agent | assigned by Lead |
| Lead | named at installation |

| For | May | Person | Agent | Lead |
| --- | --- | --- | --- | --- |
| Ticket | create | yes | yes | yes |
| Ticket | read | own | yes | yes |
| Ticket | update | own | yes | yes |
| Ticket | delete | no | no | yes |
| Ticket | Finish | no | yes | yes |
| Ticket | set Helper | no | no | yes |
| Ticket | see Remark | no | yes | yes |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| Finished | Ticket | {ticket.subject} | After {ticket.days} days, {ticket.requester}, and before {ticket.due_at}. |
${errors()}
${settings}
| Constant | Value |
| --- | --- |
| Patience | 14 days |
`);

const { cases } = planOf(compile(source));

const finished = [
  "4/Ticket/Finish#from new",
  "4/Effects/Ticket/Finish/mail Finished#follows",
  "6/Ticket/Finish/Agent#may",
  "6/Ticket/Finish/Lead#may",
];

type Break = (ground: Ground) => Promise<() => Promise<unknown>>;

const inFunction =
  (name: string, whole: RegExp, instead: string): Break =>
  async (ground) =>
    breakFunction(ground, name, whole, instead);

const inSql =
  (broken: string, mended: string): Break =>
  async ({ owner }) => {
    await owner.query(broken);
    return async () => owner.query(mended);
  };

/** What is otherwise, and the cases that fail then. */
const otherwise: readonly (readonly [string, Break, readonly string[]])[] = [
  [
    "a mail's subject",
    inFunction("effect_ticket_1", /to_jsonb\(given."subject"\)/g, "to_jsonb('Another'::text)"),
    finished,
  ],
  ["a number in it", inFunction("effect_ticket_1", /to_jsonb\(given."days"\)/g, "to_jsonb(given.days + 1)"), finished],
  ["a moment in it", inFunction("effect_ticket_1", /, to_jsonb\(given."due_at"\)/g, ""), finished],
  [
    "the platform's own words",
    inSql(
      `UPDATE writ.error SET message = message || '{"": "Wrong."}' WHERE code = 'REQUIRED'`,
      `UPDATE writ.error SET message = message || '{"": "Please fill this in."}' WHERE code = 'REQUIRED'`,
    ),
    ["3/Ticket/Subject#required", "3/Ticket/Subject#emptied", "3/Ticket/Days#required", "3/Ticket/Days#emptied"],
  ],
];

test("what nobody is answered is looked at, and found out where it is otherwise", async () => {
  const ground = await groundOf(await start(source, { development: true }));
  const hand = handOn(ground);
  const red = async () => {
    const failed: string[] = [];
    for (const one of cases) {
      const { outcome } = await hand(one);
      if (outcome === "failed") failed.push(one.scenario.address);
    }
    return failed;
  };
  assert.deepEqual(await red(), []);
  for (const [what, breaks, failed] of otherwise) {
    const mend = await breaks(ground);
    assert.deepEqual(await red(), failed, what);
    await mend();
  }
});
