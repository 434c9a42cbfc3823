// What of the document reaches a browser, and what becomes of an open page when its reader's roles change.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { stories, type Story } from "../../testing/browser.ts";
import { spoilTokens } from "../../testing/spoil-tokens.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;

before(async () => {
  desk = await tell(source);
});

/** Everything that this page was sent from now on, but for the application's own files, which are the same for all products. */
function sentTo(page: Page): () => Promise<string> {
  const sent: Promise<string>[] = [];
  page.on("response", (answer) => {
    if (!/\/_\/app\/(?!product-)/.test(answer.url())) sent.push(answer.text().catch(() => ""));
  });
  return async () => (await Promise.all(sent)).join("\n");
}

const ofAgents = ['"solve"', "NOT_ASSIGNED", "Take or assign", "Queue", "Overview", "EXPORT_FAILED", "Export"];
const menu = (page: Page) => page.getByRole("navigation", { name: "Menu" }).first();

test("visitors and customers get nothing that is only for agents, and everything that is for them", async () => {
  const visitor = await desk.page();
  const told = sentTo(visitor);
  await visitor.goto(`${desk.product.url}/queue`);
  await visitor.getByRole("heading", { name: "Sign in to Corner Desk" }).waitFor();
  for (const word of [...ofAgents, "BODY_TOO_SHORT", "Category"]) assert.ok(!(await told()).includes(word), word);
  const customer = await desk.person("Cora");
  const toldCustomer = sentTo(customer);
  await customer.goto(`${desk.product.url}/tickets/new`);
  await customer.getByLabel("Subject").waitFor();
  const all = await toldCustomer();
  for (const word of ofAgents) assert.ok(!all.includes(word), word);
  assert.ok(all.includes("BODY_TOO_SHORT"));
  await customer.goto(`${desk.product.url}/queue`);
  await customer.getByRole("heading", { name: "Page not found" }).waitFor();
});

test("a role that is given brings its screens into the open page, and one that is taken takes them away", async () => {
  const page = await desk.person("Greta");
  await page.clock.install();
  await page.goto(`${desk.product.url}/tickets/new`);
  await page.getByLabel("Subject").fill("A half-written ticket");
  await page.evaluate(() => Reflect.set(globalThis, "here", true));
  assert.equal(await menu(page).getByRole("link", { name: "Queue" }).count(), 0);
  const whose = "person = (SELECT id FROM auth.users WHERE email = 'greta@example.test') AND role = 'agent'";
  await desk.product.owner(
    "INSERT INTO writ.assigned_role (person, role) SELECT id, 'agent' FROM auth.users WHERE email = 'greta@example.test'",
  );
  await page.clock.runFor(61_000);
  await menu(page).getByRole("link", { name: "Queue" }).waitFor();
  assert.equal(await page.getByLabel("Subject").inputValue(), "A half-written ticket");
  await page.goto(`${desk.product.url}/queue`);
  await page.getByRole("heading", { name: "Queue" }).waitFor();
  await page.evaluate(() => Reflect.set(globalThis, "here", true));
  await desk.product.owner(`DELETE FROM writ.assigned_role WHERE ${whose}`);
  await page.clock.runFor(61_000);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  assert.equal(await menu(page).getByRole("link", { name: "Queue" }).count(), 0);
  assert.equal(await page.evaluate(() => Reflect.get(globalThis, "here")), true);
});

test("a returning user waits only for their identity and the first screen", async () => {
  const page = await desk.person("Rosa");
  await page.getByRole("heading", { name: "My tickets" }).waitFor();
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await page.reload();
  await page.getByRole("heading", { name: "My tickets" }).waitFor();
  const last = (path: RegExp) => asked.findLastIndex((one) => path.test(one));
  const part = last(/product-(?!0-)/);
  // Asked for before the answer that says that it is still theirs could be there.
  assert.ok(part >= 0 && part - last(/^\/_\/product$/) <= 1, asked.join(" "));
});

test("rejected tokens are renewed unnoticed; if they cannot be, the user signs in again", async () => {
  const page = await desk.person("Nils");
  await spoilTokens(page, "access_token");
  await page.goto(`${desk.product.url}/tickets/new`);
  await page.getByLabel("Subject").fill("Written under other keys");
  await page.getByLabel("Body").fill("It does not work any more at all.");
  await page.getByRole("combobox", { name: "Category" }).click();
  await page.getByRole("option", { name: "Hardware" }).click();
  await spoilTokens(page, "access_token");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: /Written under other keys$/ }).waitFor();
  assert.equal((await desk.product.owner("SELECT FROM ticket")).length, 1);
  await spoilTokens(page, "access_token", "refresh_token");
  await page.goto(`${desk.product.url}/tickets/new`);
  await page.getByRole("heading", { name: "Sign in to Corner Desk" }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("then"), "/tickets/new");
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(desk.mistakes, []);
});
