// Rights to read that are not shown: where rows would be it is said, because nothing looks as if there were none.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { usable, violations } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";

const tell = stories();

const choir = completeDocument(`# Choir

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Shelves | \`/\` | list of Shelf | Singer | yes |
| Shelf | \`/shelves/:shelf\` | detail of Shelf | Singer | |
| Scores | \`/scores\` | list of Score | Singer | yes |
| New score | \`/scores/new\` | new Score | Singer | |
| Score | \`/scores/:score\` | detail of Score | Singer | |
| Change score | \`/scores/:score/change\` | edit Score | Singer | |
| By voice | \`/voices\` | board of Score by Voice | Singer | yes |
| By day | \`/days\` | calendar of Score on Bought | Singer | yes |
| Numbers | \`/numbers\` | dashboard | Singer | yes |
| Loans | \`/loans\` | list of Loan | Singer | yes |
| New loan | \`/loans/new\` | new Loan | Singer | |

### Shelf
- Show: Name, Best, Scores, Tapes

### Scores
- Search: Title
- Buttons: New score
- Empty: Nobody has bought a score yet.

### Numbers

| Tile | Chart | Measure | Of | By | Where |
| --- | --- | --- | --- | --- | --- |
| Spent | number | sum of Price | Score | | |
| Voices | pie | count | Score | Voice | |
| Shelves | number | count | Shelf | | |

## 3. Entities and their fields

### Shelf
- Shown as: \`shelf.name\`
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Scores | list of Score | | |
| Tapes | list of Tape | | |
| Best | reference to Score | no | |
| Worth | money | no | |

### Score
- Shown as: \`score.title\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Shelf | reference to Shelf | yes | |
| Voice | one of: high, low | yes | high |
| Bought | date | yes | |
| Price | money | yes | |

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Phone | phone | no | |

### Tape

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Shelf | reference to Shelf | yes | |

### Loan
- Shown as: \`loan.reason\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Reason | text up to 60 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Singer | signed in |
| Friend | signed in |

| For | May | Singer | Friend |
| --- | --- | --- | --- |
| Shelf | read, update | yes | no |
| Shelf | create, delete | no | no |
| Shelf | see Worth | not shown | not shown |
| Score | create | yes | no |
| Score | read | not shown | no |
| Score | update, delete | yes | no |
| User | update | not shown | no |
| Tape | read | not shown | no |
| Tape | create, update, delete | no | no |
| Loan | create | yes | yes |
| Loan | read | not shown | own |
| Loan | update, delete | no | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_SHOWN | It is not said | 501 | Nobody has decided this yet. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Currency | EUR |
`).source;

const unsaid = "Nobody has decided this yet.";
let story: Story;
let singer: Page;
let shelf: string;

before(async () => {
  story = await tell(choir);
  const [row] = await story.product.owner("INSERT INTO shelf (name) VALUES ('Top') RETURNING id");
  shelf = String(row?.["id"]);
  await story.product.owner(
    "INSERT INTO score (title, shelf, bought, price) VALUES ('Messiah', $1, current_date, 12.5)",
    [shelf],
  );
  await story.product.owner("UPDATE shelf SET best = (SELECT id FROM score)");
  singer = await story.person("Sue");
});

const at = async (path: string) => singer.goto(`${story.product.url}${path}`);
const box = () => singer.locator("main .not-shown").filter({ hasText: unsaid });
const count = async (said: string) => singer.locator("main").getByText(said).count();

for (const [path, name] of [
  ["/scores", "Scores"],
  ["/voices", "By voice"],
  ["/days", "By day"],
] as const)
  test(`${path} shows no rows, and that the document does not say who reads them`, async () => {
    await at(path);
    await singer.getByRole("heading", { name, level: 1 }).waitFor();
    await box().waitFor();
    for (const none of ["Nobody has bought a score yet.", "There is nothing", "None"])
      assert.equal(await count(none), 0, none);
    await usable(singer, `unsaid ${path}`);
  });

test("permitted actions are still offered where no row may be read", async () => {
  await at("/scores");
  await singer.locator("main").getByRole("link", { name: "New score" }).first().waitFor();
});

test("the address of a row says it, whether there is one or not", async () => {
  const [row] = await story.product.owner("SELECT id FROM score");
  for (const id of [String(row?.["id"]), "00000000-0000-4000-8000-000000000000"])
    for (const [path, name] of [
      [`/scores/${id}`, "Score"],
      [`/scores/${id}/change`, "Change score"],
    ] as const) {
      await at(path);
      await singer.getByRole("heading", { name, level: 1 }).waitFor();
      await box().waitFor();
      assert.equal(await count("Page not found"), 0);
    }
  await at("/shelves/00000000-0000-4000-8000-000000000000");
  await singer.getByText("Page not found").waitFor();
});

test("lists below a row say it", async () => {
  await at(`/shelves/${shelf}`);
  for (const name of ["Scores", "Tapes"]) {
    const list = singer.locator("section").filter({ has: singer.getByRole("heading", { name, exact: true }) });
    await list.locator(".not-shown").filter({ hasText: unsaid }).waitFor();
  }
  await usable(singer, "unsaid below");
});

test("a row of theirs that something leads to is not shown, and nor is what happened to it", async () => {
  await at(`/shelves/${shelf}`);
  const best = singer.locator("dl > div").filter({ hasText: "Best" });
  await best.locator(".not-shown").filter({ hasText: unsaid }).waitFor();
  const history = singer.getByRole("region", { name: "History" });
  await history.locator(".not-shown-value").filter({ hasText: "Not shown" }).waitFor();
  await history.locator(".not-shown").filter({ hasText: "Worth" }).getByText(unsaid).waitFor();
});

test("the search for commands says it, where it finds none of them", async () => {
  await at("/");
  await singer.getByRole("heading", { name: "Shelves", level: 1 }).waitFor();
  await singer.keyboard.press("Control+k");
  await singer.getByRole("combobox").fill("messiah");
  const said = singer.getByRole("dialog").locator(".not-shown").filter({ hasText: "Score" });
  await said.getByText(unsaid).waitFor();
  assert.equal(await singer.getByText("No results.").count(), 0);
  assert.deepEqual(await violations(singer), []);
});

test("a tile says it, where a sum of nothing would be a number", async () => {
  await at("/numbers");
  for (const name of ["Spent", "Voices"])
    await singer.getByRole("region", { name }).locator(".not-shown").filter({ hasText: unsaid }).waitFor();
  await singer.getByRole("region", { name: "Shelves" }).getByText("1", { exact: true }).waitFor();
  assert.equal(await count("0.00"), 0);
  await usable(singer, "unsaid numbers");
});

test("rows that another role may read are shown; where there are none, the gap is reported", async () => {
  await at("/loans");
  await box().waitFor();
  await at("/loans/new");
  await singer.getByLabel("Reason").fill("A concert");
  await singer.getByRole("button", { name: "Create" }).click();
  // A user who leaves before it is answered may leave without it.
  await singer.waitForURL(/\/loans$/);
  await singer.getByText("A concert").first().waitFor();
  assert.equal(await box().count(), 0);
});

test("the account page reports that the document does not say who changes their own account", async () => {
  await at("/_/account");
  await singer.getByText(unsaid).waitFor();
  assert.equal(await singer.getByLabel("Phone").count(), 0);
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(story.mistakes, []);
});
