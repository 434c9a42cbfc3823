// Lists that not every reader may see: the references that put rows into them are hidden with them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer } from "../../../testing/database.ts";

const { open } = databases();

const { source } = completeDocument(`## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Reviewed | \`/\` | list of Paper | Member | yes |

### Reviewed
- Where: \`paper.reviews.size() > 0\`

## 3. Entities and their fields

### Paper
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Author | reference to User | auto | \`me\` |
| Open | yes/no | no | no |
| Reviews | list of Review via Paper | | |

### Review
- Owner: Reviewer
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paper | belongs to Paper | yes | |
| Other | reference to Paper | no | |
| Text | text up to 200 | yes | |
| Reviewer | reference to User | auto | \`me\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chair | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Paper | \`paper.open\` |

| For | May | Member | Chair |
| --- | --- | --- | --- |
| Paper | create, read | yes | yes |
| Paper | update, delete | own | yes |
| Paper | see Reviews | own or open | yes |
| Review | create, read, update | yes | yes |
| Review | delete | own | yes |
`);

const values = (answer: Answer): unknown =>
  "rows" in answer ? answer.rows.map((row) => Object.values(row).join(" ")) : answer.code;

test("a reader who may not see a list finds none of its rows, and no row reveals that it is in the list", async () => {
  const database = await open(source);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  const chair = await database.account("Chris", "chair");
  const paper = "INSERT INTO public.paper (title, author, open) VALUES ($1, $2, $3) RETURNING id";
  const [closed] = await database.owner(paper, ["closed", ann, false]);
  const [shown] = await database.owner(paper, ["open", ann, true]);
  for (const [at, text] of [
    [closed, "one"],
    [shown, "two"],
  ] as const)
    await database.owner("INSERT INTO public.review (paper, other, text, reviewer) VALUES ($1, $1, $2, $3)", [
      at?.["id"],
      text,
      bob,
    ]);
  const ask = async (who: string | null, sql: string) => values(await database.as(who, sql));
  const joined = "SELECT p.title, r.text FROM paper AS p JOIN review AS r ON r.paper = p.id ORDER BY 1";
  assert.deepEqual(await ask(bob, joined), ["open two"]);
  for (const who of [ann, chair]) assert.deepEqual(await ask(who, joined), ["closed one", "open two"]);
  // Another reference puts it into no list that is hidden.
  assert.deepEqual(await ask(bob, "SELECT text, paper IS NULL AS a, other IS NULL AS b FROM review ORDER BY text"), [
    "one true false",
    "two false false",
  ]);
  assert.deepEqual(await ask(bob, `SELECT text FROM review WHERE paper = '${String(closed?.["id"])}'`), []);
  const history = "SELECT h.changes ? 'paper' FROM review, history_review(review.id) AS h WHERE text = 'one'";
  assert.deepEqual(await ask(bob, history), ["false"]);
  assert.deepEqual(await ask(ann, history), ["true"]);
  // A screen's Where finds the list empty.
  assert.deepEqual(await ask(bob, "SELECT title FROM _shown_reviewed() ORDER BY 1"), ["open"]);
  assert.deepEqual(await ask(ann, "SELECT title FROM _shown_reviewed() ORDER BY 1"), ["closed", "open"]);
  // Nothing behind it can be asked, and what looks empty stays.
  assert.equal(await ask(bob, 'SELECT writ."sees_paper.reviews"(NULL)'), "42501");
  assert.deepEqual(await ask(bob, "UPDATE review SET text = 'one!', paper = NULL WHERE text = 'one' RETURNING text"), [
    "one!",
  ]);
  assert.deepEqual(await database.owner("SELECT count(paper)::int AS there FROM writ_data.review"), [{ there: 2 }]);
  assert.equal(
    await ask(bob, `UPDATE review SET paper = '${String(closed?.["id"])}' WHERE text = 'one!'`),
    "FORBIDDEN",
  );
});

test("beside a row of its own for the reference, either hides it", async () => {
  const both = completeDocument(`## 3. Entities and their fields

### Paper
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Author | reference to User | auto | \`me\` |
| Reviews | list of Review | | |

### Review
- Owner: Reviewer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paper | reference to Paper | no | |
| Text | text up to 60 | yes | |
| Reviewer | reference to User | auto | \`me\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chair | named at installation |

| For | May | Member | Chair |
| --- | --- | --- | --- |
| Paper | create, read, update, delete | yes | yes |
| Paper | see Reviews | own | yes |
| Review | create, read, update, delete | yes | yes |
| Review | see Paper | own | yes |
`);
  const database = await open(both.source);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  const chair = await database.account("Chris", "chair");
  await database.owner("INSERT INTO public.paper (title, author) VALUES ('of Ann', $1), ('of Bob', $2)", [ann, bob]);
  for (const [text, by, at] of [
    ["1 own in own", ann, "of Ann"],
    ["2 own in other", ann, "of Bob"],
    ["3 other in own", bob, "of Ann"],
    ["4 own in none", ann, ""],
  ] as const)
    await database.owner(
      "INSERT INTO public.review (text, reviewer, paper) VALUES ($1, $2, (SELECT id FROM paper WHERE title = $3))",
      [text, by, at],
    );
  const seen = "SELECT text FROM review WHERE paper IS NOT NULL ORDER BY text";
  assert.deepEqual(values(await database.as(ann, seen)), ["1 own in own"]);
  assert.deepEqual(values(await database.as(bob, seen)), []);
  assert.deepEqual(values(await database.as(chair, seen)), ["1 own in own", "2 own in other", "3 other in own"]);
});
