// A right that ends while a user writes: the form reports that at once, and keeps the draft. When users delete a row
// themselves, their drafts below it are removed.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { violations } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";

const tell = stories();

const magazine = completeDocument(`# Magazine

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Articles | \`/\` | list of Article | Author | yes |
| Article | \`/articles/:article\` | detail of Article | Author | |
| Write | \`/articles/:article/write\` | edit Article | Author | |

### Article
- Show: Title, Remarks
- Add: Remarks

## 3. Entities and their fields

### Article
- Shown as: \`article.title\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 80 | yes | |
| Stage | state | auto | |
| Remarks | list of Remark | | |

### Remark

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Article | belongs to Article | yes | |
| Words | text up to 80 | yes | |

## 4. States and transitions

### Article

| State | Kind |
| --- | --- |
| Draft | start |
| Printed | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Print | Draft | Printed | button |
| Take back | Printed | Draft | button |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Author | signed in |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| still a draft | Article | \`article.stage == 'draft'\` | IS_PRINTED |

| For | May | Author |
| --- | --- | --- |
| Article | create, read | yes |
| Article | update | still a draft |
| Article | Print, Take back | yes |
| Article | delete | yes |
| Remark | create, read | yes |
| Remark | update, delete | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| IS_PRINTED | It is printed | 409 | What is printed stays as it is. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;

let story: Story;

before(async () => {
  story = await tell(magazine);
});

const write = async (title: string): Promise<string> => {
  const [row] = await story.product.owner("INSERT INTO article (title) VALUES ($1) RETURNING id", [title]);
  return String(row?.["id"]);
};

test("a user who is writing sees at once that a permission has ended, and that it is back", async () => {
  const { product, person, mistakes } = story;
  const page = await person("Ada");
  const row = await write("Bees");
  const become = async (stage: string) =>
    product.owner("UPDATE article SET stage = $1, updated_at = clock_timestamp()", [stage]);
  await page.goto(`${product.url}/articles/${row}/write`);
  const title = page.getByLabel("Title");
  await title.fill("Bees and wasps");
  const save = page.getByRole("button", { name: "Save" });
  assert.equal(await save.getAttribute("aria-disabled"), null);
  await become("printed");
  const told = page.getByRole("status").getByText("What is printed stays as it is. Your changes stay here");
  await told.waitFor();
  assert.equal(await title.inputValue(), "Bees and wasps");
  assert.equal(await save.getAttribute("aria-disabled"), "true");
  assert.deepEqual(await violations(page), []);
  await save.focus();
  await page.getByRole("tooltip").getByText("What is printed stays as it is.").waitFor();
  // Keys that send say why nothing is sent, and nothing is asked of the database.
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "PATCH") sent++;
  });
  await title.press("Control+Enter");
  await page.getByRole("alert").getByText("What is printed stays as it is.").waitFor();
  assert.equal(sent, 0);
  await become("draft");
  await told.waitFor({ state: "detached" });
  assert.equal(await title.inputValue(), "Bees and wasps");
  await save.click();
  // It has changed meanwhile, to and fro.
  await page.getByText("This has changed since you opened it").waitFor();
  assert.equal(sent, 1);
  assert.deepEqual(mistakes, []);
});

test("a draft below a row is removed when its user deletes the row", async () => {
  const { product, person, mistakes } = story;
  const page = await person("Ben");
  await page.goto(`${product.url}/articles/${await write("Moths")}`);
  await page.getByLabel("Words").fill("I shall say more");
  const drafts = async () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("writ.draft.")).length);
  assert.equal(await drafts(), 1);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "Articles" }).waitFor();
  assert.equal(await drafts(), 0);
  assert.deepEqual(mistakes, []);
});
