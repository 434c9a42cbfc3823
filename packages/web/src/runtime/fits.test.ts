// Long words in every place fit, on a desk and on a phone, and lead to where their row is.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { phone, usable } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";

const { source } = completeDocument(`# Depot

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Parcels | \`/\` | list of Parcel | Clerk | yes |
| Parcel | \`/parcels/:parcel\` | detail of Parcel | Clerk | |
| Change parcel | \`/parcels/:parcel/change\` | edit Parcel | Clerk | |
| Weeks | \`/weeks\` | calendar of Parcel on Due on | Clerk | yes |
| Shelf | \`/shelves/:shelf\` | board of Parcel by State | Clerk | |
| Shelves | \`/shelves\` | list of Shelf | Clerk | yes |
| Log | \`/log\` | list of Parcel | Clerk | yes |

### Parcels
- Show: Sender, Subject, Address, Shelf, Helper, Due on, Price, State
- Filter by: Shelf
- Search: Subject

### Log
- Show: Subject, Sender, Address, Shelf, Helper, Due on, Price, State, Created at, Updated at

### Parcel
- Show: Sender, Subject, Address, Link, Shelf, Helper, State
- Buttons: Change parcel

## 3. Entities and their fields

### Shelf
- Shown as: \`shelf.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 90 | yes | |
| Parcels | list of Parcel | | |

### Parcel
- Shown as: \`parcel.subject\`
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Sender | text | no | |
| Subject | text | yes | |
| Address | text | no | |
| Link | url | no | |
| Shelf | belongs to Shelf | yes | |
| Helper | reference to User | no | |
| Due on | date | no | |
| Price | money | no | |
| Deliveryinstructionsforthedriverwithoutanyspaceinbetweenatall | text | no | |
| Slip | image | no | |
| State | state | | |

## 4. States and transitions

### Parcel

| State | Kind |
| --- | --- |
| Waiting | start |
| Gone | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Send | Waiting | Gone | button |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Clerk | signed in |

| For | May | Clerk |
| --- | --- | --- |
| Shelf | create, read, update, delete | yes |
| Parcel | create, read, update, delete, Send | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Currency | EUR |
`);

const shelf = "The shelf behind the door of the second hall, on the left as one comes in from the yard";
const subject = "Aparcelwhosenamehasnospaceanywhereandgoesonuntilnobodyreadsitanymore";
const address = "Somebody Very Important, c/o Somebody Else, 12345 Long Street, Building 7, Back Yard, Some Town";

const tell = stories();
let depot: Story;
let cara: Page;
let parcel = "";
let place = "";

before(async () => {
  depot = await tell(source);
  cara = await depot.person("Cara");
  await depot.account("hugo@example.test", "Hugo");
  const [row] = await depot.product.owner("INSERT INTO shelf (name) VALUES ($1) RETURNING id", [shelf]);
  place = String(row?.["id"]);
  const [made] = await depot.product.owner(
    `INSERT INTO parcel (subject, address, link, shelf, helper, due_on, price)
     SELECT $1, $2, $3, $4, id, '2026-06-03', 12.5 FROM auth.users WHERE email = 'hugo@example.test' RETURNING id`,
    [subject, address, `https://example.test/${"long/".repeat(30)}`, place],
  );
  parcel = String(made?.["id"]);
});

const at = async (page: Page, path: string) => page.goto(`${depot.product.url}${path}`);
const tooWide = async (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("long texts leave room for the last columns, and the first one that says something leads to the row", async () => {
  await cara.setViewportSize({ width: 1440, height: 900 });
  await at(cara, "/");
  const link = cara.getByRole("row").getByRole("link");
  await link.first().waitFor();
  assert.deepEqual(await link.allInnerTexts(), [subject]);
  const hidden = await cara
    .locator("table")
    .evaluate(({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0));
  assert.ok(hidden <= 0, `${hidden} pixels of the table are out of sight`);
  await usable(cara, "long list");
});

test("a moment is never cut off, however many columns there are", async () => {
  await cara.setViewportSize({ width: 1280, height: 800 });
  await at(cara, "/log");
  const moments = cara.locator("td:has(> time)");
  await moments.first().waitFor();
  const cut = await moments.evaluateAll((cells) => cells.map((cell) => cell.scrollWidth - cell.clientWidth));
  assert.deepEqual(cut, [0, 0, 0]);
});

test("the choices of a filter fit on a phone, and are large enough for a finger", async () => {
  const small = await depot.page({ ...phone, storageState: await cara.context().storageState() });
  await at(small, "/");
  await small.getByRole("button", { name: "Shelf" }).tap();
  const choice = small.getByLabel(shelf);
  await choice.waitFor();
  assert.ok((await tooWide(small)) <= 0);
  const label = await small.locator("label", { hasText: shelf }).boundingBox();
  assert.ok(label !== null && label.height >= 44 && label.x >= 0 && label.x + label.width <= phone.viewport.width);
  await usable(small, "filter");
  await choice.tap();
  assert.match(small.url(), /shelf=/);
});

test("a form fits on a phone, whatever its fields are called, and the file that is not taken", async () => {
  const small = await depot.page({ ...phone, storageState: await cara.context().storageState() });
  await at(small, `/parcels/${parcel}/change`);
  await small.getByLabel("Deliveryinstructions").waitFor();
  assert.ok((await tooWide(small)) <= 0);
  const name = `${"holiday_photo_".repeat(12)}.png`;
  await small
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "image/png", buffer: Buffer.from("no image") });
  await small.getByRole("alert").filter({ hasText: "holiday_photo" }).waitFor();
  assert.ok((await tooWide(small)) <= 0);
});

test("letters that are typed on a phone are as large as it wants them, so that it does not enlarge the page", async () => {
  const hand = await depot.person("Pia", [], phone);
  await hand.goto(`${depot.product.url}/parcels/${parcel}/change`);
  const sender = hand.getByLabel("Sender");
  await sender.waitFor();
  assert.equal(await sender.evaluate((field) => getComputedStyle(field).fontSize), "16px");
  // What it is called stands apart from it.
  const bottom = await hand
    .getByText("Sender", { exact: false })
    .first()
    .evaluate((one) => one.getBoundingClientRect().bottom);
  assert.ok((await sender.evaluate((field) => field.getBoundingClientRect().top)) >= bottom + 4);
  await hand.close();
});

test("a day with one row has room for what it is called", async () => {
  const name = "A parcel of twelve lamps for the hall";
  await depot.product.owner("INSERT INTO parcel (subject, shelf, due_on) VALUES ($1, $2, '2026-06-17')", [name, place]);
  await at(cara, "/weeks?day=2026-06-03");
  const entry = cara.getByRole("link", { name });
  await entry.waitFor();
  const hidden = async (of: typeof entry) =>
    of.evaluate((one) => Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth));
  assert.ok((await hidden(entry)) <= 1 && (await hidden(entry.locator(".."))) <= 1);
  await depot.product.owner("DELETE FROM parcel WHERE due_on = '2026-06-17'");
});

test("facts that are long have the whole width, and what a screen names is there once", async () => {
  const small = await depot.page({ ...phone, storageState: await cara.context().storageState() });
  for (const page of [cara, small]) {
    await at(page, `/parcels/${parcel}`);
    const widthOf = async (label: string) =>
      (await page.locator("dl > div", { has: page.locator("dt", { hasText: label }) }).boundingBox())?.width ?? 0;
    await page.locator("dl").first().waitFor();
    for (const label of ["Address", "Link"]) assert.ok((await widthOf(label)) > 1.5 * (await widthOf("Helper")), label);
    assert.deepEqual(await page.locator(".page-head a, .page-head button").allInnerTexts(), [
      "Change parcel",
      "Delete",
    ]);
    assert.ok((await tooWide(page)) <= 0);
  }
  await usable(small, "long facts");
});

test("money is written as money is", async () => {
  await at(cara, `/parcels/${parcel}/change`);
  assert.equal(await cara.getByLabel("Price").inputValue(), "12.50");
});

test("a step that was taken by a key keeps the focus, and people in the history have names", async () => {
  await at(cara, `/parcels/${parcel}`);
  await cara.getByRole("button", { name: "Send" }).focus();
  await cara.keyboard.press("Enter");
  await cara.getByText(/is now Gone\.$/).waitFor();
  await cara.getByRole("button", { name: /^Send ?: Not possible while it is Gone\.$/ }).waitFor();
  assert.match(await cara.evaluate(() => document.activeElement?.textContent ?? ""), /^Send/);
  await depot.product.owner("UPDATE parcel SET helper = NULL");
  await cara.getByText("Hugo → None").waitFor();
});

test("a board says inside of what it is, a week from when to when", async () => {
  await at(cara, `/shelves/${place}`);
  await cara.getByRole("heading", { name: "Shelf" }).waitFor();
  await cara.getByRole("main").getByText(shelf).waitFor();
  await at(cara, "/weeks?view=week&day=2026-06-03");
  await cara.getByRole("heading", { name: /^1\s?–\s?7 Jun 2026$/ }).waitFor();
});

test("the search looks for text that was typed before it had loaded", async () => {
  const quick = await depot.page({ storageState: await cara.context().storageState() });
  const { promise: typed, resolve: hasTyped } = Promise.withResolvers<void>();
  await quick.route(/palette[^/]*\.js$/, async (route) => {
    await typed;
    await route.continue();
  });
  await at(quick, "/");
  await quick.getByRole("row").getByRole("link").waitFor();
  await quick.keyboard.press("Control+k");
  await quick.keyboard.type("aparcel");
  hasTyped();
  await quick.getByRole("option", { name: subject }).waitFor();
  assert.equal(await quick.getByRole("combobox").inputValue(), "aparcel");
  await quick.keyboard.press("Enter");
  await quick.getByRole("heading", { name: subject }).waitFor();
});

test("deleting a row needs a confirmation", async () => {
  const small = await depot.page({ ...phone, storageState: await cara.context().storageState() });
  await at(small, "/");
  await small.getByRole("link", { name: subject }).tap();
  const asking = small.getByRole("dialog", { name: "Delete" });
  await small.getByRole("button", { name: "Delete" }).tap();
  await asking.getByText(`Delete ${subject}? This cannot be undone.`).waitFor();
  await usable(small, "question");
  await asking.getByRole("button", { name: "Cancel" }).tap();
  await asking.waitFor({ state: "detached" });
  assert.equal((await depot.product.owner("SELECT FROM parcel")).length, 1);
  await small.getByRole("button", { name: "Delete" }).tap();
  await asking.getByRole("button", { name: "Delete" }).tap();
  await small.getByText("There is nothing here yet.").waitFor();
  assert.equal((await depot.product.owner("SELECT FROM parcel")).length, 0);
});

test("nothing went wrong in any page", () => assert.deepEqual(depot.mistakes, []));
