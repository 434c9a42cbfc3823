// A reference that is hidden from its reader: shown as one to a row that they may not read, and given by no form.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { usable } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";

const tell = stories();

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Reviews | \`/\` | list of Review | Member | yes |
| Review | \`/reviews/:review\` | detail of Review | Member | |
| Change | \`/reviews/:review/change\` | edit Review | Member | |
| Panel | \`/panels/:panel\` | detail of Panel | Member | |
| Paper | \`/papers/:paper\` | detail of Paper | Member | |
| Topic | \`/topics/:topic\` | detail of Topic | Member | |

### Reviews
- Show: Text, Reviewer, Panel, Helpers

### Panel
- Show: Name, Reviews

### Paper
- Show: Title, Topic, Reviews

### Topic
- Show: Name, Papers

### Change
- Ask: Text, Panel, Helpers

## 3. Entities and their fields

### Topic
- Shown as: \`topic.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Papers | list of Paper | | |

### Paper
- Shown as: \`paper.title\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Topic | reference to Topic | yes | |
| Reviews | list of Review | | |

### Panel
- Shown as: \`panel.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Reviews | list of Review | | |

### Review
- Shown as: \`review.text\`
- Owner: Reviewer
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paper | belongs to Paper | yes | |
| Text | text up to 60 | yes | |
| Reviewer | reference to User | auto | \`me\` |
| Panel | reference to Panel | no | |
| Helpers | several User | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chair | named at installation |

| For | May | Member | Chair |
| --- | --- | --- | --- |
| Topic | create, read, update, delete | yes | yes |
| Topic | see Papers | own | yes |
| Paper | create, read, update, delete | yes | yes |
| Panel | create, read, update, delete | yes | yes |
| Review | create, read, update | yes | yes |
| Review | delete | no | yes |
| Review | see Reviewer, see Panel, see Helpers, see Created by, see Updated by | own | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

let story: Story;
let ann: Page;
let ben: Page;
let ids: Readonly<Record<"review" | "panel" | "paper" | "topic", string>>;

before(async () => {
  story = await tell(source);
  ann = await story.person("Ann");
  ben = await story.person("Ben");
  const one = async (sql: string, values: readonly unknown[] = []) =>
    String((await story.product.owner(sql, values))[0]?.["id"]);
  const panel = await one("INSERT INTO panel (name) VALUES ('Zoology') RETURNING id");
  const account = await one("SELECT id FROM auth.users WHERE email = 'ben@example.test'");
  // As a user who writes it would.
  await story.product.owner(`SELECT set_config('request.jwt.claims', '{"sub": "${account}"}', false)`);
  const topic = await one("INSERT INTO topic (name) VALUES ('Birds') RETURNING id");
  const paper = await one("INSERT INTO writ_data.paper (title, topic) VALUES ('Owls', $1) RETURNING id", [topic]);
  const review = await one(
    "INSERT INTO writ_data.review (paper, text, reviewer, panel, helpers) VALUES ($1, 'Well done', $2, $3, ARRAY[$2]::uuid[]) RETURNING id",
    [paper, account, panel],
  );
  await story.product.owner("SELECT set_config('request.jwt.claims', '', false)");
  ids = { review, panel, paper, topic };
});

const open = async (page: Page, path: string) => page.goto(`${story.product.url}${path}`);
const fact = (page: Page, label: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) })
    .locator("dd")
    .innerText();
const textOf = async (page: Page) => page.locator("main").innerText();

test("a list shows that something is there, and to its own writer what it is", async () => {
  await open(ann, "/");
  await ann.getByText("Well done").waitFor();
  const cells = await textOf(ann);
  assert.ok(!/Ben|Zoology/.test(cells), cells);
  for (const [label, count] of [
    ["Panel", 1],
    ["User", 2],
  ] as const)
    assert.equal(
      await ann
        .locator("main .quiet")
        .filter({ hasText: new RegExp(`^${label}$`) })
        .count(),
      count,
      label,
    );
  await open(ben, "/");
  await ben.getByText("Zoology").waitFor();
  assert.match(await textOf(ben), /Ben/);
});

test("so does a detail, and its history names no user", async () => {
  await open(ann, `/reviews/${ids.review}`);
  await ann.getByRole("heading", { name: "Well done" }).waitFor();
  assert.equal(await fact(ann, "Panel"), "Panel");
  assert.equal(await fact(ann, "Reviewer"), "User");
  assert.equal(await fact(ann, "Helpers"), "User");
  await ann.getByText("Someone created this").waitFor();
  assert.ok(!/Ben|Zoology|The system/.test(await textOf(ann)));
  await usable(ann, "a hidden reference");
  await open(ben, `/reviews/${ids.review}`);
  await ben.getByText("Ben created this").waitFor();
  assert.equal(await fact(ben, "Panel"), "Zoology");
});

test("the list on the other side of a hidden reference leaves its row out", async () => {
  const listed = (page: Page) => page.getByRole("link", { name: "Well done" });
  await open(ben, `/panels/${ids.panel}`);
  await listed(ben).waitFor();
  await open(ann, `/panels/${ids.panel}`);
  await ann.getByRole("heading", { name: "Reviews" }).waitFor();
  await ann.getByText(/Reviews\s*0/).waitFor();
  assert.equal(await listed(ann).count(), 0);
  // Below what is not hidden it stands, without what is.
  await open(ann, `/papers/${ids.paper}`);
  await listed(ann).waitFor();
  const text = await textOf(ann);
  assert.match(text, /Panel: Panel/);
  assert.ok(!/Ben|Zoology/.test(text), text);
});

test("a hidden list reports that, and its rows show that they refer to something", async () => {
  await open(ben, `/topics/${ids.topic}`);
  await ben.getByRole("link", { name: "Owls" }).waitFor();
  await open(ann, `/topics/${ids.topic}`);
  await ann.getByText("You do not have access to this.").waitFor();
  assert.equal(await ann.getByRole("heading", { name: "Papers", exact: true }).count(), 1);
  assert.equal(await ann.getByRole("link", { name: "Owls" }).count(), 0);
  await open(ann, `/papers/${ids.paper}`);
  await ann.getByRole("heading", { name: "Owls" }).waitFor();
  assert.equal(await fact(ann, "Topic"), "Topic");
  await open(ben, `/papers/${ids.paper}`);
  await ben.getByRole("heading", { name: "Owls" }).waitFor();
  assert.equal(await fact(ben, "Topic"), "Birds");
});

test("a form shows that a field may have a hidden value, and sends nothing for it", async () => {
  await open(ann, `/reviews/${ids.review}/change`);
  await ann.getByText("You do not have access to this.").first().waitFor();
  await ann.getByLabel("Text").fill("Well done indeed");
  const sent = ann.waitForRequest((request) => request.method() === "PATCH");
  await ann.getByRole("button", { name: "Save" }).click();
  assert.deepEqual((await sent).postDataJSON(), { text: "Well done indeed" });
  await ann.getByRole("heading", { name: "Well done indeed" }).waitFor();
  const [row] = await story.product.owner(
    "SELECT panel IS NOT NULL AS panel, cardinality(helpers) AS helpers FROM writ_data.review",
  );
  assert.deepEqual(row, { panel: true, helpers: 1 });
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(story.mistakes, []);
});
