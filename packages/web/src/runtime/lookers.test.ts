// "Ann is also viewing this": two browsers on one row, by names that one may know, without anything moving.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { violations } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";
import { pagePasses } from "../testing/at-rest.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;
let ann: Page;
let cleo: Page;
let address: string;

before(async () => {
  desk = await tell(source);
  ann = await desk.person("Ann");
  cleo = await desk.person("Cleo", ["agent"]);
  const [row] = await desk.product.owner(
    `INSERT INTO ticket (subject, body, category, requester)
      SELECT 'Printer', 'It does not work any more at all.', (SELECT id FROM category LIMIT 1), id FROM auth.users WHERE email = 'ann@example.test'
      RETURNING number`,
  );
  address = `${desk.product.url}/tickets/${String(row?.["number"])}`;
});

const said = (page: Page, words: string) => page.getByRole("status").getByText(words, { exact: true });

test("a user who looks at a row sees who else does, by name where they may read it, and nothing moves", async () => {
  await ann.goto(address);
  await cleo.goto(address);
  const steps = cleo.getByRole("button", { name: "Take" });
  await steps.waitFor();
  const place = async () => (await steps.boundingBox())?.y;
  const atFirst = await place();
  await said(cleo, "Ann is also viewing this.").waitFor();
  assert.equal(await place(), atFirst);
  // A customer may not read accounts, and nothing on the row names the agent yet.
  await said(ann, "Someone else is viewing this.").waitFor();
  await steps.click();
  await said(ann, "Cleo is also viewing this.").waitFor();
  assert.deepEqual(await violations(ann), []);
});

test("a user who leaves disappears, and one who comes back reappears, also after a time offline", async () => {
  await ann.goto(desk.product.url);
  await said(cleo, "Ann is also viewing this.").waitFor({ state: "detached" });
  await ann.goto(address);
  await said(cleo, "Ann is also viewing this.").waitFor();
  await ann.context().setOffline(true);
  await ann.getByText("You are offline.").first().waitFor();
  await ann.context().setOffline(false);
  await ann.getByText("You are offline.").first().waitFor({ state: "detached" });
  await pagePasses(ann, 2000);
  await said(cleo, "Ann is also viewing this.").waitFor();
  await said(ann, "Cleo is also viewing this.").waitFor();
});

test("two pages of one user do not count as two viewers", async () => {
  const second = await cleo.context().newPage();
  await second.goto(address);
  await said(second, "Ann is also viewing this.").waitFor();
  await said(ann, "Cleo is also viewing this.").waitFor();
  await ann.close();
  for (const page of [cleo, second]) await said(page, "Ann is also viewing this.").waitFor({ state: "detached" });
  assert.equal(await cleo.getByText("viewing this").count(), 0);
  await second.close();
});

test("also above a form for the row, where what is typed stays", async () => {
  const lead = await desk.person("Lena", ["lead"]);
  const other = await desk.person("Otto", ["lead"]);
  const [category] = await desk.product.owner("SELECT id FROM category LIMIT 1");
  for (const page of [lead, other]) await page.goto(`${desk.product.url}/categories/${String(category?.["id"])}`);
  const name = lead.getByLabel("Name");
  await name.fill("Half a na");
  const words = /^(?:Otto is also viewing this|Someone else is viewing this)\.$/;
  await lead.getByRole("status").getByText(words).waitFor();
  assert.equal(await name.inputValue(), "Half a na");
  // A user sees quietly that another has begun to edit: nothing moves, and nothing is blocked.
  const edits = /^(?:Lena is editing this|Someone else is editing this)\.$/;
  const second = other.getByLabel("Name");
  const place = (await second.boundingBox())?.y;
  await other.getByRole("status").getByText(edits).waitFor();
  assert.equal((await second.boundingBox())?.y, place);
  assert.deepEqual(await violations(other), []);
  await second.fill("Paper");
  await lead
    .getByRole("status")
    .getByText(/editing this\.$/)
    .waitFor();
  await other.getByRole("button", { name: "Save" }).click();
  await lead.getByText("editing this").waitFor({ state: "detached" });
  await lead.getByRole("button", { name: "Cancel" }).click();
  assert.deepEqual(desk.mistakes, []);
});
