// Words that mean harm, or that no one expected, on every kind of screen: they are shown, and nothing else comes of them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { usable } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";

const choices = Array.from({ length: 120 }, (_, number) => `choice number ${number + 1}`).join(", ");

const { source } = completeDocument(`# Odd & "quoted" <things>

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| All "things" & more | \`/\` | list of Thing | signed in | yes |
| Thing | \`/things/:thing\` | detail of Thing | signed in | |
| New thing | \`/new\` | new Thing | signed in | yes |
| Change | \`/things/:thing/change\` | edit Thing | signed in | |
| Board | \`/board\` | board of Thing by Stage | signed in | yes |
| Calendar | \`/calendar\` | calendar of Thing on Day | signed in | yes |
| Numbers | \`/numbers\` | dashboard | signed in | yes |

### All "things" & more
- Show: Name, Stage, Text, Page, Mail, Phone, Amount, Price, Share, Day, Moment, Takes, Yes, Colour, Tags, Parent, Made by
- Search: Name, Text
- Filter by: Parent, Colour

### Thing
- Show: Name, Stage, Text, Marked, Page, Mail, Phone, Amount, Price, Share, Day, Moment, Takes, Yes, Colour, Tags, Parent, Made by, Parts
- Add: Parts

### Board
- Card: Name, Parent

### Numbers

| Tile | Chart | Measure | Of | By |
| --- | --- | --- | --- | --- |
| By name | bar | count | Thing | Name |
| All | list | count | Thing | |

## 3. Entities and their fields

### Thing
- Shown as: \`thing.name\`
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Stage | state | | |
| Text | long text | no | |
| Marked | Markdown text | no | |
| Page | url | no | |
| Mail | email | no | |
| Phone | phone | no | |
| Amount | number | no | |
| Price | money | no | |
| Share | percent | no | |
| Day | date | no | |
| Moment | datetime | no | |
| Takes | duration | no | |
| Yes | yes/no | no | |
| Colour | one of: ${choices} | no | |
| Tags | several of: a, b, c | no | |
| Parent | reference to Thing | no | |
| Made by | reference to User | auto | \`me\` |
| Parts | list of Part | | |

### Part

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Thing | belongs to Thing | yes | |
| Words | text | yes | |

## 4. States and transitions

### Thing

| State | Kind |
| --- | --- |
| Raw | start |
| Done | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Finish | Raw | Done | button |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Thing | create, read, update, delete, Finish | yes |
| Part | create, read, update, delete | yes |
| User | read | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Currency | EUR |
`);

const script = `<img src=x onerror="window.harmed=1"><script>window.harmed=1</script></script><svg onload="window.harmed=1">`;
const names = [
  script,
  `"><a href="javascript:window.harmed=1">press</a>`,
  '=HYPERLINK("http://evil.example";"press")',
  // Wider than any window. Chromium takes as long as the square of the length to break it.
  "W".repeat(1000),
  "🧑‍👩‍👧‍👦".repeat(200),
  "Z̸̢̛͖̹̣̲͚̱͓̪͂̍̍͑a̶̧͕̮̲l̷̡̛g̸̨̈́o̶͙͗ ".repeat(40),
  "\u202Egnp.exe\u202C مرحبا بالعالم שלום",
  "\u200B\u200D\uFEFF invisible \u2028 \u2029 lines",
  "{name} {{ }} ${window.harmed=1} %s %00 ' \\ ; --",
];

const tell = stories();
let things: Story;
let eve: Page;
let ids: readonly string[] = [];

before(async () => {
  things = await tell(source);
  eve = await things.person("Eve");
  const [person] = await things.product.owner("UPDATE public.user SET name = $1 RETURNING id", [script.slice(0, 190)]);
  for (const [number, name] of names.entries())
    await things.product.owner(
      `INSERT INTO thing (name, text, marked, page, mail, phone, amount, price, share, day, moment, takes, yes, colour, tags, parent, made_by, created_by)
       VALUES ($1, $2, $3, $4, 'a@example.test', '+491234567', $5, $5, 1234.5, $6, $7, $8, true, 'choice_number_120', '{a,b,c}', (SELECT id FROM thing LIMIT 1), $9, $9)`,
      [
        name,
        `${name}\n${name}`,
        `# ${script}\n[press](javascript:window.harmed=1) ![x](http://evil.example/x.png) <iframe src="//evil.example"></iframe>\n\n| a |\n| --- |\n| ${"w".repeat(500)} |`,
        `https://evil.example/${"a".repeat(500)}?"><script>`,
        number % 2 === 0 ? "99999999999999999999" : "-0.01",
        number % 2 === 0 ? "0001-01-01" : "9999-12-31",
        number % 2 === 0 ? "0001-01-01T00:00:00Z" : "9999-12-31T23:59:59Z",
        number % 2 === 0 ? 1 : 8_640_000_000_000,
        person?.["id"],
      ],
    );
  ids = (await things.product.owner("SELECT id FROM thing ORDER BY created_at, id")).map(({ id }) => String(id));
  await things.product.owner("INSERT INTO part (thing, words) SELECT $1, $2 FROM generate_series(1, 3)", [
    ids[0],
    script,
  ]);
  await things.product.owner("UPDATE thing SET day = current_date WHERE id = $1", [ids[0]]);
});

/** No script ran, no other host was requested, and the page is accessible on a desk and on a phone. */
async function harmless(page: Page, path: string, ready: string): Promise<void> {
  const elsewhere: string[] = [];
  const hear = (url: string) =>
    void (url.startsWith(things.product.url) || /^(?:data|blob):/.test(url) || elsewhere.push(url));
  page.on("request", (request) => hear(request.url()));
  page.on("dialog", (dialog) => {
    elsewhere.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`${things.product.url}${path}`);
  await page.locator(ready).first().waitFor();
  await usable(page, `hostile ${path.replaceAll(/[0-9a-f-]{36}/g, "row")}`);
  assert.equal(await page.evaluate(() => Reflect.get(globalThis, "harmed")), undefined, path);
  assert.equal(
    await page.locator("main script, main iframe, main img[src^=http], a[href^=javascript]").count(),
    0,
    path,
  );
  assert.deepEqual(elsewhere, [], path);
  page.removeAllListeners("request");
  page.removeAllListeners("dialog");
}

for (const [path, ready] of [
  ["/", "table a, [data-index] a"],
  ["/new", "form"],
  ["/board", "[data-card]"],
  ["/calendar", "ol li"],
  ["/numbers", "h2"],
  ["/_/account", "main"],
  ["/_/people", "main"],
] as const)
  test(`nothing comes of them at ${path}`, async () => harmless(eve, path, ready));

test("nor where a row is shown or changed", async () => {
  for (const id of [ids[0], ids[3], ids[6]]) {
    await harmless(eve, `/things/${id}`, "dl");
    await harmless(eve, `/things/${id}/change`, "form");
  }
});

test("Markdown of users is drawn, but runs no script, loads no file and links to no unsafe address", async () => {
  const marked = [
    "# Big",
    "**fat** [good](https://example.org/a) [bad](javascript:window.harmed=1) [data](data:text/html,x) [in](/board) ![x](http://evil.example/x.png)",
    "",
    "- one",
    "- two",
    "",
    "| a | b |",
    "| --- | --- |",
    "| c | <b>d</b> |",
  ].join("\n");
  await things.product.owner("UPDATE thing SET marked = $1 WHERE id = $2", [marked, ids[1]]);
  await harmless(eve, `/things/${ids[1]}`, "dl");
  await eve.getByRole("heading", { name: "Big", level: 3 }).waitFor();
  await eve.locator("strong").getByText("fat").waitFor();
  await eve.getByRole("cell", { name: "<b>d</b>" }).waitFor();
  const links = eve.locator("section", { hasText: "Big" }).getByRole("link");
  assert.deepEqual(await links.evaluateAll((all) => all.map((one) => one.getAttribute("href"))), [
    "https://example.org/a",
    "/board",
    // A picture is a link to it: no one is asked for it unless a user follows.
    "http://evil.example/x.png",
  ]);
});

test("a title of the tab is text, and a file for spreadsheets runs nothing", async () => {
  await eve.goto(`${things.product.url}/things/${ids[0]}`);
  await eve.locator("dl").first().waitFor();
  assert.ok((await eve.title()).startsWith(script));
  await eve.goto(things.product.url);
  await eve.locator("table a").first().waitFor();
  const downloading = eve.waitForEvent("download");
  await eve.getByRole("button", { name: "Export as CSV" }).click();
  const file = await (await downloading).createReadStream();
  const text = Buffer.concat(await file.toArray()).toString("utf8");
  assert.match(text, /'=HYPERLINK/);
  assert.doesNotMatch(text, /(?:^|\r\n|,)"?=HYPERLINK/);
});

test("they can be searched for, chosen and written again", async () => {
  await eve.goto(`${things.product.url}/?q=${encodeURIComponent("<img src=x")}`);
  await eve.locator("tbody tr").first().waitFor();
  assert.equal(await eve.locator("tbody tr").count(), 1);
  await eve.goto(`${things.product.url}/new`);
  await eve.getByLabel("Name").fill(script);
  await eve.getByLabel("Text").fill("\u0007 bell \u001b[31m");
  await eve.getByRole("button", { name: "Create" }).click();
  await eve.locator("dl").first().waitFor();
  assert.equal(await eve.evaluate(() => Reflect.get(globalThis, "harmed")), undefined);
});

test("characters that the database cannot store are removed, wherever they come from", async () => {
  await eve.goto(`${things.product.url}/new`);
  await eve.getByLabel("Name").fill("zero\0point");
  await eve.getByRole("button", { name: "Create" }).click();
  await eve.getByRole("heading", { name: "zeropoint" }).waitFor();
  await eve.goto(`${things.product.url}/?q=${encodeURIComponent("zero\0point")}`);
  await eve.locator("tbody tr").first().waitFor();
  assert.equal(await eve.locator("tbody tr").count(), 1);
  // Nor is it looked for: by words, in what narrows a list, among people, by the palette, or where a row is chosen.
  const failed: string[] = [];
  eve.on("response", (answer) => {
    if (answer.status() >= 400) failed.push(answer.url());
  });
  const result = eve.getByRole("option").filter({ hasText: "zeropoint" });
  await eve.goto(`${things.product.url}/?f_parent=${encodeURIComponent("\0")}&f_colour=${encodeURIComponent("\0")}`);
  await eve.locator("tbody tr").first().waitFor();
  await eve.keyboard.press("Control+k");
  await eve.getByRole("dialog").getByRole("combobox").fill("zero\0poi");
  await result.waitFor();
  await eve.goto(`${things.product.url}/new`);
  await eve.locator("input#field-thing-parent").fill("zero\0poi");
  await result.waitFor();
  assert.deepEqual(failed, []);
});

test("nothing went wrong in any page", () => assert.deepEqual(things.mistakes, []));
