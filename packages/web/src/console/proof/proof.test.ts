// The console's proof in a browser: run beside the product, read with its evidence, outdated by an edit, and what failed.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { usable } from "../../testing/axe.ts";
import { pages } from "../../testing/browser.ts";
import { writings, type Written } from "../../testing/writing-story.ts";
import { patience } from "../../../../language/src/testing/eventually.ts";

const { source } = completeDocument(`
## 2. Screens and routes

not shown. Nobody has said what people see.

## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 20 | yes | |
| Remark | text up to 20 | no | |
| Link | long text | no | |
| Weight | integer 1 to 9 | no | \`usual_weight\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Editor | named at installation |

| For | May | Person | Editor |
| --- | --- | --- | --- |
| Note | create | yes | no |
| Note | read | own | yes |
| Note | update, delete | own | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Constant | Value | Meaning |
| --- | --- | --- |
| Usual weight | 5 | |
`);
const mistakes: string[] = [];
const openPages = pages();
const write = writings();
let desk: Written;
let page: Page;

const mark = (name: RegExp) => page.getByRole("button", { name }).first();
const headers = () => ({ apikey: desk.serviceKey, "content-type": "application/json" });
const notes = async () => (await fetch(`${desk.url}/rest/v1/note?select=*`, { headers: headers() })).text();

before(async () => {
  desk = await write(source, []);
  page = await openPages(mistakes)({ viewport: { width: 1280, height: 800 } });
  await page.goto(desk.consoleUrl);
  await page.getByRole("navigation", { name: "Console" }).waitFor();
});

test("before it is run it says what it would do; keys lead there", async () => {
  await page.keyboard.press("g");
  await page.keyboard.press("v");
  await page.getByRole("heading", { name: "Proof", exact: true }).waitFor();
  await page.getByText("The product and its rows are not touched.").waitFor();
  await mark(/^6\/Note\/read, line \d+: no cases$/).waitFor();
  await page.getByText("not shown", { exact: true }).waitFor();
  await usable(page, "console proof never");
});

test("the plan is tried on a copy: each clause has its sign, each case its evidence, and served rows stay", async () => {
  const body = JSON.stringify({ text: "Served" });
  assert.equal((await fetch(`${desk.url}/rest/v1/note`, { method: "POST", headers: headers(), body })).status, 201);
  const served = await notes();
  await page.getByRole("button", { name: "Run: Cases" }).click();
  await page.getByRole("progressbar", { name: "Cases tried" }).waitFor();
  // While it goes on, the product answers.
  assert.equal(await notes(), served);
  await page.getByText(/^\d+ passed, .* in \d+\.\d s/).waitFor({ timeout: patience });
  assert.equal(await notes(), served);
  const read = mark(/^6\/Note\/read, line \d+: 4 passed$/);
  assert.equal(await read.getAttribute("data-standing"), "passed");
  await mark(/^3\/Note\/Link, line \d+: no cases$/).waitFor();
  // By the cases of what speaks of it.
  await mark(/^9\/Usual weight, line \d+: [2-9] passed$/).waitFor();
  await usable(page, "console proof done");
  await read.press("Enter");
  const panel = page.getByRole("complementary", { name: "Cases of 6/Note/read" });
  await panel.getByText("Person may read Note when it is their own").click();
  await panel
    .getByText(/^There is note /)
    .first()
    .waitFor();
  const own = panel.getByRole("listitem").filter({ hasText: "Person may read Note when it is their own" });
  await own.getByText("It is done.").waitFor();
  await own.getByText("No row has changed.").waitFor();
  await usable(page, "console proof case");
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await mark(/^6\/Note\/update, line \d+/).click();
  const two = page.getByRole("complementary", { name: "Cases of 6/Note/update, 6/Note/delete" });
  await two
    .getByText(/Person may update Note/)
    .first()
    .click();
  await two
    .getByText(/^note \S+ is changed$/)
    .first()
    .waitFor();
});

test("an edit makes it a run of an earlier version; a reload still shows it", async () => {
  await page.goto(`${desk.url}/_/console/proof`);
  await page.getByText(/^\d+ passed, /).waitFor();
  const [edited, edit] = [
    page.getByText("This report is of an earlier version of the document"),
    source.replace("20 | no", "21 | no"),
  ];
  assert.equal(await edited.count(), 0);
  desk.edit(edit);
  await edited.waitFor();
  await usable(page, "console proof earlier");
  await page.reload();
  await edited.waitFor();
});

test("a stopped run is reported as stopped", async () => {
  await page.getByRole("button", { name: "Run again: Cases" }).click();
  await page.getByRole("button", { name: "Stop: Cases" }).click();
  await page.getByRole("alert").getByText("The run was stopped.").waitFor({ timeout: patience });
});

test("failed cases come first, have their own icon, and link to their details", async () => {
  const failed = {
    address: "6/Note/read/Person#may",
    shows: [],
    clause: "6/Note/read/Person",
    sentence: "Person may read Note",
    outcome: "failed",
  };
  const told = (body: object) => ({ status: 200, contentType: "application/json", body: JSON.stringify(body) });
  const row = { entity: "note", id: "n1", is: "changed", fields: [{ name: "text", before: "One", after: null }] };
  const details = {
    steps: ["There is note n1."],
    expected: "It is done.",
    expectedRows: [],
    came: "404",
    wrong: ["not done"],
    rows: [row],
  };
  const run = { is: "done", beganAt: new Date().toISOString(), seconds: 1, isEarlier: false, tried: 1, all: 1 };
  const never = { is: "never", isEarlier: false, tried: 0, all: 0 };
  const fates = { caught: 0, "caught elsewhere": 0, equivalent: 0, "no document": 0, survived: 0 };
  await page.route("**/api/proof", async (route) =>
    route.fulfill(
      told({
        runs: { cases: run, screens: never, mutants: never },
        cases: [failed],
        mutants: { fates, survivors: [] },
      }),
    ),
  );
  await page.route("**/api/proof-cases?*", async (route) => route.fulfill(told([{ ...failed, ...details }])));
  await page.reload();
  const read = mark(/^6\/Note\/read, line \d+: 1 failed$/);
  await read.locator("svg.tabler-icon-square-rounded-x-filled").waitFor();
  await usable(page, "console proof failed");
  await page.getByRole("list", { name: "Failed cases" }).getByRole("link").click();
  const panel = page.getByRole("complementary", { name: /^Cases of 6/ });
  await panel.getByText("not done").waitFor();
  await panel.getByText("note n1 is changed").waitFor();
  await usable(page, "console proof failed case");
  await page.unrouteAll();
});

test("nothing went wrong in any page, and nothing was against the pages' policy", () => assert.deepEqual(mistakes, []));
