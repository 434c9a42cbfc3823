// What time brings, on a real database whose clock is moved: when it happens, how often, and what becomes of failures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases } from "../../../testing/database.ts";

const { open } = databases();

/** `days`: how long a loan lies before it is forgotten. */
const lending = (days: number) =>
  completeDocument(`
## 3. Entities and their fields

### Loan

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Due on | date | no | |
| Ping at | datetime | no | |
| Extra | duration | yes | \`hours(1)\` |
| Late | yes/no | auto | no |
| Stuck | yes/no | no | no |
| Log | text up to 2000 | auto | |
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
| Out | start |
| Lying | |
| Forgotten | end |
| Ended | end |

| Transition | From | To | On | Only if |
| --- | --- | --- | --- | --- |
| Put down | Out | Lying | effect | |
| Forget | Lying | Forgotten | after \`forget_after\` | \`not loan.stuck\` |
| Turn late | Out | same | at \`loan.due_on\` | \`not loan.late\` |
| End | Out | Ended | after \`loan.extra\` | \`loan.title == 'short'\` |
| Repeat | Out | same | at \`loan.ping_at\` | \`loan.title == 'again' and not loan.late\` |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Loan | Turn late | | set | \`late = true\` |
| Loan | Repeat | \`loan.log != null\` | set | \`late = true\` |
| Loan | at \`loan.ping_at\` | \`loan.title == 'bad'\` | do Put down | |
| Loan | at \`loan.ping_at\` | \`loan.title != 'bad' and loan.title != 'again'\` | create Note | \`loan = loan, words = 'ping'\` |
| Loan | change of Stuck | | do Put down | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Clerk | signed in |

| For | May | Clerk |
| --- | --- | --- |
| Loan | create, read, update, delete | yes |
| Note | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Time zone | Europe/Paris |

| Constant | Value | Meaning |
| --- | --- | --- |
| Forget after | ${days} days | |
`).source;

async function lend(days = 3) {
  const database = await open(lending(days));
  const { owner } = database;
  const add = async (title: string, more: Readonly<Record<string, string>> = {}) => {
    const columns = Object.keys(more);
    const values = [title, ...Object.values(more)];
    const names = ["title", ...columns].join(", ");
    const [row] = await owner(
      `INSERT INTO public.loan (${names}) VALUES (${values.map((_, index) => `$${index + 1}`).join(", ")}) RETURNING id`,
      values,
    );
    return String(row?.["id"]);
  };
  const pass = (time: string) =>
    owner(
      "INSERT INTO writ.clock (moves) VALUES ($1) ON CONFLICT (one) DO UPDATE SET moves = clock.moves + $1::interval",
      [time],
    );
  const sweep = async (most = 100) => Number((await owner("SELECT writ.sweep($1) AS done", [most]))[0]?.["done"]);
  const of = async (id: string) => (await owner("SELECT state, late, log FROM public.loan WHERE id = $1", [id]))[0];
  const notes = async () => (await owner("SELECT words FROM public.note ORDER BY ctid")).map(({ words }) => words);
  const failures = () => owner("SELECT timer, tries, failure, clause FROM writ.timer_failure");
  const next = async () =>
    Number(
      (await owner("SELECT extract(epoch FROM writ.next_due() - writ.now()) / 3600 AS hours"))[0]?.["hours"] ??
        Number.NaN,
    );
  return { ...database, add, pass, sweep, of, notes, failures, next };
}

test("after: so long in the state, from when the row came into it", async () => {
  const { add, pass, sweep, of, owner, next } = await lend();
  const id = await add("book", { state: "lying" });
  assert.equal(await sweep(), 0);
  assert.ok(Math.abs((await next()) - 72) < 0.1);
  await pass("71 hours");
  assert.equal(await sweep(), 0);
  await owner("UPDATE public.loan SET title = 'still the same stay'");
  await pass("1 hour");
  assert.ok((await next()) <= 0);
  assert.equal(await sweep(), 1);
  assert.deepEqual(await of(id), { state: "forgotten", late: false, log: null });
  assert.equal(await sweep(), 0, "once");
  assert.ok(Number.isNaN(await next()));
});

test("a constant that is changed counts at the next sweep, for rows that wait already", async () => {
  const { add, pass, sweep, of } = await lend(1);
  const id = await add("book", { state: "lying" });
  await pass("25 hours");
  assert.equal(await sweep(), 1);
  assert.equal((await of(id))?.["state"], "forgotten");
});

test("a condition holds a timer back, and lets it go later", async () => {
  const { add, pass, sweep, of, owner } = await lend();
  const id = await add("book", { state: "lying", stuck: "true" });
  await pass("100 hours");
  assert.equal(await sweep(), 0);
  assert.ok(
    Number.isNaN(
      Number((await owner("SELECT writ.next_due() IS NULL AS none"))[0]?.["none"] === true ? Number.NaN : 0),
    ),
  );
  await owner("ALTER TABLE public.loan DISABLE TRIGGER USER");
  await owner("UPDATE public.loan SET stuck = false");
  await owner("ALTER TABLE public.loan ENABLE TRIGGER USER");
  assert.equal(await sweep(), 1);
  assert.equal((await of(id))?.["state"], "forgotten");
});

test("at a date: from its first minute in the document's zone; what is past comes at once; what is empty never", async () => {
  const { add, sweep, of, owner } = await lend();
  const [late, early, never] = [await add("late"), await add("early"), await add("never")];
  // A quarter of an hour before and after midnight in Paris.
  await owner("INSERT INTO writ.clock (moves) SELECT timestamptz '2030-06-30 21:45Z' - now()");
  await owner("UPDATE public.loan SET due_on = '2030-07-01' WHERE id IN ($1, $2)", [late, early]);
  assert.equal(await sweep(), 0);
  await owner("UPDATE writ.clock SET moves = moves + '30 minutes'");
  await owner("UPDATE public.loan SET due_on = '2030-07-02' WHERE id = $1", [early]);
  assert.equal(await sweep(), 1);
  assert.deepEqual(
    [(await of(late))?.["late"], (await of(early))?.["late"], (await of(never))?.["late"]],
    [true, false, false],
  );
  await owner("UPDATE public.loan SET due_on = '2001-01-01' WHERE id = $1", [early]);
  assert.equal(await sweep(), 1);
});

test("the time of a row's own counts for that row", async () => {
  const { add, pass, sweep, of } = await lend();
  const [hour, day] = [await add("short"), await add("short", { extra: String(86_400_000) })];
  await pass("2 hours");
  assert.equal(await sweep(), 1);
  assert.deepEqual([(await of(hour))?.["state"], (await of(day))?.["state"]], ["ended", "out"]);
});

test("an effect at a moment comes once for each moment", async () => {
  const { add, pass, sweep, notes, owner } = await lend();
  const id = await add("book");
  await owner("UPDATE public.loan SET ping_at = writ.now() + interval '1 hour'");
  assert.equal(await sweep(), 0);
  await pass("2 hours");
  await sweep();
  await sweep();
  assert.deepEqual(await notes(), ["ping"]);
  await owner("UPDATE public.loan SET ping_at = writ.now() - interval '1 minute' WHERE id = $1", [id]);
  await sweep();
  await sweep();
  assert.deepEqual(await notes(), ["ping", "ping"]);
  await owner("DELETE FROM public.loan");
  assert.deepEqual(await owner("SELECT FROM writ.fired"), []);
});

test("what fails stops nothing else, says why, and waits longer each time", async () => {
  const { add, pass, sweep, notes, failures, owner, next } = await lend();
  const bad = await add("bad", { ping_at: "2001-01-01", state: "lying" });
  await add("good", { ping_at: "2001-01-02" });
  await sweep();
  assert.deepEqual(await notes(), ["ping"]);
  const [failed] = await failures();
  assert.equal(failed?.["tries"], 1);
  assert.equal(failed?.["timer"], "loan.effect.3");
  assert.match(String(failed?.["failure"]), /CONFLICT/);
  assert.ok((await next()) > 0 && (await next()) <= 1 / 60, "tried again in a minute");
  assert.equal(await sweep(), 0);
  await pass("61 seconds");
  assert.equal(await sweep(), 1);
  assert.equal((await failures())[0]?.["tries"], 2);
  await pass("61 seconds");
  assert.equal(await sweep(), 0, "two minutes now");
  await owner("UPDATE public.loan SET title = 'ok' WHERE id = $1", [bad]);
  await pass("2 minutes");
  await sweep();
  assert.deepEqual(await failures(), []);
});

test("a rule that waits for the end of the transaction stops only the row that breaks it", async () => {
  const { add, sweep, notes, failures, owner } = await lend();
  await owner(`CREATE FUNCTION public.no_ping() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF (SELECT title FROM public.loan WHERE id = NEW.loan) = 'broken' THEN RAISE 'broken at the end'; END IF; RETURN NULL; END $$`);
  await owner(
    "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON public.note DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.no_ping()",
  );
  await add("broken", { ping_at: "2001-01-01" });
  await add("good", { ping_at: "2001-01-02" });
  await sweep();
  assert.deepEqual(await notes(), ["ping"]);
  assert.deepEqual(
    (await failures()).map(({ failure }) => failure),
    ["broken at the end"],
  );
});

test("a timer that would come again at once is a failure, and what it did is undone", async () => {
  const { add, sweep, failures, of } = await lend();
  const id = await add("again", { ping_at: "2001-01-01" });
  await sweep();
  assert.deepEqual(
    (await failures()).map(({ timer, failure }) => [timer, failure]),
    [["loan.repeat", "4/Loan/Repeat is due again as soon as it is done"]],
  );
  assert.deepEqual(await of(id), { state: "out", late: false, log: null });
});

test("at most so many at a time, oldest first, found by an index", async () => {
  const { sweep, owner } = await lend();
  await owner(
    "INSERT INTO public.loan (title, state, _state_since) SELECT 'n' || n, 'lying', now() - interval '10 days' - n * interval '1 hour' FROM generate_series(1, 3000) n",
  );
  await owner("ANALYZE public.loan");
  assert.equal(await sweep(7), 7);
  const done = await owner("SELECT title FROM public.loan WHERE state = 'forgotten' ORDER BY title");
  assert.deepEqual(
    done.map(({ title }) => title),
    ["n2994", "n2995", "n2996", "n2997", "n2998", "n2999", "n3000"],
  );
  const names = await owner(
    "SELECT indexname FROM pg_indexes WHERE tablename = 'loan' AND indexname LIKE '%due%' ORDER BY 1",
  );
  assert.deepEqual(
    names.map(({ indexname }) => indexname),
    [
      "loan.due_effect_3",
      "loan.due_effect_4",
      "loan.due_end",
      "loan.due_forget",
      "loan.due_repeat",
      "loan.due_turn_late",
    ],
  );
  const scans = await owner(
    "SELECT pg_stat_force_next_flush(), idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'loan.due_forget'",
  );
  const [used] = await owner(
    "SELECT idx_scan::int AS n FROM pg_stat_user_indexes WHERE indexrelname = 'loan.due_forget'",
  );
  assert.ok(Number(used?.["n"]) >= 7, JSON.stringify([scans, used]));
});

test("timers act as no user, whoever used the connection before", async () => {
  const { add, owner, pass, sweep, account } = await lend();
  const ann = await account("Ann");
  await add("book", { state: "lying" });
  await owner("SELECT set_config('request.jwt.claims', $1, false)", [JSON.stringify({ sub: ann })]);
  await pass("100 hours");
  await sweep();
  const [row] = await owner("SELECT updated_by FROM public.loan");
  assert.deepEqual(row, { updated_by: null });
});
