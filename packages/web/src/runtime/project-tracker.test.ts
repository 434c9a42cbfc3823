// The project tracker in a browser: two organisations and two people, each in the other's with another role.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { compile } from "@writ/language";
import { cutIn, phone, usable } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";

const file = `${import.meta.dirname}/../../../../examples/project-tracker/SPEC.md`;
const source = readFileSync(file, "utf8");
const tell = stories();
let stride: Story;
let ann: Page;
let ben: Page;

before(async () => {
  stride = await tell(source, { development: true, document: { file, source, compiled: compile(source) } });
  ann = await stride.member("ann@example.test", "Ann");
  ben = await stride.member("ben@example.test", "Ben");
});

const at = async (page: Page, path: string) => page.goto(`${stride.product.url}${path}`);
const menu = (page: Page) => page.getByRole("navigation", { name: "Menu" }).first();
const entries = async (page: Page) => menu(page).getByRole("link").allTextContents();
const switcher = (page: Page) => page.getByRole("button", { name: /: switch$/ });

async function found(page: Page, name: string, slug: string): Promise<void> {
  await switcher(page).click();
  await page.getByRole("menuitem", { name: "New organisation" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByText("For example abc").waitFor();
  await page.getByLabel("Slug").fill(slug);
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: `${name}: switch` }).waitFor();
}

test("a user without an organisation creates the first one and works in it", async () => {
  assert.deepEqual(await entries(ann), ["My organisations", "Invitations"]);
  // There is none to choose: what would be chosen is named, and the way to the first one is all that is offered.
  await ann.getByRole("button", { name: "Organisation: switch" }).click();
  await ann.getByRole("menuitem", { name: "New organisation" }).waitFor();
  assert.equal(await ann.getByRole("menuitem").count(), 1);
  await usable(ann, "switcher of whoever has none");
  await ann.keyboard.press("Escape");
  await found(ann, "Acme", "acme");
  // What stands inside an organisation is in the menu now, wherever one is.
  await menu(ann).getByRole("link", { name: "Members" }).waitFor();
  assert.deepEqual(await entries(ann), ["My organisations", "Invitations", "Projects", "Roadmap", "Members"]);
  await menu(ann).getByRole("link", { name: "Projects" }).click();
  await ann.waitForURL(/\/o\/acme$/);
  await ann.getByRole("link", { name: "New project" }).first().click();
  await ann.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Acme" }).waitFor();
  await ann.getByLabel("Key").fill("WEB");
  await ann.getByLabel("Name").fill("Website");
  await ann.getByRole("button", { name: "Create" }).click();
  await ann.getByRole("link", { name: "WEB" }).click();
  await ann.waitForURL(/\/o\/acme\/p\/WEB$/);
  await ann.getByRole("link", { name: "New issue" }).first().click();
  await ann.getByLabel("Title").fill("The logo is upside down");
  // Among the members of the organisation that the project in the address belongs to.
  await ann.getByRole("combobox", { name: "Assignee" }).click();
  await ann.getByRole("option", { name: "Ann" }).click();
  await ann.getByRole("button", { name: "Create" }).click();
  await ann.getByRole("heading", { name: "WEB-1 The logo is upside down" }).waitFor();
  const crumbs = ann.getByRole("navigation", { name: "Breadcrumb" });
  assert.deepEqual(await crumbs.getByRole("link").allTextContents(), ["Acme", "WEB Website"]);
  await usable(ann, "issue in an organisation");
  for (const [step, state] of [
    ["Plan", "To do"],
    ["Start", "In progress"],
    ["Review", "In review"],
    ["Finish", "Done"],
  ] as const) {
    await ann.getByRole("button", { name: step, exact: true }).click();
    await ann.getByText(`WEB-1 The logo is upside down is now ${state}.`).waitFor();
  }
  await crumbs.getByRole("link", { name: "WEB Website" }).click();
  await ann.waitForURL(/\/o\/acme\/p\/WEB$/);
});

test("a user is invited to an organisation, sees it, and has a different role in each", async () => {
  await found(ben, "Bolt", "bolt");
  await at(ann, "/o/acme/members");
  await ann.getByRole("link", { name: "Invite" }).click();
  await ann.getByLabel("Email").fill("ben@example.test");
  await ann.getByRole("radio", { name: "guest" }).check();
  await ann.getByRole("button", { name: "Invite" }).click();
  await ann.getByText("Saved.").waitFor();
  const invitation = await stride.mail("ben@example.test", /invites you/);
  assert.equal(invitation.subject, "Acme invites you");
  await menu(ben).getByRole("link", { name: "Invitations" }).click();
  await ben.getByText("Acme").first().waitFor();
  // Nothing of it is open yet.
  await at(ben, "/o/acme/members");
  await ben.getByText("Page not found").waitFor();
  await at(ben, "/invitations");
  await ben
    .getByRole("row", { name: /^Acme/ })
    .getByRole("button", { name: /^Accept invitation/ })
    .click();
  await ben.getByText("There is nothing here yet.").waitFor();
  assert.equal(await ben.getByRole("button", { name: /^Accept invitation/ }).count(), 0);
  await at(ben, "/");
  await ben.getByRole("button", { name: "Bolt: switch" }).waitFor();
  assert.deepEqual(await entries(ben), ["My organisations", "Invitations", "Projects", "Roadmap", "Members"]);
  await switcher(ben).click();
  await usable(ben, "switcher open");
  await ben.getByRole("menuitem", { name: "Acme" }).click();
  await ben.waitForURL(/\/o\/acme$/);
  await ben.getByRole("link", { name: "WEB" }).waitFor();
  // A guest there, and an admin at home: what the menu shows follows the organisation.
  assert.deepEqual(await entries(ben), ["My organisations", "Invitations", "Projects"]);
  assert.equal(await ben.getByRole("link", { name: "New project" }).count(), 0);
  // It is remembered, also where no organisation is named.
  await at(ben, "/invitations");
  await ben.getByRole("button", { name: "Acme: switch" }).waitFor();
  assert.deepEqual(await entries(ben), ["My organisations", "Invitations", "Projects"]);
  // An address of the other one leads back into it.
  await at(ben, "/o/bolt/members");
  await ben.getByRole("button", { name: "Bolt: switch" }).waitFor();
  await ben.getByRole("heading", { name: "Members" }).waitFor();
  // The same screen of another organisation, where there is one for this role.
  await switcher(ben).click();
  await ben.getByRole("menuitem", { name: "Acme" }).click();
  await ben.waitForURL(/\/o\/acme$/);
});

test("on a phone there is a way back, and the switcher beside the name", async () => {
  const context = await ann
    .context()
    .browser()
    ?.newContext({
      ...phone,
      storageState: await ann.context().storageState(),
      reducedMotion: "reduce",
    });
  assert.ok(context);
  const small = await context.newPage();
  await at(small, "/o/acme/p/WEB/1");
  await small.getByRole("heading", { name: /^WEB-1/ }).waitFor();
  await switcher(small).waitFor();
  assert.deepEqual(await cutIn(small.getByRole("navigation", { name: "Menu" })), []);
  await usable(small, "issue on a phone");
  const back = small.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link");
  assert.deepEqual(await back.filter({ visible: true }).allTextContents(), ["WEB Website"]);
  await back.filter({ visible: true }).click();
  await small.waitForURL(/\/o\/acme\/p\/WEB$/);
  // A user who comes to a form by its address is led to the screen above it.
  await at(small, "/o/acme/members/invite");
  await small.getByRole("button", { name: "Cancel" }).click();
  await small.waitForURL(/\/o\/acme\/members$/);
  await at(small, "/o/acme/new-project");
  await small.getByLabel("Key").fill("APP");
  await small.getByLabel("Name").fill("App");
  await small.getByRole("button", { name: "Create" }).click();
  await small.waitForURL(/\/o\/acme$/);
  await small.getByRole("link", { name: "APP" }).waitFor();
  await context.close();
});

test("a user who makes an organisation works in it; a visit to another marks none of their own as open", async () => {
  const cleo = await stride.member("cleo@example.test", "Cleo");
  await found(cleo, "North", "north");
  await found(cleo, "South", "south");
  await menu(cleo).getByRole("link", { name: "Projects" }).click();
  await cleo.waitForURL(/\/o\/south$/);
  assert.equal(await menu(cleo).getByRole("link", { name: "Projects" }).getAttribute("aria-current"), "page");
  await at(cleo, "/o/acme");
  await cleo.getByText("Page not found").waitFor();
  const projects = menu(cleo).getByRole("link", { name: "Projects" });
  assert.equal(await projects.getAttribute("href"), "/o/south");
  assert.equal(await projects.getAttribute("aria-current"), null);
  // As people write addresses elsewhere.
  for (const [written, meant, title] of [
    ["/o/north/members/?sort=-role", "/o/north/members?sort=-role", "Members"],
    ["/invitations//", "/invitations", "Invitations"],
  ] as const) {
    await at(cleo, written);
    await cleo.getByRole("heading", { name: title, level: 1 }).waitFor();
    await cleo.waitForURL(`${stride.product.url}${meant}`);
  }
});

test("the last admin must stay admin, with the message of the catalogue; a removed member is out at once", async () => {
  await at(ann, "/o/acme/members");
  const [row] = await stride.product.owner(
    "SELECT m.id FROM membership m JOIN organisation o ON o.id = m.organisation WHERE o.slug = 'acme' AND m.email = 'ann@example.test'",
  );
  await at(ann, `/o/acme/members/${String(row?.["id"])}`);
  await ann.getByRole("radio", { name: "member" }).check();
  await ann.getByRole("button", { name: "Save" }).click();
  await ann.getByText("An organisation needs an admin.").waitFor();
  await stride.product.owner(
    "DELETE FROM membership WHERE email = 'ben@example.test' AND organisation = (SELECT id FROM organisation WHERE slug = 'acme')",
  );
  await at(ben, "/o/acme");
  await ben.getByText("Page not found").waitFor();
  await at(ben, "/");
  await switcher(ben).click();
  assert.equal(await ben.getByRole("menuitem", { name: "Acme" }).count(), 0);
  assert.deepEqual(stride.mistakes, []);
});

test("signing out in another tab removes the organisation that the user worked in", async () => {
  const kept = async () => ann.evaluate(() => JSON.stringify(localStorage));
  await at(ann, "/o/acme");
  await ann.getByRole("button", { name: "Acme: switch" }).waitFor();
  assert.match(await kept(), /acme/i);
  const tab = await ann.context().newPage();
  await at(tab, "/o/acme");
  await tab.getByRole("button", { name: "Ann" }).first().click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await ann.getByRole("heading", { name: /^Sign in/ }).waitFor();
  assert.doesNotMatch(await kept(), /acme|Ann/i);
});
