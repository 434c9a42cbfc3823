// Transitions on a real database, as the people who press the buttons: what happens, and what is refused in which order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases } from "../../../testing/database.ts";

const { open } = databases();

const tickets = completeDocument(`
## 3. Entities and their fields

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Closed | yes/no | no | no |

### Ticket
- Owner: Requester

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Subject | text up to 60 | yes | |
| Urgent | yes/no | no | no |
| Requester | reference to User | auto | \`me\` |
| Assignee | reference to User, among \`User.filter(u, u.has_role('Agent'))\` | no | |
| Team | reference to Team | no | |
| Outcome | one of: fixed, invalid, late-fix | no | |
| Note | text up to 20 | auto | |
| Solved at | datetime | auto | |
| State | state | | |

## 4. States and transitions

### Ticket

| State | Kind |
| --- | --- |
| Alarm | start if \`ticket.urgent\` |
| New | start |
| In progress (\`in-progress\`) | |
| Solved | |
| Closed | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Take | Alarm, New | In progress | button | | | |
| Assign | any | In progress | button | | | Assignee (required), Note (optional) |
| Solve | In progress | Solved | button | \`ticket.assignee != null\` | NOT_ASSIGNED | Outcome (required; fixed, invalid) |
| Solve | In progress | Solved | button | \`ticket.outcome != 'invalid' or ticket.note != null\` | NO_NOTE | |
| Decide | Solved | Closed | button | \`ticket.outcome == 'fixed'\` | | |
| Decide | Solved | New | button | \`ticket.note != null\` | NO_NOTE | |
| Nudge | any but Alarm | same | button | | | Note (required) |
| Drop | any | Closed | effect | | | |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Ticket | Take | | set | \`assignee = me\` |
| Ticket | Solve | | set | \`solved_at = now\` |
| Ticket | Solve | \`ticket.urgent\` | set | \`note = 'was urgent'\` |
| Ticket | update | \`ticket.subject == 'drop me'\` | do Drop | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |
| Customer | signed in |
| Agent | named at installation |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| mine | Ticket | \`ticket.assignee == me\` | |
| calm | Ticket | \`not ticket.urgent\` | TOO_URGENT |

| For | May | Visitor | Customer | Agent |
| --- | --- | --- | --- | --- |
| Team | create, read, update, delete | no | no | yes |
| User | read | no | no | yes |
| Ticket | create | no | yes | yes |
| Ticket | read | no | own | yes |
| Ticket | update | no | own | yes |
| Ticket | delete | no | no | no |
| Ticket | Take, Assign, Decide | no | no | yes |
| Ticket | Nudge | no | own and calm | yes |
| Ticket | Solve | no | no | mine |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_ASSIGNED | nobody has it | 422 | Take it first. |
| NO_NOTE | nothing is said | 422 | Say why. |
| TOO_URGENT | there is no time | 409 | Not now. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Nudges | 2 per hour per user | Nudge | RATE_LIMITED |
`).source;

const nobody = "00000000-0000-4000-8000-000000000000";

async function desk(source = tickets) {
  const database = await open(source);
  const [ann, bob, cleo] = [
    await database.account("Ann"),
    await database.account("Bob", "agent"),
    await database.account("Cleo", "agent"),
  ];
  const add = async (who: string, subject: string, urgent = false) => {
    const answer = await database.as(who, "INSERT INTO ticket (subject, urgent) VALUES ($1, $2) RETURNING id, state", [
      subject,
      urgent,
    ]);
    assert.ok("rows" in answer, JSON.stringify(answer));
    return String(answer.rows[0]?.["id"]);
  };
  const of = async (id: string) => (await database.owner("SELECT * FROM public.ticket WHERE id = $1", [id]))[0] ?? {};
  return { ...database, ann, bob, cleo, add, of };
}

const codes = (answer: Awaited<ReturnType<Awaited<ReturnType<typeof desk>>["as"]>>) =>
  "rows" in answer
    ? "done"
    : [answer.code, ...answer.problems.map(({ code, field }) => (field ? `${code} ${field}` : code))].join(", ");

test("a row begins in its start state, and no client writes one", async () => {
  const { as, ann, owner } = await desk();
  const start = async (columns: string, values: string) =>
    as(ann, `INSERT INTO ticket (subject, ${columns}) VALUES ('a', ${values}) RETURNING state`);
  assert.deepEqual(await start("urgent", "true"), { rows: [{ state: "alarm" }] });
  assert.deepEqual(await start("urgent", "false"), { rows: [{ state: "new" }] });
  assert.deepEqual(
    await start("state", "'new'"),
    { rows: [{ state: "new" }] },
    "what would be set anyway may be given",
  );
  assert.equal(codes(await start("state", "'solved'")), "FORBIDDEN, FORBIDDEN state");
  assert.equal(codes(await as(ann, "UPDATE ticket SET state = 'solved'")), "FORBIDDEN, FORBIDDEN state");
  assert.equal(codes(await as(ann, "UPDATE ticket SET state = state, subject = 'b'")), "done");
  await owner("INSERT INTO public.ticket (subject, requester, state) VALUES ('laid', $1, 'solved')", [ann]);
  await assert.rejects(
    owner("INSERT INTO public.ticket (subject, requester, state) VALUES ('laid', $1, 'nowhere')", [ann]),
    /INVALID/,
  );
  const hidden = await as(ann, "UPDATE ticket SET _state_since = '2001-01-01', _did = 'take'");
  const [row] = await owner(
    "SELECT count(*)::int AS n FROM public.ticket WHERE _state_since < '2002-01-01' OR _did IS NOT NULL",
  );
  assert.deepEqual(row, { n: 0 }, JSON.stringify(hidden));
});

test("a transition answers the row, with what it asks for and sets", async () => {
  const { as, ann, bob, add, of, owner } = await desk();
  const id = await add(ann, "printer", true);
  await owner("UPDATE public.ticket SET _state_since = '2001-01-01'");
  const taken = await as(bob, "SELECT id, state, assignee FROM ticket_take($1)", [id]);
  assert.deepEqual(taken, { rows: [{ id, state: "in-progress", assignee: bob }] });
  assert.ok(((await of(id))["_state_since"] as Date).getFullYear() > 2001, "since when is told anew");
  assert.equal((await of(id))["updated_by"], bob);
  const solved = await as(bob, "SELECT state, outcome, note FROM ticket_solve($1, 'fixed')", [id]);
  assert.deepEqual(solved, { rows: [{ state: "solved", outcome: "fixed", note: "was urgent" }] });
  assert.ok((await of(id))["solved_at"]);
  await owner("UPDATE public.ticket SET _state_since = '2001-01-01'");
  assert.equal(codes(await as(bob, "SELECT FROM ticket_nudge($1, 'hello')", [id])), "done");
  assert.equal(((await of(id))["_state_since"] as Date).getFullYear(), 2001, "same is no new stay");
  assert.deepEqual(await as(bob, "SELECT state FROM ticket_decide($1)", [id]), { rows: [{ state: "closed" }] });
});

test("refusals come in their order, and change nothing", async () => {
  const { as, ann, bob, cleo, add, of } = await desk();
  const id = await add(bob, "printer");
  const take = (who: string | null, ticket: string) => as(who, "SELECT FROM ticket_take($1)", [ticket]);
  assert.equal(codes(await take(null, nobody)), "NOT_SIGNED_IN, NOT_SIGNED_IN");
  assert.equal(codes(await take(bob, nobody)), "NOT_FOUND, NOT_FOUND");
  assert.equal(codes(await take(ann, id)), "NOT_FOUND, NOT_FOUND", "what cannot be read is not there");
  const own = await add(ann, "own");
  assert.equal(codes(await take(ann, own)), "FORBIDDEN, FORBIDDEN");
  assert.deepEqual(await take(ann, own), {
    code: "FORBIDDEN",
    status: 403,
    message: "You do not have permission to do this.",
    problems: [{ code: "FORBIDDEN", clause: "6/Ticket/Take" }],
  });
  assert.equal(codes(await take(bob, id)), "done");
  assert.equal(codes(await take(bob, id)), "CONFLICT, CONFLICT");
  const solve = (who: string, outcome: string | null) => as(who, "SELECT FROM ticket_solve($1, $2)", [id, outcome]);
  assert.equal(codes(await solve(cleo, "fixed")), "FORBIDDEN, FORBIDDEN", "not hers, whatever else is wrong");
  assert.equal(codes(await solve(bob, null)), "REQUIRED, REQUIRED outcome");
  assert.equal(codes(await solve(bob, " \u00a0 ")), "REQUIRED, REQUIRED outcome, INVALID outcome");
  assert.equal(codes(await solve(bob, "late_fix")), "INVALID, INVALID outcome", "the choice is narrowed");
  assert.equal(codes(await solve(bob, "invalid")), "NO_NOTE, NO_NOTE", "a guard sees what was asked for");
  assert.equal((await of(id))["state"], "in-progress");
  assert.equal((await of(id))["outcome"], null);
});

test("a condition that alone rejects the caller is reported by its own error", async () => {
  const { as, ann, bob, add } = await desk();
  const [calm, urgent] = [await add(ann, "calm"), await add(ann, "urgent", true)];
  const nudge = (who: string, id: string) => as(who, "SELECT FROM ticket_nudge($1, 'x')", [id]);
  assert.equal(codes(await nudge(ann, calm)), "done");
  assert.equal(codes(await nudge(ann, urgent)), "TOO_URGENT, TOO_URGENT");
  assert.equal(codes(await nudge(bob, calm)), "done");
});

test("how often is counted after the right and before the state, and only where something was done", async () => {
  const { as, bob, add } = await desk();
  const [one, alarm] = [await add(bob, "one"), await add(bob, "alarm", true)];
  const nudge = (id: string) => as(bob, "SELECT FROM ticket_nudge($1, 'x')", [id]);
  assert.equal(codes(await nudge(one)), "done");
  assert.equal(codes(await nudge(alarm)), "CONFLICT, CONFLICT", "what is refused does not count");
  assert.equal(codes(await nudge(one)), "done");
  assert.equal(codes(await nudge(alarm)), "RATE_LIMITED, RATE_LIMITED");
  assert.equal(codes(await nudge(nobody)), "NOT_FOUND, NOT_FOUND");
});

test("all guards are reported, and alternatives are tried in turn", async () => {
  const { as, bob, add, owner, of } = await desk();
  const id = await add(bob, "printer");
  await owner("UPDATE public.ticket SET state = 'in-progress'");
  // Nobody but whoever has it may solve it, so the system does.
  await assert.rejects(
    owner('SELECT writ."do_ticket.solve"($1, \'{"outcome": "invalid"}\', false)', [id]),
    (failure: Error) => {
      assert.deepEqual(
        JSON.parse(JSON.parse(failure.message).details).map((one: { code: string }) => one.code),
        ["NOT_ASSIGNED", "NO_NOTE"],
      );
      return true;
    },
  );
  await owner("UPDATE public.ticket SET state = 'solved', outcome = 'invalid'");
  assert.equal(codes(await as(bob, "SELECT FROM ticket_decide($1)", [id])), "NO_NOTE, NO_NOTE");
  await owner("UPDATE public.ticket SET note = 'x'");
  assert.equal(codes(await as(bob, "SELECT FROM ticket_decide($1)", [id])), "done");
  assert.equal((await of(id))["state"], "new");
});

test("a transition asks for a user who may be named", async () => {
  const { as, ann, bob, cleo, add } = await desk();
  const id = await add(ann, "printer");
  const assign = (who: string, whom: string | null) =>
    as(who, "SELECT assignee FROM ticket_assign($1, $2, 'x')", [id, whom]);
  assert.deepEqual(await assign(bob, cleo), { rows: [{ assignee: cleo }] });
  assert.equal(codes(await assign(bob, ann)), "INVALID, INVALID assignee", "she is no agent");
  assert.equal(codes(await assign(bob, nobody)), "INVALID, INVALID assignee");
  assert.equal(codes(await assign(bob, null)), "REQUIRED, REQUIRED assignee");
});

test("the users who may be named are those whom the document means, also where no one reads accounts", async () => {
  const { as, ann, bob, cleo, add } = await desk(
    tickets.replace("| User | read | no | no | yes |", "| User | read | no | no | no |"),
  );
  const id = await add(ann, "printer");
  assert.deepEqual(await as(bob, "SELECT assignee FROM ticket_assign($1, $2, 'x')", [id, cleo]), {
    rows: [{ assignee: cleo }],
  });
  assert.equal(codes(await as(bob, "SELECT FROM ticket_assign($1, $2, 'x')", [id, ann])), "INVALID, INVALID assignee");
});

test("no client calls a transition of effects alone, nor an inner function", async () => {
  const { as, ann, bob, add, of } = await desk();
  const id = await add(ann, "printer");
  assert.equal(codes(await as(bob, "SELECT FROM ticket_drop($1)", [id])), "42883");
  for (const call of [
    "\"do_ticket.take\"($1, '{}', false)",
    "\"ask_ticket.take\"($1, '{}')",
    '"step_ticket.take"(t)',
    "enqueue('a', 'b', '{}', 'c')",
    "sweep(1)",
  ]) {
    const answer = await as(bob, `SELECT writ.${call} FROM (SELECT * FROM ticket WHERE id = $1::uuid) t`, [id]);
    assert.equal(codes(answer), "42501", call);
  }
  assert.equal(codes(await as(ann, "UPDATE ticket SET subject = 'drop me' WHERE id = $1", [id])), "done");
  assert.equal((await of(id))["state"], "closed");
});

test("the service acts as no user: it needs no right, and the state still binds it", async () => {
  const { connect, ann, cleo, add, of, owner } = await desk();
  const id = await add(ann, "printer");
  const [{ name = "" } = {}] = (await owner("SELECT current_database() AS name")) as { name: string }[];
  assert.match(name, /document/);
  const client = await connect();
  await client.query("SET ROLE service_role");
  await client.query("SELECT FROM ticket_take($1)", [id]);
  assert.equal((await of(id))["state"], "in-progress");
  await assert.rejects(client.query("SELECT FROM ticket_take($1)", [id]), /CONFLICT/);
  await client.query("SELECT FROM ticket_assign($1, $2)", [id, cleo]);
  assert.equal((await of(id))["assignee"], cleo, "and may name whom nobody else may");
});
