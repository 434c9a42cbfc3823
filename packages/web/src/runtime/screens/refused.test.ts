// An action that a condition of section 6 forbids is explained before the attempt, in the document's words.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { violations } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";

const tell = stories();
const shop = completeDocument(`# Shop

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Orders | \`/\` | list of Order | Clerk | yes |
| Order | \`/orders/:order.name\` | detail of Order | Clerk | |
| Edit order | \`/orders/:order.name/edit\` | edit Order | Clerk | |
| Shelves | \`/shelves\` | board of Order by Shelf | Clerk | yes |

### Order
- Buttons: Edit order

## 3. Entities and their fields

### Order
- Shown as: \`order.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40, unique | yes | |
| Paid | yes/no | no | no |
| Gift | yes/no | no | no |
| Shelf | one of: front, back | yes | front |
| State | state | | |

## 4. States and transitions

### Order
| State | Kind |
| --- | --- |
| Open | start |
| Sent | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Send | Open | Sent | button |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Clerk | signed in |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| unpaid | Order | \`not order.paid\` | IS_PAID |
| bought | Order | \`not order.gift\` | |
| settled | Order | \`order.paid\` | NOT_PAID |

| For | May | Clerk |
| --- | --- | --- |
| Order | create, read | yes |
| Order | update | unpaid and bought |
| Order | delete | unpaid |
| Order | Send | settled |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| IS_PAID | The order is paid | 409 | What is paid stays as it is. |
| NOT_PAID | The order is not paid | 409 | Nobody has paid for it yet. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;

let story: Story;
let page: Page;

before(async () => {
  story = await tell(shop);
  await story.product.owner(
    `INSERT INTO "order" (name, paid, gift) VALUES ('open', false, false), ('paid', true, false), ('gift', false, true), ('both', true, true)`,
  );
  page = await story.person("Carla");
});

const open = async (path: string) => {
  await page.goto(`${story.product.url}${path}`);
  await page.locator("main#content h1, main#content h2").first().waitFor();
};
/** Nothing is loaded or drawn any more. */
const settled = async () => {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve))));
};
const button = (name: string) => page.locator("main").getByRole("button", { name: new RegExp(`^${name}`) });

test("a button for what a condition refuses is there, disabled, with the catalogue's reason", async () => {
  await open("/orders/paid");
  for (const name of ["Edit order", "Delete"]) {
    await button(name).waitFor();
    assert.equal(await button(name).getAttribute("aria-disabled"), "true");
    await button(name).focus();
    await page.getByRole("tooltip", { name: "What is paid stays as it is." }).waitFor();
  }
  await page.mouse.click(1, 1);
  await page.getByRole("tooltip").waitFor({ state: "hidden" });
  assert.deepEqual(await violations(page), []);
  await open("/orders/open");
  await page.getByRole("link", { name: "Edit order" }).waitFor();
  assert.equal(await button("Delete").getAttribute("aria-disabled"), null);
  assert.equal(await button("Send").innerText(), "Send\n: Nobody has paid for it yet.");
});

test("where more than one condition stands in the way, or one without words, there is no button", async () => {
  for (const path of ["/orders/gift", "/orders/both"]) {
    await open(path);
    await button("Delete").waitFor();
    // The other buttons are drawn by a part that is loaded later.
    await settled();
    assert.equal(await page.getByText("Edit order").count(), 0, path);
  }
});

test("the address of a form says the same as the database would", async () => {
  const said = async (path: string) => {
    await open(path);
    return page.locator("main p").first().innerText();
  };
  assert.equal(await said("/orders/paid/edit"), "What is paid stays as it is.");
  assert.equal(await said("/orders/both/edit"), "You do not have permission to do this.");
});

test("a card that may not be changed says why before it is dropped", async () => {
  await open("/shelves");
  await page.getByRole("button", { name: "Move to: paid" }).click();
  await page.getByRole("menuitem", { name: "back What is paid stays as it is." }).waitFor();
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(story.mistakes, []);
});
