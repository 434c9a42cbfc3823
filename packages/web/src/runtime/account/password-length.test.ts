// How long a password has to be is said by a user who runs the server, and the forms say the same ahead of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { stories } from "../../testing/browser.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();

test("the form asks for what the server takes", async () => {
  const { product, page: open, mistakes } = await tell(source, { environment: { WRIT_PASSWORD_LENGTH: "12" } });
  const page = await open();
  await page.goto(`${product.url}/_/sign-up`);
  await page.getByText("At least 12 characters.").waitFor();
  await page.getByLabel("Name").fill("Pia");
  await page.getByLabel("Email").fill("pia@example.test");
  const password = page.getByLabel("Password", { exact: true });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/auth/v1/signup")) sent.push(request.url());
  });
  await password.fill("eleven char");
  await page.getByRole("button", { name: "Create an account" }).click();
  assert.equal(await password.evaluate((field) => (field as HTMLInputElement).validity.tooShort), true);
  await page.getByRole("alert").getByText("This password is too short.").waitFor();
  assert.deepEqual(sent, []);
  const refused = await fetch(`${product.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: product.anonKey, "content-type": "application/json" },
    body: JSON.stringify({ email: "pia@example.test", password: "eleven char", data: { name: "Pia" } }),
  });
  assert.equal(refused.status, 422);
  await password.fill("twelve chars");
  const taken = page.waitForResponse(/\/auth\/v1\/signup/);
  await page.getByRole("button", { name: "Create an account" }).click();
  assert.equal((await taken).status(), 200);
  assert.deepEqual(mistakes, []);
});
