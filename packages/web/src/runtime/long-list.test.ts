// A list of many pages: what is asked for again, what is drawn, and what others do meanwhile.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { notebook } from "../testing/notebook.ts";
import { stories, type Story } from "../testing/browser.ts";
import { pagePasses } from "../testing/at-rest.ts";

const tell = stories();
const notes = 400;
let book: Story;
let page: Page;

before(async () => {
  book = await tell(notebook("email and password"));
  page = await book.person("Nora");
  // The first is the newest.
  await book.product.owner(
    `INSERT INTO note (text, author, created_at)
      SELECT 'Note ' || n, (SELECT id FROM auth.users WHERE email = 'nora@example.test'), now() - n * interval '1 minute'
      FROM generate_series(1, $1::int) AS n`,
    [notes],
  );
  await page.reload();
});

const row = (text: string) =>
  page
    .getByRole("link", { name: text, exact: true })
    .or(page.getByRole("cell", { name: text, exact: true }))
    .first();
const toTheEnd = async () => {
  await row("Note 1").waitFor();
  await page.waitForFunction(
    (all) => {
      scrollTo(0, document.documentElement.scrollHeight);
      return document.querySelector("main [role=status].figures")?.textContent === all;
    },
    `${notes} results`,
    { polling: 50 },
  );
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
};

test("all rows come by scrolling, each once, and only those near the window are drawn", async () => {
  await toTheEnd();
  await row(`Note ${notes}`).waitFor();
  assert.equal(await page.getByText("Note 1", { exact: true }).count(), 0);
  assert.ok((await page.locator("tbody tr[data-row]").count()) < 80);
});

test("columns stay as wide as they were", async () => {
  const width = async () =>
    page
      .locator("th")
      .first()
      .evaluate((head) => head.getBoundingClientRect().width);
  const atTheEnd = await width();
  await page.evaluate(() => scrollTo(0, 0));
  await row("Note 1").waitFor();
  assert.equal(await width(), atTheEnd);
});

test("only the pages near the window are refetched", async () => {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await row(`Note ${notes}`).waitFor();
  await pagePasses(page, 1000);
  const asked: string[] = [];
  const keep = (request: { readonly url: () => string }) => {
    if (request.url().includes("/rest/v1/note?")) asked.push(request.url());
  };
  page.on("request", keep);
  await book.product.owner("UPDATE note SET text = 'Changed' WHERE text = $1", [`Note ${notes - 1}`]);
  await row("Changed").waitFor();
  await pagePasses(page, 5500);
  page.off("request", keep);
  // The same few in each round.
  const parts = new Set(asked);
  assert.ok(parts.size > 0 && parts.size <= 3, [...parts].join("\n"));
});

test("changes of others elsewhere in a list move nothing here, and are there when the user scrolls there", async () => {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  // Rows are drawn where one has come to a moment later.
  const middle = await page.waitForFunction(
    () =>
      [...document.querySelectorAll("tbody tr[data-row] td:first-child")].find((cell) => {
        const { top: at } = cell.getBoundingClientRect();
        return at > 200 && at < 500;
      })?.textContent,
  );
  const text = (await middle.jsonValue()) ?? "";
  const top = async () => page.getByText(text, { exact: true }).evaluate((cell) => cell.getBoundingClientRect().top);
  const atFirst = await top();
  await book.product.owner("DELETE FROM note WHERE text IN ('Note 2', 'Note 3')");
  await book.product.owner("UPDATE note SET text = 'Fourth' WHERE text = 'Note 4'");
  await book.product.owner(
    "INSERT INTO note (text, author) SELECT 'Newest', id FROM auth.users WHERE email = 'nora@example.test'",
  );
  await pagePasses(page, 6000);
  assert.equal(await top(), atFirst);
  await page.evaluate(() => scrollTo(0, 0));
  await row("Newest").waitFor();
  await row("Fourth").waitFor();
  assert.equal(await page.getByText("Note 2", { exact: true }).count(), 0);
  await page.getByText(`${notes - 1} results`).waitFor();
});

test("nothing went wrong", () => assert.deepEqual(book.mistakes, []));
