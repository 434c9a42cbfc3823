// People and their roles in a browser: for a user who may assign one, and no one else.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { usable } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;

before(async () => {
  desk = await tell(source);
  await desk.product.owner(
    "INSERT INTO auth.users (email, email_confirmed_at, raw_user_meta_data) SELECT 'p' || n || '@example.test', now(), jsonb_build_object('name', 'Person ' || lpad(n::text, 3, '0')) FROM generate_series(1, 120) AS n",
  );
});

test("a lead gives and takes roles, finds people, and sees all of them", async () => {
  const lead = await desk.person("Lena", ["lead"]);
  await lead.getByRole("button", { name: /^Account/ }).click();
  await lead.getByRole("menuitem", { name: "People" }).click();
  await lead.getByRole("heading", { name: "People" }).waitFor();
  await lead.getByText("50 people").waitFor();
  await lead.getByRole("button", { name: "Show more people" }).click();
  await lead.getByText("100 people").waitFor();
  await usable(lead, "people");
  await lead.getByRole("searchbox").fill("person 117");
  await lead.getByText("1 person", { exact: true }).waitFor();
  await lead.waitForURL(/q=person/);
  await lead.getByRole("button", { name: "Assign role to Person 117" }).click();
  await lead.getByRole("menuitem", { name: "Agent" }).click();
  await lead.getByText("Person 117 is now Agent.").waitFor();
  await lead.locator("button:focus[aria-label='Assign role to Person 117']").waitFor();
  const held = async () =>
    desk.product.owner(
      "SELECT r.role FROM writ.assigned_role r JOIN auth.users u ON u.id = r.person WHERE u.email = 'p117@example.test'",
    );
  assert.deepEqual(await held(), [{ role: "agent" }]);
  await lead.getByRole("searchbox").fill("");
  await lead.getByLabel("Role", { exact: true }).selectOption("agent");
  await lead.getByText("1 person", { exact: true }).waitFor();
  await lead.getByRole("button", { name: "Remove Agent from Person 117" }).click();
  await lead.getByText("Person 117 is no longer Agent.").waitFor();
  await lead.getByText("No matching people.").waitFor();
  assert.deepEqual(await held(), []);
  // One's own goes after a question, and with it this page.
  await lead.getByLabel("Role", { exact: true }).selectOption("lead");
  await lead.getByRole("button", { name: "Remove Lead from Lena" }).click();
  await lead.getByText("You are about to remove your own role Lead.").waitFor();
  await lead.getByRole("button", { name: "Remove my role" }).click();
  await lead.getByText("Page not found").waitFor();
});

test("a refusal is shown with its message; a user who may assign no roles sees no people", async () => {
  const lead = await desk.person("Lotte", ["lead"]);
  await lead.goto(`${desk.product.url}/_/people?q=person+001`);
  await lead.getByText("1 person", { exact: true }).waitFor();
  // A user has taken the role meanwhile.
  await desk.product.owner("DELETE FROM writ.assigned_role");
  await lead.getByRole("button", { name: "Assign role to Person 001" }).click();
  await lead.getByRole("menuitem", { name: "Agent" }).click();
  await lead.getByText("You do not have permission to do this.").waitFor();
  const customer = await desk.person("Carl");
  // Neither by the keys.
  await customer.keyboard.press("Control+k");
  await customer.getByRole("combobox").fill("o");
  await customer.getByRole("option", { name: "Your account" }).waitFor();
  assert.equal(await customer.getByRole("option", { name: "People" }).count(), 0);
  await customer.getByRole("combobox").fill("your acc");
  await customer.keyboard.press("Enter");
  await customer.getByRole("heading", { name: "Your account" }).waitFor();
  await customer.getByRole("button", { name: /^Account/ }).click();
  await customer.getByRole("menuitem", { name: "Your account" }).waitFor();
  assert.equal(await customer.getByRole("menuitem", { name: "People" }).count(), 0);
  await customer.goto(`${desk.product.url}/_/people`);
  await customer.getByText("Page not found").waitFor();
  assert.deepEqual(desk.mistakes, []);
});
