// Screens and mutants in the console's proof: begun from the keyboard, one at a time, and what came of them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { usable } from "../../testing/axe.ts";
import { pages } from "../../testing/browser.ts";
import { writings, type Written } from "../../testing/writing-story.ts";
import { patience } from "../../../../language/src/testing/eventually.ts";

/** A rule keeps everybody from the greatest score, so that no one comes near that bound. */
const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Notes | \`/\` | list of Note | Person | yes |

## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 20 | yes | |
| Score | integer 3 to 9 | yes | 5 |
| Stars | computed integer \`min(note.score * 100, 10)\` | | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Never more than six | Note | \`note.score <= 6\` | TOO_MUCH |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Note | create | yes |
| Note | read | yes |
| Note | update, delete | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_MUCH | A score over six | 422 | Six are enough. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
const mistakes: string[] = [];
const openPages = pages();
const write = writings();
let desk: Written;
let page: Page;

const said = (name: string) => page.getByRole("status", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });

before(async () => {
  desk = await write(source, []);
  page = await openPages(mistakes)({ viewport: { width: 1280, height: 800 } });
  await page.goto(desk.consoleUrl);
  await page.getByRole("navigation", { name: "Console" }).waitFor();
  await page.goto(`${desk.url}/_/console/proof`);
});

test("screens are opened in their own browser, and listed among the cases with what was seen", async () => {
  await said("Screens")
    .getByText(/^Opens every screen in the Chromium of this machine/)
    .waitFor();
  await button("Run: Screens").press("Enter");
  await page.getByRole("progressbar", { name: "Screens tried" }).waitFor();
  assert.deepEqual([await button("Run: Cases").isDisabled(), await button("Run: Mutants").isDisabled()], [true, true]);
  await said("Screens")
    .getByText(/^[4-9] passed, in \d+\.\d s/)
    .waitFor({ timeout: patience });
  const mark = page.getByRole("button", { name: /^2\/Notes, line \d+: [4-9] passed$/ }).first();
  await mark.press("Enter");
  const panel = page.getByRole("complementary", { name: "Cases of 2/Notes" });
  await panel.getByText(/A user without a role opens Notes$/).click();
  const open = panel.locator("details[open]");
  await open.getByText('The screen is displayed as in section 2. It is headed "Notes".').waitFor();
  await open.getByText('/ shows "Notes"').waitFor();
  assert.equal(await panel.getByText("Changed rows").count(), 0);
  await usable(page, "console proof screens");
  await page.keyboard.press("Escape");
});

test("mutants are counted by result; survivors link to their clause", async () => {
  await button("Run: Mutants").press("Enter");
  await said("Mutants")
    .getByText(/^\d+ of \d+ done\.$/)
    .waitFor({ timeout: patience });
  await said("Mutants")
    .getByText(/^2 survived, \d+ caught, 1 equivalent, in \d+\.\d s/)
    .waitFor({ timeout: patience });
  // What else was run stands as it was.
  await said("Screens")
    .getByText(/^[4-9] passed/)
    .waitFor();
  const survivors = page.getByRole("list", { name: "Mutants that survived" });
  const [one] = await survivors.getByRole("listitem").filter({ hasText: "100 is 101" }).all();
  assert.equal(
    (await one?.locator("del").textContent()) + " > " + (await one?.locator("ins").textContent()),
    "min(note.score * 100, 10) > min(note.score * 101, 10)",
  );
  await usable(page, "console proof mutants");
  await one?.getByRole("link", { name: "3/Note/Stars" }).press("Enter");
  await page.getByRole("complementary", { name: "Cases of 3/Note/Stars" }).waitFor();
  await page.keyboard.press("Escape");
});

test("mutants are stopped as anything else is, and an edit makes all of it earlier", async () => {
  await button("Run again: Mutants").press("Enter");
  await button("Stop: Mutants").press("Enter");
  await page.getByRole("alert").getByText("The run was stopped.").waitFor({ timeout: patience });
  desk.edit(source.replace("up to 20", "up to 21"));
  await page.getByText("This report is of an earlier version of the document").nth(1).waitFor();
});

test("nothing went wrong in any page, and nothing was against the pages' policy", () => assert.deepEqual(mistakes, []));
