// The help desk in a browser: people sign up, write tickets, answer them; refusals are in the catalogue's words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { stories, type Story } from "../testing/browser.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;

before(async () => {
  desk = await tell(source);
});

test("a visitor is asked to sign in, and then continues to the requested screen", async () => {
  const page = await desk.page();
  await page.goto(`${desk.product.url}/tickets/new`);
  await page.getByRole("heading", { name: "Sign in to Corner Desk" }).waitFor();
  await page.getByRole("link", { name: "Create account" }).click();
  await page.getByLabel("Name").fill("Nora");
  await page.getByLabel("Email").fill("nora@example.test");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("heading", { name: "New ticket" }).waitFor();
  // A customer's menu, and nothing of an agent's.
  const menu = page.getByRole("navigation", { name: "Menu" }).first();
  assert.deepEqual(await menu.getByRole("link").allTextContents(), ["My tickets", "New ticket"]);
  await page.goto(`${desk.product.url}/overview`);
  await page.getByText("Page not found").waitFor();
});

test("a wrong password is reported, without revealing whether the account exists", async () => {
  const page = await desk.page();
  await page.goto(`${desk.product.url}/_/sign-in`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("Please fill this in.").waitFor();
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("Enter a valid email address.").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "email");
  await page.getByLabel("Email").fill("nobody@example.test");
  await page.getByLabel("Password", { exact: true }).fill("wrong horse battery");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("Incorrect email address or password.").waitFor();
});

test("a ticket goes from its writer to an agent and back", async () => {
  const ann = await desk.person("Ann");
  await ann.getByText("You have not written a ticket yet.").waitFor();
  await ann.getByRole("link", { name: "New ticket" }).last().click();
  await ann.getByLabel("Subject").fill("The printer blinks");
  await ann.getByLabel("Body").fill("short");
  await ann.getByRole("radio", { name: "urgent" }).check();
  await ann.getByRole("button", { name: "Create" }).click();
  // All that is wrong at once: what is missing, and the rules of section 5 in the words of section 8.
  await ann.getByText("Please fill this in.").waitFor();
  await ann.getByText("Please describe the problem in at least 20 characters.").waitFor();
  await ann.getByText("Urgent tickets need a phone number, so that we can call you.").waitFor();
  await ann.getByLabel("Body").fill("It blinks red and prints nothing, also after a restart.");
  await ann.getByLabel("Phone").fill("+33 1 23 45 67 89");
  await ann.getByRole("combobox", { name: "Category" }).click();
  await ann.getByRole("option", { name: "Hardware" }).click();
  await ann.getByRole("button", { name: "Create" }).click();
  await ann.getByRole("heading", { name: "CD-0001 The printer blinks" }).waitFor();

  const cleo = await desk.person("Cleo", ["agent"]);
  await cleo.getByRole("navigation", { name: "Menu" }).first().getByRole("link", { name: "All tickets" }).click();
  await cleo.getByRole("link", { name: "CD-0001" }).click();
  const solve = cleo.getByRole("button", { name: /^Solve/ });
  assert.equal(await solve.getAttribute("aria-disabled"), "true");
  await cleo.getByRole("button", { name: "Take" }).click();
  await cleo.getByText("CD-0001 The printer blinks is now Open.").waitFor();
  await solve.and(cleo.locator('[aria-disabled="false"]')).click();
  // The resolution is asked for in place.
  await cleo.locator("form").getByRole("button", { name: "Solve" }).first().click();
  await cleo.getByText("Please fill this in.").waitFor();
  await cleo.getByLabel("Resolution").fill("A new cartridge.");
  await cleo.locator("form").getByRole("button", { name: "Solve" }).first().click();
  await cleo.getByText("CD-0001 The printer blinks is now Solved.").waitFor();
  // Its writer sees it without doing anything.
  await ann.getByText("A new cartridge.").first().waitFor();
  // No one reopens it, and after its time it is closed by itself.
  await desk.product.owner("UPDATE ticket SET _state_since = now() - interval '8 days'");
  await ann.getByText("Closed", { exact: true }).first().waitFor();
  assert.deepEqual(desk.mistakes, []);
});
