// Links lead where their reader may go: not into organisations in which they are nothing, not to forms for rows that they may
// not change; and what the search finds is opened in the organisation that it lies in, wherever one is.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { phone } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";

const { source } = completeDocument(`# Clubhouses

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Clubs | \`/\` | list of Club | anyone | yes |
| Games | \`/c/:club.slug\` | list of Game | Player | yes |
| Game | \`/c/:club.slug/:game\` | detail of Game | Player | |
| Change game | \`/c/:club.slug/:game/change\` | edit Game | Player | |
| New game | \`/c/:club.slug/new\` | new Game | Player | |
| Change move | \`/c/:club.slug/:game/:move\` | edit Move | Player | |
| All games | \`/games\` | list of Game | Player | yes |
| Results | \`/results\` | list of Game | Player | yes |
| Result | \`/results/:game\` | detail of Game | Player | |

### Clubs
- Show: Name
- Sort: Name
- Opens: Games

### Games
- Show: Name
- Search: Name

### New game
- Ask: Name
- Preset: \`club = route.club\`

### All games
- Show: Name

### Results
- Show: Name
- Opens: Result

### Result
- Show: Name
- Buttons: Change game, New game

### Game
- Show: Name, Closed, Moves
- Buttons: Change game

## 3. Entities and their fields

### Club
- Shown as: \`club.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Slug | text up to 40, unique | yes | |

### Membership

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Person | reference to User | yes | |

### Game
- Shown as: \`game.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Name | text up to 40 | yes | |
| Closed | yes/no | no | no |
| Moves | list of Move | | |

### Move

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Game | belongs to Game | yes | |
| Name | text up to 10 | yes | |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Visitor | anyone | |
| Player | Membership where \`true\` | Club |

| Condition | For | Holds when |
| --- | --- | --- |
| running | Game | \`not game.closed\` |
| may be changed | Move | \`move.name != 'e5'\` |

| For | May | Visitor | Player |
| --- | --- | --- | --- |
| Club | read | yes | yes |
| Club | create, update, delete | no | no |
| Membership | read | no | yes |
| Membership | create, update, delete | no | no |
| Game | read, create, delete | no | yes |
| Game | update | no | running |
| Move | create, delete | no | no |
| Move | read | no | yes |
| Move | update | no | may be changed |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const tell = stories();
let clubs: Story;
let ann: Page;

before(async () => {
  clubs = await tell(source);
  ann = await clubs.person("Ann");
  await clubs.product.owner(
    "INSERT INTO club (name, slug) VALUES ('North', 'north'), ('South', 'south'), ('West', 'west'), ('Up', '..')",
  );
  await clubs.product.owner(
    "INSERT INTO membership (club, person) SELECT club.id, users.id FROM club, auth.users AS users WHERE slug <> 'west'",
  );
  await clubs.product.owner(
    `INSERT INTO game (club, name, closed) SELECT id, 'Chess in ' || name, slug = 'south' FROM club`,
  );
  await clubs.product.owner(
    "INSERT INTO move (game, name) SELECT id, unnest(ARRAY['e4', 'e5']) FROM game WHERE name = 'Chess in North'",
  );
});

const at = async (path: string) => ann.goto(`${clubs.product.url}${path}`);

test("a list links only the rows in which its reader has a role", async () => {
  await at("/");
  await ann.getByRole("link", { name: "North" }).waitFor();
  await ann.getByText("West").waitFor();
  assert.deepEqual(await ann.getByRole("table").getByRole("link").allInnerTexts(), ["North", "South"]);
});

test("a row whose name browsers would resolve to another address has no link", async () => {
  await at("/games");
  await ann.getByRole("link", { name: "Chess in South" }).waitFor();
  await ann.getByText("Chess in Up").waitFor();
  assert.equal(await ann.getByRole("link", { name: /Up/ }).count(), 0);
});

test("a search result opens in its own scope, from within another one and from outside", async () => {
  for (const from of ["/", "/c/north"]) {
    await at(from);
    await ann.getByRole("button", { name: /Search or go to/ }).click();
    await ann.getByRole("dialog").getByRole("textbox").or(ann.getByRole("combobox")).first().fill("Chess in South");
    await ann.getByRole("option", { name: /Chess in South/ }).click();
    await ann.getByRole("heading", { name: "Chess in South" }).waitFor();
    assert.match(ann.url(), /\/c\/south\//, from);
  }
});

test("a button leads to a form only where the row may be changed", async () => {
  const change = ann.getByRole("link", { name: "Change game" });
  await at("/c/north");
  await ann.getByRole("link", { name: "Chess in North" }).click();
  await change.hover();
  assert.equal(await change.evaluate((link) => getComputedStyle(link).textDecorationLine), "none");
  await at("/c/south");
  await ann.getByRole("link", { name: "Chess in South" }).click();
  await ann.getByRole("heading", { name: "Chess in South" }).waitFor();
  assert.equal(await change.count(), 0);
});

test("rows and buttons lead into what a row lies in, also from where no address names it", async () => {
  await at("/games");
  await ann.getByRole("link", { name: "Chess in South" }).click();
  await ann.getByRole("heading", { name: "Chess in South" }).waitFor();
  assert.match(ann.url(), /\/c\/south\/[0-9a-f-]+$/);
  for (const [button, address] of [
    ["Change game", /\/c\/north\/[0-9a-f-]+\/change$/],
    ["New game", /\/c\/north\/new$/],
  ] as const) {
    await at("/results");
    await ann.getByRole("link", { name: "Chess in North" }).click();
    await ann.getByRole("link", { name: button }).click();
    await ann.waitForURL(address);
  }
  // In the club in which she is nothing there is no way.
  assert.equal(await ann.getByRole("link", { name: "Chess in West" }).count(), 0);
});

test("rows of a list on a detail lead to where they are changed, what has no detail and no name of its own too", async () => {
  await at("/c/north");
  await ann.getByRole("link", { name: "Chess in North" }).click();
  // What they could not change is named, and leads to no form.
  await ann.getByText("e5").waitFor();
  assert.equal(await ann.getByRole("link", { name: "e5" }).count(), 0);
  await ann.getByRole("link", { name: "e4" }).click();
  await ann.waitForURL(/\/c\/north\/[0-9a-f-]+\/[0-9a-f-]+$/);
  await ann.getByRole("heading", { name: "Change move" }).waitFor();
  assert.equal(await ann.getByLabel("Name").inputValue(), "e4");
});

test("on a phone the product's name is whole beside the thing that one works in", async () => {
  const context = await ann
    .context()
    .browser()
    ?.newContext({ ...phone, storageState: await ann.context().storageState() });
  const small = await context?.newPage();
  assert.ok(small !== undefined);
  await clubs.product.owner("UPDATE club SET name = 'The house in the far north' WHERE slug = 'north'");
  await small.goto(`${clubs.product.url}/c/north`);
  await small.getByRole("button", { name: "The house in the far north: switch" }).waitFor();
  const name = small.getByRole("link", { name: "Clubhouses" });
  const lines = await name.evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return range.getClientRects().length;
  });
  assert.equal(lines, 1);
  // What is long gives way, not the buttons beside it.
  for (const button of await small.locator("aside, header").first().getByRole("button").all())
    if (await button.isVisible()) assert.ok(((await button.boundingBox())?.width ?? 0) >= 44, await button.innerText());
  assert.equal(await small.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
});
