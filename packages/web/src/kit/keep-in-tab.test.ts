// A browser that keeps nothing for an address: the product is there, and so is a user who signs in.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { stories } from "../testing/browser.ts";
import { password } from "../testing/notebook.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();

test("without storage, a user signs in and works for as long as the tab is open", async () => {
  const desk = await tell(source);
  await desk.account("ann@example.test", "Ann");
  const page = await desk.page();
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException("denied", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(globalThis, name, { get, configurable: true });
  });
  await page.goto(desk.product.url);
  await page.getByLabel("Email").fill("ann@example.test");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "My tickets" }).waitFor();
  await page.getByRole("link", { name: "New ticket" }).first().click();
  await page.getByRole("heading", { name: "New ticket" }).waitFor();
  assert.deepEqual(desk.mistakes, []);
});
