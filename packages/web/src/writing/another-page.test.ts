// While a document is written, its theme is put on in the pages that are open: none is loaded anew, and what is being typed stays.
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

test("neither a theme beside the document nor an edit of it loads a page; what is being typed stays, and the keys with it", async () => {
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
  await page.getByRole("link", { name: "New category" }).first().click();
  await page.getByLabel("Name").pressSequentially("Half a wo");
  const first = await page.locator('link[href*="theme-"]').getAttribute("href");
  style("#0b6e4f");
  await page.locator(`link[href*="theme-"]:not([href="${first ?? ""}"])`).waitFor({ state: "attached" });
  // Only the new one is left, once it is there.
  await page.waitForFunction(() => document.querySelectorAll('link[href*="theme-"]').length === 1);
  // Those that had not come when the next one was put on are none of the page's either.
  const { promise: isHeld, resolve: come } = Promise.withResolvers<void>();
  await page.route("**/theme-*", async (route) => {
    await isHeld;
    await route.continue();
  });
  const edits = ["#8a4b00", "#1d4ed8", "#9d174d"];
  for (const [index, accent] of edits.entries()) {
    style(accent);
    await page.waitForFunction((many) => document.querySelectorAll('link[href*="theme-"]').length === many, index + 2);
  }
  const last = await page.locator('link[href*="theme-"]').last().getAttribute("href");
  come();
  await page.waitForFunction(() => document.querySelectorAll('link[href*="theme-"]').length === 1);
  assert.equal(await page.locator('link[href*="theme-"]').getAttribute("href"), last);
  await page.keyboard.type("rd");
  assert.equal(await page.getByLabel("Name").inputValue(), "Half a word");
  assert.equal(loads, 0);
  assert.deepEqual(mistakes, []);
});
