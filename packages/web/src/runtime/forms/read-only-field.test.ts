// What a user may not set, or see, and what no one has said whether they may: fields say so, and keep what stands in them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { usable } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";

const tell = stories();

const orchestra = completeDocument(`# Orchestra

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Instruments | \`/\` | list of Instrument | Player | yes |
| Instrument | \`/instruments/:instrument\` | detail of Instrument | Player | |
| New instrument | \`/instruments/new\` | new Instrument | Player | |
| Change | \`/instruments/:instrument/change\` | edit Instrument | Player | |
| All of it | \`/instruments/:instrument/all\` | edit Instrument | Player | |
| By kind | \`/kinds\` | board of Instrument by Kind | Player | yes |
| Numbers | \`/numbers\` | dashboard | Player | yes |
| Room | \`/rooms/:room\` | detail of Room | Player | |

### Instruments
- Show: Name, Price, Tuned

### Change
- Ask: Name, Colour, Maker, Bought, Player, Insured, Lent, Remarks

### By kind
- Card: Name, Price

### Room
- Show: Name, Instruments

### Numbers

| Tile | Chart | Measure | Of | By | Where |
| --- | --- | --- | --- | --- | --- |
| Worth | number | sum of Price | Instrument | | |
| All | number | count | Instrument | | |

## 3. Entities and their fields

### Room
- Shown as: \`room.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Instruments | list of Instrument | | |

### Instrument
- Shown as: \`instrument.name\`

| Field | Type | Required | Default | Notes |
| --- | --- | --- | --- | --- |
| Name | text up to 40 | yes | | |
| Kind | one of: strings, brass | yes | strings | |
| Room | reference to Room | no | | |
| Price | money | no | | |
| Tuned | yes/no | no | no | |
| Colour | text up to 40 | no | | |
| Maker | text up to 40 | no | | Who built it |
| Bought | date | no | | |
| Player | reference to User | no | | |
| Insured | money | no | | |
| Lent | yes/no | no | no | |
| Remarks | long text | no | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Player | signed in |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| at home | Instrument | \`not instrument.lent\` | IS_LENT |

| For | May | Player |
| --- | --- | --- |
| Room | read | yes |
| Room | create, update, delete | no |
| Instrument | create, read, update | yes |
| Instrument | delete | no |
| Instrument | see Price | not shown |
| Instrument | set Price | no |
| Instrument | see Tuned | not shown |
| Instrument | set Tuned | no |
| Instrument | set Colour | not shown |
| Instrument | set Maker | no |
| Instrument | set Bought | no |
| Instrument | set Player | no |
| Instrument | set Lent | no |
| Instrument | set Remarks | no |
| Instrument | set Insured | at home |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| IS_LENT | It is lent | 409 | It is lent until it is back. |
| NOT_SHOWN | It is not said | 501 | Nobody has decided this yet. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Currency | EUR |
`).source;

const unsaid = "Nobody has decided this yet.";
let story: Story;
let page: Page;
let cello: string;
let room: string;

before(async () => {
  story = await tell(orchestra);
  page = await story.person("Paul");
  const [hall] = await story.product.owner("INSERT INTO room (name) VALUES ('Hall') RETURNING id");
  room = String(hall?.["id"]);
  const [row] = await story.product.owner(
    `INSERT INTO instrument (name, room, price, tuned, colour, maker, bought, player, insured, lent, remarks)
      SELECT 'Cello', $1, 900, true, 'brown', 'Gagliano', '2026-03-01', id, 1200, true, 'Two bows.' FROM auth.users RETURNING id`,
    [room],
  );
  cello = String(row?.["id"]);
});

const at = async (path: string) => page.goto(`${story.product.url}${path}`);
const mark = { hasText: /^Not shown$/ };

test("a field whose readers the document does not name reports that, where it may have a value", async () => {
  await at("/");
  const cells = page.locator("tbody tr").filter({ hasText: "Cello" }).locator("td");
  await cells.first().waitFor();
  assert.deepEqual(await cells.allInnerTexts(), ["Cello", "Not shown", "Not shown"]);
  const taken = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  assert.match(readFileSync(await (await taken).path(), "utf8"), /Cello,Not shown,Not shown/);
  await at(`/instruments/${cello}`);
  for (const name of ["Price", "Tuned"])
    await page.locator("dl > div").filter({ hasText: name }).getByText(unsaid).waitFor();
  await usable(page, "held detail");
  await at("/kinds");
  await page
    .locator("article, li")
    .filter({ hasText: "Cello" })
    .locator(".not-shown-value")
    .filter(mark)
    .first()
    .waitFor();
  await at(`/rooms/${room}`);
  await page.getByText(/Tuned: Not shown/).waitFor();
});

test("numbers are not worked out of it", async () => {
  await at("/numbers");
  await page.getByRole("region", { name: "Worth" }).getByText(unsaid).waitFor();
  await page.getByRole("region", { name: "All" }).getByText("1", { exact: true }).waitFor();
});

test("a form reports the fields of which the document does not say who sets them", async () => {
  await at("/instruments/new");
  const box = page.locator("form .not-shown").filter({ hasText: "Colour" });
  await box.getByText(unsaid).waitFor();
  assert.equal(await page.getByLabel("Maker").count(), 0);
  await page.getByLabel("Name").fill("Horn");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "Horn" }).waitFor();
  await at("/instruments/new");
  await usable(page, "held new");
});

test("a field that its user may not set is shown read-only with the catalogue's reason, and is not sent", async () => {
  await at(`/instruments/${cello}/change`);
  await page.locator("form .not-shown").filter({ hasText: "Colour" }).getByText(unsaid).waitFor();
  const kept = {
    Maker: "Gagliano",
    Bought: "1 Mar 2026",
    Player: "Paul",
    Insured: "€1,200.00",
    Lent: "Yes",
    Remarks: "Two bows.",
  };
  for (const [name, text] of Object.entries(kept)) {
    const field = page.getByRole("textbox", { name, exact: true });
    assert.equal(await field.inputValue(), text, name);
    assert.equal(await field.getAttribute("readonly"), "", name);
  }
  await page.getByText("Who built it").waitFor();
  const why = await page.getByRole("textbox", { name: "Insured" }).getAttribute("aria-describedby");
  assert.equal(await page.locator(`[id="${why ?? ""}"]`).innerText(), "It is lent until it is back.");
  await usable(page, "held change");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByLabel("Name").fill("Old cello");
  await page.getByRole("button", { name: "Save" }).click();
  assert.deepEqual((await sent).postDataJSON(), { name: "Old cello" });
  await page.getByRole("heading", { name: "Old cello" }).waitFor();
});

test("a form that names no fields has those that may be set, and what there is a reason for", async () => {
  await at(`/instruments/${cello}/all`);
  await page.getByRole("textbox", { name: "Insured" }).waitFor();
  await page.getByText("It is lent until it is back.").waitFor();
  await page.locator("form .not-shown").filter({ hasText: "Colour" }).waitFor();
  for (const name of ["Maker", "Price"]) assert.equal(await page.getByLabel(name).count(), 0, name);
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(story.mistakes, []);
});
