// The console in a browser, beside a document that is being written: every page of it, and the question that both ask.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { phone, usable } from "../testing/axe.ts";
import { pages } from "../testing/browser.ts";
import { writings, type Written } from "../testing/writing-story.ts";
import { pageNames, pagesFor } from "./page-names.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const mistakes: string[] = [];
const openPages = pages();
const write = writings();
let desk: Written;
let page: Page;

const at = async (path: string) => page.goto(`${desk.url}${path}`);

before(async () => {
  desk = await write(source);
  page = await openPages(mistakes)({ viewport: { width: 1280, height: 800 } });
  await page.goto(desk.consoleUrl);
  await page.getByRole("heading", { name: "Corner Desk" }).waitFor();
});

test("the address of the terminal lets in once; the token is gone from the address", async () => {
  assert.equal(page.url(), `${desk.url}/_/`);
  const other = await openPages(mistakes)();
  await other.goto(desk.consoleUrl);
  await other.getByText("already been used").waitFor();
  assert.match(desk.said(), /already been used. This is a new one: http\S+token=/);
  await other.goto(`${desk.url}/_/console/people`);
  await other.getByText("Open the address that the terminal shows").waitFor();
});

test("the document is read as people read it; a clause shows what it became", async () => {
  await at("/_/");
  await page
    .getByRole("navigation", { name: "Sections" })
    .getByRole("link", { name: /^3\. Entities/ })
    .waitFor();
  await usable(page, "console document");
  await page
    .getByRole("button", { name: /^What 3\/Ticket\/Phone became/ })
    .first()
    .click();
  const panel = page.getByRole("complementary", { name: "What 3/Ticket/Phone became" });
  await panel.getByText("column public.ticket.phone").waitFor();
  await usable(page, "console clause");
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  // The whole row can be pressed, and not its bar alone.
  await page.getByRole("row").filter({ hasText: "/queue" }).getByRole("cell").nth(2).click();
  const screen = page.getByRole("complementary", { name: "What 2/Queue became" }).getByRole("link", { name: "/queue" });
  assert.equal(await screen.getAttribute("href"), "/queue");
  await at("/_/?clause=6%2FTicket%2Fread");
  await page
    .getByRole("complementary")
    .getByText(/^Customer may read Ticket where it is own/)
    .waitFor();
});

test("gaps are listed in the document's words, and lead to their place", async () => {
  await at("/_/console/gaps");
  await page.getByText("8/EXPORT_FAILED/Message").first().waitFor();
  await usable(page, "console gaps");
  await page
    .getByRole("link", { name: /^Line \d+/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Corner Desk" }).waitFor();
});

test("one click signs in as a person, in a tab of its own", async () => {
  await at("/_/console/people");
  await page.getByRole("heading", { name: "Sample users" }).waitFor();
  await usable(page, "console people");
  const become = async (name: string) => {
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name: `Sign in as ${name}` }).click(),
    ]);
    await tab.getByRole("navigation", { name: "Menu" }).first().waitFor();
    return tab;
  };
  const lead = await become("Nadia Haddad");
  const customer = await become("Ann Moreau");
  await lead.reload();
  await lead.getByRole("link", { name: "Overview" }).first().waitFor();
  assert.equal(await customer.getByRole("link", { name: "Overview" }).count(), 0);
  assert.equal(new URL(lead.url()).hash, "");
  await lead.close();
  await customer.close();
});

test("on a phone the menu is a choice of the page that is open, and the matrix is as wide as what stands in it", async () => {
  const usual = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize(phone.viewport);
  await at("/_/console/rights");
  await page.getByLabel("Person").waitFor();
  const bar = await page.getByRole("banner").boundingBox();
  assert.ok(bar !== null && bar.height < 160, `the menu is ${bar?.height} pixels high`);
  assert.equal(await page.getByLabel("Page").inputValue(), "rights");
  const width = async () => (await page.getByRole("table").boundingBox())?.width ?? 0;
  // Of three roles who may do four things each is seen at once.
  assert.ok((await width()) < phone.viewport.width);
  // What is longer is read in a table that scrolls by itself.
  await page.getByLabel("Entity").selectOption({ label: "Ticket" });
  await page.getByRole("rowheader", { name: "Ask requester" }).first().waitFor();
  assert.ok((await width()) > phone.viewport.width);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= phone.viewport.width);
  await page.setViewportSize(usual);
});

test("the rights page: by role from the document, for a person and a row from the database", async () => {
  await at("/_/console/rights");
  await page.getByLabel("Entity").selectOption({ label: "Ticket" });
  await page.getByRole("columnheader", { name: "Customer" }).waitFor();
  await usable(page, "console matrix");
  await page.getByLabel("Person").selectOption({ label: "Ann Moreau · ann@example.test" });
  // What their roles give, before a row is chosen.
  await page.getByText("assigned by", { exact: false }).or(page.getByText("signed in")).first().waitFor();
  const ofTickets = page.getByRole("region", { name: "Permissions for Ticket" });
  await ofTickets.getByText("own").first().waitFor();
  await ofTickets.getByRole("definition").filter({ hasText: "Take, Assign" }).waitFor();
  await usable(page, "console rights of a person");
  await page.getByLabel("Row").selectOption({ index: 1 });
  const answer = (action: string) =>
    page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: action, exact: true }) });
  // It is another user's ticket.
  await answer("read").getByText("no", { exact: true }).waitFor();
  await usable(page, "console rights");
  await page.getByLabel("Person").selectOption({ label: "Tomás Ferreira · agent@example.test" });
  await answer("read").getByText("yes", { exact: true }).first().waitFor();
});

test("mails come in by themselves, are shown in a frame that runs nothing, and their links can be followed", async () => {
  await at("/_/console/mail");
  await page.getByText("No mails yet").waitFor();
  const asked = await fetch(`${desk.url}/auth/v1/recover`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "lead@example.test" }),
  });
  assert.equal(asked.status, 200);
  await page.locator("iframe").contentFrame().getByRole("link").first().waitFor();
  await usable(page, "console mail");
  await page.getByRole("button", { name: "As text" }).click();
  const link = page.getByRole("article").getByRole("link").first();
  assert.ok((await link.getAttribute("href"))?.startsWith(desk.url));
  await at("/_/console/jobs");
  await page.getByRole("cell", { name: "sent", exact: true }).first().waitFor();
  await usable(page, "console jobs");
});

test("a mistake is shown at its line while the served version goes on; it goes away when it is mended", async () => {
  await at("/_/");
  await page.getByRole("heading", { name: "Corner Desk" }).waitFor();
  const good = desk.source();
  desk.edit(good.replace("long text up to 10000", "long tekst"));
  await page.getByText("One mistake keeps this version from being served.").waitFor();
  await page.getByText(/unknown type "long tekst"/).waitFor();
  await usable(page, "console mistake");
  desk.edit(good);
  await page.getByText("One mistake keeps").waitFor({ state: "detached" });
});

test("rows that would be lost are asked about here too: named one by one, and then lost", async () => {
  const good = desk.source();
  const more = good.replace(/(### Category\n- Shown as[^]*?\| --- \|.*\n)/, "$1| Code | text up to 9 | no | | |\n");
  assert.notEqual(more, good);
  desk.edit(more);
  const headers = { apikey: desk.serviceKey, "content-type": "application/json" };
  const isWritten = async () =>
    (
      await fetch(`${desk.url}/rest/v1/category?name=not.is.null`, {
        method: "PATCH",
        headers,
        body: `{"code":"x"}`,
      })
    ).status === 204;
  await eventually(isWritten, "a code");
  await at("/_/");
  desk.edit(good);
  const question = page.getByRole("region", { name: "Change to confirm" });
  await question.waitFor().catch(() => assert.fail(desk.said()));
  await usable(page, "console question");
  const apply = question.getByRole("button", { name: "Apply and lose data" });
  assert.equal(await apply.isDisabled(), true);
  await question.getByLabel("Lose the data of 3/Category/Code").check();
  await apply.click();
  await question.waitFor({ state: "detached" });
  const ask = async () => fetch(`${desk.url}/rest/v1/category?select=code`, { headers });
  await eventually(async () => (await ask()).status === 400, "that the column is gone");
});

test("keys lead everywhere and are listed", async () => {
  await at("/_/");
  await page.getByRole("heading", { name: "Corner Desk" }).waitFor();
  const all = pagesFor(true).map((one) => pageNames[one]);
  for (const { title, key } of all) {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await page.locator('nav a[aria-current="page"]', { hasText: title }).waitFor();
  }
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const { title } of all) await list.getByText(title, { exact: true }).waitFor();
});

test("nothing went wrong in any page, and nothing was against the pages' policy", () => assert.deepEqual(mistakes, []));
