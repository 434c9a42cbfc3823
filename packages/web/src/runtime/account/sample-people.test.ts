// Signing in as one of the sample people: one click, and each begins at a screen of theirs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { violations } from "../../testing/axe.ts";
import { pages } from "../../testing/browser.ts";
import { writings, type Written } from "../../testing/writing-story.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../../examples/help-desk/SPEC.md`, "utf8");
const mistakes: string[] = [];
const openPages = pages();
const write = writings();
let desk: Written;

before(async () => {
  desk = await write(source);
});

const signIn = async (address = "/_/sign-in", options = {}) => {
  const page = await openPages(mistakes)(options);
  await page.goto(desk.url + address);
  const list = page.getByRole("region", { name: "Sample people" });
  await list.getByRole("link").first().waitFor();
  return { page, list };
};

test("the sign-in page offers the sample people, on a desk and on a phone, light and dark", async () => {
  for (const options of [
    { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
    { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  ] as const) {
    const { page, list } = await signIn("/_/sign-in", options);
    assert.deepEqual(await violations(page), []);
    assert.ok((await list.getByRole("link").count()) >= desk.people.length);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    // What one fills in comes first for those who have an account.
    assert.equal(await page.getByLabel("Email").evaluate((one) => one === document.activeElement), true);
    await page.context().close();
  }
});

test("a click signs in, at the first screen for a role that not every user has", async () => {
  for (const [person, path, heading] of [
    [/Lead$/, "/queue", "Queue"],
    [/Agent$/, "/queue", "Queue"],
    [/^(?:AM)?\s*Ann Moreau/, "/", "My tickets"],
  ] as const) {
    const { page, list } = await signIn();
    await list.getByRole("link", { name: person }).first().click();
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, path);
    assert.equal(new URL(page.url()).hash, "");
    await page.context().close();
  }
});

test("a user who wanted to go somewhere gets there", async () => {
  const { page, list } = await signIn("/overview");
  await list.getByRole("link", { name: /Lead$/ }).first().click();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/overview");
  await page.context().close();
});

test("nothing went wrong in any page", () => assert.deepEqual(mistakes, []));
