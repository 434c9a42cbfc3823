// The lending of tools in a browser: a visitor becomes a member and reserves, a volunteer lends, a treasurer forgives.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { phone, usable } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";
import { password } from "../testing/notebook.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/equipment-lending/SPEC.md`, "utf8");
const tell = stories();
let shed: Story;
let drill = "";

before(async () => {
  shed = await tell(source);
  const [row] = await shed.product.owner(
    "INSERT INTO item (name, kind, daily_fine) VALUES ('Cordless drill', 'power_tool', 1.5) RETURNING id",
  );
  drill = String(row?.["id"]);
});

/** In the time zone of the document, whose today is an hour or two ahead of Greenwich. */
const calendar = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Paris" });
const day = (from: number) => calendar.format(Date.now() + from * 86_400_000);

test("a visitor who signs in comes back to the page that they were looking at", async () => {
  await shed.account("lou@example.test");
  for (const options of [{}, phone]) {
    const lou = await shed.page(options);
    await lou.goto(`${shed.product.url}/?q=drill&kind=power_tool`);
    await lou.getByRole("link", { name: "Cordless drill" }).waitFor();
    await lou.getByRole("link", { name: "Sign in" }).click();
    await lou.getByLabel("Email").fill("lou@example.test");
    await lou.getByLabel("Password", { exact: true }).fill(password);
    await lou.getByRole("button", { name: "Sign in" }).click();
    await lou.getByRole("button", { name: "Account: Nora" }).waitFor();
    await lou.getByRole("link", { name: "Cordless drill" }).waitFor();
    assert.equal(lou.url(), `${shed.product.url}/?q=drill&kind=power_tool`);
    assert.equal(await lou.getByRole("link", { name: "Sign in" }).count(), 0);
  }
});

test("a tool is found by a visitor, reserved by a member, lent, brought back late, and the fine is written off", async () => {
  const at = (path: string) => `${shed.product.url}${path}`;
  const max = await shed.page();
  await max.goto(at("/"));
  // The first column is a picture, which may be missing: words lead to the row.
  assert.equal(await max.getByRole("link", { name: "Cordless drill" }).innerText(), "Cordless drill");
  await max.getByRole("link", { name: "Cordless drill" }).click();
  await max.getByRole("heading", { name: "Cordless drill" }).waitFor();
  assert.equal(await max.getByRole("link", { name: "Reserve" }).count(), 0);
  // The way to it leads through signing up, and on to where it leads.
  await max.goto(at(`/items/${drill}/reserve`));
  await max.getByRole("link", { name: "Create account" }).click();
  await max.getByLabel("Name").fill("Max");
  await max.getByLabel("Email").fill("max@example.test");
  await max.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await max.getByRole("button", { name: "Create an account" }).click();
  await max.getByRole("heading", { name: "Reserve" }).waitFor();
  await max.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Cordless drill" }).waitFor();
  await max.getByLabel("Starts on").fill(day(0));
  await max.getByLabel("Ends on").fill(day(-1));
  await max.getByRole("button", { name: "Reserve" }).click();
  await max.getByText("The last day is before the first.").waitFor();
  await max.getByLabel("Ends on").fill(day(2));
  await max.getByRole("button", { name: "Reserve" }).click();
  await max.getByRole("heading", { name: /^R-\d{4}-001/ }).waitFor();
  await usable(max, "reservation");

  // The treasurer makes a user a volunteer.
  const vera = await shed.person("Vera");
  const tina = await shed.person("Tina", ["treasurer"]);
  await tina.goto(at("/_/people"));
  await tina.getByRole("button", { name: "Assign role to Vera" }).click();
  await tina.getByRole("menuitem", { name: "Volunteer" }).click();
  await tina.getByText("Vera is now Volunteer.").waitFor();

  await vera.goto(at("/counter"));
  await vera.getByRole("link", { name: /^R-\d{4}-001/ }).click();
  await vera.getByRole("button", { name: "Collect" }).click();
  await vera.getByText(/is now Collected\.$/).waitFor();
  await shed.product.owner("UPDATE reservation SET starts_on = starts_on - 9, ends_on = ends_on - 7");
  await vera.getByRole("button", { name: "Return" }).click();
  await vera.getByText(/is now Returned\.$/).waitFor();

  // A fine keeps the member from reserving, in words; and in the reader's language, which is a choice of theirs.
  await max.goto(at("/_/account"));
  const kept = max.waitForResponse(/\/auth\/v1\/user$/);
  await max.getByLabel("Language", { exact: true }).selectOption("fr");
  await max.getByRole("heading", { name: "Votre compte" }).waitFor();
  await kept;
  await max.goto(at(`/items/${drill}/reserve`));
  await max.getByLabel("Ends on").fill(day(1));
  await max.getByRole("button", { name: "Reserve" }).click();
  await max.getByText("Payez d'abord vos amendes.").waitFor();
  await usable(max, "refused in French");

  await tina.goto(at("/fines"));
  await tina.locator("tbody a").first().click();
  await tina.getByRole("button", { name: "Write off" }).click();
  await tina.getByLabel("Reason").fill("It rained all week.");
  await tina.locator("form").getByRole("button", { name: "Write off" }).click();
  await tina.getByText(/is now Written off\.$/).waitFor();

  await max.getByRole("button", { name: "Reserve" }).click();
  await max.getByRole("heading", { name: /^R-\d{4}-002/ }).waitFor();
  assert.deepEqual(shed.mistakes, []);
});
