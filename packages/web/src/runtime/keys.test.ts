// A user who works by keys alone: from card to card, and on from where an element was removed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { violations } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const example = (name: string) => readFileSync(`${import.meta.dirname}/../../../../examples/${name}/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;
let lead: Page;

before(async () => {
  desk = await tell(example("help-desk"));
  lead = await desk.person("Lena", ["lead", "agent"]);
  for (const subject of ["Printer", "Laptop", "Window", "Door"])
    await desk.product.owner(
      `INSERT INTO ticket (subject, body, category, requester)
        SELECT $1, 'It does not work any more at all.', (SELECT id FROM category ORDER BY name LIMIT 1), id
        FROM auth.users WHERE email = 'lena@example.test'`,
      [subject],
    );
});

const at = async (path: string) => lead.goto(`${desk.product.url}${path}`);

/** What has the focus, as a person would call it. */
const focused = async (): Promise<string> =>
  lead.evaluate(() => {
    const it = document.activeElement;
    return (
      it?.closest("[data-card], [data-row]")?.textContent ?? it?.getAttribute("name") ?? (it?.id || it?.tagName) ?? ""
    );
  });
const focusIs = async (what: RegExp): Promise<void> => {
  await eventually(async () => what.test(await focused()), focused);
};
const press = async (key: string) => lead.keyboard.press(key);

test("cards of a board are gone through and moved by keys, which the list of keys names", async () => {
  await at("/queue");
  const cards = lead.getByRole("region", { name: "New" }).locator("[data-card]");
  await cards.nth(3).waitFor();
  const [first, second] = await cards.allTextContents();
  await lead.locator("[role=group][tabindex='0']").press("j");
  await focusIs(new RegExp(first ?? "none"));
  await press("ArrowDown");
  await focusIs(new RegExp(second ?? "none"));
  await press("m");
  await lead.getByRole("menuitem", { name: "Open" }).press("Enter");
  await lead.getByRole("dialog").getByRole("button", { name: "Take" }).press("Enter");
  const moved = lead.getByRole("region", { name: "Open" }).locator("[data-card]");
  await moved.waitFor();
  await lead
    .getByRole("status")
    .filter({ hasText: /^CD-\d+ .*is now Open\.$/ })
    .waitFor({ state: "attached" });
  // It is elsewhere now, and keys go on from there.
  await focusIs(new RegExp((second ?? "none").slice(0, 7)));
  await press("h");
  await focusIs(new RegExp(first ?? "none"));
  await press("l");
  await focusIs(new RegExp((second ?? "none").slice(0, 7)));
  await press("?");
  const list = lead.getByRole("dialog");
  await list.getByText("Move the card").waitFor();
  assert.equal(await list.getByText("Next row").count(), 0);
  assert.deepEqual(await violations(lead), []);
  await press("Escape");
  await at("/tickets");
  // From nowhere the first key leads to the first row.
  const rows = lead.locator("[data-row]");
  await rows.nth(1).waitFor();
  const [top, below] = await rows.locator("a").allTextContents();
  await press("j");
  await focusIs(new RegExp(top ?? "none"));
  await press("j");
  await focusIs(new RegExp(below ?? "none"));
  await press("?");
  await list.getByText("Next row").waitFor();
  await list.getByText("Search this list").waitFor();
  assert.equal(await list.getByText("Move the card").count(), 0);
  await press("Escape");
  await list.waitFor({ state: "hidden" });
  await press("/");
  await lead.locator("[data-list-search]:focus").waitFor();
  const frame = lead.locator("[data-list-search]");
  assert.match(await frame.evaluate((field) => getComputedStyle(field).boxShadow), /0px 0px 0px 1px/);
});

test("where a row that has the focus goes away, the one in its place has it", async () => {
  await at("/tickets");
  const rows = lead.locator("[data-row]");
  await rows.nth(3).waitFor();
  const number = async (row: number) => (await rows.nth(row).locator("a").first().textContent()) ?? "none";
  const [gone, next] = [await number(1), await number(2)];
  await rows.nth(1).locator("a").first().focus();
  await desk.product.owner("DELETE FROM ticket WHERE number = $1", [gone]);
  await lead.getByText(gone).first().waitFor({ state: "detached" });
  await focusIs(new RegExp(next));
});

test("an action on selected rows leaves the focus at the list", async () => {
  await at("/tickets");
  await lead.locator("[data-row]").first().waitFor();
  await lead.locator("[data-row] input[type=checkbox]").first().press("Space");
  await lead.getByRole("button", { name: "Clear selection" }).press("Enter");
  await lead.getByRole("button", { name: "Clear selection" }).waitFor({ state: "detached" });
  await focusIs(/^(?!BODY)./);
});

test("a transition that some of the selected rows cannot take is shown with its reason", async () => {
  await at("/tickets");
  const boxes = lead.locator("[data-row] input[type=checkbox]");
  await boxes.nth(2).waitFor();
  for (let row = 0; row < (await boxes.count()); row++) await boxes.nth(row).press("Space");
  // One of them was taken on the board before.
  const bulk = lead.getByRole("region", { name: /selected/ });
  const take = bulk.getByRole("button", { name: "Take : Not available for some of the selected rows." });
  assert.equal(await take.getAttribute("aria-disabled"), "true");
  await take.focus();
  await lead.getByRole("tooltip").filter({ hasText: "some of the selected rows" }).waitFor();
  await take.press("Enter");
  assert.equal(await lead.getByRole("status").filter({ hasText: "is now" }).count(), 0);
  await lead.getByRole("button", { name: "Clear selection" }).press("Enter");
});

/** What would move, and by how much all is wider than the window. */
const unrest = async (page: Page): Promise<{ readonly moving: readonly string[]; readonly beyond: number }> =>
  page.evaluate(() => {
    const lasting = (list: string) => list.split(",").some((one) => Number.parseFloat(one) > 0);
    return {
      moving: [...document.querySelectorAll("body *")]
        .filter((one) => {
          const style = getComputedStyle(one);
          return lasting(style.transitionDuration) || lasting(style.animationDuration);
        })
        .map((one) => String(one.className)),
      beyond: document.documentElement.scrollWidth - innerWidth,
    };
  });

test("a user who prefers reduced motion sees none, and the widest screen keeps the layout", async () => {
  const context = await lead
    .context()
    .browser()
    ?.newContext({
      reducedMotion: "reduce",
      viewport: { width: 2560, height: 1440 },
      storageState: await lead.context().storageState(),
    });
  const calm = await context?.newPage();
  assert.ok(calm !== undefined);
  for (const path of ["/tickets", "/queue", "/dashboard", "/new"]) {
    await calm.goto(`${desk.product.url}${path}`);
    await calm.getByRole("heading", { level: 1 }).waitFor();
    assert.deepEqual(await violations(calm), [], path);
    const { moving, beyond } = await unrest(calm);
    assert.deepEqual(moving, [], path);
    assert.equal(beyond, 0, path);
  }
  await context?.close();
});

test("after a row was added below another one, the next one can be written", async () => {
  await at("/tickets");
  await lead.locator("[data-row] a").first().press("Enter");
  const text = lead.getByLabel("Text");
  await text.fill("The first");
  await text.press("Control+Enter");
  await lead.getByText("The first").first().waitFor();
  await lead.waitForFunction(() => document.querySelector("textarea")?.value === "");
  await focusIs(/text$/);
  await lead.keyboard.type("The second");
  await text.press("Control+Enter");
  await lead.getByText("The second").first().waitFor();
});

test("another address begins at the top of what it shows", async () => {
  await at("/tickets");
  const row = lead.locator("[data-row] a").first();
  await row.press("Enter");
  await lead.getByRole("heading", { level: 1 }).waitFor();
  await focusIs(/^content$/);
  await lead.goBack();
  await row.waitFor();
});

test("nothing went wrong in any page", () => assert.deepEqual(desk.mistakes, []));
