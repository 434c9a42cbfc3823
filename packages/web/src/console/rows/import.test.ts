// Rows of a file imported in the console, in a browser: looked at, checked, imported, refused, cancelled and once more.
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
});

const dialog = () => page.getByRole("dialog");
const press = async (name: string | RegExp) => dialog().getByRole("button", { name }).click();
const step = async (name: string | RegExp) => dialog().getByRole("heading", { name, level: 3 }).waitFor();
const lines = (rows: readonly string[]) =>
  Buffer.from(["Title,Description,Category,Priority,Requester,Remarks", ...rows, ""].join("\n"));
const good = (at: number) =>
  `Printer ${at} jams,"It has jammed since Monday, and I tried everything.",Hardware,high,ann@example.test,by fax`;
const choose = async (name: string, buffer: Buffer) => {
  await dialog().getByLabel("Choose a file").setInputFiles({ name, mimeType: "text/csv", buffer });
  await step(`Columns of ${name}`);
};
const open = async () => {
  await page.goto(`${desk.product.url}/_/console/rows?entity=ticket`);
  await page.getByRole("button", { name: "Import" }).click();
  await dialog().getByText("or drop it here").waitFor();
};
const count = async () => (await desk.product.owner("SELECT count(*)::int AS n FROM ticket"))[0]?.["n"];
const map = async () => {
  await dialog().getByLabel("Field of Title").selectOption({ label: "Subject" });
  await dialog().getByLabel("Field of Description").selectOption({ label: "Body" });
};

test("a file is chosen, its columns become fields, and its errors are shown by row and column", async () => {
  await open();
  await usable(page, "import file");
  await dialog()
    .getByLabel("Choose a file")
    .setInputFiles({ name: "a.pdf", mimeType: "text/csv", buffer: lines([]) });
  await dialog().getByText("ends in .csv or .xlsx").waitFor();
  await choose(
    "tickets.csv",
    lines([good(1), "Short,,Hardware,tall,ann@example.test,", "Lost,x,Nowhere,,ann@example.test,"]),
  );
  await dialog().getByText("Required, and not among the columns: Subject, Body.").waitFor();
  await usable(page, "import columns");
  await map();
  assert.equal(await dialog().getByText("Required, and not").count(), 0);
  await press("Check");
  await step("Checked, not yet imported");
  await dialog().getByText("1 new row").waitFor();
  await dialog().getByText("2 rows with errors").waitFor();
  await usable(page, "import checked");
  const errors = dialog().getByRole("region", { name: "Errors" }).getByRole("row");
  const all = await errors.count();
  await dialog().getByLabel("Show errors of").selectOption({ label: "Category" });
  assert.ok((await errors.count()) < all);
  await errors.filter({ hasText: "Nowhere" }).waitFor();
  assert.equal(await count(), 0);
});

test("the good rows are imported, the others are downloaded with their errors, and the list shows them", async () => {
  assert.ok(await dialog().getByRole("radio", { name: "All rows or none" }).isDisabled());
  await press("Import 1 row");
  await step("Imported");
  await dialog().getByText("2 rows refused").waitFor();
  await usable(page, "import ended");
  const [file] = await Promise.all([page.waitForEvent("download"), press("Download the refused rows")]);
  assert.equal(file.suggestedFilename(), "tickets.errors.csv");
  const [head = "", first = ""] = readFileSync((await file.path()) ?? "", "utf8").split("\r\n");
  assert.equal(head, "\ufeffTitle,Description,Category,Priority,Requester,Remarks,Error");
  assert.match(first, /^Short,,Hardware,tall,ann@example\.test,,.*tall/);
  await press("Done");
  await page.getByRole("region", { name: "Rows of Ticket" }).getByText("Printer 1 jams").waitFor();
  assert.equal(
    await page.evaluate(() => document.activeElement?.textContent),
    "Import",
    "the focus is where it was opened",
  );
  await page.goto(`${desk.product.url}/_/console/changes`);
  await page.getByRole("cell", { name: "Imported rows" }).waitFor();
  await page.getByRole("cell", { name: "Ticket: tickets.csv" }).waitFor();
});

test("a file that was imported already is imported again only where that is wanted", async () => {
  const file = lines([good(2), good(3)]);
  for (const isAgain of [false, true]) {
    await open();
    await choose("more.csv", file);
    await map();
    await press("Check");
    await step("Checked, not yet imported");
    await press("Import 2 rows");
    if (isAgain) {
      await step("You have imported this file before");
      await usable(page, "import again");
      assert.equal(await count(), 3);
      await press("Import again");
    }
    await step("Imported");
  }
  assert.equal(await count(), 5);
});

test("a file is dropped, its rows are found by their number, and nothing is imported by closing", async () => {
  await open();
  const data = await page.evaluateHandle(() => {
    const moved = new DataTransfer();
    moved.items.add(new File(["Subject,Body,Category\nPaper,Is empty everywhere.,Hardware\n"], "dropped.csv"));
    return moved;
  });
  await dialog().getByText("or drop it here").dispatchEvent("drop", { dataTransfer: data });
  await step("Columns of dropped.csv");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Columns of dropped.csv");
  await press("Check");
  await step("Checked, not yet imported");
  const first = dialog().getByRole("region", { name: "The first rows, as they would be" });
  await first.getByRole("cell", { name: "Hardware" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  assert.equal(await count(), 5);
});

test("an import that is cancelled goes on later", async () => {
  await desk.product.owner("INSERT INTO category (name) VALUES ('Elsewhere')");
  const other = (at: number) => good(at).replace("Hardware", "Elsewhere");
  const rows = Array.from({ length: 1200 }, (_, at) => (at < 500 ? good : other)(at + 10));
  await open();
  await choose("many.csv", lines(rows));
  await map();
  await press("Check");
  await step("Checked, not yet imported");
  await dialog().getByRole("radio", { name: "Only the good rows" }).check();
  // The second batch waits for this row.
  const holder = await desk.product.database.connect();
  await holder.query("BEGIN; SELECT FROM category WHERE name = 'Elsewhere' FOR UPDATE");
  await press("Import 1,200 rows");
  await step("Importing…");
  await dialog().getByText("500 rows of 1,200").waitFor();
  await usable(page, "import under way");
  await press("Cancel");
  await step("Import cancelled");
  await holder.query("ROLLBACK");
  await holder.end();
  await usable(page, "import cancelled");
  await press("Go on");
  await step("Imported");
  await dialog().getByText("1,200 rows created").waitFor();
  assert.equal(await count(), 1205);
});

test("nothing went wrong in any page", () => assert.deepEqual(desk.mistakes, []));
