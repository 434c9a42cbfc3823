// Fields with several rows in a browser: what they name is shown by its name wherever the field is, and chosen by it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { violations } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";

const { source } = completeDocument(`# Cookbook

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Recipes | \`/\` | list of Recipe | Cook | yes |
| Recipe | \`/recipes/:recipe\` | detail of Recipe | Cook | |
| Change recipe | \`/recipes/:recipe/edit\` | edit Recipe | Cook | |
| Tag | \`/tags/:tag\` | detail of Tag | Cook | |
| New tag | \`/tags/new\` | new Tag | Cook | |
| New recipe | \`/new\` | new Recipe | Cook | |
| Numbers | \`/numbers\` | dashboard | Cook | |

### Numbers

| Tile | Chart | Measure | Of | By |
| --- | --- | --- | --- | --- |
| By tag | bar | count | Recipe | Tags |
| By season | pie | count | Recipe | Seasons |

### Recipes
- Show: Name, Tags, Cooks, Courses
- Sort: Name
- Buttons: New tag, New recipe

### Recipe
- Show: Name, Tags, Cooks, Courses
- Buttons: Change recipe

## 3. Entities and their fields

### Tag
- Shown as: \`tag.word + "!"\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Word | text up to 30 | yes | |
| Secret | yes/no | no | no |
| Old | yes/no | no | no |

### Recipe
- Shown as: \`recipe.name\`
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Tags | several Tag | | |
| Courses | several Tag, among \`Tag.filter(t, not t.old)\` | | |
| Cooks | several User | | |
| Seasons | several of: spring, summer, winter | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Cook | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Tag | \`not tag.secret\` |

| For | May | Cook |
| --- | --- | --- |
| Tag | read | open |
| Tag | create | yes |
| Tag | update, delete | no |
| Recipe | create, read, update | yes |
| Recipe | delete | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
const tell = stories();
let kitchen: Story;
let ann: Page;

before(async () => {
  kitchen = await tell(source);
  ann = await kitchen.person("Ann");
  await kitchen.person("Ben");
  await kitchen.product.owner(
    "INSERT INTO tag (word, secret, old) VALUES ('sweet', false, false), ('hot', false, false), ('house', true, false), ('stale', false, true)",
  );
  await kitchen.product.owner(`INSERT INTO recipe (name, tags, courses, cooks, seasons) VALUES
    ('Bread', ARRAY(SELECT id FROM tag WHERE word <> 'stale'), ARRAY(SELECT id FROM tag WHERE word = 'stale'),
      ARRAY(SELECT id FROM auth.users), '{winter,spring}'), ('Water', '{}', '{}', '{}', '{spring}')`);
});

const at = async (page: Page, path: string) => page.goto(`${kitchen.product.url}${path}`);

test("a list and its file name the rows in the order of their names, and of hidden ones that they are there", async () => {
  await at(ann, "/");
  const cells = async (name: string) =>
    ann
      .getByRole("row", { name })
      .getByRole("cell")
      .allTextContents()
      .then((all) => all.slice(-3));
  await ann.getByRole("row", { name: "Bread" }).waitFor();
  assert.deepEqual(await cells("Bread"), ["hot!, sweet!, Tag", "Ann, Ben", "stale!"]);
  assert.deepEqual(await cells("Water"), ["–", "–", "–"]);
  const saving = ann.waitForEvent("download");
  await ann.getByRole("button", { name: "Export as CSV" }).click();
  const text = readFileSync(await (await saving).path(), "utf8");
  assert.equal(text, '\ufeffName,Tags,Cooks,Courses\r\nBread,"hot!, sweet!, Tag","Ann, Ben",stale!\r\nWater,,,\r\n');
});

test("a chart counts a row in each of the rows, and of the choices, that it has", async () => {
  await at(ann, "/numbers");
  const said = async (name: string) => {
    const parts = ann.getByRole("region", { name }).locator("dl > div");
    await parts.first().waitFor();
    return (await parts.allInnerTexts()).map((one) => one.split(/\s*\n+\s*/).slice(0, 2)).toSorted();
  };
  assert.deepEqual(await said("By tag"), [
    ["None", "1"],
    ["Tag", "1"],
    ["hot!", "1"],
    ["sweet!", "1"],
  ]);
  assert.deepEqual(await said("By season"), [
    ["spring", "2"],
    ["winter", "1"],
  ]);
});

test("a detail leads to each of them", async () => {
  await at(ann, "/");
  await ann.getByRole("link", { name: "Bread" }).click();
  const facts = ann.locator("dl");
  await facts.getByRole("link", { name: "hot!" }).waitFor();
  assert.deepEqual(await facts.getByRole("listitem").allTextContents(), [
    "hot!",
    "sweet!",
    "Tag",
    "Ann",
    "Ben",
    "stale!",
  ]);
  assert.deepEqual(await violations(ann), []);
  await facts.getByRole("link", { name: "hot!" }).click();
  await ann.getByRole("heading", { name: "hot!" }).waitFor();
});

test("they are chosen among those that the document gives, and what the row has stays", async () => {
  await at(ann, "/");
  await ann.getByRole("link", { name: "Bread" }).click();
  await ann.getByRole("link", { name: "Change recipe" }).click();
  const courses = ann.getByRole("combobox", { name: "Courses" });
  // What is chosen already is named though it could not be chosen any more.
  await ann.getByText("stale!").first().waitFor();
  const pills = ann.getByRole("button", { name: /^Delete: / });
  await ann.getByRole("button", { name: "Delete: Ben" }).waitFor();
  assert.deepEqual(
    (await pills.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toSorted(),
    ["Ann", "Ben", "Tag", "hot!", "stale!", "sweet!"].map((name) => `Delete: ${name}`),
  );
  await courses.click();
  await ann.getByRole("option", { name: "hot!" }).click();
  // A user who may set the field sees all of these.
  assert.deepEqual(await ann.getByRole("option").allTextContents(), ["hot!", "house!", "sweet!"]);
  await ann.getByRole("button", { name: "Delete: stale!" }).click();
  await ann.getByRole("button", { name: "Save" }).click();
  await ann.getByText("Saved.").waitFor();
  const facts = ann.locator("dl").first();
  await facts.getByText("sweet!").waitFor();
  assert.deepEqual(await facts.getByRole("listitem").allTextContents(), [
    "hot!",
    "sweet!",
    "Tag",
    "Ann",
    "Ben",
    "hot!",
  ]);
  // What happened says the same.
  await ann.getByText("stale! → hot!").waitFor();
});

test("a history names all the rows of a field by one request", async () => {
  await kitchen.product.owner(
    "INSERT INTO recipe (name, tags, courses, cooks) VALUES ('Soup', ARRAY(SELECT id FROM tag WHERE word = 'hot'), '{}', '{}')",
  );
  await kitchen.product.owner(
    "UPDATE recipe SET tags = ARRAY(SELECT id FROM tag WHERE word <> 'hot' ORDER BY word), cooks = ARRAY(SELECT id FROM auth.users WHERE email LIKE 'ben%') WHERE name = 'Soup'",
  );
  await at(ann, "/");
  await ann.getByRole("link", { name: "Soup" }).waitFor();
  let asked = 0;
  ann.on("request", (request) => {
    if (new URL(request.url()).pathname === "/rest/v1/tag") asked++;
  });
  await ann.getByRole("link", { name: "Soup" }).click();
  const history = ann.getByRole("region", { name: "History" });
  // Of one that is not theirs to read, that it is there.
  await history.getByText("hot! → Tag, stale!, sweet!").waitFor();
  await history.getByText("None → Ben").waitFor();
  assert.equal(asked, 1);
});

test("in a conflict each of the two versions names its own rows", async () => {
  const ben = await kitchen.person("Cleo");
  await at(ben, "/");
  await ben.getByRole("link", { name: "Water" }).click();
  await ben.getByRole("link", { name: "Change recipe" }).click();
  await ben.getByRole("combobox", { name: "Tags" }).click();
  await ben.getByRole("option", { name: "sweet!" }).click();
  await kitchen.product.owner(
    "UPDATE recipe SET tags = ARRAY(SELECT id FROM tag WHERE word = 'hot'), updated_at = now() + interval '1 second' WHERE name = 'Water'",
  );
  await ben.getByRole("button", { name: "Save" }).click();
  await ben.getByText("This has changed since you opened it").waitFor();
  await ben.getByRole("radio", { name: /hot!/ }).waitFor();
  await ben.getByRole("radio", { name: /sweet!/ }).waitFor();
  assert.equal(await ben.getByRole("radio", { name: /hot!.*sweet!|sweet!.*hot!/ }).count(), 0);
});

test("a history with many rows in a field requests them at once, and shows how many more there are", async () => {
  await kitchen.product.owner(
    "INSERT INTO tag (word, secret, old) SELECT 'tag ' || to_char(i, 'FM00'), false, false FROM generate_series(1, 25) AS i",
  );
  await kitchen.product.owner(
    "UPDATE recipe SET courses = ARRAY(SELECT id FROM tag WHERE word LIKE 'tag %' ORDER BY word) WHERE name = 'Bread'",
  );
  await at(ann, "/");
  const asked: string[] = [];
  ann.on("request", (request) => asked.push(request.url()));
  await ann.getByRole("link", { name: "Bread" }).click();
  await ann.getByText(/tag 01!, .*tag 20!, … \(5\)/).waitFor();
  assert.ok(asked.filter((url) => url.includes("/rest/v1/tag?")).length <= 5, asked.join("\n"));
});
