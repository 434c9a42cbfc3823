// A field that names several rows, changed by an operator: they are found by what they are called.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { usable } from "../../testing/axe.ts";
import { operatedBy } from "../../testing/operator.ts";
import { stories } from "../../testing/browser.ts";

const { source } = completeDocument(`## 3. Entities and their fields

### Tag
- Shown as: \`tag.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text up to 80 | yes | |
| Tags | several Tag | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |

| For | May | Reader |
| --- | --- | --- |
| Tag | read | yes |
| Tag | create, update, delete | no |
| Note | read | yes |
| Note | create, update, delete | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
const tell = stories();

test("rows are added to a field that names several, and taken out", async () => {
  const { desk, page } = await operatedBy(tell, source);
  await desk.product.owner("INSERT INTO tag (name) VALUES ('urgent'), ('later'), ('home')");
  await desk.product.owner("INSERT INTO note (words, tags) SELECT 'Sweep', ARRAY[id] FROM tag WHERE name = 'later'");
  await page.goto(`${desk.product.url}/_/console/rows?entity=note`);
  await page.getByRole("region", { name: "Rows of Note" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Edit" }).click();
  const tags = page.getByRole("combobox", { name: "Tags" });
  await page.getByText("later", { exact: true }).waitFor();
  await tags.fill("urg");
  await page.getByRole("option", { name: "urgent" }).click();
  await tags.press("Escape");
  await usable(page, "console row, several");
  await page.getByRole("button", { name: "Save" }).click();
  const stored = async () =>
    (await desk.product.owner("SELECT t.name FROM note AS n, tag AS t WHERE t.id = ANY (n.tags) ORDER BY t.name")).map(
      ({ name }) => name,
    );
  await page.getByRole("button", { name: "Edit" }).waitFor();
  assert.deepEqual(await stored(), ["later", "urgent"]);
  assert.deepEqual(desk.mistakes, []);
});
