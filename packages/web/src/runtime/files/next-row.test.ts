// A file that is chosen while a row is sent is that row's, and none of the next one's: the form below begins without it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { stories } from "../../testing/browser.ts";

const { source } = completeDocument(`# Albums

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Albums | \`/\` | list of Album | Person | yes |
| Album | \`/albums/:album\` | detail of Album | Person | |

### Album
- Show: Name, Pages
- Add: Pages

## 3. Entities and their fields

### Album
- Shown as: \`album.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Pages | list of Page | | |

### Page
- Shown as: \`page.title\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Album | belongs to Album | yes | |
| Title | text up to 40 | yes | |
| Notes | file up to 1 KB (txt) | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Album | read | yes |
| Album | create, update, delete | no |
| Page | create, read | yes |
| Page | update, delete | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const tell = stories();

test("a file chosen while one is sent is chosen anew for the next one, which is made", async () => {
  const story = await tell(source);
  await story.product.owner("INSERT INTO album (name) VALUES ('Summer')");
  const page = await story.person("Pia");
  await page.getByRole("link", { name: "Summer" }).click();
  const title = page.getByLabel("Title");
  const add = page.getByRole("button", { name: "Add Page" });
  const { promise: isChosen, resolve: chosen } = Promise.withResolvers<void>();
  await page.route("**/rest/v1/page*", async (route) => {
    if (route.request().method() === "POST") await isChosen;
    await route.continue();
  });
  await title.fill("First");
  const isSent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/v1/page"));
  await title.press("Enter");
  await isSent;
  await title.fill("Second");
  const file = { name: "late.txt", mimeType: "text/plain", buffer: Buffer.from("late") };
  await page.locator('[data-field="notes"] input[type=file]').setInputFiles(file);
  await page.getByRole("button", { name: "Open late.txt" }).waitFor();
  chosen();
  await page.getByText("Saved. First").waitFor();
  await page.getByRole("button", { name: "Open late.txt" }).waitFor({ state: "detached" });
  assert.equal(await title.inputValue(), "Second");
  await page.locator('[data-field="notes"] input[type=file]').setInputFiles(file);
  await page.getByRole("button", { name: "Open late.txt" }).waitFor();
  await add.click();
  await page.getByText("Saved. Second").waitFor();
  const pages = await story.product.owner("SELECT title, notes IS NOT NULL AS has FROM page ORDER BY created_at");
  assert.deepEqual(pages, [
    { title: "First", has: false },
    { title: "Second", has: true },
  ]);
  assert.deepEqual(story.mistakes, []);
});
