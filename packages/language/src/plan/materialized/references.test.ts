// Values that step through references, kept in columns: whoever writes what is referred to, or refers elsewhere, brings them up to date; long because one document is written in every way.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { compile } from "../../compile.ts";
import { databases, type TestDatabase } from "../../testing/database.ts";
import { completeDocument } from "../../testing/run-cases.ts";
import { designOf } from "../../database/design-of.ts";

const { open } = databases();

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Tickets | \`/tickets\` | list of Ticket | signed in | yes |
| Notes | \`/notes\` | list of Note | signed in | yes |
| Categories | \`/categories\` | list of Category | signed in | yes |
| Projects | \`/projects\` | list of Project | signed in | yes |
| Parcels | \`/parcels\` | list of Parcel | signed in | yes |
| Folders | \`/folders\` | list of Folder | signed in | yes |

### Tickets
- Sort: Category name, Weight, Plan, Who, Author
- Filter by: Is over, Late, Others

### Notes
- Where: \`note.rank > 0\`
- Sort: Category of ticket, Of all

### Categories
- Sort: Given level

### Projects
- Sort: Levels
- Filter by: Weights

### Parcels
- Sort: Heavy

### Folders
- Sort: Below

## 3. Entities and their fields

### Organisation

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Plan | text | yes | |
| Motto | text | no | |

### Project

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Organisation | reference to Organisation | yes | |
| Tickets | list of Ticket | | |
| State | state | | |
| Levels | computed integer \`project.tickets.map(t, t.category == null ? 0 : t.category.level).sum()\` | | |
| Weights | computed integer \`project.tickets.map(t, t.weight).sum()\` | | |

### Category

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Level | integer | yes | 1 |
| Twice | computed integer \`category.level * 2\` | | |
| Motto | text | no | |
| Given | text | no | |
| Before | reference to Category | no | |
| Given level | computed integer \`category.before == null ? 0 : category.before.level\` | | |

### Ticket
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Project | reference to Project | yes | |
| Category | reference to Category, cleared on delete | no | |
| Assignee | reference to User, cleared on delete | no | |
| Points | integer | yes | 1 |
| Due on | date | no | |
| Notes | list of Note | | |
| Category name | computed text \`ticket.category == null ? '' : ticket.category.name\` | | |
| Weight | computed integer \`ticket.category == null ? 0 : ticket.category.twice * ticket.points\` | | |
| Plan | computed text \`ticket.project.organisation.plan\` | | |
| Who | computed text \`ticket.assignee == null ? '' : ticket.assignee.name\` | | |
| Author | computed text \`ticket.created_by == null ? '' : ticket.created_by.name\` | | |
| Is over | computed yes/no \`ticket.project.ended\` | | |
| Late | computed yes/no \`ticket.category != null and ticket.due_on != null and ticket.due_on < today\` | | |
| Others | computed integer \`ticket.project.tickets.size()\` | | |
| Unasked | computed text \`ticket.project.organisation.plan\` | | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Ticket | belongs to Ticket | yes | |
| Rank | computed integer \`note.ticket.weight + 1\` | | |
| Category of ticket | computed text \`note.ticket.category == null ? '' : note.ticket.category.name\` | | |
| Of all | computed integer \`note.ticket.project.weights\` | | |

### Parcel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Project | reference to Project, cleared on delete | no | |
| Heavy | computed integer \`parcel.project == null ? 0 : parcel.project.weights\` | | |

### Folder

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Parent | reference to Folder, cleared on delete | no | |
| Name | text | yes | |
| Below | computed text \`folder.parent == null ? '' : folder.parent.name\` | | |

## 4. States and transitions

### Project

| State | Kind |
| --- | --- |
| New | start |
| Done | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Finish | New | Done | button | | | |
| Expire | New | Done | after \`days(2)\` | | | |

### Effects

| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Note | create | on \`note.ticket.project.organisation\` | | set | \`plan = 'sent'\` |
| Project | Finish | on \`project.tickets\` | | set | \`category = null\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
${["Organisation", "Project", "Category", "Ticket", "Note", "Parcel", "Folder"].map((entity) => `| ${entity} | create, read, update, delete | yes |`).join("\n")}
| Project | Finish | yes |
| User | read, update | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const compiled = compile(source);
const kept = [...designOf(compiled).layout.kept.values()];

/** Rows whose column says something else than what they refer to says now. */
async function stale({ owner }: Pick<TestDatabase, "owner">): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const { entity, field } of kept) {
    const worked = `writ."computed_${entity}.${field.id}"(one)`;
    const sql = `SELECT '${entity}.${field.id}' AS field, one.${field.id} AS stored, ${worked} AS worked FROM public."${entity}" AS one WHERE one.${field.id} IS DISTINCT FROM ${worked}`;
    found.push(...(await owner(sql)));
  }
  return found;
}

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const [oa, ob, pa, pb, ca, cb, ta, tb, tc] = [1, 2, 11, 12, 21, 22, 31, 32, 33].map(id);
const world = `
  INSERT INTO public.organisation (id, plan) VALUES ('${oa}', 'free'), ('${ob}', 'paid');
  INSERT INTO public.project (id, organisation) VALUES ('${pa}', '${oa}'), ('${pb}', '${ob}');
  INSERT INTO public.category (id, name, level) VALUES ('${ca}', 'A', 1), ('${cb}', 'B', 2);
  INSERT INTO public.ticket (id, project, category, points) VALUES ('${ta}', '${pa}', '${ca}', 1), ('${tb}', '${pa}', '${cb}', 3), ('${tc}', '${pb}', NULL, 5);
  INSERT INTO public.note (id, ticket) SELECT id, id FROM public.ticket;
  INSERT INTO public.parcel (id, project) VALUES ('${pa}', '${pa}'), ('${pb}', NULL);
  INSERT INTO public.folder (id, parent, name) VALUES ('${oa}', NULL, 'top'), ('${ob}', '${oa}', 'in');`;

let desk: TestDatabase;
let ann: string;
before(async () => {
  desk = await open(source);
  ann = await desk.account("Ann");
});

test("values are kept that step through references; what reads the clock, the reader, or comes back to its own list is not", () => {
  assert.deepEqual(kept.map(({ entity, field, stage }) => `${entity}.${field.id} ${stage}`).toSorted(), [
    "category.given_level 0",
    "folder.below 0",
    "note.category_of_ticket 0",
    "note.rank 1",
    "parcel.heavy 2",
    "project.levels 0",
    "project.weights 1",
    "ticket.author 0",
    "ticket.category_name 0",
    "ticket.is_over 0",
    "ticket.plan 0",
    "ticket.weight 0",
    "ticket.who 0",
  ]);
});

/** After each: the category's name, weight and plan of the tickets; the levels and weights of the projects; the notes' ranks; the parcels. */
type Step = { readonly sql: string; readonly first?: string; readonly then: string };

const unchanged = "A/2/free B/12/free /0/paid | 3/14 0/0 | 3 13 1 | 14 0 | /top";
const steps: Readonly<Record<string, Step>> = {
  "nothing yet": { sql: "SELECT 1", then: unchanged },
  "a value of a row that is referred to": {
    sql: `UPDATE public.category SET level = 3 WHERE id = '${ca}'`,
    then: "A/6/free B/12/free /0/paid | 5/18 0/0 | 7 13 1 | 18 0 | /top",
  },
  "a name": {
    sql: "UPDATE public.category SET name = lower(name)",
    then: "a/2/free b/12/free /0/paid | 3/14 0/0 | 3 13 1 | 14 0 | /top",
  },
  "two steps away": {
    sql: `UPDATE public.organisation SET plan = 'other' WHERE id = '${oa}'`,
    then: "A/2/other B/12/other /0/paid | 3/14 0/0 | 3 13 1 | 14 0 | /top",
  },
  "the row between refers elsewhere": {
    sql: `UPDATE public.project SET organisation = '${ob}' WHERE id = '${pa}'`,
    then: "A/2/paid B/12/paid /0/paid | 3/14 0/0 | 3 13 1 | 14 0 | /top",
  },
  "a reference": {
    sql: `UPDATE public.ticket SET category = '${cb}' WHERE id = '${ta}'`,
    then: "B/4/free B/12/free /0/paid | 4/16 0/0 | 5 13 1 | 16 0 | /top",
  },
  "a reference that is given and one that is taken": {
    sql: "UPDATE public.ticket SET category = CASE WHEN category IS NULL THEN (SELECT id FROM public.category WHERE name = 'A') END",
    then: "/0/free /0/free A/10/paid | 0/0 1/10 | 1 1 11 | 0 0 | /top",
  },
  "a reference and a list": {
    sql: `UPDATE public.ticket SET category = '${cb}', project = '${pb}' WHERE id = '${ta}'`,
    then: "B/4/paid B/12/free /0/paid | 2/12 2/4 | 5 13 1 | 12 0 | /top",
  },
  "a list alone": {
    sql: `UPDATE public.ticket SET project = '${pb}' WHERE id = '${ta}'`,
    then: "A/2/paid B/12/free /0/paid | 2/12 1/2 | 3 13 1 | 12 0 | /top",
  },
  "a value of the row itself": {
    sql: "UPDATE public.ticket SET points = points + 1",
    then: "A/4/free B/16/free /0/paid | 3/20 0/0 | 5 17 1 | 20 0 | /top",
  },
  "a row that is referred to goes": {
    sql: `DELETE FROM public.category WHERE id = '${cb}'`,
    then: "A/2/free /0/free /0/paid | 1/2 0/0 | 3 1 1 | 2 0 | /top",
  },
  "a row goes": {
    sql: `DELETE FROM public.ticket WHERE id = '${tb}'`,
    then: "A/2/free /0/paid | 1/2 0/0 | 3 1 | 2 0 | /top",
  },
  "a row that refers to one": {
    sql: `INSERT INTO public.note (id, ticket) VALUES ('${id(34)}', '${ta}')`,
    first: `DELETE FROM public.note WHERE id = '${ta}'`,
    then: "A/2/PLAN B/12/PLAN /0/paid | 3/14 0/0 | 13 1 3 | 14 0 | /top",
  },
  itself: {
    sql: `UPDATE public.folder SET parent = id, name = 'self' WHERE id = '${oa}'`,
    then: "A/2/free B/12/free /0/paid | 3/14 0/0 | 3 13 1 | 14 0 | self/self",
  },
  "two tables in one statement": {
    sql: `WITH more AS (UPDATE public.category SET level = 10 WHERE id = '${cb}'), other AS (UPDATE public.organisation SET plan = 'x') UPDATE public.ticket SET category = '${cb}' WHERE id = '${tc}'`,
    then: "A/2/x B/60/x B/100/x | 11/62 10/100 | 3 61 101 | 62 0 | /top",
  },
  "names that functions have too": {
    sql: `UPDATE public.category SET before = '${ca}', given = 'x'`,
    then: unchanged,
  },
  "what nobody reads": { sql: "UPDATE public.category SET motto = 'x'", then: unchanged },
};

async function afresh(): Promise<void> {
  for (const entity of ["parcel", "note", "ticket", "project", "organisation", "category", "folder"])
    await desk.owner(`DELETE FROM public.${entity}`);
  await desk.owner("DELETE FROM writ.clock");
  await desk.owner(world);
}

async function outcome(): Promise<string> {
  const said = async (value: string, entity: string, between: string) =>
    String(
      (await desk.owner(`SELECT string_agg(${value}, '${between}' ORDER BY id) AS said FROM public.${entity}`))[0]?.[
        "said"
      ],
    );
  return [
    await said("category_name || '/' || weight || '/' || plan", "ticket", " "),
    await said("levels || '/' || weights", "project", " "),
    await said("rank::text", "note", " "),
    await said("heavy::text", "parcel", " "),
    await said("below", "folder", "/"),
  ].join(" | ");
}

for (const who of ["somebody", "the owner"]) {
  test(`written by ${who}, in every way`, async () => {
    for (const [what, { first, sql, then }] of Object.entries(steps)) {
      await afresh();
      if (first !== undefined) await desk.owner(first);
      if (who === "the owner") await desk.owner(sql);
      else {
        const answer = await desk.as(ann, sql);
        assert.ok("rows" in answer, `${what}: ${JSON.stringify(answer)}`);
      }
      // An effect follows from what people write.
      assert.equal(await outcome(), then.replaceAll("PLAN", who === "somebody" ? "sent" : "free"), what);
      assert.deepEqual(await stale(desk), [], what);
    }
  });
}

test("people: a name that changes, an account that goes, and who wrote a row", async () => {
  await afresh();
  const bob = await desk.account("Bob");
  assert.ok(
    "rows" in
      (await desk.as(bob, `INSERT INTO ticket (id, project, assignee) VALUES ('${id(34)}', '${pa}', '${ann}')`)),
  );
  const look = async () => (await desk.owner(`SELECT who, author FROM public.ticket WHERE id = '${id(34)}'`))[0];
  assert.deepEqual(await look(), { who: "Ann", author: "Bob" });
  assert.ok("rows" in (await desk.as(ann, `UPDATE "user" SET name = 'Anna' WHERE id = '${ann}'`)));
  assert.deepEqual(await look(), { who: "Anna", author: "Bob" });
  await desk.owner(`UPDATE public.ticket SET assignee = '${bob}' WHERE id = '${id(34)}'`);
  await desk.owner(`DELETE FROM auth.users WHERE id = '${bob}'`);
  assert.deepEqual(await look(), { who: "", author: "" });
  assert.deepEqual(await stale(desk), []);
  await desk.owner(`UPDATE public."user" SET name = 'Ann' WHERE id = '${ann}'`);
  const found = await desk.owner(
    "SELECT indexdef FROM pg_indexes WHERE indexdef LIKE '%ON public.ticket USING btree (created_by)'",
  );
  assert.equal(found.length, 1, "rows are found by who wrote them");
});

test("a state, by a button with its effects and by a timer", async () => {
  await afresh();
  assert.ok("rows" in (await desk.as(ann, `SELECT FROM public.project_finish('${pa}')`)));
  const look = async () =>
    (await desk.owner("SELECT is_over, category_name FROM public.ticket ORDER BY id")).map(
      ({ is_over, category_name }) => `${is_over} ${category_name}`,
    );
  assert.deepEqual(await look(), ["true ", "true ", "false "]);
  await desk.owner("INSERT INTO writ.clock (moves) VALUES ('3 days')");
  await desk.owner("SELECT writ.sweep(10)");
  assert.deepEqual(await look(), ["true ", "true ", "true "]);
  assert.deepEqual(await stale(desk), []);
});

test("in one transaction the row that refers may come first", async () => {
  await afresh();
  await desk.owner(`BEGIN; INSERT INTO public.ticket (id, project, category, points) VALUES ('${id(35)}', '${pa}', '${id(23)}', 1);
    INSERT INTO public.category (id, name, level) VALUES ('${id(23)}', 'late', 7); COMMIT`);
  const [row] = await desk.owner(`SELECT category_name, weight::integer FROM public.ticket WHERE id = '${id(35)}'`);
  assert.deepEqual(row, { category_name: "late", weight: 14 });
  assert.deepEqual(await stale(desk), []);
});

test("nothing follows from what is kept, and nothing is written where nothing that is read changes", async () => {
  await afresh();
  const look = `SELECT updated_at, xmin::text, (SELECT count(*) FROM writ.history WHERE row_id = one.id) AS told FROM public.ticket AS one WHERE id = '${ta}'`;
  const [first] = await desk.owner(look);
  assert.ok("rows" in (await desk.as(ann, "UPDATE category SET motto = 'y'")));
  assert.deepEqual((await desk.owner(look))[0], first);
  assert.ok("rows" in (await desk.as(ann, "UPDATE category SET level = 9")));
  const [second] = await desk.owner(look);
  assert.notEqual(second?.["xmin"], first?.["xmin"], "the row was written");
  assert.deepEqual({ ...second, xmin: "" }, { ...first, xmin: "" });
});

test("nobody gives such a value, and whoever writes looks at what is there now", async () => {
  await afresh();
  for (const sql of [
    "UPDATE ticket SET weight = 5",
    "UPDATE note SET rank = NULL",
    `INSERT INTO ticket (project, plan) VALUES ('${pa}', 'paid')`,
  ]) {
    const answer = await desk.as(ann, sql);
    assert.equal("code" in answer && answer.code, "FORBIDDEN", sql);
  }
  for (const sql of ["UPDATE category SET name = 'z'", `INSERT INTO folder (name, parent) VALUES ('f', '${oa}')`]) {
    const client = await desk.connect();
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL ROLE authenticated");
    await client.query("SELECT set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub: ann })]);
    await assert.rejects(client.query(sql), { code: "25001" }, sql);
    await client.end();
  }
  const read = await desk.as(
    ann,
    `INSERT INTO ticket (project, category) VALUES ('${pa}', '${ca}') RETURNING category_name, plan, weight::integer`,
  );
  assert.deepEqual("rows" in read && read.rows, [{ category_name: "A", plan: "free", weight: 2 }]);
});

test("orders and filters find rows by the column and its index", async () => {
  const rows = await desk.owner(
    `SELECT tablename || ' ' || regexp_replace(indexdef, '^.* USING btree ', '') AS index FROM pg_indexes WHERE indexname LIKE '%\\_order' AND tablename IN ('ticket', 'parcel') ORDER BY 1`,
  );
  assert.deepEqual(rows.map(({ index }) => index).slice(0, 2), [
    "parcel (heavy, id)",
    "ticket (category_name, weight, plan, who, author, id)",
  ]);
});

test("where PostgreSQL itself waits for rows that exclude each other, locks are taken row by row", async () => {
  const stays = await open(
    completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Stays | \`/stays\` | list of Stay | signed in | yes |

### Stays
- Sort: Name of room

## 3. Entities and their fields

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |

### Stay

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | reference to Room | yes | |
| Starts on | date | yes | |
| Ends on | date | yes | |
| Name of room | computed text \`stay.room.name\` | | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Alone | Stay | | | no overlap: Starts on to Ends on, per Room | TAKEN |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Room | create, read, update, delete | yes |
| Stay | create, read, update, delete | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TAKEN | the room is taken | 409 | Taken. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source,
  );
  const bob = await stays.account("Bob");
  await stays.owner(`INSERT INTO public.room (id, name) VALUES ('${ca}', 'A'), ('${cb}', 'B')`);
  const name = async (sql: string) => {
    const answer = await stays.as(bob, sql);
    assert.ok("rows" in answer, `${sql}: ${JSON.stringify(answer)}`);
    return (await stays.owner("SELECT name_of_room AS name FROM public.stay"))[0]?.["name"];
  };
  assert.equal(
    await name(`INSERT INTO stay (room, starts_on, ends_on) VALUES ('${ca}', '2026-01-01', '2026-01-02')`),
    "A",
  );
  assert.equal(await name(`UPDATE stay SET room = '${cb}'`), "B");
  assert.equal(await name("UPDATE stay SET ends_on = '2026-01-03'"), "B");
  assert.equal(await name("UPDATE room SET name = 'C'"), "C");
});
