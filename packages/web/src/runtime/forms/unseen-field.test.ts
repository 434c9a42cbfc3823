// What may be set without being seen: an input that is empty says that something may stand there, and sends nothing by itself.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { usable } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";

const tell = stories();

const zoo = completeDocument(`# Zoo

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Animals | \`/\` | list of Animal | Keeper | yes |
| Animal | \`/animals/:animal\` | detail of Animal | Keeper | |
| Change | \`/animals/:animal/change\` | edit Animal | Keeper | |

## 3. Entities and their fields

### Animal
- Shown as: \`animal.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Weight | integer 1 to 9000 | yes | |
| Tame | yes/no | no | no |
| Diet | one of: grass, meat | yes | grass |
| Chip | text up to 20 | yes | |
| State | state | | |

## 4. States and transitions

### Animal
| State | Kind |
| --- | --- |
| Here | start |
| Away | end |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Give away | Here | Away | button | Weight (optional) |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Elephants are heavy | Animal | \`animal.name != "Elephant" or animal.weight > 1000\` | LIGHT |
| Cats eat meat | Animal | \`animal.name != "Cat" or animal.diet == "meat"\` | GRASS |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Keeper | signed in |

| For | May | Keeper |
| --- | --- | --- |
| Animal | create | no |
| Animal | read, update, Give away | yes |
| Animal | delete | no |
| Animal | see Weight | not shown |
| Animal | see Tame | not shown |
| Animal | see Diet | not shown |
| Animal | see Chip | no |
| Animal | set Weight, set Tame, set Diet, set Chip | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| LIGHT | Too light | 422 | An elephant is heavier. |
| GRASS | Wrong food | 422 | Cats eat meat. |
| NOT_SHOWN | It is not said | 501 | Nobody has decided this yet. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;

let story: Story;
let page: Page;
let elephant: string;

before(async () => {
  story = await tell(zoo);
  page = await story.person("Kim");
  const [row] = await story.product.owner(
    "INSERT INTO animal (name, weight, tame, diet, chip) VALUES ('Elephant', 5000, true, 'meat', 'X1') RETURNING id",
  );
  elephant = String(row?.["id"]);
});

const change = async () => page.goto(`${story.product.url}/animals/${elephant}/change`);
const stored = async () => (await story.product.owner("SELECT name, weight, tame, diet, chip FROM animal"))[0];
const about = async (name: string, role: "textbox" | "radiogroup" = "textbox") => {
  const ids = await page.getByRole(role, { name, exact: true }).getAttribute("aria-describedby");
  return page.locator(`[id="${ids?.split(" ")[0] ?? ""}"]`).innerText();
};
const stays = "The value stays unchanged unless you enter another one.";
const unsaid = `Not shown: Nobody has decided this yet. ${stays}`;

test("the input of a hidden value reports that, and is not required", async () => {
  await change();
  assert.match(await about("Weight"), new RegExp(`${unsaid}$`));
  assert.equal(await about("Chip"), `You do not have access to this. ${stays}`);
  for (const name of ["Tame", "Diet"]) {
    assert.equal(await about(name, "radiogroup"), unsaid, name);
    const group = page.getByRole("radiogroup", { name });
    assert.equal(await group.getByLabel("Unchanged").isChecked(), true, name);
  }
  assert.equal(await page.getByText("(optional)").count(), 0);
  await usable(page, "unseen change");
});

test("only what is typed is sent, and what stays is taken for nothing else", async () => {
  await change();
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByLabel("Name").fill("Cat");
  await page.getByRole("button", { name: "Save" }).click();
  assert.deepEqual((await sent).postDataJSON(), { name: "Cat" });
  await page.getByRole("heading", { name: "Cat" }).waitFor();
  assert.deepEqual(await stored(), { name: "Cat", weight: "5000", tame: true, diet: "meat", chip: "X1" });
});

test("a new value for a hidden one is checked and sent like any other", async () => {
  await change();
  await page.getByRole("radiogroup", { name: "Diet" }).getByLabel("grass").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Cats eat meat.").waitFor();
  await page.getByRole("radiogroup", { name: "Diet" }).getByLabel("Unchanged").check();
  await page.getByRole("radiogroup", { name: "Tame" }).getByLabel("No", { exact: true }).check();
  await page.getByLabel("Weight").fill("7");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(`**/animals/${elephant}`);
  assert.deepEqual(await stored(), { name: "Cat", weight: "7", tame: false, diet: "meat", chip: "X1" });
});

test("a row says of a field that is there and not for its reader to see that it is so", async () => {
  await page.goto(`${story.product.url}/animals/${elephant}`);
  const chip = page.locator("dl > div").filter({ hasText: "Chip" });
  assert.equal(await chip.locator("dd").innerText(), "You do not have access to this.");
});

test("nor does what a step asks for look as if nothing stood there", async () => {
  await page.goto(`${story.product.url}/animals/${elephant}`);
  await page.getByRole("button", { name: "Give away" }).click();
  assert.match(await about("Weight"), /Nobody has decided this yet\.$/);
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(story.mistakes, []);
});
