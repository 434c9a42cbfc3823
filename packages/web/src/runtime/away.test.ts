// A slow line, none at all, and one that breaks; and a page whose files are gone because a newer version is served.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { standStill, stories, type Story } from "../testing/browser.ts";
import { pagePasses } from "../testing/at-rest.ts";
import { eventually, pause } from "../../../language/src/testing/eventually.ts";

const example = (name: string) => readFileSync(`${import.meta.dirname}/../../../../examples/${name}/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;
let lead: Page;

before(async () => {
  desk = await tell(example("help-desk"));
  lead = await desk.person("Lena", ["lead", "agent"]);
  await write("Printer");
});

const write = async (subject: string) =>
  desk.product.owner(
    `INSERT INTO ticket (subject, body, category, requester)
      SELECT $1, 'It does not work any more at all.', (SELECT id FROM category LIMIT 1), id FROM auth.users WHERE email = 'lena@example.test'`,
    [subject],
  );

/** Of a user who is signed in, and has loaded nothing yet. */
const fresh = async (): Promise<Page> => {
  const context = await lead
    .context()
    .browser()
    ?.newContext({ storageState: await lead.context().storageState(), viewport: { width: 360, height: 740 } });
  assert.ok(context);
  return context.newPage();
};

test("on a slow phone there is a skeleton at once, then the rows, and nothing jumps", async () => {
  const page = await fresh();
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    // Noted in the page: an element that is there only for a moment may be gone before the test queries it.
    const seen: string[] = [];
    Object.assign(globalThis, { shifts, seen });
    const wanted = { name: ".product-name", skeleton: ".mantine-Skeleton-root", rows: "[data-index] a" };
    new MutationObserver(() => {
      for (const [name, selector] of Object.entries(wanted))
        if (!seen.includes(name) && document.querySelector(selector) !== null) seen.push(name);
    }).observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ("value" in entry && !("hadRecentInput" in entry && entry.hadRecentInput === true))
          shifts.push(Number(entry.value));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${desk.product.url}/tickets`, { waitUntil: "commit" });
  await page.locator("[data-index] a").first().waitFor();
  const seen = await page.evaluate(() => (globalThis as unknown as { readonly seen: readonly string[] }).seen);
  assert.deepEqual(seen, ["name", "skeleton", "rows"]);
  await pagePasses(page, 500);
  const shift = await page.evaluate(() =>
    (globalThis as unknown as { readonly shifts: readonly number[] }).shifts.reduce((sum, one) => sum + one, 0),
  );
  assert.ok(shift < 0.05, `moved by ${shift}`);
  await page.context().close();
});

test("screens are loaded before they are opened, and not on a line that costs or takes long", async () => {
  const kinds = ["board", "calendar", "dashboard", "detail"];
  const loaded = async ({ isCheap, ...line }: (typeof lines)[number]): Promise<readonly string[]> => {
    const page = await fresh();
    await page.addInitScript((given) => Object.defineProperty(navigator, "connection", { value: given }), line);
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(request.url()));
    const isLoaded = (kind: string) => asked.some((url) => url.includes(`/${kind}-`));
    await page.clock.install();
    await page.goto(`${desk.product.url}/tickets`);
    await page.getByText("Printer").first().waitFor();
    assert.deepEqual(kinds.filter(isLoaded), []);
    await page.clock.runFor(10_000);
    if (isCheap)
      await eventually(
        () => kinds.every(isLoaded),
        () => asked.join("\n"),
      );
    else await pause(1000, "nothing is to come");
    const all = kinds.filter(isLoaded);
    await page.context().close();
    return all;
  };
  const lines = [
    { isCheap: true, saveData: false, effectiveType: "4g" },
    { isCheap: false, saveData: true, effectiveType: "4g" },
    { isCheap: false, saveData: false, effectiveType: "3g" },
  ];
  assert.deepEqual(await Promise.all(lines.map(loaded)), [kinds, [], []]);
});

test("a form that is sent offline reports that, keeps its values, and can be sent later", async () => {
  const page = await fresh();
  await page.goto(`${desk.product.url}/tickets/new`);
  await page.getByLabel("Subject").fill("Keyboard");
  await page.getByLabel("Body").fill("The letters E and N are not there any more.");
  await page.getByRole("combobox", { name: "Category" }).click();
  await page.getByRole("option").first().click();
  await page.context().setOffline(true);
  await page.getByText("You are offline. What you see may be out of date.").waitFor();
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("The server cannot be reached. Check your connection and try again.").waitFor();
  assert.equal(await page.getByLabel("Subject").inputValue(), "Keyboard");
  assert.deepEqual(await desk.product.owner("SELECT id FROM ticket WHERE subject = 'Keyboard'"), []);
  await page.context().setOffline(false);
  await page.getByText("You are offline").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: /Keyboard/ }).waitFor();
  assert.equal((await desk.product.owner("SELECT id FROM ticket WHERE subject = 'Keyboard'")).length, 1);
  await page.context().close();
});

test("a row whose answer was lost is created once, with the last values", async () => {
  const page = await fresh();
  await page.goto(`${desk.product.url}/tickets/new`);
  await page.getByLabel("Subject").fill("Monitor");
  await page.getByLabel("Body").fill("It is dark, whatever one does.");
  await page.getByRole("combobox", { name: "Category" }).click();
  await page.getByRole("option").first().click();
  // The server does what it is asked, and its answer does not come.
  await page.route("**/rest/v1/ticket*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("The server cannot be reached. Check your connection and try again.").waitFor();
  await page.getByLabel("Subject").fill("Monitor, second floor");
  await page.unroute("**/rest/v1/ticket*");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "Monitor, second floor" }).waitFor();
  const made = await desk.product.owner("SELECT subject FROM ticket WHERE subject LIKE 'Monitor%'");
  assert.deepEqual(made, [{ subject: "Monitor, second floor" }]);
  await page.context().close();
});

test("a row that a proxy sends twice is created once, without an error", async () => {
  const page = await fresh();
  await page.goto(`${desk.product.url}/tickets/new`);
  await page.getByLabel("Subject").fill("Plotter");
  await page.getByLabel("Body").fill("It draws in circles, whatever one does.");
  await page.getByRole("combobox", { name: "Category" }).click();
  await page.getByRole("option").first().click();
  await page.route("**/rest/v1/ticket*", async (route) => {
    if (route.request().method() === "POST") await route.fetch();
    await route.continue();
  });
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: /Plotter/ }).waitFor();
  assert.equal((await desk.product.owner("SELECT id FROM ticket WHERE subject = 'Plotter'")).length, 1);
  await page.context().close();
});

test("a row whose answer never arrives is created once, also after a reload", async () => {
  const page = await fresh();
  await page.goto(`${desk.product.url}/tickets/new`);
  await page.getByLabel("Subject").fill("Scanner");
  await page.getByLabel("Body").fill("It hums, whatever one does.");
  await page.getByRole("combobox", { name: "Category" }).click();
  await page.getByRole("option").first().click();
  const isDone = Promise.withResolvers<void>();
  await page.route("**/rest/v1/ticket*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    return isDone.resolve();
  });
  await page.getByRole("button", { name: "Create" }).click();
  await isDone.promise;
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText("Your draft has been restored.").waitFor();
  // What waits is sent once more when nothing holds it any longer, so the page that sent it goes first.
  await page.unroute("**/rest/v1/ticket*");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: /Scanner/ }).waitFor();
  assert.equal((await desk.product.owner("SELECT id FROM ticket WHERE subject = 'Scanner'")).length, 1);
  // What is begun anew is another row.
  await page.goto(`${desk.product.url}/tickets/new`);
  await page.getByLabel("Subject").waitFor();
  assert.equal(await page.getByText("Your draft has been restored.").count(), 0);
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /sent|draft/.test(key))), []);
  await page.context().close();
});

test("the screen stays while the user is offline, and is refreshed afterwards", async () => {
  const page = await fresh();
  await page.clock.install();
  await page.goto(`${desk.product.url}/tickets`);
  await page.getByText("Printer").first().waitFor();
  await page.context().setOffline(true);
  await page.getByText("You are offline").waitFor();
  await write("Projector");
  await page.clock.runFor(6000);
  assert.equal(await page.getByText("Projector").count(), 0);
  await page.getByText("Printer").first().waitFor();
  // The page's clock stands, so that it does not ask because time has passed.
  await standStill(page);
  const asked = page.waitForResponse("**/rest/v1/ticket?*");
  await page.context().setOffline(false);
  await asked;
  await page.clock.resume();
  await page.getByText("Projector").first().waitFor();
  await page.context().close();
});

test("files that are gone, because a newer version is served, lead to that version", async () => {
  const page = await fresh();
  let loaded = 0;
  page.on("load", () => void loaded++);
  await page.goto(`${desk.product.url}/tickets`);
  await page.getByText("Printer").first().waitFor();
  // What the old page names is not there any more; the new page names others.
  await page.route("**/_/app/board-*.js", async (route) =>
    loaded > 1 ? route.continue() : route.fulfill({ status: 404 }),
  );
  const go = page.getByRole("link", { name: "Queue" }).last();
  await go.click();
  await page.locator("[data-card]").first().waitFor();
  assert.equal(loaded, 2);
  await page.context().close();
});

test("files that stay away are said to be away, once, and the way out is there", async () => {
  const page = await fresh();
  let loaded = 0;
  page.on("load", () => void loaded++);
  await page.route("**/_/app/board-*.js", (route) => route.fulfill({ status: 404 }));
  await page.goto(`${desk.product.url}/queue`);
  // It is said before it is loaded again, and after that.
  await eventually(() => loaded === 2, "that it is loaded again");
  await page.getByRole("heading", { name: "A newer version of this page is available." }).waitFor();
  await pagePasses(page, 1500);
  assert.equal(loaded, 2, "it is not loaded again and again");
  await page.getByRole("link", { name: "All tickets" }).last().click();
  await page.getByRole("heading", { name: "All tickets" }).waitFor();
  // Without a line it stays where it is.
  await page.getByRole("link", { name: "Queue" }).last().click();
  await page.getByRole("heading", { name: "A newer version of this page is available." }).waitFor();
  let isAway = true;
  await page.route("**/queue", (route) => (isAway ? route.abort() : route.continue()));
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByText("The server cannot be reached.").waitFor();
  assert.equal(loaded, 2);
  // It hears by itself that a user answers again: browsers do not always say so.
  const anew = page.waitForEvent("load");
  isAway = false;
  await anew;
  await page.context().close();
});

test("a page without its document is no blank page", async () => {
  const page = await fresh();
  let isGone = true;
  await page.route("**/_/app/product-*", (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()));
  await page.goto(`${desk.product.url}/tickets`, { waitUntil: "commit" });
  // Once it is loaded anew by itself.
  await page.waitForEvent("load");
  await page.waitForEvent("load");
  await page.getByRole("heading", { name: "A newer version of this page is available." }).waitFor();
  isGone = false;
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByText("Printer").first().waitFor();
  await page.context().close();
});

test("nothing else went wrong in any page", () => {
  assert.deepEqual(desk.mistakes, []);
});
