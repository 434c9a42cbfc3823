// A form for a new row: its initial values, which may be left out, and which rules are reported before it is sent.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { stories, type Story } from "../../testing/browser.ts";

const { source } = completeDocument(`# School

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Courses | \`/\` | list of Course | Teacher | yes |
| Course | \`/courses/:course\` | detail of Course | Teacher | |
| New course | \`/new\` | new Course | Teacher | yes |

### Course
- Add: Lessons

## 3. Entities and their fields

### Course
- Shown as: \`course.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | Talk |
| Floor | integer -1 to 5 | yes | 0 |
| Weight | number | yes | -2.5 |
| Fee | money | yes | 12.50 EUR |
| Share | percent | yes | 7.5 % |
| Starts | date | yes | 2027-03-01 |
| Bell | datetime | yes | 2027-03-01 08:30 Z |
| Lasts | duration | yes | 90 minutes |
| Open | yes/no | yes | yes |
| Days | several of: mon, tue, wed | yes | mon, wed |
| Level | one of: low, high | yes | high |
| Place | integer | yes | \`Course.all(c, c.floor > 9) ? 1 : 2\` |
| Room | text | no | Aula |
| Contact | email | no | |
| Site | url | no | |
| Call | phone | no | |
| Lessons | list of Lesson | | |

### Lesson
- Shown as: \`lesson.words\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Course | belongs to Course | yes | |
| Words | text | yes | \`lesson.course.name\` |
| Count | integer | yes | 3 |
| Begins | date | yes | |
| Ends | date | yes | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| In order | Lesson | \`lesson.begins <= lesson.ends\` | ENDS_FIRST |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Teacher | signed in |

| For | May | Teacher |
| --- | --- | --- |
| Course | create, read, update, delete | yes |
| Lesson | create, read, update, delete | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| ENDS_FIRST | | 422 | It ends before it begins. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Currency | EUR |
| Time zone | UTC |
`);

const tell = stories();
let school: Story;
let tina: Page;

before(async () => {
  school = await tell(source);
  tina = await school.person("Tina");
});

test("a form begins with the defaults of the document, of every type", async () => {
  await tina.goto(`${school.product.url}/new`);
  const typed = async (label: string) => tina.getByLabel(label, { exact: true }).inputValue();
  await tina.getByLabel("Name", { exact: true }).waitFor();
  const labels = ["Name", "Floor", "Weight", "Fee", "Share", "Starts", "Bell", "Lasts"];
  assert.deepEqual(await Promise.all(labels.map(typed)), [
    "Talk",
    "0",
    "-2.5",
    "12.50",
    "7.5",
    "2027-03-01",
    "2027-03-01T08:30",
    "1 hr 30 mins",
  ]);
  // No element of the page has the attribute that is only for its frame.
  assert.equal(await tina.locator("[inputwrapperorder]").count(), 0);
  for (const [role, names] of [
    ["checkbox", ["Open", "mon", "wed"]],
    ["radio", ["high"]],
  ] as const)
    for (const name of names) assert.ok(await tina.getByRole(role, { name }).isChecked(), name);
  assert.ok(!(await tina.getByRole("checkbox", { name: "tue" }).isChecked()));
  // What only the database can tell may be left to it; what was taken out has to be given.
  assert.equal(await typed("Place (optional)"), "");
  await tina.getByLabel("Floor", { exact: true }).fill("");
  await tina.getByRole("button", { name: "Create" }).click();
  await tina.getByText("Please fill this in.").waitFor();
  await tina.getByLabel("Floor", { exact: true }).fill("1");
  // What need not be there stays empty where it was taken out.
  assert.equal(await typed("Room (optional)"), "Aula");
  await tina.getByLabel("Room (optional)", { exact: true }).fill("");
  await tina.getByRole("button", { name: "Create" }).click();
  await tina.getByRole("heading", { name: "Talk" }).waitFor();
  assert.deepEqual(
    await school.product.owner(
      "SELECT floor, weight::text, fee::text, share::text, starts::text, days, level, place, room FROM course",
    ),
    [
      {
        floor: "1",
        weight: "-2.5",
        fee: "12.50",
        share: "0.075",
        starts: "2027-03-01",
        days: ["mon", "wed"],
        level: "high",
        place: "1",
        room: null,
      },
    ],
  );
});

test("so does one below the row that it belongs to; rules about missing values are not reported", async () => {
  const words = tina.getByLabel("Words", { exact: true });
  await words.waitFor();
  assert.deepEqual(
    [await words.inputValue(), await tina.getByLabel("Count", { exact: true }).inputValue()],
    ["Talk", "3"],
  );
  const add = tina.getByRole("button", { name: "Add Lesson" });
  await add.click();
  await tina.getByText("Please fill this in.").nth(1).waitFor();
  assert.equal(await tina.getByText("It ends before it begins.").count(), 0);
  await tina.getByLabel("Begins", { exact: true }).fill("2027-03-02");
  await tina.getByLabel("Ends", { exact: true }).fill("2027-03-01");
  await add.click();
  await tina.getByText("It ends before it begins.").waitFor();
  await tina.getByLabel("Ends", { exact: true }).fill("2027-03-02");
  await add.click();
  await tina.getByText("Saved. Talk").waitFor();
  const [lesson] = await school.product.owner("SELECT words, count FROM lesson");
  assert.deepEqual(lesson, { words: "Talk", count: "3" });
});

test("the next one below the same row begins anew, however quickly the one before was sent", async () => {
  await school.product.owner("INSERT INTO course (name, starts, bell) VALUES ('Maths', '2027-03-01', '2027-03-01')");
  await tina.goto(school.product.url);
  await tina.getByRole("link", { name: "Maths" }).click();
  const words = tina.getByLabel("Words", { exact: true });
  for (let count = 1; count <= 6; count++) {
    await words.fill(`lesson ${count}`);
    await tina.getByLabel("Begins").fill("2027-03-01");
    await tina.getByLabel("Ends").fill("2027-03-02");
    await words.press("Enter");
    await tina.getByRole("article").or(tina.getByRole("listitem")).getByText(`lesson ${count}`).first().waitFor();
    await tina.getByText(`Saved. lesson ${count}`).first().waitFor();
    assert.equal(await words.inputValue(), "Maths", `after ${count}`);
    assert.equal(await tina.getByText("Your draft has been restored.").count(), 0);
  }
});

test("text that is typed while a row is sent stays for the next one, with the focus", async () => {
  await tina.goto(school.product.url);
  await tina.getByRole("link", { name: "Maths" }).click();
  const words = tina.getByLabel("Words", { exact: true });
  const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>();
  await tina.route("**/rest/v1/lesson*", async (route) => {
    if (route.request().method() === "POST") await isTyped;
    await route.continue();
  });
  await words.fill("the first");
  await tina.getByLabel("Begins").fill("2027-03-01");
  await tina.getByLabel("Ends").fill("2027-03-02");
  const isSent = tina.waitForRequest((request) => request.method() === "POST" && request.url().includes("/lesson"));
  await words.press("Enter");
  await isSent;
  await words.fill("the second");
  typed();
  await tina.getByText("Saved. the first").first().waitFor();
  await words.press("End");
  await tina.keyboard.type(" one");
  assert.equal(await words.inputValue(), "the second one");
  assert.equal(await tina.getByLabel("Begins").inputValue(), "");
  await tina.getByLabel("Begins").fill("2027-03-01");
  await tina.getByLabel("Ends").fill("2027-03-02");
  await words.press("Enter");
  await tina.getByText("Saved. the second one").first().waitFor();
  const lessons = await school.product.owner("SELECT words FROM lesson WHERE words LIKE 'the %' ORDER BY created_at");
  assert.deepEqual(lessons, [{ words: "the first" }, { words: "the second one" }]);
});

test("an invalid address is reported on leaving its field, with an example", async () => {
  await tina.goto(`${school.product.url}/new`);
  for (const [label, wrong, words, right] of [
    ["Contact", "ann", "Enter an email address, such as ann@example.org.", "ann@example.net"],
    ["Site", "two words", "Enter a web address, such as https://example.org.", "example.net"],
    ["Call", "soon", "Enter a phone number, such as +44 20 7946 0018.", "020 7946 0018"],
  ] as const) {
    const field = tina.getByLabel(`${label} (optional)`, { exact: true });
    await field.fill(wrong);
    await field.blur();
    await tina.getByText(words).waitFor();
    await field.fill(right);
    await field.blur();
    await tina.getByText(words).waitFor({ state: "detached" });
  }
});

test("nothing went wrong in any page", () => assert.deepEqual(school.mistakes, []));
