// Boards and calendars do what the document says of them beside their days and columns: cards, search, filters, order, empty words.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { stories, type Story } from "../testing/browser.ts";

const { source } = completeDocument(`# Hall

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Programme | \`/\` | calendar of Talk from Starts at to Ends at | Host | yes |
| Talk | \`/talks/:talk\` | detail of Talk | Host | |
| Wall | \`/wall\` | board of Talk by Track | Host | yes |
| Nights | \`/nights\` | calendar of Talk from Starts at to Ends at | Host | yes |

### Programme
- Card: Title, Speaker, Room
- Search: Title, Speaker
- Filter by: Track
- Sort: Title descending
- Empty: No talk yet.
- Empty (fr): Aucun exposé.

### Wall
- Columns: Night, Day
- Card: Title
- Search: Title
- Page size: 2
- Sort: Title
- Empty: Nothing on the wall.

### Nights
- Where: \`talk.track == 'night'\`
- Empty: No night.
- Empty (fr): Aucune nuit.

## 3. Entities and their fields

### Talk
- Shown as: \`"talk " + talk.title\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 80 | yes | |
| Speaker | text up to 80 | no | |
| Room | text up to 20 | no | |
| Track | one of: day, night, dusk | yes | day |
| Starts at | datetime | yes | |
| Ends at | datetime | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Host | signed in |

| For | May | Host |
| --- | --- | --- |
| Talk | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Languages | en, fr |
| Time zone | Europe/Paris |
| Sign-in | email and password |
`);

const tell = stories();
let hall: Story;
let ann: Page;

before(async () => {
  hall = await tell(source);
  await hall.product.owner(
    `INSERT INTO talk (title, speaker, room, starts_at, ends_at) VALUES
       ('Bees', 'Ursula', 'Attic', '2031-06-11 18:00+02', '2031-06-12 00:00+02'),
       ('Ants', 'Bert', NULL, '2031-06-11 10:00+02', '2031-06-11 11:00+02'),
       ('Cats', 'Zoe', 'Cellar', '2031-07-20 10:00+02', '2031-07-20 11:00+02')`,
  );
  ann = await hall.person("Ann");
  await ann.setViewportSize({ width: 1280, height: 900 });
});

const at = async (path: string) => ann.goto(`${hall.product.url}${path}`);
const day = (date: string) => ann.locator("ol > li").filter({ has: ann.locator(`time[datetime="${date}"]`) });

test("an entry of a calendar shows what Card says, in the order of Sort, and not on the day that its midnight begins", async () => {
  await at("/?day=2031-06-11");
  await day("2031-06-11").getByRole("link").first().waitFor();
  assert.deepEqual(await day("2031-06-11").getByRole("link").allInnerTexts(), ["18:00 Bees", "10:00 Ants"]);
  assert.deepEqual(
    (await day("2031-06-11").locator("ul > li").allInnerTexts()).map((text) => text.split("\n").slice(1).join()),
    ["Ursula Attic", "Bert"],
  );
  assert.equal(await day("2031-06-12").getByRole("link").count(), 0);
});

test("a calendar is searched and filtered, and leads to where something is", async () => {
  await at("/?day=2031-06-11");
  await ann.getByRole("searchbox").fill("zoe");
  await ann.getByText("Nothing in this period.").waitFor();
  await ann.getByRole("button", { name: "Go to 20 Jul 2031" }).click();
  await day("2031-07-20").getByRole("link", { name: "Cats" }).waitFor();
  await at("/?day=2031-12-01");
  await ann.getByRole("button", { name: "Go to 20 Jul 2031" }).click();
  await day("2031-07-20").getByRole("link", { name: "Cats" }).waitFor();
  await at("/?day=2031-06-11&f_track=night");
  await ann.getByText("No results for these filters.").waitFor();
  await ann.getByRole("button", { name: "Clear" }).click();
  await day("2031-06-11").getByRole("link", { name: "Bees" }).waitFor();
});

test("a calendar without any row says what the document says, in the reader's language, also on a desk", async () => {
  await at("/nights");
  await ann.getByText("No night.").waitFor();
  const page = await hall.person("Luc", [], { locale: "fr" });
  await page.goto(`${hall.product.url}/nights`);
  await page.getByText("Aucune nuit.").waitFor();
  // On a phone it has no days either, and no frame stands around nothing.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator("main ol").waitFor({ state: "hidden" });
});

test("a board has its columns in their order, and what is in none of them takes the place of nothing", async () => {
  await hall.product.owner(
    "INSERT INTO talk (title, track, starts_at, ends_at) SELECT 'Aa ' || n, 'dusk', '2035-01-01', '2035-01-02' FROM generate_series(1, 3) AS n",
  );
  await at("/wall");
  await ann.getByRole("link", { name: "Bees" }).waitFor();
  assert.deepEqual(await ann.locator("[data-column] h2").allInnerTexts(), ["night 0", "day 2"]);
  assert.deepEqual(await ann.locator("[data-card]").getByRole("link").allInnerTexts(), ["Ants", "Bees"]);
  await hall.product.owner("DELETE FROM talk WHERE track = 'dusk'");
});

test("a board is searched, shows so many cards at a time, and says what the document says where there is none", async () => {
  await at("/wall");
  const cards = ann.locator("[data-card]");
  await ann.getByRole("link", { name: "Bees" }).waitFor();
  assert.deepEqual(await cards.getByRole("link").allInnerTexts(), ["Ants", "Bees"]);
  await ann.getByRole("button", { name: "Show more" }).click();
  await ann.getByRole("link", { name: "Cats" }).waitFor();
  assert.equal(await cards.count(), 3);
  await ann.getByRole("searchbox").fill("ants");
  await ann.getByRole("link", { name: "Bees" }).waitFor({ state: "detached" });
  assert.deepEqual(await cards.getByRole("link").allInnerTexts(), ["Ants"]);
  await ann.getByRole("searchbox").fill("dogs");
  await ann.getByRole("heading", { name: "No results for these filters." }).waitFor();
  await hall.product.owner("DELETE FROM talk");
  await at("/wall");
  await ann.getByRole("heading", { name: "Nothing on the wall." }).waitFor();
});
