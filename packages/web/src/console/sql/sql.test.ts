// SQL in a browser: a query by keys, its rows, a mistake with its place, a file, and what ran before.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { consoleFolder } from "../../building/application-files.ts";
import { usable } from "../../testing/axe.ts";
import { stories } from "../../testing/browser.ts";

const { source } = completeDocument(`## 3. Entities and their fields

### Claim

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |
`);
const tell = stories();

test("a query is run by keys, shown, corrected, exported and found again", async () => {
  const desk = await tell(source, {
    development: true,
    document: { file: "SPEC.md", source, compiled: compile(source) },
    console: { folder: consoleFolder },
  });
  await desk.product.owner("INSERT INTO public.claim (about) VALUES ('roof'), ('cellar')");
  const page = await desk.page({ viewport: { width: 1280, height: 800 } });
  await page.goto(desk.product.consoleLink() ?? "");
  await page.getByRole("link", { name: "SQL" }).click();
  await usable(page, "console sql, empty");
  const editor = page.getByLabel("Statement");
  await editor.fill("select about, 7 as n\nfrom claims");
  await editor.press("Control+Enter");
  await page.getByText('relation "claims" does not exist').waitFor();
  await usable(page, "console sql, a mistake");
  await page.getByRole("button", { name: "Line 2, column 6" }).click();
  await page.keyboard.press("Delete");
  await editor.fill("select about, 7 as n\nfrom claim order by 1");
  await editor.press("Control+Enter");
  await page.getByRole("cell", { name: "roof" }).waitFor();
  await page.getByText(/^2 rows\. /).waitFor();
  await usable(page, "console sql, rows");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  assert.equal(file.suggestedFilename(), "result.csv");
  assert.equal(readFileSync(await file.path(), "utf8"), "\ufeffabout,n\r\ncellar,7\r\nroof,7\r\n");
  await page.reload();
  assert.equal(await editor.inputValue(), "select about, 7 as n\nfrom claim order by 1");
  await page.getByRole("button", { name: "select about, 7 as n from claims" }).click();
  assert.equal(await editor.inputValue(), "select about, 7 as n\nfrom claims");
  await page.getByText("Tables and columns").click();
  await page.getByText("about", { exact: false }).first().waitFor();
  await usable(page, "console sql, tables");
  await page.getByRole("button", { name: "claim", exact: true }).click();
  assert.equal(await editor.inputValue(), 'select *\nfrom "claim"\nlimit 100');
  await editor.press("Control+Enter");
  await page.getByText(/^2 rows\. /).waitFor();
  // What is typed there is a statement and no shortcut.
  await editor.press("End");
  await editor.pressSequentially("gj");
  await page.getByRole("heading", { name: "SQL" }).waitFor();
  assert.deepEqual(desk.mistakes, []);
});
