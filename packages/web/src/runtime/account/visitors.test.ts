// Who comes without a password, in a browser: visitors who write something, and people whom a mail alone lets in.
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
  await page.getByText("You are using this as a visitor").waitFor();
  await usable(page, "visitor");
  await page.getByRole("button", { name: "Create an account" }).click();
  await heading(page, "Create your Notebook account");
  await page.getByText("Everything that you created as a visitor stays yours.").waitFor();
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

test("where a code by mail is the only way, it makes the account, too", async () => {
  const mailed = await tell(notebook("code by mail"), { development: true });
  const page = await mailed.page();
  await page.goto(`${mailed.product.url}/new`);
  await heading(page, "Sign in to Notebook");
  assert.equal(await page.getByLabel("Password").count(), 0);
  await page.getByRole("link", { name: "Create account" }).click();
  await page.getByLabel("Name").fill("Cora");
  await page.getByLabel("Email").fill("cora@example.test");
  await page.getByRole("button", { name: "Create an account" }).click();
  await heading(page, "Check your email");
  await page.getByText("Enter the six-digit code from the email that we just sent.").waitFor();
  await page.getByLabel("Code").fill((await mailed.mail("cora@example.test")).code);
  await page.keyboard.press("Enter");
  await heading(page, "New note");
  assert.deepEqual(await mailed.product.owner('SELECT name FROM public."user"'), [{ name: "Cora" }]);
  // Nothing of a password is offered where there are none.
  await page.goto(`${mailed.product.url}/_/account/security`);
  await page.getByRole("region", { name: "Devices" }).waitFor();
  assert.equal(await page.getByRole("region", { name: "Password" }).count(), 0);
  // Leaving takes a code from the mailbox then.
  await page.goto(`${mailed.product.url}/_/account/data`);
  await page.getByRole("button", { name: "Delete account" }).click();
  const leaving = page.getByRole("form", { name: "Delete account" });
  await leaving.getByLabel("Type cora@example.test to confirm").fill("cora@example.test");
  await leaving.getByRole("button", { name: "Send the code" }).click();
  await leaving.getByLabel("Code").fill((await mailed.mail("cora@example.test", /confirmation code/)).code);
  await leaving.getByRole("button", { name: "Delete my account" }).click();
  await heading(page, "Sign in to Notebook");
  assert.deepEqual(await mailed.product.owner("SELECT FROM auth.users"), []);
  assert.deepEqual(mailed.mistakes, []);
});
