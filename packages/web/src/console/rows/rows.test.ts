// Rows in the console in a browser: found, opened, changed, refused at their field, and who did it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { usable } from "../../testing/axe.ts";
import { operatedBy } from "../../testing/operator.ts";
import { stories, type Story } from "../../testing/browser.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;
let page: Page;

before(async () => {
  ({ desk, page } = await operatedBy(tell, source));
  const insert = `INSERT INTO ticket (subject, body, category, priority, requester)
    SELECT 'Printer ' || n || ' jams', 'It has jammed since Monday, and I tried everything.', c.id, CASE n % 3 WHEN 0 THEN 'high' ELSE 'normal' END, u.id
    FROM generate_series(1, 60) n, category c, auth.users u WHERE c.name = 'Hardware' AND u.email = 'ann@example.test'`;
  await desk.product.owner(insert);
});

const at = async (path: string) => page.goto(`${desk.product.url}/_/console/rows${path}`);
const rows = () => page.getByRole("region", { name: "Rows of Ticket" }).getByRole("row");

test("rows are found by words, filters and order, page by page", async () => {
  await at("");
  await page.getByRole("navigation", { name: "Entities" }).getByRole("link", { name: "Ticket" }).click();
  await page.getByText("60 rows").waitFor();
  await usable(page, "console rows");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Page 2 of 2").waitFor();
  await page.getByLabel("Search Ticket").fill("printer 7 ");
  await page.getByText("1 row found").waitFor();
  await page.getByLabel("Search Ticket").fill("");
  await page.getByText("60 rows").waitFor();
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByLabel("Field").selectOption({ label: "Priority" });
  await page.getByLabel("Value").selectOption({ label: "high" });
  await page.getByText("20 rows found").waitFor();
  await page.getByRole("button", { name: "Subject" }).click();
  await rows().nth(1).getByText("Printer 12 jams").waitFor();
  await usable(page, "console rows filtered");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  assert.equal(file.suggestedFilename(), "ticket.csv");
  assert.equal(
    readFileSync((await file.path()) ?? "", "utf8")
      .trim()
      .split("\r\n").length,
    21,
  );
  await page.getByLabel("Search Ticket").fill("nothing like it");
  await page.getByRole("heading", { name: "No matching rows" }).waitFor();
  await usable(page, "console rows none");
});

test("a row is changed in the operator's name; a rule refuses in the document's words, at its field", async () => {
  await at("?entity=ticket&text=Printer+9+jams");
  await rows().getByRole("link").first().click();
  await page.getByRole("heading", { name: /Printer 9 jams/ }).waitFor();
  await usable(page, "console row");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("radio", { name: "urgent" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  const phone = page.getByRole("textbox", { name: "Phone" });
  await page.getByText("Urgent tickets need a phone number").waitFor();
  assert.equal(await phone.getAttribute("aria-invalid"), "true");
  await usable(page, "console row refused");
  await phone.fill("+49 30 901820");
  await page.getByRole("button", { name: "Save" }).click();
  const history = page.getByRole("region", { name: "History" });
  await history.getByText("Priority: normal → urgent").or(history.getByText("Priority: high → urgent")).waitFor();
  await history.getByRole("listitem").filter({ hasText: "Ann changed" }).first().waitFor();
  await usable(page, "console row history");
});

test("a row is created with a reference that is found by its name, and deleted again", async () => {
  await at("?entity=comment");
  await page.getByRole("heading", { name: "No rows of Comment yet" }).waitFor();
  await page.getByRole("button", { name: "New Comment" }).click();
  await page.getByRole("combobox", { name: "Ticket" }).fill("printer 3 ");
  await page.getByRole("option", { name: /Printer 3 jams/ }).click();
  await page.getByLabel("Text").fill("Written by an operator.");
  await usable(page, "console row new");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").waitFor();
  await usable(page, "console row delete");
  await page.getByRole("button", { name: "Delete row" }).click();
  await page.getByRole("heading", { name: "No rows of Comment yet" }).waitFor();
  await page.goto(`${desk.product.url}/_/console/changes`);
  await page.getByRole("cell", { name: "Deleted a row" }).waitFor();
  await page.getByRole("cell", { name: "Created a row" }).waitFor();
});

test("nothing went wrong in any page", () => assert.deepEqual(desk.mistakes, []));
