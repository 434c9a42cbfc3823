// Of whom there is one row each: cases are found with as many people as it takes, and with the row that gives a role.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { shows } from "../testing/shows.ts";

const start = products();

test("a limit of rows of which everybody has one is used up by others, and a step is taken by whom a row's row names", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### House

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Staff | list of Post | | |

### Post
- Unique together: House, Person

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Person | reference to User | yes | |
| Kind | one of: doctor, desk | yes | desk |

### Visit

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Doctor | reference to Post among \`visit.house.staff.filter(s, s.kind == 'doctor')\` | yes | |
| State | state | | |

## 4. States and transitions

### Visit

| State | Kind |
| --- | --- |
| Asked | start |
| Done | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Finish | Asked | Done | button |

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| House | create | create Post | \`house = house, person = me, kind = 'doctor'\` |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Doctor | Post where \`post.kind == 'doctor'\` | House |

| Condition | For | Holds when |
| --- | --- | --- |
| with them | Visit | \`visit.doctor.person == me\` |

| For | May | Person | Doctor |
| --- | --- | --- | --- |
| User | read | yes | no |
| House | create | yes | no |
| House | read | yes | yes |
| House | update, delete | no | no |
| Post | read | yes | yes |
| Post | create, update, delete | no | yes |
| Visit | create, read | yes | yes |
| Visit | update, delete | no | no |
| Visit | Finish | no | with them |
${errors("FULL")}
${settings}

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Posts | 6 per House | Post | FULL |
`);
  await shows(
    start,
    source,
    {
      "9/Posts": ["last", "full"],
      "4/Visit/Finish": ["from asked", "not from done"],
      "6/Visit/Finish/Doctor": ["may", "may not"],
    },
    {
      // A user who names no house is no doctor of it, and every doctor is a user.
      "3/Post/House#required": "no row found among 10: FORBIDDEN of 6/Post/create comes first",
      "3/Post/House#not to be read": "no row found among 10: FORBIDDEN of 6/Post/create comes first",
      "6/House/create/Doctor#may not": "no row found among 1: another role of the user allows it",
      "6/User/read/Doctor#may not": "no row found among 1: another role of the user allows it",
    },
  );
});

test("who may not say whose a row is, and may read no other account, is refused for both", async () => {
  const source = completeDocument(`
## 3. Entities and their fields

### Visit
- Owner: Guest

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Guest | reference to User | auto | \`me\` |
| Words | text up to 20 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Guest | signed in |
| Host | named at installation |

| For | May | Guest | Host |
| --- | --- | --- | --- |
| User | read | no | yes |
| User | update | own | no |
| Visit | create | yes | yes |
| Visit | read | own | yes |
| Visit | update, delete | no | yes |
| Visit | set Guest | no | yes |
${settings}`).source;
  const { passed, failed } = await runPlan(start, source, { only: "6/Visit/set Guest" });
  assert.deepEqual(failed, []);
  assert.ok(passed.includes("6/Visit/set Guest/Guest#may not on create"), passed.join("\n"));
});
