// Rows of a list as cards, on a phone: what is to be touched is large enough, however short its words are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { phone, usable } from "../../testing/axe.ts";
import { stories } from "../../testing/browser.ts";

const { source } = completeDocument(`# Queue

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Turns | \`/\` | list of Turn | Clerk | yes |
| Turn | \`/turns/:turn\` | detail of Turn | Clerk | |

### Turns
- Show: Number, State

## 3. Entities and their fields

### Turn
- Shown as: \`turn.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Number | integer | yes | |
| State | state | | |

## 4. States and transitions

### Turn
| State | Kind |
| --- | --- |
| Waiting | start |
| Served | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Serve | Waiting | Served | button |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Clerk | signed in |

| For | May | Clerk |
| --- | --- | --- |
| Turn | read, Serve | yes |
| Turn | create, update, delete | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const tell = stories();

test("a card's tick and its link can be touched, and each does what it is for", async () => {
  const story = await tell(source);
  await story.product.owner("INSERT INTO turn (name, number) VALUES ('First', 1), ('Second', 2)");
  const page = await story.person("Cleo", [], phone);
  await page.locator("li").filter({ hasText: "Waiting" }).first().waitFor();
  await usable(page, "cards");
  await page.setViewportSize(phone.viewport);
  // Beside the box, where a finger comes down.
  const box = await page.getByRole("checkbox", { name: "Select First" }).boundingBox();
  assert.ok(box !== null && box.width >= 24 && box.height >= 24);
  await page.touchscreen.tap(box.x + box.width + 6, box.y + box.height + 6);
  assert.ok(await page.getByRole("checkbox", { name: "Select First" }).isChecked());
  // Room is for the rows: what is done with all of them stands in one line.
  const order = await page.getByRole("combobox", { name: "Sort by" }).boundingBox();
  const file = await page.getByRole("button", { name: "Export as CSV" }).boundingBox();
  assert.ok(order !== null && file !== null && order.y < file.y + file.height && file.y < order.y + order.height);
  assert.ok(file.width >= 44 && file.x + file.width <= phone.viewport.width);
  // Cards have no heads: their order is chosen beside the filters, and stands in the address.
  const numbers = async () => page.locator("main li a").allInnerTexts();
  for (const [chosen, numbered] of [
    ["Number, descending", ["2", "1"]],
    ["Number, ascending", ["1", "2"]],
  ] as const) {
    await page.getByRole("combobox", { name: "Sort by" }).selectOption(chosen);
    await page.locator("main li a").first().filter({ hasText: numbered[0] }).waitFor();
    assert.deepEqual(await numbers(), numbered);
  }
  assert.match(page.url(), /\?sort=number$/);
  await page.getByRole("link", { name: "2", exact: true }).tap();
  await page.getByRole("heading", { name: "Second" }).waitFor();
  assert.deepEqual(story.mistakes, []);
});
