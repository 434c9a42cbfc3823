// What is looked at beside an answer and the rows, and which cases find out what is otherwise; long because of their lists.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { breakFunction } from "../testing/broken.ts";
import { errors, settings } from "../testing/clauses.ts";
import type { Ground } from "./ground.ts";
import { redBeside, redOf } from "../testing/red.ts";
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
    breakFunction(ground, name, new RegExp(whole, "g"), instead);

const inSql =
  (broken: string, mended: string): Break =>
  async ({ owner }) => {
    await owner.query(broken);
    return async () => owner.query(mended);
  };

/** While a user writes it shows something else than afterwards. */
const whileWriting =
  (view: string, column: string, instead: string): Break =>
  async ({ owner }) => {
    const { rows } = await owner.query<{ readonly shown: string; readonly options: string }>(
      "SELECT pg_get_viewdef(oid) AS shown, concat('WITH (' || array_to_string(reloptions, ', ') || ')') AS options FROM pg_class WHERE oid = $1::regclass",
      [view],
    );
    const { shown = "", options = "" } = rows[0] ?? {};
    const otherwise = shown.replace(
      new RegExp(`\\b${column},`),
      `CASE WHEN pg_current_xact_id_if_assigned() IS NULL THEN ${column} ELSE ${instead} END AS ${column},`,
    );
    assert.notEqual(otherwise, shown, shown);
    await owner.query(`CREATE OR REPLACE VIEW ${view} ${options} AS ${otherwise}`);
    return async () => owner.query(`CREATE OR REPLACE VIEW ${view} ${options} AS ${shown}`);
  };

/** What is otherwise, and the cases that fail then. */
const differing: readonly (readonly [string, Break, readonly string[]])[] = [
  [
    "what a write answers",
    whileWriting("public.ticket", "days", "9"),
    [
      "3/Ticket/Subject#of the greatest length",
      "3/Ticket/Days#at its least",
      "3/Ticket/Remark#of the greatest length",
      "3/Ticket/Requester#default",
      "3/Ticket/Helper#among",
      "3/Ticket/Due at#default",
      "4/Ticket/Finish#from new",
      "4/Effects/Ticket/Finish/mail Finished#follows",
      "6/Ticket/create/Person#may",
      "6/Ticket/create/Agent#may",
      "6/Ticket/create/Lead#may",
      "6/Ticket/update/Person#may",
      "6/Ticket/update/Agent#may",
      "6/Ticket/update/Lead#may",
      "6/Ticket/Finish/Agent#may",
      "6/Ticket/Finish/Lead#may",
      "6/Ticket/set Helper/Lead#may on create",
      "6/Ticket/set Helper/Lead#may on update",
    ],
  ],
  [
    "a mail's subject",
    inFunction("effect_ticket_1", /to_jsonb\(given."subject"\)/, "to_jsonb('Another'::text)"),
    finished,
  ],
  ["a number in it", inFunction("effect_ticket_1", /to_jsonb\(given."days"\)/, "to_jsonb(given.days + 1)"), finished],
  ["a moment in it", inFunction("effect_ticket_1", /, to_jsonb\(given."due_at"\)/, ""), finished],
  [
    "the platform's own words",
    inSql(
      `UPDATE writ.error SET message = message || '{"": "Wrong."}' WHERE code = 'REQUIRED'`,
      `UPDATE writ.error SET message = message || '{"": "Please fill this in."}' WHERE code = 'REQUIRED'`,
    ),
    ["3/Ticket/Subject#required", "3/Ticket/Subject#emptied", "3/Ticket/Days#required", "3/Ticket/Days#emptied"],
  ],
  [
    "what is kept of a step",
    inFunction("keep_history_ticket", /'delete' ELSE/, "'remove' ELSE"),
    ["6/Ticket/delete/Lead#may"],
  ],
  [
    "who did it",
    inFunction(
      "keep_history_ticket",
      /auth\.uid\(\) END, writ/,
      "CASE TG_OP WHEN 'DELETE' THEN NULL ELSE auth.uid() END END, writ",
    ),
    ["6/Ticket/delete/Lead#may"],
  ],
  [
    "when they did it",
    inFunction(
      "keep_history_ticket",
      /writ\.now\(\)/,
      "writ.now() + CASE TG_OP WHEN 'DELETE' THEN '1 minute' ELSE '0' END::interval",
    ),
    ["6/Ticket/delete/Lead#may"],
  ],
  [
    "a field that is kept",
    inFunction("keep_history_ticket", /, 'helper'/, ""),
    ["3/Ticket/Helper#among", "6/Ticket/set Helper/Lead#may on create", "6/Ticket/set Helper/Lead#may on update"],
  ],
  [
    "who reads what is kept",
    inFunction("history_ticket", /(?<=WHERE _stored\.id = \$1) AND .*(?= AND \(h\.event)/, ""),
    ["6/Ticket/read/Person#may not", "6/Ticket/read#not signed in"],
  ],
  [
    "what they may not see of it",
    inFunction("history_ticket", /LATERAL \(SELECT h\.changes.* AS changes\)/, "LATERAL (SELECT h.changes AS changes)"),
    ["6/Ticket/see Remark/Person#may not"],
  ],
  [
    "that it is read at all",
    inFunction("history_ticket", /ORDER BY/, "AND h.event = '' ORDER BY"),
    [
      "6/Ticket/read/Person#may",
      "6/Ticket/read/Agent#may",
      "6/Ticket/read/Lead#may",
      "6/Ticket/see Remark/Person#may not",
      "6/Ticket/see Remark/Agent#may",
      "6/Ticket/see Remark/Lead#may",
    ],
  ],
  [
    "who finds rows by words",
    inSql(
      "ALTER FUNCTION public.search_ticket OWNER TO CURRENT_USER",
      "ALTER FUNCTION public.search_ticket OWNER TO writ_client",
    ),
    ["6/Ticket/read/Person#may not", "6/Ticket/read#not signed in", "6/Ticket/see Remark/Person#may not"],
  ],
  [
    "that words matter",
    inFunction("search_ticket", /WHERE row\.id IN .*;/, ";"),
    [
      "6/Ticket/read/Person#may",
      "6/Ticket/read/Agent#may",
      "6/Ticket/read/Lead#may",
      "6/Ticket/see Remark/Person#may not",
      "6/Ticket/see Remark/Agent#may",
      "6/Ticket/see Remark/Lead#may",
    ],
  ],
  ["what they are found by", inFunction("search_ticket", / AND \(.*\);/, ";"), ["6/Ticket/see Remark/Person#may not"]],
  [
    "that they are found at all",
    inFunction("search_ticket", / AND \(.*\);/, " AND false;"),
    [
      "6/Ticket/read/Person#may",
      "6/Ticket/read/Agent#may",
      "6/Ticket/read/Lead#may",
      "6/Ticket/see Remark/Agent#may",
      "6/Ticket/see Remark/Lead#may",
    ],
  ],
  [
    "whom choices are shown to",
    inFunction("choices_ticket.helper", /RETURN; END IF/, "NULL; END IF"),
    [
      "6/Ticket/set Helper/Person#may not on create",
      "6/Ticket/set Helper/Person#may not on update",
      "6/Ticket/set Helper/Agent#may not on create",
      "6/Ticket/set Helper/Agent#may not on update",
    ],
  ],
  [
    "which there are",
    inFunction("choices_ticket.helper", / AND "?writ"?\."?among[^ ]*\(_given, chosen.id\)/, ""),
    ["3/Ticket/Helper#among", "6/Ticket/set Helper/Lead#may on create", "6/Ticket/set Helper/Lead#may on update"],
  ],
  [
    "that there are any",
    inFunction("choices_ticket.helper", /LIMIT 50/, "LIMIT 0"),
    ["3/Ticket/Helper#among", "6/Ticket/set Helper/Lead#may on create", "6/Ticket/set Helper/Lead#may on update"],
  ],
  [
    "own roles",
    inFunction("my_roles", /writ\.has_role\('lead'\)/, "true"),
    ["6/Agent#given by lead", "6/Agent#taken by lead"],
  ],
  [
    "whom people are shown to",
    inFunction("people_of_roles", /IF NOT \(.*?\) THEN/, "IF false THEN"),
    ["6/Agent#not given by person", "6/Agent#not given by agent"],
  ],
  [
    "what is told of them",
    inFunction("people_of_roles", /given.person = person."id" AND/, ""),
    ["6/Agent#given by lead"],
  ],
];

test("what no answer shows is checked, and differences are detected", async () => {
  const ground = await groundOf(await start(source, { development: true, jobs: "asked" }));
  const hand = handOn(ground);
  assert.deepEqual(await redOf(cases, hand), []);
  const beside = redBeside(cases, hand);
  for (const [what, breaks, failed] of differing) {
    const mend = await breaks(ground);
    assert.deepEqual(await beside(failed), failed, what);
    await mend();
  }
});
