// What is loaded when it is opened, on a line that is away then, or that brings nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { stories, type Story } from "../testing/browser.ts";
import { pagePasses } from "../testing/at-rest.ts";
import { pause } from "../../../language/src/testing/eventually.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;
let lead: Page;

before(async () => {
  desk = await tell(source);
  lead = await desk.person("Lena", ["lead", "agent"]);
  await desk.product.owner(
    `INSERT INTO ticket (subject, body, category, requester)
      SELECT 'Printer', 'It does not work any more at all.', (SELECT id FROM category LIMIT 1), id FROM auth.users WHERE email = 'lena@example.test'`,
  );
});

/** Whose code is loaded when it is opened, and not before. */
const onSlowLine = async (): Promise<Page> => {
  const context = await lead
    .context()
    .browser()
    ?.newContext({ storageState: await lead.context().storageState(), viewport: { width: 1200, height: 800 } });
  assert.ok(context);
  const page = await context.newPage();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "3g" } }),
  );
  return page;
};
const isAway = "The server cannot be reached. Check your connection and try again.";

test("a dialog that cannot load offline leaves the form below it alone", async () => {
  const page = await onSlowLine();
  const mistakes: string[] = [];
  page.on("pageerror", ({ message }) => mistakes.push(message));
  await page.goto(`${desk.product.url}/tickets/new`);
  await page.getByLabel("Subject").fill("Cable");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /Lena/ }).first().click();
  await page.getByText(isAway).waitFor();
  const asked = page.waitForEvent("requestfailed", (request) => request.url().includes("/palette-"));
  await page.keyboard.press("Control+k");
  await asked;
  // Once it is known that no one answers.
  await pagePasses(page, 500);
  assert.equal(await page.getByText(isAway).count(), 1);
  assert.equal(await page.getByLabel("Subject").inputValue(), "Cable");
  // Some browsers remember what could not be had, so that the page is loaded anew; what was typed is kept.
  const dialog = page.getByRole("dialog");
  const anew = page.waitForEvent("load");
  await page.context().setOffline(false);
  await Promise.race([anew, dialog.waitFor()]);
  await page.getByLabel("Subject").waitFor();
  assert.equal(await page.getByLabel("Subject").inputValue(), "Cable");
  if (!(await dialog.isVisible())) await page.keyboard.press("Control+k");
  await dialog.waitFor();
  assert.deepEqual(mistakes, []);
  await page.context().close();
});

for (const { what, name, address, there } of [
  { what: "screen", name: "Queue", address: "/queue", there: "Printer" },
  { what: "page of one's own", name: "Your account", address: "/_/account", there: "Time zone" },
])
  test(`a ${what} that is opened offline is reported in its place, and loads once the line is back`, async () => {
    const page = await onSlowLine();
    await page.goto(`${desk.product.url}/tickets`);
    await page.getByText("Printer").first().waitFor();
    if (what !== "screen") await page.getByRole("button", { name: /Lena/ }).first().click();
    const entry = page.getByRole(what === "screen" ? "link" : "menuitem", { name }).first();
    await entry.waitFor();
    await page.context().setOffline(true);
    await entry.click();
    const alert = page.getByRole("alert").filter({ hasText: isAway });
    await alert.getByRole("button", { name: "Try again" }).waitFor();
    assert.equal(new URL(page.url()).pathname, address);
    await page.getByRole("link", { name: "All tickets" }).first().waitFor();
    await page.context().setOffline(false);
    await page.getByText(there, { exact: true }).first().waitFor();
    assert.equal(await alert.count(), 0);
    await page.context().close();
  });

test("a part that does not load is reported as slow, and can be loaded again", async () => {
  const page = await onSlowLine();
  await page.goto(`${desk.product.url}/tickets`);
  await page.getByText("Printer").first().waitFor();
  let hangs = true;
  await page.route("**/_/app/board-*.js", async (route) => (hangs ? undefined : route.continue()));
  await page.route("**/rest/v1/category*", async (route) => (hangs ? undefined : route.continue()));
  await page.route("**/rest/v1/ticket?*", async (route) => (hangs ? undefined : route.continue()));
  const said = page.getByText("This is taking longer than usual.");
  for (const name of ["Queue", "Categories", "Overview"]) {
    await page.getByRole("link", { name }).first().click();
    await said.waitFor();
    // Each of the tiles and columns waits: one reports it for all.
    assert.equal(await said.count(), 1, name);
    await page.getByRole("link", { name: "New ticket" }).first().click();
    await said.waitFor({ state: "detached" });
  }
  await page.getByRole("link", { name: "Queue" }).first().click();
  hangs = false;
  await page.getByRole("button", { name: "Reload" }).click();
  await page.locator("[data-card]").first().waitFor();
  await page.context().close();
});

test("an answer that never comes is given up after a minute and asked for anew", async () => {
  const page = await onSlowLine();
  await page.clock.install();
  await page.goto(`${desk.product.url}/tickets/new`);
  await page.getByLabel("Subject").waitFor();
  let asked = 0;
  // Only the first is never answered: a user who sees rows has asked again. (By then the list may look for changes, too.)
  await page.route("**/rest/v1/category?*", async (route) => (asked++ === 0 ? undefined : route.continue()));
  const first = page.waitForRequest("**/rest/v1/category?*");
  await page.getByRole("link", { name: "Categories" }).first().click();
  await first;
  const givenUp = page.waitForEvent("requestfailed");
  await page.clock.fastForward(50_000);
  assert.equal(asked, 1);
  await page.clock.fastForward(11_000);
  await givenUp;
  // Whatever broke is tried again after a moment.
  await page.clock.runFor(5000);
  await page.getByRole("link", { name: "Hardware" }).waitFor();
  await page.context().close();
});

test("the account is requested anew where no response comes, also when the page preloaded that request", async () => {
  const page = await onSlowLine();
  await page.clock.install();
  const { url } = desk.product;
  await page.goto(`${url}/categories`);
  await page.getByRole("link", { name: "Hardware" }).waitFor();
  // What is asked for first is remembered by then.
  await page.clock.runFor(5000);
  let asked = 0;
  await page.route("**/_/product", async (route) => (asked++ === 0 ? undefined : route.continue()));
  const first = page.waitForRequest("**/_/product");
  await page.reload({ waitUntil: "commit" });
  await first;
  // The application runs, and has begun to wait: before that there is nothing that could be given up.
  await page.locator(".first[role=status]").waitFor();
  await pause(500, "nothing is to come, and nothing is said of it");
  assert.equal(await page.getByRole("link", { name: "Hardware" }).count(), 0);
  await page.clock.fastForward(61_000);
  await page.clock.runFor(5000);
  await page.getByRole("link", { name: "Hardware" }).waitFor();
  assert.equal(asked, 2);
  await page.context().close();
});

test("a page whose styles do not come asks for them once more", async () => {
  const page = await onSlowLine();
  let asked = 0;
  await page.route("**/_/app/start-*.css", async (route) => (asked++ === 0 ? route.abort() : route.continue()));
  await page.goto(`${desk.product.url}/tickets`);
  await page.waitForResponse("**/_/app/start-*.css");
  await page.waitForFunction(() => getComputedStyle(document.body).fontFamily.includes("Inter"));
  assert.equal(asked, 2);
  await page.context().close();
});

test("a page whose first script does not load reports that, and what to do", async () => {
  const page = await onSlowLine();
  await page.route("**/_/app/index-*.js", async (route) => route.abort());
  await page.goto(`${desk.product.url}/tickets`, { waitUntil: "commit" });
  const alert = page.getByRole("alert");
  await alert.filter({ hasText: "This could not be loaded yet. Check your connection." }).waitFor();
  await page.unroute("**/_/app/index-*.js");
  await alert.getByRole("link", { name: "Reload" }).click();
  await page.getByText("Printer").first().waitFor();
  assert.equal(await alert.count(), 0);
  await page.context().close();
  const sent = await fetch(desk.product.url, { headers: { accept: "text/html" } });
  assert.match(await sent.text(), /<noscript><p>This page needs JavaScript/);
});
test("a client that accepts any type gets the page, but never instead of a script or a picture", async () => {
  const asked = async (path: string, accept: string) => {
    const answer = await fetch(`${desk.product.url}${path}`, { headers: { accept } });
    await answer.arrayBuffer();
    return `${answer.status} ${answer.headers.get("content-type")?.split(";")[0]}`;
  };
  assert.equal(await asked("/", "*/*"), "200 text/html");
  assert.equal(await asked("/tickets", "*/*"), "200 text/html");
  assert.equal(await asked("/", "application/json"), "404 application/json");
  assert.equal(await asked("/assets/gone.js", "*/*"), "404 application/json");
  assert.equal(await asked("/rest/v1/nothing", "*/*"), "404 application/json");
});
