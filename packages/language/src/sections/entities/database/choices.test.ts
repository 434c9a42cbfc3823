// What a field with `among` may be set to: whom it is shown, for rows that are there and for drafts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

test("the choices of a field are shown to users who may set it, and to no one else", async () => {
  const { account, as, owner } = await open(
    completeDocument(`## 3. Entities and their fields

### Note
- Shown as: \`note.text\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Reader | reference to User, among \`User.filter(u, u.has_role('Agent'))\` | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Customer | signed in |
| Agent | named at installation |

| For | May | Customer | Agent |
| --- | --- | --- | --- |
| Note | read | own | yes |
| Note | create | yes | yes |
| Note | update | own | own |
| Note | delete | no | no |
| Note | set Reader | no | yes |
`).source,
  );
  const [writer, cleo] = [await account("Ann"), await account("Cleo")];
  await owner(`INSERT INTO writ.assigned_role (person, role) VALUES ('${cleo}', 'agent')`);
  const names = async (who: string | null, values: readonly (string | null)[]) => {
    const answer = await as(who, 'SELECT name FROM "choices_note.reader"($1, $2)', [...values]);
    return "rows" in answer ? answer.rows.map(({ name }) => name) : answer.code;
  };
  assert.deepEqual(await names(cleo, ["", null]), ["Cleo"]);
  assert.deepEqual(await names(cleo, ["%", null]), []);
  // A customer may create notes, and may not set their reader.
  assert.deepEqual(await names(writer, ["", null]), []);
  assert.equal(await names(null, ["", null]), "42501");
  await as(writer, "INSERT INTO note (text) VALUES ('hers')", []);
  await as(cleo, "INSERT INTO note (text) VALUES ('theirs')", []);
  const ids = await owner("SELECT id FROM note ORDER BY text");
  // Which row it is about counts as well: an agent changes only what is their own.
  assert.deepEqual(await names(cleo, ["", String(ids[0]?.["id"])]), []);
  assert.deepEqual(await names(cleo, ["", String(ids[1]?.["id"])]), ["Cleo"]);
  assert.deepEqual(await names(writer, ["", String(ids[0]?.["id"])]), []);
});

test("the creator of a row is shown the choices of a field that never changes later", async () => {
  const { account, as, owner } = await open(
    completeDocument(`## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Reader | reference to User, among \`User.filter(u, u.has_role('Agent'))\` | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Customer | signed in |
| Agent | named at installation |

| For | May | Customer | Agent |
| --- | --- | --- | --- |
| Note | read, update | yes | yes |
| Note | create | no | yes |
| Note | delete | no | no |
| Note | set Reader on update | no | no |
`).source,
  );
  const [writer, cleo] = [await account("Ann"), await account("Cleo")];
  await owner(`INSERT INTO writ.assigned_role (person, role) VALUES ('${cleo}', 'agent')`);
  const names = async (who: string, id: string | null) => {
    const answer = await as(who, `SELECT name FROM "choices_note.reader"('', $1)`, [id]);
    return "rows" in answer ? answer.rows.map(({ name }) => name) : answer.code;
  };
  assert.deepEqual(await names(cleo, null), ["Cleo"]);
  assert.deepEqual(await names(writer, null), []);
  const [note] = await owner(`INSERT INTO note (reader) VALUES ('${cleo}') RETURNING id`);
  assert.deepEqual(await names(cleo, String(note?.["id"])), []);
});

test("for a row that is not there yet what it refers to counts, where the caller reads that and may create it", async () => {
  const { account, as, owner } = await open(
    completeDocument(`## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Keepers | several User | | |
| Readers | several User | | |
| Closed | yes/no | no | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Box | belongs to Box | yes | |
| Reader | reference to User, among \`note.box.readers\` | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Box | \`not box.closed\` |
| in a box of mine | Note | \`me in note.box.keepers\` |

| For | May | Member |
| --- | --- | --- |
| Box | read | open |
| Box | create, update, delete | no |
| Note | create | in a box of mine |
| Note | read | yes |
| Note | update, delete | no |
`).source,
  );
  const [keeper, other, reader] = [await account("Kim"), await account("Otto"), await account("Rita")];
  const box = async (closed: boolean) =>
    (
      await owner(
        "INSERT INTO box (keepers, readers, closed) VALUES (ARRAY[$1::uuid], ARRAY[$2::uuid], $3) RETURNING id",
        [keeper, reader, closed],
      )
    )[0]?.["id"];
  const names = async (who: string, draft: object | null) => {
    const answer = await as(who, 'SELECT name FROM "choices_note.reader"(draft => $1)', [
      draft && JSON.stringify(draft),
    ]);
    return "rows" in answer ? answer.rows.map(({ name }) => name) : answer.code;
  };
  const opened = await box(false);
  assert.deepEqual(await names(keeper, { box: opened }), ["Rita"]);
  assert.deepEqual(await names(other, { box: opened }), []);
  assert.deepEqual(await names(keeper, { box: await box(true) }), []);
  assert.deepEqual(await names(keeper, { box: "00000000-0000-0000-0000-000000000000" }), []);
  assert.deepEqual(await names(keeper, null), []);
});

test("a draft holds what its writer could give: of fields of others, and of rows that are not offered, nothing follows", async () => {
  const { account, as, owner } = await open(
    completeDocument(`## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Owner | reference to User | no | |
| Shelf | reference to Box | no | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Box | reference to Box | no | |
| Inner | reference to Box, among \`Box.filter(b, b.shelf == note.box)\` | no | |
| Given | reference to Box | no | |
| Kept | reference to Box | auto | |
| From box | reference to User, among \`User.filter(u, note.box != null and u == note.box.owner)\` | no | |
| From inner | reference to User, among \`User.filter(u, note.inner != null and u == note.inner.owner)\` | no | |
| From given | reference to User, among \`User.filter(u, note.given != null and u == note.given.owner)\` | no | |
| From kept | reference to User, among \`User.filter(u, note.kept != null and u == note.kept.owner)\` | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Lead | named at installation |

| For | May | Member | Lead |
| --- | --- | --- | --- |
| Box | read | yes | yes |
| Box | create, update, delete | no | no |
| Note | create, read | yes | yes |
| Note | update, delete | no | no |
| Note | set Given | no | yes |
`).source,
  );
  const [member, lead, reader] = [await account("Mia"), await account("Lea"), await account("Rita")];
  await owner("INSERT INTO writ.assigned_role (person, role) VALUES ($1, 'lead')", [lead]);
  const box = async (shelf: unknown) =>
    (await owner("INSERT INTO box (owner, shelf) VALUES ($1, $2) RETURNING id", [reader, shelf]))[0]?.["id"];
  const outer = await box(null);
  const inner = await box(outer);
  const offered = async (who: string, field: string, draft: unknown) => {
    const answer = await as(who, `SELECT name FROM "choices_note.from_${field}"(draft => $1)`, [JSON.stringify(draft)]);
    return "rows" in answer ? answer.rows.map(({ name }) => name) : answer.code;
  };
  assert.deepEqual(await offered(member, "box", { box: outer }), ["Rita"]);
  assert.deepEqual(await offered(member, "given", { given: outer }), []);
  assert.deepEqual(await offered(lead, "given", { given: outer }), ["Rita"]);
  for (const who of [member, lead]) {
    assert.deepEqual(await offered(who, "kept", { kept: outer }), []);
    assert.deepEqual(await offered(who, "inner", { box: outer, inner }), ["Rita"]);
    assert.deepEqual(await offered(who, "inner", { box: inner, inner }), []);
    // What was chosen before something else was changed counts no more, and nothing else with it.
    assert.deepEqual(await offered(who, "box", { box: outer, inner: outer, from_box: who }), ["Rita"]);
  }
});

test("a choice is named by what its chooser may see of it, and found by that alone", async () => {
  const { account, as, owner } = await open(
    completeDocument(`## 3. Entities and their fields

### Paper

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Reviews | list of Review via Paper | | |
| Best | reference to Review, among \`paper.reviews\` | no | |
| Worst | reference to Follow, among \`Follow\` | no | |

### Review
- Owner: Reviewer
- Shown as: \`review.text + ' ' + review.reviewer.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paper | belongs to Paper | yes | |
| Text | text up to 20 | yes | |
| Reviewer | reference to User | auto | \`me\` |

### Follow
- Shown as: \`follow.review.reviewer.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Review | reference to Review | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Paper | create, read, update, delete | yes |
| Review | create, read, update, delete | yes |
| Review | see Reviewer, see Created by, see Updated by | own |
| Follow | create, read, update, delete | yes |
`).source,
  );
  const [ann, bob] = [await account("Ann"), await account("Bob")];
  const [paper] = await owner("INSERT INTO paper (title) VALUES ('Owls') RETURNING id");
  const row = String(paper?.["id"]);
  const review = "INSERT INTO public.review (paper, text, reviewer) VALUES ($1, 'fine', $2) RETURNING id";
  const [one] = await owner(review, [row, bob]);
  await owner("INSERT INTO follow (review) VALUES ($1)", [String(one?.["id"])]);
  const names = async (who: string, field: string, words: string) => {
    const answer = await as(who, `SELECT name FROM "choices_paper.${field}"($1, $2)`, [words, row]);
    return "rows" in answer ? answer.rows.map(({ name }) => name) : answer.code;
  };
  assert.deepEqual(await names(bob, "best", "bob"), ["fine Bob"]);
  assert.deepEqual(await names(ann, "best", ""), ["Review"]);
  assert.deepEqual(await names(ann, "best", "bob"), []);
  assert.deepEqual(await names(bob, "worst", ""), ["Bob"]);
  assert.deepEqual(await names(ann, "worst", ""), ["Follow"]);
});
