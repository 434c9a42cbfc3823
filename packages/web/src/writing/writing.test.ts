// A document is edited while a user uses its product: what changes under their hands, and what stays where it is.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { waitFor } from "../../../cli/src/testing/fake-console.ts";
import { violations } from "../testing/axe.ts";
import { pages } from "../testing/browser.ts";
import { writings, type Written } from "../testing/writing-story.ts";
import { pagePasses } from "../testing/at-rest.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const mistakes: string[] = [];
const openPages = pages();
const write = writings();
let desk: Written;
let page: Page;

const edit = (from: string, to: string) => {
  assert.ok(desk.source().includes(from), from);
  desk.edit(desk.source().replaceAll(from, to));
};
const overlay = () => page.getByRole("region", { name: /mistake|lose|not applied/ });
/** A page that is loaded anew forgets it. */
const isSamePage = async () => page.evaluate(() => Reflect.get(globalThis, "here") === true);
const look = async (name: string) =>
  page.screenshot({ path: `${process.env["WRIT_SHOTS"] ?? "/nowhere"}/${name}.png` });
const shot = async (name: string) => (process.env["WRIT_SHOTS"] === undefined ? undefined : look(name));

before(async () => {
  desk = await write(source);
  page = await openPages(mistakes)();
  const lead = desk.people.find(({ email }) => email === "lead@example.test");
  await page.goto(lead?.link ?? "");
  await page.getByRole("navigation", { name: "Menu" }).first().waitFor();
});

test("a form that is open shows what its document says now, with everything that was typed", async () => {
  await page.goto(`${desk.url}/categories/new`);
  await page.getByLabel("Name").fill("Phones and");
  await page.evaluate(() => Reflect.set(globalThis, "here", true));
  await page.getByLabel("Name").focus();
  edit("New category", "Another category");
  await page.getByRole("heading", { name: "Another category" }).waitFor();
  // The screen has another name, so it is another form: its draft was still kept.
  assert.equal(await page.getByLabel("Name").inputValue(), "Phones and");
  assert.equal(await isSamePage(), true);
});

test("a field that is added appears in the open form; focus and words stay", async () => {
  await page.goto(`${desk.url}/tickets/new`);
  await page.evaluate(() => Reflect.set(globalThis, "here", true));
  await page.getByLabel("Subject").fill("The printer bl");
  await page.evaluate(() => document.querySelector("input")?.setSelectionRange(3, 3));
  edit("| Phone | phone | no | | |\n", "| Phone | phone | no | | |\n| Room | text up to 9 | no | | |\n");
  edit("- Ask: Subject, ", "- Ask: Subject, Room, ");
  await page.getByLabel("Room").waitFor();
  assert.equal(await page.getByLabel("Subject").inputValue(), "The printer bl");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("id")?.includes("subject")), true);
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).selectionStart), 3);
  await page.getByLabel("Room").fill("12");
  assert.equal(await isSamePage(), true);
});

test("a field that must have a value and has one at first comes with it, into forms that are open", async () => {
  await page.goto(`${desk.url}/categories/new`);
  await page.getByLabel("Name").fill("Wires");
  const changed = await openPages(mistakes)();
  await changed.goto(desk.people.find(({ email }) => email === "lead@example.test")?.link ?? "");
  await changed.getByRole("navigation", { name: "Menu" }).first().getByRole("link", { name: "Categories" }).click();
  await changed.locator("tbody a").first().click();
  await changed.getByLabel("Name").fill("Hard things");
  const good = desk.source();
  const [fields] = /### Category\n(?:[^#]*\n)?\| Name \|.*\n/.exec(good) ?? [];
  assert.ok(fields);
  edit(fields, `${fields}| Floor | integer | yes | 3 | |\n`);
  for (const [form, button] of [
    [page, "Create"],
    [changed, "Save"],
  ] as const) {
    await form.getByLabel("Floor").waitFor();
    assert.equal(await form.getByLabel("Floor").inputValue(), "3");
    await form.getByRole("button", { name: button }).click();
    await form.getByText("Saved.").waitFor();
  }
  await changed.close();
  const rows = await fetch(`${desk.url}/rest/v1/category?select=name&floor=eq.3&name=in.(Wires,Hard things)`, {
    headers: { apikey: desk.serviceKey },
  });
  assert.equal(((await rows.json()) as readonly unknown[]).length, 2);
});

test("a list stays where it was scrolled to, and has its new column", async () => {
  const rows = Array.from({ length: 160 }, (_, index) => ({ name: `Category ${String(index).padStart(3, "0")}` }));
  const made = await fetch(`${desk.url}/rest/v1/category`, {
    method: "POST",
    headers: { apikey: desk.serviceKey, "content-type": "application/json" },
    body: JSON.stringify(rows),
  });
  assert.equal(made.status, 201);
  await page.goto(`${desk.url}/categories`);
  await page.evaluate(() => Reflect.set(globalThis, "here", true));
  await page.locator("tbody tr").first().waitFor();
  const isAllThere = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    return page.getByText(/ results?$/).isVisible();
  };
  await eventually(isAllThere, "all rows");
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight - 1400));
  const top = await page.evaluate(() => scrollY);
  assert.ok(top > 2000, String(top));
  const [show] = /### Categories\n- Show: .*/.exec(desk.source()) ?? [];
  assert.ok(show);
  edit(show, `${show}, Created at`);
  await page.getByRole("columnheader", { name: "Created at" }).waitFor();
  await pagePasses(page, 600);
  assert.ok(
    Math.abs((await page.evaluate(() => scrollY)) - top) < 60,
    `${await page.evaluate(() => scrollY)} and not ${top}`,
  );
  await page.locator("tbody tr").filter({ hasText: "Category 1" }).first().waitFor();
  assert.equal(await isSamePage(), true);
});

test("a mistake is shown over the product in the words of `writ check`; the last good version goes on", async () => {
  await page.goto(`${desk.url}/categories`);
  const good = desk.source();
  desk.edit(good.replace("long text up to 10000", "long tekst"));
  await overlay()
    .getByText(/unknown type "long tekst"/)
    .waitFor();
  const [said] =
    /^SPEC\.md:\d+:\d+/m.exec((await waitFor({ "SPEC.md": desk.source() }, ["check", "SPEC.md"])).out) ?? [];
  await overlay()
    .getByRole("button", { name: said ?? "none" })
    .waitFor();
  const marked = overlay().locator("mark");
  assert.equal(await marked.textContent(), "long tekst");
  const carets = await marked.evaluate((one) => parseFloat(getComputedStyle(one, "::after").height));
  assert.ok(carets < 24, "one line of carets");
  await shot("mistake");
  assert.deepEqual(await violations(page), []);
  // The product beneath works.
  await page.getByRole("link", { name: "Another category" }).first().click();
  await page.getByLabel("Name").fill("Still works");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Saved.").waitFor();
  // Keys lead there and back, and fold it.
  await page.keyboard.press("F8");
  // The focus comes with the next frame.
  await page.waitForFunction(() => document.activeElement?.closest("section[data-why]") instanceof HTMLElement);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "A mistake in the document" }).click();
  await overlay().waitFor();
  desk.edit(good);
  await overlay().waitFor({ state: "detached" });
});

test("rows that would be lost are asked about; taking the edit back takes the question back", async () => {
  const good = desk.source();
  const lost = await fetch(`${desk.url}/rest/v1/ticket?number=not.is.null`, {
    method: "PATCH",
    headers: { apikey: desk.serviceKey, "content-type": "application/json", prefer: "return=representation" },
    body: JSON.stringify({ room: "12" }),
  });
  assert.equal(lost.status, 200);
  const { length: count } = (await lost.json()) as readonly unknown[];
  assert.ok(count > 1);
  desk.edit(good.replace("| Room | text up to 9 | no | | |\n", "").replace("Subject, Room, ", "Subject, "));
  await overlay().getByText("3/Ticket/Room").waitFor();
  await overlay()
    .getByText(new RegExp(`\\b${count} rows`))
    .waitFor();
  await shot("question");
  assert.deepEqual(await violations(page), []);
  desk.edit(good);
  await overlay().waitFor({ state: "detached" });
  const kept = await fetch(`${desk.url}/rest/v1/ticket?select=room&room=eq.12`, {
    headers: { apikey: desk.serviceKey },
  });
  assert.equal(((await kept.json()) as readonly unknown[]).length, count);
});

test("an added screen is in the menu and has its address; open pages of other screens stay as they are", async () => {
  await page.goto(`${desk.url}/categories`);
  await page.evaluate(() => Reflect.set(globalThis, "here", true));
  await page.getByRole("searchbox").count();
  edit(
    "| Categories | `/categories` |",
    "| Numbers | `/numbers` | dashboard | Lead | yes |\n| Categories | `/categories` |",
  );
  edit(
    "### Categories\n",
    "### Numbers\n\n| Tile | Chart | Measure | Of | By | Where |\n| --- | --- | --- | --- | --- | --- |\n| So many | number | count | Ticket | | |\n\n### Categories\n",
  );
  await page.getByRole("link", { name: "Numbers" }).first().click();
  await page.getByRole("heading", { name: "So many" }).waitFor();
  assert.equal(await isSamePage(), true);
});

test("nothing of it is in production, nor for pages of other addresses", async () => {
  const { hostname, port } = new URL(desk.url);
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${desk.url}/_/writing`, { headers });
    await response.body?.cancel();
    return response;
  };
  const own = await ask({ "sec-fetch-site": "same-origin" });
  assert.equal(own.headers.get("content-type"), "text/event-stream; charset=utf-8");
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: `http://${hostname}:${Number(port) + 1}` },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "x-forwarded-for": "203.0.113.9" },
  ]) {
    const refused = await ask(headers as unknown as Record<string, string>);
    assert.equal(refused.status, 403, JSON.stringify(headers));
    assert.equal(refused.headers.get("access-control-allow-origin"), null);
  }
});

test("nothing went wrong in any page", () => assert.deepEqual(mistakes, []));
