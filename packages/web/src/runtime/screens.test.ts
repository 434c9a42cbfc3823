// Every kind of screen in a browser: what it shows, what it lets one do, what it refuses, and that everybody can use it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { cutIn, violations } from "../testing/axe.ts";
import { standStill, stories, type Story } from "../testing/browser.ts";

const example = (name: string) => readFileSync(`${import.meta.dirname}/../../../../examples/${name}/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;
let lead: Page;
/** Hers too, on a phone in the dark. */
let small: Page;
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: "dark" } as const;

before(async () => {
  desk = await tell(example("help-desk"));
  lead = await desk.person("Lena", ["lead", "agent"]);
  const [{ id: category } = { id: "" }] = await desk.product.owner("SELECT id FROM category WHERE name = 'Hardware'");
  const [{ id: person } = { id: "" }] = await desk.product.owner(
    "SELECT id FROM auth.users WHERE email = 'lena@example.test'",
  );
  for (const [number, subject] of ["Printer", "Laptop", "<img src=x onerror=alert(1)>"].entries())
    await desk.product.owner(
      "INSERT INTO ticket (subject, body, category, requester, created_at) VALUES ($1, 'It does not work any more at all.', $2, $3, now() - make_interval(days => $4))",
      [subject, category, person, number],
    );
  small = await desk.page({ ...phone, storageState: await lead.context().storageState() });
});

const at = async (page: Page, path: string) => page.goto(`${desk.product.url}${path}`);

const screens = [
  ["list", "/tickets", "table, [data-index]"],
  ["detail", "/tickets/CD-0001", "dl"],
  ["new", "/tickets/new", "form"],
  ["board", "/queue", "[data-card]"],
  ["calendar", "/deadlines", "ol li"],
  ["dashboard", "/overview", "h2"],
  ["edit", "/categories/:category", "form"],
] as const;

for (const [kind, path, ready] of screens) {
  test(`a ${kind} is accessible on a desktop and on a phone in dark mode`, async () => {
    const [category] = await desk.product.owner("SELECT id FROM category ORDER BY name LIMIT 1");
    const address = path.replace(":category", String(category?.["id"]));
    for (const page of [lead, small]) {
      await at(page, address);
      await page.locator(ready).first().waitFor();
      assert.deepEqual(await violations(page), []);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wide <= 0, `${path} is ${wide} pixels too wide`);
    }
  });
}

test("a list is searched, filtered and sorted in its address, and repeats the view", async () => {
  await at(lead, "/tickets");
  await lead.getByRole("searchbox").fill("print");
  await lead.waitForURL(/q=print/);
  await lead.getByRole("link", { name: "CD-0001" }).waitFor();
  await lead.getByRole("link", { name: "CD-0002" }).waitFor({ state: "detached" });
  await at(lead, "/tickets?f_priority=urgent");
  await lead.getByText("No results for these filters.").waitFor();
  await lead.getByRole("button", { name: "Clear" }).click();
  await lead.getByRole("button", { name: "Subject" }).click();
  await lead.waitForURL(/sort=subject/);
  const first = lead.locator("tbody tr").first();
  await first.getByText("<img src=x onerror=alert(1)>").waitFor();
  await lead.reload();
  await first.getByText("<img src=x onerror=alert(1)>").waitFor();
});

test("an empty list cannot be exported, and a list with rows can", async () => {
  const file = lead.getByRole("button", { name: "Export as CSV" });
  await at(lead, "/tickets");
  await lead.getByRole("link", { name: "CD-0001" }).waitFor();
  assert.ok(await file.isEnabled());
  await at(lead, "/tickets?f_priority=urgent");
  await lead.getByText("No results for these filters.").waitFor();
  assert.equal(await file.count(), 0);
});

test("a card is moved by dragging it or from its menu; where it cannot go says why before", async () => {
  await at(lead, "/queue");
  const column = (name: string) => lead.getByRole("region", { name });
  const card = column("New").locator("[data-card]").filter({ hasText: "Printer" });
  const box = await card.boundingBox();
  const target = await column("Open").boundingBox();
  assert.ok(box && target);
  await lead.mouse.move(box.x + 60, box.y + 40);
  await lead.mouse.down();
  await lead.mouse.move(target.x + 60, target.y + 100, { steps: 6 });
  await column("Solved").getByText("Not possible while it is New.").waitFor();
  const following = lead.locator("[data-follows]").filter({ hasText: "Printer" });
  assert.deepEqual(await following.boundingBox(), { ...box, x: target.x, y: target.y + 60 });
  await lead.mouse.up();
  assert.equal(await following.count(), 0);
  // Two steps lead there.
  await lead.getByRole("button", { name: "Take" }).click();
  await column("Open").locator("[data-card]").filter({ hasText: "Printer" }).waitFor();
  await column("New")
    .getByRole("button", { name: /^Move to: CD-0002/ })
    .press("Enter");
  const refused = lead.getByRole("menuitem", { name: /^Waiting/ });
  await refused.getByText("Not possible while it is New.").waitFor();
  assert.equal(await refused.getAttribute("aria-disabled"), "true");
  // Keys come there too, and nothing happens.
  await lead.keyboard.press("End");
  await lead.keyboard.press("ArrowDown");
  for (let turn = 0; turn < 4 && (await isFocused(refused)) === false; turn++) await lead.keyboard.press("ArrowDown");
  assert.equal(await isFocused(refused), true);
  await lead.keyboard.press("Enter");
  await refused.waitFor();
  await lead.keyboard.press("Escape");
});

test("on a phone a card comes to the next column by resting at the edge", async () => {
  await small.clock.install();
  await at(small, "/queue");
  const column = (name: string) => small.getByRole("region", { name });
  const card = column("New").locator("[data-card]").filter({ hasText: "CD-0002" });
  const box = await card.boundingBox();
  assert.ok(box);
  // Its frames come one by one, so that it rests there for as long as it takes and no longer.
  await standStill(small);
  await small.mouse.move(box.x + 60, box.y + 40);
  await small.mouse.down();
  await small.mouse.move(350, box.y + 60, { steps: 6 });
  const left = async () => (await column("Open").boundingBox())?.x ?? Number.NaN;
  for (let frame = 0; (await left()) >= 60 && frame < 200; frame++) await small.clock.runFor(16);
  assert.ok((await left()) < 60);
  await small.mouse.move(180, box.y + 60, { steps: 2 });
  await small.mouse.up();
  await small.clock.resume();
  await small.getByRole("dialog").getByRole("button", { name: "Take" }).waitFor();
  await small.keyboard.press("Escape");
});

const isFocused = async (element: Locator) => element.evaluate((it) => it === document.activeElement);

const opened: readonly (readonly [
  what: string,
  path: string,
  from: string | RegExp,
  key: string,
  shown: "menu" | "dialog",
])[] = [
  ["the account's menu", "/tickets", /^Account: /, "Enter", "menu"],
  ["a filter", "/tickets", "Category", "Enter", "dialog"],
  ["the moves of a card", "/queue", /^Move to: CD-0002/, "Enter", "menu"],
  ["the search", "/tickets", /^Search or go to/, "Enter", "dialog"],
  ["the list of keys", "/tickets", "Category", "?", "dialog"],
];

for (const [what, path, from, key, shown] of opened) {
  test(`${what} gives the focus back when it is closed, the first time and later`, async () => {
    await at(lead, path);
    for (let time = 0; time < 2; time++) {
      const button = lead.getByRole("button", { name: from, exact: true });
      await button.press(key);
      const inside = lead.getByRole(shown);
      await inside.waitFor();
      await lead.waitForFunction((role) => document.activeElement?.closest(`[role=${role}]`) !== null, shown);
      await lead.keyboard.press("Escape");
      await inside.waitFor({ state: "detached" });
      await lead.waitForFunction((element) => element === document.activeElement, await button.elementHandle());
    }
  });
}

test("a question on a board gives the focus back to the card", async () => {
  await at(lead, "/queue");
  const grip = lead.getByRole("button", { name: /^Move to: CD-0002/ });
  await grip.press("Enter");
  await lead.getByRole("menuitem", { name: "Open" }).press("Enter");
  await lead.getByRole("dialog").locator("button:focus", { hasText: "Take" }).waitFor();
  await lead.keyboard.press("Escape");
  await lead.waitForFunction((element) => element === document.activeElement, await grip.elementHandle());
});

test("the palette finds the actions of the screen, without the impossible ones", async () => {
  await at(lead, "/tickets/CD-0002");
  await lead.getByRole("button", { name: "Assign", exact: true }).waitFor();
  await lead.keyboard.press("Control+k");
  const palette = lead.getByRole("dialog");
  await palette.getByRole("option", { name: /^Take/ }).waitFor();
  assert.equal(await palette.getByRole("option", { name: /^Reopen/ }).count(), 0);
  await lead.keyboard.type("assi");
  await lead.keyboard.press("Enter");
  await lead.getByRole("combobox", { name: "Assignee" }).waitFor();
});

test("on a phone the whole menu is within reach, and none of its words is cut", async () => {
  await at(small, "/tickets");
  const bar = small.getByRole("navigation", { name: "Menu" });
  await bar.getByRole("link", { name: "All tickets" }).waitFor();
  assert.deepEqual(await cutIn(bar), []);
  await bar.getByRole("button", { name: "More" }).click();
  await small.getByRole("dialog").getByText("Overview").click();
  await small.getByRole("heading", { name: "Overview" }).waitFor();
});

test("a refusal is shown with the message of the catalogue", async () => {
  await at(lead, "/queue");
  const card = lead.getByRole("region", { name: "New" }).getByRole("button", { name: /^Move to: CD-0002/ });
  await card.waitFor();
  // Seen a moment before another user has closed it: nothing newer comes until then.
  await lead.route("**/rest/v1/ticket?*", (route) => route.abort());
  await desk.product.owner("UPDATE ticket SET state = 'closed' WHERE subject = 'Laptop'");
  await card.press("Enter");
  await lead.getByRole("menuitem", { name: "Open" }).click();
  await lead.getByRole("button", { name: "Take" }).click();
  await lead.getByText("Somebody was faster. Please look at the ticket again.").waitFor();
  await lead.unroute("**/rest/v1/ticket?*");
});

test("a form keeps its draft, asks before one leaves it, and answers a stale edit with both versions", async () => {
  await at(lead, "/categories");
  await lead.getByRole("link", { name: "Accounts" }).click();
  await lead.getByLabel("Name").fill("Accounts and rights");
  await lead.reload();
  await lead.getByText("Your draft has been restored.").waitFor();
  assert.equal(await lead.getByLabel("Name").inputValue(), "Accounts and rights");
  await lead.getByRole("navigation", { name: "Menu" }).first().getByRole("link", { name: "Overview" }).click();
  await lead.getByRole("button", { name: "Stay" }).click();
  await desk.product.owner(
    "UPDATE category SET name = 'Logins', updated_at = now() + interval '1 second' WHERE name = 'Accounts'",
  );
  // A user who comes again later has begun it before the change all the same, and a user who has been asked has not decided.
  for (let times = 0; times < 2; times++) {
    await lead.reload();
    await lead.getByText("Your draft has been restored.").waitFor();
    await lead.getByRole("button", { name: "Save" }).click();
    await lead.locator("h2:focus").getByText("This has changed since you opened it").waitFor();
    // What is to be done is said once.
    assert.equal(await lead.getByText("Somebody was faster.").count(), 0);
  }
  await lead.getByText("Logins").first().waitFor();
  await lead.getByRole("button", { name: "Continue" }).click();
  await lead.getByRole("button", { name: "Save" }).click();
  await lead.getByText("Saved.").waitFor();
  const rows = await desk.product.owner("SELECT name FROM category WHERE name LIKE 'Acc%'");
  assert.deepEqual(
    rows.map(({ name }) => name),
    ["Accounts and rights"],
  );
});

test("the seed document is one page with its nine gaps, in its own words", async () => {
  const seed = await tell(example("nothing-shown"));
  const page = await seed.page();
  await page.goto(seed.product.url);
  await page.getByRole("heading", { name: "Specification: web application (purpose not shown)" }).waitFor();
  const gaps = await page.getByRole("listitem").allTextContents();
  assert.equal(gaps.length, 9);
  assert.match(
    gaps[2] ?? "",
    /^3\. Entities and their fieldsnot shown\. No entity, table or field of the product is known\.$/,
  );
  assert.equal((await page.getByRole("link").count()) + (await page.getByRole("button").count()), 0);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(seed.mistakes, []);
});

test("a visitor sees the screens for anyone, and no others", async () => {
  const lending = await tell(example("equipment-lending"));
  const page = await lending.page();
  await page.goto(lending.product.url);
  await page.getByRole("heading", { name: "Catalogue" }).waitFor();
  await page.getByRole("navigation", { name: "Menu" }).first().getByRole("link", { name: "House rules" }).click();
  await page.getByRole("article").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.goto(`${lending.product.url}/fines`);
  await page.getByRole("heading", { name: /^Sign in to/ }).waitFor();
  assert.deepEqual(lending.mistakes, []);
});

test("before the first list at most 200 KB of scripts are loaded", async () => {
  const page = await desk.page({ storageState: await lead.context().storageState() });
  const sizes: number[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) sizes.push(Number(response.headers()["content-length"]));
  });
  await page.goto(`${desk.product.url}/tickets`);
  await page.locator("tbody tr").first().waitFor();
  const sum = sizes.reduce((all, one) => all + one, 0);
  assert.ok(sum > 50_000 && sum <= 200 * 1024, `${sum} bytes`);
});

test("nothing went wrong in any page, and nothing was against the pages' policy", () => {
  assert.deepEqual(desk.mistakes, []);
});
