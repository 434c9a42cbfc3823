// Rows of a file are brought into a list in the browser: by those who may, with what is wrong in the document's words.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { phone, violations } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";

const { source } = completeDocument(`# Library

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Books | \`/\` | list of Book | Reader | yes |

### Books
- Show: Title, Pages, Shelf
- Search: Title
- Import: Title, Pages, Shelf

## 3. Entities and their fields

### Book

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Pages | integer 1 to 5000 | no | |
| Shelf | one of: poetry, prose | yes | prose |
| Price | money | no | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Poems are short | Book | \`book.shelf != 'poetry' or book.pages == null or book.pages <= 300\` | LONG_POEM |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |
| Keeper | named at installation |

| For | May | Reader | Keeper |
| --- | --- | --- | --- |
| Book | create | no | yes |
| Book | read | yes | yes |
| Book | update, delete | no | no |

## 8. The error catalogue

| Code | When | Status | Message | Message (fr) |
| --- | --- | --- | --- | --- |
| LONG_POEM | poem | 422 | No poem is that long. | Aucun poème n’est si long. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Languages | en, fr |
| Time zone | Europe/Paris |
| Currency | EUR |
| Sign-in | email and password |

| Word | fr |
| --- | --- |
| Book | Livre |
| Books | Livres |
| Title | Titre |
| Shelf | Rayon |
`);

const tell = stories();
let library: Story;
let keeper: Page;

before(async () => {
  library = await tell(source);
  keeper = await library.person("Kim", ["keeper"]);
  await keeper.setViewportSize({ width: 1280, height: 900 });
});

const file = (name: string, ...lines: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});
const row = (page: Page, text: string) => page.locator("tbody tr", { hasText: text });

async function choose(page: Page, button: string, chosen: ReturnType<typeof file>): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await page.locator('input[type="file"]').setInputFiles(chosen);
}

test("who may create rows imports a file, and the list shows its rows", async () => {
  await keeper.getByRole("heading", { name: "There is nothing here yet." }).waitFor();
  await choose(keeper, "Import", file("books.csv", "Title,Pages,Shelf", "Odes,90,poetry", "Tales,410,"));
  const dialog = keeper.getByRole("dialog");
  await dialog.getByRole("button", { name: "Check" }).click();
  await dialog.getByText("2 new rows").waitFor();
  assert.deepEqual(await violations(keeper), []);
  await dialog.getByRole("button", { name: "Import 2 rows" }).click();
  await dialog.getByText("2 rows created").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await row(keeper, "Odes").waitFor();
  assert.match(await row(keeper, "Tales").innerText(), /410\s+prose/);
  await dialog.waitFor({ state: "detached" });
});

test("what is wrong with a row stands there in the document's words, and nothing of the file is imported", async () => {
  await choose(
    keeper,
    "Import",
    file("poems.csv", "Title,Pages,Shelf", "Short,20,poetry", "Epic,900,poetry", "None,0,"),
  );
  const dialog = keeper.getByRole("dialog");
  await dialog.getByRole("button", { name: "Check" }).click();
  await dialog.getByText("No poem is that long.").waitFor();
  await dialog.getByText("2 rows with errors").waitFor();
  await keeper.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(await library.product.owner("SELECT title FROM book WHERE title = 'Short'"), []);
});

test("of a file without rows the dialog says so, and takes another one; its first rows are those without errors", async () => {
  await choose(keeper, "Import", file("none.csv", "Title,Pages"));
  const dialog = keeper.getByRole("dialog");
  await dialog.getByRole("button", { name: "Check" }).click();
  await dialog.getByText("This file has no rows below its first line.").waitFor();
  await dialog.getByRole("button", { name: "Choose another file" }).click();
  await dialog
    .locator('input[type="file"]')
    .setInputFiles(file("some.csv", "Title,Pages,Shelf", "Saga,900,poetry", "Fables,80,prose"));
  await dialog.getByRole("button", { name: "Check" }).click();
  const first = dialog.getByRole("region", { name: "The first rows, as they would be" });
  assert.equal(await first.locator("tbody").innerText(), "3\tFables\t80\tprose");
  await keeper.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("a field that the list does not name is no choice for a column", async () => {
  await choose(keeper, "Import", file("prices.csv", "Title,Price", "Dear,12"));
  const dialog = keeper.getByRole("dialog");
  await dialog.getByRole("button", { name: "Check" }).waitFor();
  const choices = await dialog.locator("select option").allInnerTexts();
  assert.ok(
    choices.some((one) => one.startsWith("Title")),
    choices.join(),
  );
  assert.ok(!choices.some((one) => /Price/.test(one)), choices.join());
  await keeper.keyboard.press("Escape");
});

test("who may not create rows has no such button, and learns of no columns", async () => {
  const page = await library.person("Rob");
  await row(page, "Odes").waitFor();
  await page.getByRole("button", { name: "Export as CSV" }).waitFor();
  // Everything is drawn when the page is at rest.
  await page.waitForLoadState("networkidle");
  assert.equal(await page.getByRole("button", { name: "Import", exact: true }).count(), 0);
});

test("on a phone, in French", async () => {
  const page = await library.person("Luc", ["keeper"], { ...phone, locale: "fr" });
  await page.getByRole("link", { name: "Odes" }).or(page.getByText("Odes")).first().waitFor();
  const dialog = page.getByRole("dialog");
  await choose(page, "Importer", file("deux.csv", "Titre;Titre", "Ballades;Fables"));
  await dialog.getByText("Deux colonnes s’appellent « Titre ».").waitFor();
  await page.keyboard.press("Escape");
  await choose(page, "Importer", file("livres.csv", "Titre;Pages;Rayon", "Ballades;700;poetry", "Fables;80;prose"));
  await dialog.getByRole("button", { name: "Vérifier" }).waitFor();
  assert.ok((await dialog.locator("select option").allInnerTexts()).includes("Rayon"));
  await dialog.getByRole("button", { name: "Vérifier" }).click();
  await dialog.getByText("Aucun poème n’est si long.").waitFor();
  await dialog.getByRole("columnheader", { name: "Titre" }).waitFor();
  const buttons = await Promise.all(
    ["Importer", "Exporter en CSV"].map(async (name) => page.locator("main button", { hasText: name }).boundingBox()),
  );
  assert.equal(buttons[0]?.y, buttons[1]?.y);
  for (const box of buttons) assert.ok(box !== null && box.width >= 44);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
});

test("nothing went wrong in any page, and nothing was against the pages' policy", () => {
  assert.deepEqual(library.mistakes, []);
});
