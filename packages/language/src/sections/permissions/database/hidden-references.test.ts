// References that not every reader may see: nothing that somebody says in SQL tells them which row is named.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";

const { open } = databases();

const { source } = completeDocument(`## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Helped | \`/\` | list of Review | Member | yes |

### Helped
- Where: \`me in review.helpers\`

## 3. Entities and their fields

### Panel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Open | yes/no | no | yes |

### Review
- Owner: Reviewer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 200 | yes | |
| Reviewer | reference to User | auto | \`me\` |
| Panel | reference to Panel | no | |
| Helpers | several User | no | |
| Panels | several Panel | no | |
| Follows | reference to Review | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chair | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Panel | \`panel.open\` |

| For | May | Member | Chair |
| --- | --- | --- | --- |
| Panel | read | open | yes |
| Panel | create, update, delete | no | yes |
| Review | create, read, update | yes | yes |
| Review | delete | no | yes |
| Review | see Reviewer, see Panel, see Helpers, see Panels, see Follows, see Created by, see Updated by | own | yes |
`);

type World = { readonly database: TestDatabase; readonly ids: Readonly<Record<string, string>> };

async function make(): Promise<World> {
  const database = await open(source);
  const [ann, bob, chair] = [
    await database.account("Ann"),
    await database.account("Bob"),
    await database.account("Chris", "chair"),
  ];
  const panels = await database.owner(
    "INSERT INTO panel (name, open) VALUES ('open', true), ('closed', false), ('other', false) RETURNING id, name",
  );
  const ids: Record<string, string> = { ann, bob, chair };
  for (const { id, name } of panels) ids[String(name)] = String(id);
  const review = await database.owner(
    "INSERT INTO public.review (text, reviewer, created_by, updated_by, panel, helpers, panels) VALUES ('of Bob', $1, $1, $1, $2, $3, $4) RETURNING id",
    [bob, ids["closed"], [ann, chair], [ids["closed"]]],
  );
  ids["review"] = String(review[0]?.["id"]);
  return { database, ids };
}

const values = (answer: Answer): unknown =>
  "rows" in answer ? answer.rows.map((row) => Object.values(row).join(" ")) : answer.code;

test("a reader who may not see a reference finds it empty, and reaches no row by it", async () => {
  const { database, ids } = await make();
  const ask = async (sql: string, who: string | null = ids["ann"] ?? "") => values(await database.as(who, sql));
  const all = "reviewer, panel, helpers, panels, follows, created_by, updated_by";
  assert.deepEqual(await ask(`SELECT ${all} FROM review`), ["      "]);
  assert.deepEqual(await ask("SELECT text FROM review WHERE reviewer IS NULL AND panel IS NULL AND panels IS NULL"), [
    "of Bob",
  ]);
  assert.deepEqual(await ask(`SELECT text FROM review WHERE reviewer = '${ids["bob"]}' OR created_by IS NOT NULL`), []);
  assert.deepEqual(await ask(`SELECT text FROM review WHERE '${ids["ann"]}' = ANY (helpers)`), []);
  assert.deepEqual(await ask("SELECT panel, count(*) FROM review GROUP BY panel"), [" 1"]);
  assert.deepEqual(await ask("SELECT p.name FROM review AS r JOIN panel AS p ON p.id = r.panel"), []);
  for (const field of ["reviewer", "helpers", "created_by", "updated_by", "panels"])
    assert.deepEqual(await ask(`SELECT one.name FROM review, ${field}(review) AS one`), [], field);
  // A row that is made up is the one that is stored.
  const madeUp = `jsonb_populate_record(NULL::review, '{"id": "${ids["review"]}", "reviewer": "${ids["bob"]}"}')`;
  assert.deepEqual(await ask(`SELECT name FROM reviewer(${madeUp})`), []);
  assert.equal(await ask("SELECT reviewer FROM writ_data.review"), "42501");
  assert.equal(await ask('SELECT * FROM writ."pairs_review.helpers"'), "42501");
  assert.equal(await ask('SELECT writ."sees_review.reviewer"(NULL)'), "42501");
  assert.deepEqual(await ask("SELECT one.name FROM review, reviewer(review) AS one", ids["chair"]), ["Bob"]);
  assert.deepEqual(await ask("SELECT cardinality(helpers) FROM review", ids["bob"]), ["2"]);
});

test("a list that shows rows by a hidden reference shows none of them to readers who do not see it", async () => {
  const { database, ids } = await make();
  const shown = "SELECT text FROM _shown_helped()";
  assert.deepEqual(values(await database.as(ids["ann"] ?? "", shown)), []);
  assert.deepEqual(values(await database.as(ids["chair"] ?? "", shown)), ["of Bob"]);
});

test("naming a row that one may not read does not tell whether it stands in a hidden reference", async () => {
  const { database, ids } = await make();
  const write = async (sets: string) =>
    values(await database.as(ids["ann"] ?? "", `UPDATE review SET ${sets} RETURNING text`));
  for (const id of [ids["closed"], ids["other"]]) {
    assert.equal(await write(`panel = '${id}'`), "INVALID");
    assert.equal(await write(`panels = ARRAY['${id}']::uuid[]`), "INVALID");
    assert.equal(await write(`panels = ARRAY['${id}', '${ids["open"]}']::uuid[]`), "INVALID");
  }
  // What looks empty is not emptied by sending the row back, and something else may be given.
  assert.deepEqual(await write("text = 'changed', panel = panel, panels = panels, helpers = NULL"), ["changed"]);
  const stored = await database.owner("SELECT panel, cardinality(helpers) AS helpers, panels FROM writ_data.review");
  assert.deepEqual(stored, [{ panel: ids["closed"], helpers: 2, panels: [ids["closed"]] }]);
  assert.deepEqual(await write(`panel = '${ids["open"]}', panels = ARRAY['${ids["open"]}']::uuid[]`), ["changed"]);
  // Whoever sees what stands there may leave it there.
  const chosen = await database.owner("UPDATE writ_data.review SET panel = $1, panels = $2 RETURNING id", [
    ids["other"],
    [ids["other"]],
  ]);
  assert.equal(chosen.length, 1);
  const own = `UPDATE review SET panel = '${ids["other"]}', panels = ARRAY['${ids["other"]}', '${ids["open"]}']::uuid[] RETURNING text`;
  assert.deepEqual(values(await database.as(ids["bob"] ?? "", own)), ["changed"]);
});
