// What is being written where its row goes or changes, and where its reader goes from one row to another.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { violations } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";

const helpDesk = readFileSync(`${import.meta.dirname}/../../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;
let lead: Page;

before(async () => {
  desk = await tell(helpDesk);
  lead = await desk.person("Lena", ["lead", "agent"]);
  for (const subject of ["Printer", "Laptop"])
    await desk.product.owner(
      `INSERT INTO ticket (subject, body, category, requester) SELECT $1, 'It does not work any more at all.', category.id, auth.users.id
      FROM category, auth.users WHERE category.name = 'Hardware' AND email = 'lena@example.test'`,
      [subject],
    );
});

const at = async (page: Page, path: string) => page.goto(`${desk.product.url}${path}`);

const drafts = async () => lead.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("draft")));

test("a draft stays when its row is deleted", async () => {
  await desk.product.owner("INSERT INTO category (name) VALUES ('Doomed')");
  await at(lead, "/categories");
  await lead.getByRole("link", { name: "Doomed" }).click();
  const name = lead.getByLabel("Name");
  await name.fill("Doomed and more");
  const remove = lead.getByRole("button", { name: "Delete" });
  assert.equal(await remove.count(), 1);
  await desk.product.owner("DELETE FROM category WHERE name = 'Doomed'");
  await lead.getByText("This no longer exists, or you no longer have access to it.").waitFor();
  assert.equal(await name.inputValue(), "Doomed and more");
  // Nothing can be done with it any more.
  assert.equal(await remove.count(), 0);
  assert.deepEqual(await violations(lead), []);
  const save = lead.getByRole("button", { name: "Save" });
  assert.equal(await save.getAttribute("aria-disabled"), "true");
  await save.click({ force: true });
  await lead.getByRole("alert").getByText("This does not exist, or you do not have access to it.").waitFor();
  assert.equal(await name.inputValue(), "Doomed and more");
  await lead.getByRole("button", { name: "Cancel" }).click();
  await lead.getByText("your changes will be lost").waitFor();
  await lead.getByRole("button", { name: "Leave" }).click();
  await lead.getByRole("heading", { name: "Categories" }).waitFor();
  assert.deepEqual(await drafts(), []);
  await lead.getByRole("heading", { name: "Categories" }).waitFor();
});

test("a comment on a deleted row is discarded after a confirmation", async () => {
  await desk.product.owner(
    `INSERT INTO ticket (subject, body, category, requester) SELECT 'Doomed', 'It does not work any more at all.', category.id, auth.users.id
    FROM category, auth.users WHERE category.name = 'Hardware' AND email = 'lena@example.test'`,
  );
  await at(lead, "/tickets/CD-0003");
  const comment = lead.getByLabel("Text");
  await comment.fill("About what is doomed");
  // On its own it stays, whoever goes elsewhere.
  await lead.getByRole("navigation").getByRole("link", { name: "Categories" }).click();
  await lead.getByRole("heading", { name: "Categories" }).waitFor();
  assert.equal((await drafts()).length, 1);
  await lead.goBack();
  await lead.getByText("Your draft has been restored.").waitFor();
  await desk.product.owner("DELETE FROM ticket WHERE subject = 'Doomed'");
  await lead.getByText("This no longer exists, or you no longer have access to it.").waitFor();
  assert.equal(await comment.inputValue(), "About what is doomed");
  await lead.getByRole("navigation").getByRole("link", { name: "Categories" }).click();
  await lead.getByText("your changes will be lost").waitFor();
  await lead.getByRole("button", { name: "Leave" }).click();
  await lead.getByRole("heading", { name: "Categories" }).waitFor();
  assert.deepEqual(await drafts(), []);
});

test("from one row to another and back, each has a form of its own", async () => {
  const name = lead.getByLabel("Name");
  // What is sent is sent for the row whose address it is.
  await at(lead, "/categories");
  await lead.getByRole("link", { name: "Accounts" }).click();
  await lead.getByRole("heading", { name: /Accounts/ }).waitFor();
  const accounts = new URL(lead.url()).pathname;
  await at(lead, "/categories");
  await lead.getByRole("link", { name: "Hardware" }).click();
  await lead.getByRole("heading", { name: /Hardware/ }).waitFor();
  await lead.evaluate((path) => history.pushState(history.state, "", path), accounts);
  await lead.goBack();
  await lead.goForward();
  await lead.getByRole("heading", { name: /Accounts/ }).waitFor();
  await lead.goBack();
  await lead.getByRole("heading", { name: /Hardware/ }).waitFor();
  assert.equal(await name.inputValue(), "Hardware");
  // So does what is said about a row, which is not said about the next one.
  await at(lead, "/tickets/CD-0001");
  const comment = lead.getByLabel("Text");
  await comment.fill("About the first");
  await lead.evaluate(() => history.pushState(history.state, "", "/tickets/CD-0002"));
  await lead.goBack();
  await lead.goForward();
  await lead.getByRole("heading", { name: "Laptop" }).waitFor();
  assert.equal(await comment.inputValue(), "");
  await lead.goBack();
  await lead.getByRole("heading", { name: "Printer" }).waitFor();
  assert.equal(await comment.inputValue(), "About the first");
});

test("discarding a draft shows the current row with all its changes", async () => {
  await desk.product.owner("INSERT INTO category (name) VALUES ('Locks')");
  await at(lead, "/categories");
  await lead.getByRole("link", { name: "Locks" }).click();
  const name = lead.getByLabel("Name");
  await name.fill("Locks and rights");
  await desk.product.owner(
    "UPDATE category SET name = 'Keys', updated_at = now() + interval '1 second' WHERE name = 'Locks'",
  );
  await lead.reload();
  await lead.getByRole("button", { name: "Discard draft" }).click();
  assert.equal(await name.inputValue(), "Keys");
  await name.fill("Keys and rights");
  await lead.getByRole("button", { name: "Save" }).click();
  await lead.getByRole("link", { name: "Keys and rights" }).waitFor();
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(desk.mistakes, []);
});
