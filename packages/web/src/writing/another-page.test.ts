// While a document is written, another web application takes the place of the one that is open: by loading it anew, once.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pages } from "../testing/browser.ts";
import { writings } from "../testing/writing-story.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const folder = mkdtempSync(join(tmpdir(), "writ-page-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const openPages = pages();
const write = writings();

test("a theme beside the document is another page: it is loaded once, at the same address; an edit of the document loads none", async () => {
  const mistakes: string[] = [];
  const written = await write(source, ["--sample"], { file: join(folder, "SPEC.md") });
  const page = await openPages(mistakes)();
  const lead = written.people.find(({ email }) => email === "lead@example.test");
  await page.goto(lead?.link ?? "");
  await page.getByRole("navigation", { name: "Menu" }).first().waitFor();
  await page.goto(`${written.url}/categories?sort=-name`);
  await page.getByRole("heading", { name: "Categories" }).waitFor();
  let loads = 0;
  page.on("load", () => void loads++);
  written.edit(
    written
      .source()
      .replace("| Categories | `/categories` |", "| Kinds | `/categories` |")
      .replace("### Categories", "### Kinds"),
  );
  await page.getByRole("heading", { name: "Kinds" }).waitFor();
  assert.equal(loads, 0);
  const theme = join(folder, "theme.json");
  const style = (accent: string) => {
    writeFileSync(theme, JSON.stringify({ colours: { accent } }));
    written.touch(theme);
  };
  style("#7a1fa2");
  await page.locator('link[href*="theme-"]').waitFor({ state: "attached" });
  await page.getByRole("heading", { name: "Kinds" }).waitFor();
  // It would hear again and again that it is another page than it was.
  await page.waitForTimeout(1500);
  assert.equal(loads, 1);
  assert.equal(page.url(), `${written.url}/categories?sort=-name`);
  const first = await page.locator('link[href*="theme-"]').getAttribute("href");
  style("#0b6e4f");
  await page.locator(`link[href*="theme-"]:not([href="${first ?? ""}"])`).waitFor({ state: "attached" });
  await page.getByRole("heading", { name: "Kinds" }).waitFor();
  assert.equal(loads, 2);
  assert.deepEqual(mistakes, []);
});
