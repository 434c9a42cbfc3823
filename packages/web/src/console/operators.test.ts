// Operators in a browser: from the console to the product's sign-in and back, and what everybody else sees.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { compile } from "@writ/language";
import { nameOperator, removeOperator } from "@writ/server/operators";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { consoleFolder } from "../building/application-files.ts";
import { usable } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";
import { password } from "../testing/notebook.ts";

const { source } = completeDocument(`## 3. Entities and their fields

### Claim
- Shown as: \`claim.about\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Claim | create, read, update, delete | own |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
const tell = stories();
let desk: Story;

before(async () => {
  desk = await tell(source, {
    development: false,
    document: { file: "SPEC.md", source, compiled: compile(source) },
    console: { folder: consoleFolder },
  });
});

async function change(how: typeof nameOperator | typeof removeOperator, email: string) {
  const client = await desk.product.database.connect();
  await how(client, email);
  await client.end();
}

const signIn = async (page: Page, email: string) => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
};

test("an operator signs in with the product's own page, and comes back to the page of the console they asked for", async () => {
  await desk.account("ann@example.test", "Ann");
  await change(nameOperator, "ann@example.test");
  const page = await desk.page({ viewport: { width: 390, height: 800 } });
  await page.goto(`${desk.product.url}/_/console/jobs`);
  await page.getByText("Sign in with your account of the product.").waitFor();
  await usable(page, "console, not signed in");
  assert.equal(await page.getByText("console key").count(), 0);
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(page, "ann@example.test");
  await page.getByRole("heading", { name: "Jobs" }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/_/console/jobs");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByText("ann@example.test (Ann)").waitFor();
  await page.getByRole("link", { name: "Changes" }).click();
  await page.getByRole("cell", { name: "Signed in", exact: true }).waitFor();
  await usable(page, "console changes");
  await page.getByLabel("Search").fill("nothing like it");
  await page.getByRole("heading", { name: "No matching changes" }).waitFor();
  await page.getByRole("link", { name: "SQL" }).click();
  await page.getByLabel("Statement").fill("select 'of Ann'");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("cell", { name: "of Ann" }).waitFor();
  assert.match(await page.evaluate(() => JSON.stringify(sessionStorage)), /of Ann/);
  // Whoever leaves is not let in again by themselves.
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are still signed in to the product as ann@example.test").waitFor();
  assert.doesNotMatch(await page.evaluate(() => JSON.stringify(sessionStorage)), /of Ann/);
  await usable(page, "console, left");
  await page.reload();
  await page.getByRole("button", { name: "Open the console again" }).click();
  await page.getByRole("navigation", { name: "Console" }).waitFor();
  // Removed while they look: what the page asks for next is refused.
  await page.getByRole("link", { name: "Jobs" }).click();
  await change(removeOperator, "ann@example.test");
  await page.getByText("is not an operator of this product").waitFor();
});

test("a session of the product that has run out is renewed there", async () => {
  await change(nameOperator, "bea@example.test");
  const page = await desk.member("bea@example.test", "Bea");
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("writ.session") ?? "{}");
    localStorage.setItem("writ.session", JSON.stringify({ ...kept, expires_at: 1 }));
  });
  await page.goto(`${desk.product.url}/_/console/people`);
  await page.getByRole("heading", { name: "People" }).waitFor();
});

test("a user who is no operator reads how one becomes one, and nothing of the console", async () => {
  const page = await desk.member("eve@example.test", "Eve");
  await page.goto(`${desk.product.url}/_/`);
  await page.getByText("writ operator add SPEC.md eve@example.test").waitFor();
  await usable(page, "console, no operator");
  assert.equal(await page.getByRole("navigation").count(), 0);
  assert.doesNotMatch(await page.content(), /Claim|ann@example/);
});

test("nothing went wrong in any page", () => assert.deepEqual(desk.mistakes, []));
