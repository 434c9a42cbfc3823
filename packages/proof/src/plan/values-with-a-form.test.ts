// Values that a search makes up: days that a field can hold, addresses that are addresses, and rows that a rule looks at from afar.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { shows } from "../testing/shows.ts";
import { planOf } from "./plan.ts";

const start = products();
const rule = ["create", "update"].flatMap((deed) =>
  ["refused", "allowed", "allowed 2"].map((what) => `${deed} ${what}`),
);

test("no user gives days beyond the year 9999", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Booking

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| From | date | yes | |
| To | date | yes | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Far | Booking | \`booking.to > booking.from + days(3000000)\` | FAR |
${everything("Booking | create, read, update, delete")}
${errors("FAR")}
${settings}`);
  const days = planOf(compile(source)).cases.flatMap(({ situation: { world, attempt } }) =>
    [...(world.rows.get("booking")?.values() ?? []), ...("values" in attempt ? [attempt] : [])].flatMap(({ values }) =>
      [...values.values()].flatMap((one) => (typeof one === "object" && one && "day" in one ? [one.day] : [])),
    ),
  );
  assert.ok(days.length > 10);
  assert.ok(days.every((day) => day <= Date.parse("9999-12-31") / 86_400_000));
  const { passed, failed } = await runPlan(start, source);
  assert.deepEqual(failed, []);
  assert.ok(passed.includes("5/Booking/Far#create refused"));
});

test("a user whose address has to end or begin in some way has a whole address", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Desk
- Unique together: Account

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Account | reference to User, among \`User.filter(u, u.email != null and u.email.endsWith('@example.org'))\` | yes | |
| Site | url | no | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Ours | Desk | \`desk.site == null or desk.site.startsWith('https://desk')\` | OURS |
${everything("Desk | create, read, update, delete", "User | read")}
${errors("OURS")}
${settings}`);
  const emails = planOf(compile(source)).cases.flatMap(({ situation: { world } }) =>
    [...(world.rows.get("user")?.values() ?? [])].map(({ values }) => String(values.get("email") ?? "a@b.c")),
  );
  assert.deepEqual(
    emails.filter((email) => !/^[^@]+@[^@]+\.[^@]+$/.test(email)),
    [],
  );
  await shows(start, source, {
    "3/Desk/Account": ["required", "emptied", "among", "not among", "not among 2"],
    "5/Desk/Ours": rule,
  });
});

test("a rule seen through a reference waits until it leads somewhere", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Points | integer 0 to 100 | yes | |
| Done | yes/no | no | no |
| Keeper | reference to User | no | |
| Steps | list of Step | | |

### Keeping

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Task | belongs to Task | yes | |
| Person | reference to User | yes | |

### Step

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Task | belongs to Task | yes | |
| Weight | integer 0 to 100 | yes | |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Weighed | Task | \`task.done\` | \`task.steps.map(s, s.weight).sum() == task.points\` | WEIGHED |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| kept | Task | \`Keeping.exists(k, k.person == me and k.task == task)\` |

| For | May | Person |
| --- | --- | --- |
| Task | create, update, delete | yes |
| Task | read | kept |
| Keeping | create, read, update, delete | yes |
| Step | create, read, update, delete | yes |
${errors("WEIGHED")}
${settings}`);
  await shows(
    start,
    source,
    {
      "5/Task/Weighed": [...rule, "create step refused", "update step refused", "delete step refused"],
    },
    { "6/Keeping/create/Person#may": "no row found among 60: INVALID of 3/Keeping/Task comes first" },
  );
});

test("a user who may not have a given name has another one, and not none", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| elsewhere | Note | \`not me.name.startsWith('A')\` |

| For | May | Person |
| --- | --- | --- |
| Note | create, update, delete | yes |
| Note | read | elsewhere |
${settings}`);
  await shows(start, source, { "6/Note/read/Person": ["may", "may not"] });
});
