// An operator deploys a document in a browser: looks at it, names what is lost, and goes back to the one before.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { usable } from "../../testing/axe.ts";
import { operatedBy } from "../../testing/operator.ts";
import { stories, type Story } from "../../testing/browser.ts";

const documentWith = (fields: string, right: string) =>
  completeDocument(`## 3. Entities and their fields

### Claim
- Shown as: \`claim.about\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |
${fields}
## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Claim | create, read, update | own |
| Claim | delete | ${right} |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;
const first = documentWith("", "no");
const second = documentWith("| Place | text up to 40 | no | |\n", "own");

const tell = stories();
let desk: Story;
let page: Page;

before(async () => {
  ({ desk, page } = await operatedBy(tell, first));
  await page.goto(`${desk.product.url}/_/console/deploy`);
  await page.getByRole("heading", { name: "Deploy", exact: true }).waitFor();
});

const choose = async (name: string, source: string) => {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles({ name, mimeType: "text/markdown", buffer: Buffer.from(source) });
};

test("a document with a mistake says where, and is not deployed", async () => {
  await choose("WRONG.md", second.replace("text up to 40", "txt up to 40"));
  await page.getByText("It cannot be deployed: correct this first.").waitFor();
  await usable(page, "deploy, mistakes");
  await page.getByRole("button", { name: "Choose another" }).click();
});

test("a file that is no text is refused as such, and another one can be chosen", async () => {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  const picture = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  await (await chooser).setFiles({ name: "photo.png", mimeType: "image/png", buffer: picture });
  await page.getByRole("alert").getByText("photo.png: This is not a Markdown document.").waitFor();
  assert.equal(await page.getByRole("heading", { name: /changes$/ }).count(), 0);
  await usable(page, "deploy, no document");
});

test("what it changes is seen before, and what is deployed is served at once", async () => {
  await choose("NEXT.md", second);
  await page.getByRole("heading", { name: "What NEXT.md changes" }).waitFor();
  await page.getByRole("alert").waitFor({ state: "detached" });
  await page.getByText("Claim: field Place added").waitFor();
  await page.getByText("Person may now delete Claim (own)").waitFor();
  await usable(page, "deploy, a plan");
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await page.getByText("Deployed.").waitFor();
  await page.getByRole("heading", { name: "NEXT.md is deployed" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: /changes$/ }).count(), 0);
  await usable(page, "deploy, deployed");
  await page.getByRole("button", { name: "Close" }).click();
  await page
    .getByRole("row", { name: /ann@example\.test \(Ann\)/ })
    .getByText("current")
    .waitFor();
  const [row] = await desk.product.owner("SELECT operator FROM writ.applied ORDER BY id DESC LIMIT 1");
  assert.equal(row?.["operator"], "ann@example.test (Ann)");
});

test("going back names what would be lost, on a phone as well", async () => {
  await desk.product.owner("INSERT INTO public.claim (about, place) VALUES ('Rain', 'Roof')");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Restore" }).click();
  const lose = page.getByRole("button", { name: "Deploy and lose data" });
  await page.getByText("Claim: field Place removed").waitFor();
  await page.getByText("1 row has a value", { exact: true }).waitFor();
  assert.equal(await lose.isDisabled(), true);
  await page.getByLabel("Lose the data of Claim: field Place").check();
  await usable(page, "deploy, back on a phone");
  await lose.click();
  await page.getByText("Deployed.").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByText("Claim: field Place (1 row)").waitFor();
});
