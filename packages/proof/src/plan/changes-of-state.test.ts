// What a plan aims at in section 4: of each change of a state, a transition or an effect some case of its own tells.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "@writ/language";
import { errors, settings } from "../testing/clauses.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { planOf } from "./plan.ts";

type Parts = { readonly states?: string; readonly transitions?: string; readonly effect?: string };

const jobs = ({
  states = "| Open | start |",
  transitions = "| | | |",
  effect = "Job | Close | | | set | `hours = 7`",
}: Parts) => `
## 3. Entities and their fields

### Site

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Day | date | yes | |
| Jobs | list of Job | | |
| State | state | | |

### Post
- Unique together: Site, Person

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Site | belongs to Site | yes | |
| Person | reference to User | yes | |

### Job

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Site | belongs to Site | yes | |
| Post | reference to Post | yes | |
| Hours | integer 0 to 100 | yes | 1 |
| Verdict | one of: good, poor, spoilt | auto | |
| Report | file up to 1 MB (pdf) | no | |
| State | state | | |

## 4. States and transitions

### Site
| State | Kind |
| --- | --- |
| Planned | start |
| Begun | |
| Left | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Begin | Planned | Begun | button |
| Leave | Begun | Left | at \`site.day + days(1)\` |

### Job
| State | Kind |
| --- | --- |
${states}
| Done | end |
| Lost | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Close | Open | Done | button ${transitions}
| Lose | any | Lost | button | | | |

### Effects
| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| ${effect} |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Clerk | Post where \`true\` | Site |

| For | May | Person | Clerk |
| --- | --- | --- | --- |
| Site | create, read, update, delete, Begin | yes | yes |
| Post | create, read, update, delete | yes | yes |
| Job | create, read, update, delete, Close, Lose | no | yes |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| closed | Job | Closed | It is closed. |
| left | Site | Left | It is left. |
${errors("TOO_LONG")}
${settings}
`;

test("rows begin in each state by each part of its condition, and what follows from that is seen", () => {
  const states = "| Long | start if `job.hours > 50` |\n| Open | start |";
  catchesMutants("4/Job/State/Long", ["always", "never", "50 is 51", "50 is 49"], jobs({ states }));
});

test("whoever has a role by a row has it beside rows of which there may be one alone", () => {
  catchesMutants("4/Job/Close", ["left out", "from Done too", "the state stays"], jobs({}));
});

test("where a condition fails, and another row of the transition leads elsewhere, it does", () => {
  const transitions = "| `job.hours > 50` | | |\n| Close | Open | Lost | button | | | |";
  catchesMutants("4/Job/Close", ["possible always", "possible never", "50 is 51", "50 is 49"], jobs({ transitions }));
  catchesMutants("4/Job/Close/2", ["left out", "the state stays"], jobs({ transitions }));
});

test("what may be left out is given too, and of choices that are narrowed another one", () => {
  const transitions = "| | | Verdict (optional; good, poor) |";
  catchesMutants("4/Job/Close", ["Verdict is not asked for", "Verdict is any choice"], jobs({ transitions }));
  catchesMutants("4/Job/Close", ["Report is not asked for"], jobs({ transitions: "| | | Report (optional) |" }));
});

test("a message is sent where it has a recipient", () => {
  const people = "to each `job.site.jobs.filter(j, j.hours > 50).map(j, j.post.person)`";
  catchesMutants(
    "4/Effects/Job/Close/notify closed",
    ["left out"],
    jobs({ effect: `Job | Close | | | notify closed | ${people}` }),
  );
  const clerks = "to role Clerk within `job.post.site`";
  catchesMutants(
    "4/Effects/Job/Close/notify closed",
    ["left out"],
    jobs({ effect: `Job | Close | | | notify closed | ${clerks}` }),
  );
});

test("lists behind references are tried with rows in them, and what time brings from where it starts", () => {
  const behind = "Job | Close | on `job.post.site.jobs.filter(j, j.hours > 50)` | | set | `hours = 7`";
  catchesMutants("4/Effects/Job/Close/set", ["left out", "50 is 51", "50 is 49"], jobs({ effect: behind }));
  const all = "Job | Close | on `job.post.site.jobs` | | set | `hours = 7`";
  catchesMutants("4/Effects/Job/Close/set", ["left out"], jobs({ effect: all }));
  const late = "Site | Leave | on `site.jobs` | `job.hours > 50` | set | `hours = 7`";
  catchesMutants("4/Effects/Site/Leave/set", ["left out", "happens always", "50 is 51"], jobs({ effect: late }));
});

test("a row that gives several roles is theirs also where one of these is to let them do nothing", () => {
  const file = `${import.meta.dirname}/../../../language/src/testing/documents/inventory.md`;
  const { cases } = planOf(compile(readFileSync(file, "utf8")), "6/Delivery/Close");
  assert.ok(cases.length > 0);
});
