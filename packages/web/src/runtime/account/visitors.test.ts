// Visitors in a browser: who writes something has an account from then on, and keeps what is theirs with an address.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { usable } from "../../testing/axe.ts";
import { stories } from "../../testing/browser.ts";
import { notebook, password } from "../../testing/notebook.ts";

const tell = stories();
const heading = async (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();

test("a visitor owns what they write, from the first write on, and keeps it with an account", async () => {
  const visited = await tell(notebook("anonymous, email and password", "", "Anybody"), { development: true });
  const page = await visited.page();
  await page.goto(`${visited.product.url}/new`);
  await heading(page, "New note");
  const count = async () => visited.product.owner("SELECT is_anonymous FROM auth.users");
  assert.deepEqual(await count(), []);
  await page.getByLabel("Text").fill("before anybody knew me");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("Saved.").waitFor();
  assert.deepEqual(await count(), [{ is_anonymous: true }]);
  await page.goto(`${visited.product.url}/`);
  await page.getByText("before anybody knew me").waitFor();
  await page.goto(`${visited.product.url}/_/account`);
  await page.getByText("You are here as a visitor").waitFor();
  await usable(page, "visitor");
  await page.getByRole("button", { name: "Create an account" }).click();
  await heading(page, "Create an account for Notebook");
  await page.getByText("What you have made as a visitor stays yours.").waitFor();
  await page.getByLabel("Name").fill("Vera");
  await page.getByLabel("Email").fill("vera@example.test");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create an account" }).click();
  await heading(page, "Your account");
  assert.deepEqual(await count(), [{ is_anonymous: false }]);
  await page.goto(`${visited.product.url}/`);
  await page.getByText("before anybody knew me").waitFor();
  const names = await visited.product.owner('SELECT name FROM public."user"');
  assert.deepEqual(names, [{ name: "Vera" }]);
  assert.deepEqual(visited.mistakes, []);
});
