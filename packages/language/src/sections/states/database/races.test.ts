// Sixteen people at once: transitions, effects and timers happen once, and nobody waits for ever or sees a deadlock.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "pg";
import { completeDocument } from "../../../testing/run-cases.ts";
import { asPerson, databases, type Answer, type TestDatabase } from "../../../testing/database.ts";
import { pause } from "../../../testing/eventually.ts";

const { open } = databases();
const people = 16;
const rounds = process.env["WRIT_LONG"] === "1" ? 3000 : 100;

const lending = completeDocument(`
## 3. Entities and their fields

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Loans | list of Loan | | |
| Out now | computed yes/no \`item.loans.exists(l, l.state == 'out')\` | | |

### Loan

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Item | belongs to Item | yes | |
| Taken by | reference to User | auto | |
| Times | integer | auto | 0 |
| Due on | datetime | no | |
| Notes | list of Note | | |
| State | state | | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Loan | belongs to Loan | yes | |
| Words | text up to 60 | yes | |

## 4. States and transitions

### Loan

| State | Kind |
| --- | --- |
| Asked | start |
| Out | |
| Back | |
| Over | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Collect | Asked | Out | button | \`not loan.item.out_now\` | NOT_THERE |
| Return | Out | Back | button | | |
| Answer | Back | Over | effect | | |
| Expire | Out | Over | at \`loan.due_on\` | | |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Loan | Collect | | set | \`taken_by = me, times = loan.times + 1\` |
| Loan | Collect | | create Note | \`loan = loan, words = 'collected'\` |
| Loan | Collect | | notify told | to \`loan.taken_by\` |
| Loan | Expire | | create Note | \`loan = loan, words = 'expired'\` |
| Loan | Expire | | notify told | to \`loan.taken_by\` |
| Note | create | \`note.words == 'hello' and note.loan.state == 'back'\` | do Answer | on \`note.loan\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Item | create, read, update, delete | yes |
| Loan | create, read, update, delete | yes |
| Loan | Collect, Return | yes |
| Note | create, read, update, delete | yes |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| told | Loan | {loan.item.name} | It is yours. |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_THERE | somebody has it | 409 | Somebody else has it. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;

type Crowd = TestDatabase & {
  readonly members: readonly string[];
  readonly clients: readonly Client[];
  /** Everybody does it at the same time, each on a connection of their own. */
  readonly all: (
    what: (index: number) => readonly [sql: string, values: readonly unknown[]],
  ) => Promise<readonly Answer[]>;
  readonly loans: (count: number, state?: string) => Promise<readonly string[]>;
};

/** One database and one crowd for the whole file: connections are scarce. */
let gathered: Promise<Crowd> | undefined;

async function crowd(): Promise<Crowd> {
  gathered ??= gather();
  const found = await gathered;
  await found.owner("DELETE FROM public.item");
  await found.owner("DELETE FROM writ.outbox");
  return found;
}

async function gather(): Promise<Crowd> {
  const database = await open(lending);
  const clients: Client[] = [];
  const members: string[] = [];
  for (let index = 0; index < people; index++) {
    const client = await database.connect();
    // As a server does for every request: nobody waits for ever.
    await client.query("SET lock_timeout = '120s'");
    clients.push(client);
    members.push(await database.account(`M${index}`));
  }
  return {
    ...database,
    members,
    clients,
    all: (what) =>
      Promise.all(clients.map((client, index) => asPerson(client, members[index] ?? null, ...what(index)))),
    loans: async (count, state = "asked") => {
      const [item] = await database.owner("INSERT INTO public.item (name) VALUES ('a') RETURNING id");
      const rows = await database.owner(
        "INSERT INTO public.loan (item, state) SELECT $1, $2 FROM generate_series(1, $3) RETURNING id",
        [item?.["id"], state, count],
      );
      return rows.map(({ id }) => String(id));
    },
  };
}

/** How often each outcome was met. */
function outcomes(answers: readonly Answer[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const outcome = "rows" in answer ? "done" : answer.code;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

test(`one button, ${people} people: one does it, the others are told that it is done`, async () => {
  const { all, loans, owner } = await crowd();
  for (let round = 0; round < rounds; round++) {
    const [id] = await loans(1);
    const answers = await all(() => ["SELECT FROM loan_collect($1)", [id]]);
    assert.deepEqual(outcomes(answers), { done: 1, CONFLICT: people - 1 });
  }
  const [sums] = await owner(
    "SELECT (SELECT sum(times)::int FROM public.loan) AS times, (SELECT count(*)::int FROM public.note) AS notes, (SELECT count(*)::int FROM writ.outbox) AS told",
  );
  assert.deepEqual(sums, { times: rounds, notes: rounds, told: rounds });
});

test("a condition that looks at other rows lets one of them through", async () => {
  const { all, loans } = await crowd();
  for (let round = 0; round < rounds / 2; round++) {
    const ids = await loans(people);
    const answers = await all((index) => ["SELECT FROM loan_collect($1)", [ids[index]]]);
    assert.deepEqual(outcomes(answers), { done: 1, NOT_THERE: people - 1 });
  }
});

test("an effect that takes another row a step on does it once, and rejects no one", async () => {
  const { all, loans, owner } = await crowd();
  for (let round = 0; round < rounds / 2; round++) {
    const [id] = await loans(1, "back");
    const answers = await all(() => ["INSERT INTO note (loan, words) VALUES ($1, 'hello')", [id]]);
    assert.deepEqual(outcomes(answers), { done: people });
    assert.deepEqual(await owner("SELECT state FROM public.loan WHERE id = $1", [id]), [{ state: "over" }]);
  }
});

test("buttons, timers and deletions of the same rows never show a deadlock", async () => {
  const { all, loans, owner } = await crowd();
  const met = new Set<string>();
  for (let round = 0; round < rounds / 4; round++) {
    const ids = await loans(4);
    await owner("UPDATE public.loan SET due_on = '2001-01-01'");
    const sweeping = owner("SELECT writ.sweep(100)");
    const answers = await all((index) => {
      const id = ids[index % 4];
      if (index % 4 === 3 && index > 11) return ["DELETE FROM loan WHERE id = $1", [id]];
      return [index % 3 === 0 ? "SELECT FROM loan_return($1)" : "SELECT FROM loan_collect($1)", [id]];
    });
    await sweeping;
    for (const outcome of Object.keys(outcomes(answers))) met.add(outcome);
  }
  for (const outcome of met) assert.ok(["done", "CONFLICT", "NOT_THERE", "NOT_FOUND"].includes(outcome), outcome);
});

test("eight sweepers at once do each row once", async () => {
  const { clients, loans, owner, members } = await crowd();
  await loans(200, "out");
  await owner("UPDATE public.loan SET due_on = '2001-01-01', taken_by = $1", [members[0]]);
  const done = await Promise.all(
    clients.slice(0, 8).map(async (sweeper) => {
      let all = 0;
      for (let last = -1; last !== 0;) {
        const { rows } = await sweeper.query("SELECT writ.sweep(5) AS done");
        last = Number(rows[0].done);
        all += last;
      }
      return all;
    }),
  );
  assert.equal(
    done.reduce((sum, one) => sum + one, 0),
    200,
  );
  assert.deepEqual(
    await owner(
      "SELECT (SELECT count(*)::int FROM public.note) AS notes, (SELECT count(*)::int FROM writ.outbox) AS told",
    ),
    [{ notes: 200, told: 200 }],
  );
});

test("a wait that is too long is reported by the server's own limit; a sweeper goes on with the next row", async () => {
  const { connect, loans, owner, members } = await crowd();
  const [held] = await loans(1);
  const [free, busy] = await loans(2, "out");
  await owner("UPDATE public.loan SET due_on = '2001-01-01' WHERE id IN ($1, $2)", [free, busy]);
  const holder = await connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM public.loan WHERE id IN ($1, $2) FOR UPDATE", [held, busy]);
  const waiter = await connect();
  await waiter.query("SET lock_timeout = '100ms'");
  const answer = await asPerson(waiter, members[0] ?? null, "SELECT FROM loan_collect($1)", [held]);
  assert.deepEqual(outcomes([answer]), { "55P03": 1 });
  assert.deepEqual(await owner("SELECT writ.sweep(10) AS done"), [{ done: 1 }]);
  await holder.query("ROLLBACK");
  assert.deepEqual(await owner("SELECT writ.sweep(10) AS done"), [{ done: 1 }]);
  await holder.end();
  await waiter.end();
});

test("a connection that is cut leaves nothing half done", async () => {
  const { connect, loans, owner, members } = await crowd();
  const tries = Math.min(rounds, 300);
  const killer = await connect();
  let cut = 0;
  const isEnough = () => cut > tries / 20;
  // Whom chance has not cut often enough is cut on: how often is a matter of how fast the machine is.
  for (let round = 0; round < tries || (!isEnough() && round < tries * 20); round++) {
    const client = await connect();
    client.on("error", () => undefined);
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    const isSweep = round % 2 === 1;
    const ids = await loans(5, isSweep ? "out" : "asked");
    if (isSweep)
      await owner("UPDATE public.loan SET due_on = '2001-01-01', taken_by = $2 WHERE id = ANY ($1)", [ids, members[0]]);
    const doing = isSweep
      ? client.query("SELECT writ.sweep(5)")
      : asPerson(client, members[0] ?? null, "SELECT FROM loan_collect($1)", [ids[0]]);
    const outcome = doing.then(
      () => "done",
      () => "cut",
    );
    await pause((round % 23) / 2, "any moment");
    await killer.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
    if ((await outcome) === "cut") cut++;
    await client.end().catch(() => undefined);
  }
  await killer.end();
  assert.ok(isEnough(), `only ${cut} of ${tries} were cut while they were at it`);
  const halves = `SELECT count(*)::int AS n FROM public.loan AS l WHERE
    (l.state = 'out' AND l.times = 1) <> EXISTS (SELECT FROM public.note AS n WHERE n.loan = l.id AND n.words = 'collected')
    OR (l.state = 'over') <> EXISTS (SELECT FROM public.note AS n WHERE n.loan = l.id AND n.words = 'expired')
    OR (l.state = 'over' OR l.times = 1)::int <> (SELECT count(*) FROM writ.outbox AS o WHERE o.payload ->> 'row' = l.id::text)`;
  assert.deepEqual(await owner(halves), [{ n: 0 }]);
  await owner("SELECT writ.sweep(10000)");
  assert.deepEqual(
    await owner("SELECT count(*)::int AS n FROM public.loan WHERE state = 'out' AND due_on IS NOT NULL"),
    [{ n: 0 }],
  );
});
