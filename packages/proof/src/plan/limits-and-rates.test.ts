// What a plan aims at in section 9, and where no one simply makes a row: limits under a condition, by address and of calls,
// types of what only a change or a transition gives, fields of accounts, lists of other rows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { textOf } from "../agreement/texts.ts";
import { rowsOf } from "../interpreter/world/world.ts";
import { errors, settings } from "../testing/clauses.ts";
import { products } from "../../../server/src/testing/product.ts";
import { runPlan } from "../testing/run-plan.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { planOf } from "./plan.ts";

const barnDocument = `
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Badge | text up to 6 matching \`^B[0-9]+$\`, unique | no | |
| Age | integer 1 to 99 | no | |
| Liked | several Crate | no | |

### Crate

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Old | yes/no | no | no |
| Beside | several Crate, among \`Crate.filter(c, not c.old)\` | no | |

### Lid

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Cracked | yes/no | no | no |

### Box
- Owner: Keeper

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Crate | reference to Crate | yes | |
| Keeper | reference to User | auto | \`me\` |
| Heavy | yes/no | no | no |
| Weight | integer 1 to 50 | auto | |
| Mark | integer 1 to 9 | no | |
| Lids | several Lid | no | |
| Cost | computed money \`box.heavy ? money(5) : money(0)\` | | |
| State | state | | |

## 4. States and transitions

### Box
| State | Kind |
| --- | --- |
| In | start |
| Out | end |

| Transition | From | To | On | Asks for | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- | --- |
| Weigh | In | Out | button | Weight (required), Mark (optional) | \`box.weight != null and box.weight != 7\` | WRONG |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Not under cracked ones | Box | \`box.lids.all(l, not l.cracked)\` | WRONG |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Boss | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| light | Box | \`box.weight == null or box.weight < 5\` |

| For | May | Person | Boss |
| --- | --- | --- | --- |
| User | read | yes | yes |
| Crate | create, read, update, delete | yes | yes |
| Lid | create, read, update, delete | yes | yes |
| Box | create, read | yes | yes |
| Box | update | own | no |
| Box | Weigh | own | light |
| Box | delete | no | yes |
| Box | set Mark | no | yes |
| Ring | call | yes | no |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Ring | function | button | below |

### Ring
- In: Crate

\`\`\`ts
await Promise.resolve();
\`\`\`

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| WRONG | It is so | 422 | It is so. |
| FULL | It is full | 409 | It is full. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
| Currency | EUR |
| Sign-in | email and password |

| Limit | Value | Counts | When | Otherwise |
| --- | --- | --- | --- | --- |
| Making | 9 per hour per address | create Box | \`box.heavy\` | RATE_LIMITED |`;

const barn = (limits = "") => `${barnDocument}
${limits}
`;

const changes = ["counted always"];

test("a quota counts the rows of which its When is so, and no others", () => {
  catchesMutants(
    "9/Heavy ones",
    ["3 is 4", "3 is 2", ...changes],
    barn("| Heavy ones | 3 per Crate | Box | `box.heavy` | FULL |"),
  );
});

test("what comes to count by a transition is tried by that", () => {
  const limit = "| Out ones | 2 per Crate | Box | `box.state == 'out'` | FULL |";
  catchesMutants("9/Out ones", ["2 is 3", "2 is 1"], barn(limit));
});

test("requests from one address are counted together, and of a call as of a row", () => {
  catchesMutants("9/Making", ["9 is 10", "9 is 8", ...changes], barn());
  catchesMutants("9/Ringing", ["2 is 3", "2 is 1"], barn("| Ringing | 2 per hour per user | Ring | | RATE_LIMITED |"));
});

test("what is counted before the user is known is tried by a new user", () => {
  catchesMutants(
    "9/Doors",
    ["2 is 3", "2 is 1"],
    barn("| Doors | 2 per hour per address | sign in | | RATE_LIMITED |"),
  );
});

test("the limits of a type are tried by whatever gives such a value", () => {
  catchesMutants("3/Box/Weight", ["1 is 2", "50 is 51"], barn());
  catchesMutants("3/User/Age", ["1 is 2", "99 is 100"], barn());
  const { cases } = planOf(compile(completeDocument(barn()).source), "3/");
  for (const address of ["3/User/Badge#of the greatest length", "3/User/Badge#one longer", "3/User/Badge#twice"])
    assert.ok(
      cases.some(({ scenario }) => scenario.address === address),
      address,
    );
});

test("a guard about what its transition asks for is met by that, and a right by what is there", () => {
  catchesMutants("4/Box/Weigh", ["7 is 8", "without box.weight != 7"], barn(), ["without box.weight != null"]);
  catchesMutants("6/light", ["5 is 6", "5 is 4"], barn());
});

test("a rule about a list of other rows is tried with others than there are", () =>
  catchesMutants("5/Box/Not under cracked ones", ["left out"], barn()));

const surgery = `
## 3. Entities and their fields

### House

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |

### Post

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Person | reference to User | yes | |
| Job | one of: vet, chief | yes | |

### Visit

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Vet | reference to User | no | |
| Fees | list of Fee | | |
| Total | computed money \`visit.fees.map(f, f.price).sum()\` | | |

### Fee

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Visit | belongs to Visit | yes | |
| Price | money 0 to 100 | yes | |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Vet | Post where \`post.job in ['vet', 'chief']\` | House |
| Chief | Post where \`post.job == 'chief'\` | House |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| my visit | Visit | \`visit.vet == me\` | NOT_YOURS |

| For | May | Person | Vet | Chief |
| --- | --- | --- | --- | --- |
| House | create, read | no | yes | yes |
| Post | create, read | no | no | yes |
| Visit | read | yes | no | no |
| Visit | create | no | yes | no |
| Fee | create, read | yes | no | no |
| Visit | update | no | my visit | no |
| Visit | delete | no | no | my visit |
${errors("NOT_YOURS")}
${settings}
`;

test("whoever is refused for their role's sake has it, also where a condition is about who they are", () => {
  const { cases } = planOf(compile(completeDocument(surgery).source), "6/");
  const refused = cases.filter(({ scenario, outcome }) => "refused" in outcome && scenario.by === "chief");
  assert.ok(refused.length > 0);
  for (const { scenario, situation } of refused) {
    const posts = rowsOf(situation.world, "post").filter(({ values }) => textOf(values.get("job") ?? null) === "chief");
    assert.ok(
      posts.some(({ values }) => textOf(values.get("person") ?? null) === situation.me),
      scenario.address,
    );
  }
});

test("money that is worked out is shown where it is not nothing", () => {
  const { cases } = planOf(compile(completeDocument(surgery).source), "3/Visit/Total");
  assert.deepEqual(
    cases.map(({ situation }) => rowsOf(situation.world, "fee").length),
    [1],
  );
});

const start = products();

test("all of it is shown by a product of that document", async () => {
  const limits = `| Heavy ones | 3 per Crate | Box | \`box.heavy\` | FULL |
| Ringing | 2 per hour per user | Ring | | RATE_LIMITED |`;
  const { failed, passed } = await runPlan(start, completeDocument(barn(limits)).source);
  assert.deepEqual(failed, []);
  for (const address of ["3/Crate/Beside#not among", "9/Making#full", "9/Ringing#full", "3/User/Badge#twice"])
    assert.ok(passed.includes(address), address);
});
