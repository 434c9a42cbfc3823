// What a document does not show, at its place in a browser: screens, fields, buttons and tiles say so, and nothing is guessed.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { usable } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";

const tell = stories();

const workshop = completeDocument(`# Workshop

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Tools | \`/\` | list of Tool | Member | yes |
| Tool | \`/tools/:tool\` | detail of Tool | Member | |
| New tool | \`/tools/new\` | new Tool | Member | |
| Change tool | \`/tools/:tool/change\` | edit Tool | Member | |
| Plans | \`/plans\` | not shown | Member | yes |
| Secrets | \`/secrets/:tool\` | detail of Tool | not shown | yes |
| Archive | \`/archive\` | list of Tool | Member | not shown |
| Rare tools | \`/rare\` | list of Tool | Member | yes |
| Roadmap | not shown | page | Member | yes |
| Shelves | \`/shelves\` | list of Shelf | Member | yes |
| New shelf | \`/shelves/new\` | new Shelf | Member | |
| Shelf | \`/shelves/:shelf\` | detail of Shelf | Member | |
| Change shelf | \`/shelves/:shelf/change\` | edit Shelf | Member | |
| Bins | \`/bins\` | list of Bin | Member | yes |
| Numbers | \`/numbers\` | dashboard | Member | yes |
| By day | \`/days\` | calendar of Tool on Due | Member | yes |

### Tools
- Show: Label, Weight
- Buttons: not shown
- Empty: not shown

### Shelves
- Buttons: New shelf

### Archive
- Opens: not shown

### Rare tools
- Where: not shown

### Roadmap
not shown. It is drawn in spring.

### Numbers

| Tile | Chart | Measure | Of | Where |
| --- | --- | --- | --- | --- |
| Heavy | number | not shown | Tool | |

## 3. Entities and their fields

### Tool
- Shown as: \`tool.label\`

| Field | Type | Required | Default | Notes |
| --- | --- | --- | --- | --- |
| Label | text up to 80 | yes | | |
| Weight | not shown | yes | | |
| Colour | text up to 20 | not shown | | |
| Due | not shown | no | | |

### Shelf
- Shown as: \`shelf.name\`

| Field | Type | Required | Default | Notes |
| --- | --- | --- | --- | --- |
| Name | text up to 80 | yes | | |

### Bin

not shown. Nobody has counted them yet.

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Tool | create, read, update | yes |
| Tool | delete | not shown |
| Bin | create, read, update, delete | yes |
| Shelf | read | yes |
| Shelf | create | not shown |
| Shelf | not shown | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Languages | en, fr |

| Word | fr |
| --- | --- |
| Plans | Projets |
`).source;

let story: Story;
let member: Page;

before(async () => {
  story = await tell(workshop);
  member = await story.person("Mia");
});

const at = async (page: Page, path: string) => page.goto(`${story.product.url}${path}`);
const box = (page: Page, said: string) => page.locator("main .not-shown").filter({ hasText: said }).first().waitFor();
const tool = async () => {
  const [row] = await story.product.owner(
    "INSERT INTO tool (label, created_by) SELECT 'Saw', id FROM auth.users LIMIT 1 RETURNING id",
  );
  return String(row?.["id"]);
};

test("a screen whose kind is not shown is in the menu, and reports that", async () => {
  await member.getByRole("navigation", { name: "Menu" }).first().getByRole("link", { name: "Plans" }).click();
  await member.getByRole("heading", { name: "Plans", level: 1 }).waitFor();
  await box(member, "Not shown: what kind of screen this is.");
});

test("a screen whose For is not shown lets no user in; a signed-in user reads why, and none of its rows", async () => {
  const id = await tool();
  const asked: string[] = [];
  member.on("request", (request) => asked.push(request.url()));
  await at(member, `/secrets/${id}`);
  await box(member, "Not shown: who this screen is for.");
  assert.equal(await member.getByText("Saw").count(), 0);
  assert.deepEqual(
    asked.filter((url) => url.includes("/rest/v1/tool")),
    [],
  );
  assert.equal(await member.getByRole("navigation").getByRole("link", { name: "Secrets" }).count(), 0);
  const visitor = await story.page();
  await at(visitor, `/secrets/${id}`);
  await visitor.getByRole("heading", { name: /^Sign in to/ }).waitFor();
});

test("a screen reports each gap that it can work without, at its place", async () => {
  await at(member, "/");
  await member.locator(".page-head .not-shown").getByText("Not shown: which buttons there are.").waitFor();
  await at(member, "/archive");
  await box(member, "Not shown: whether this screen is in the menu.");
  await box(member, "Not shown: what a row opens.");
  assert.equal(await member.getByRole("navigation").getByRole("link", { name: "Archive" }).count(), 0);
  await member.getByText("Saw").first().waitFor();
  assert.equal(await member.locator("main").getByRole("link", { name: "Saw" }).count(), 0);
});

test("a list whose rows are not shown shows none, and asks for none", async () => {
  const asked: string[] = [];
  member.on("request", (request) => asked.push(request.url()));
  await at(member, "/rare");
  await box(member, "Not shown: which rows this covers.");
  assert.deepEqual(
    asked.filter((url) => url.includes("/rest/v1/tool")),
    [],
  );
  await at(member, "/bins");
  await box(member, "Not shown: what this contains. Nobody has counted them yet.");
  await at(member, "/days");
  await box(member, "Not shown: the type of this field.");
  await at(member, "/numbers");
  await box(member, "Not shown: what is measured.");
});

test("a field whose type is not shown is in lists, details and forms, and forms send the rest", async () => {
  await at(member, "/tools/new");
  await member.locator("form .not-shown").filter({ hasText: "Weight" }).waitFor();
  await member.getByText("Not shown: whether this is required.").waitFor();
  await member.getByLabel("Label").fill("Plane");
  // No one has said that it may be left out.
  assert.equal(await member.getByText("(optional)").count(), 0);
  await member.getByRole("button", { name: "Create" }).click();
  await member.getByRole("heading", { name: "Plane" }).waitFor();
  const fact = member.locator("dl > div").filter({ hasText: "Weight" });
  await fact.getByText("Not shown: the type of this field.").waitFor();
  await member.getByRole("button", { name: "Edit" }).click();
  await member.locator("form .not-shown").filter({ hasText: "Weight" }).waitFor();
  await member.getByLabel("Label").fill("Big plane");
  await member.getByRole("button", { name: "Save" }).click();
  await member.getByRole("heading", { name: "Big plane" }).waitFor();
  await at(member, "/");
  const row = member.locator("tbody tr").filter({ hasText: "Big plane" });
  await row.getByText("Not shown", { exact: true }).waitFor();
});

test("the button and the address of a right that is not shown both report that", async () => {
  const unsaid = "The specification does not say what happens here.";
  const refused = (name: string) =>
    member.locator("main").getByRole("button", { name: new RegExp(`^${name} ?: ${unsaid}$`) });
  await at(member, `/tools/${await tool()}`);
  await refused("Delete").waitFor();
  assert.equal(await refused("Delete").getAttribute("aria-disabled"), "true");
  // What may be done by a row that does not show it is whatever no other row says.
  const [shelf] = await story.product.owner("INSERT INTO shelf (name) VALUES ('Top') RETURNING id");
  await at(member, `/shelves/${String(shelf?.["id"])}`);
  await refused("Delete").waitFor();
  await refused("Edit").waitFor();
  await at(member, "/shelves");
  await refused("New shelf").waitFor();
  await at(member, "/shelves/new");
  await member.getByRole("heading", { name: "New shelf", level: 1 }).waitFor();
  await member.getByText(unsaid).waitFor();
  await usable(member);
});

test("the list of gaps says what is missing where, in the reader's language", async () => {
  await at(member, "/_/gaps");
  await member.getByRole("heading", { name: "Gaps in the specification", level: 1 }).waitFor();
  const said = await member.locator("main li").allInnerTexts();
  const lines = said.map((text) => text.split(/\n+/).join(": "));
  for (const line of [
    "Plans: Not shown: what kind of screen this is.",
    "Secrets: Not shown: who this screen is for.",
    "Roadmap: Not shown: the address of this screen.",
    "Roadmap: Not shown: what this screen shows. It is drawn in spring.",
    "Tool › Weight: Not shown: the type of this field.",
    "Bin: Not shown: what this contains. Nobody has counted them yet.",
    "Tool › delete › Member: Not shown: whether this role may do this.",
  ])
    assert.ok(lines.includes(line), `${line}\n${lines.join("\n")}`);
  const french = await story.page({ storageState: await member.context().storageState(), locale: "fr-FR" });
  await at(french, "/_/gaps");
  await french.getByText("Non précisé : de quel genre d’écran il s’agit.").waitFor();
  await french.getByRole("listitem").filter({ hasText: "Projets" }).first().waitFor();
});

const told = ["/", "/plans", "/archive", "/numbers", "/tools/new", "/tools/:tool", "/secrets/x", "/_/gaps"];

for (const path of told) {
  test(`${path} is accessible, and reports that something is not shown`, async () => {
    await at(member, path.replace(":tool", await tool()));
    await member.locator("main .not-shown, main .not-shown-value").first().waitFor();
    await usable(member, `not shown ${path}`);
  });
}

test("nothing went wrong in any page", () => {
  assert.deepEqual(story.mistakes, []);
});
