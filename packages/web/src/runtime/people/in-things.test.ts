// Roles that are assigned within something, in a browser: the reader says in which thing, and sees those of their own.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { usable } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";

const source = completeDocument(`# Clubs

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Clubs | \`/\` | list of Club | Office, Chair | yes |
| New club | \`/new\` | new Club | Office | yes |

## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 80 | yes | |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Office | named at installation | |
| Chair | assigned by Office, Chair | Club |

| For | May | Office | Chair |
| --- | --- | --- | --- |
| Club | create, update, delete | yes | no |
| Club | read | yes | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;
const tell = stories();
let clubs: Story;

before(async () => {
  clubs = await tell(source);
  await clubs.product.owner("INSERT INTO club (name) VALUES ('Rowers'), ('Chess'), ('Runners')");
  await clubs.product.owner(
    "INSERT INTO auth.users (email, email_confirmed_at, raw_user_meta_data) VALUES ('paula@example.test', now(), '{\"name\": \"Paula\"}')",
  );
});

const held = async () =>
  clubs.product.owner(
    "SELECT u.raw_user_meta_data ->> 'name' AS who, c.name AS club FROM writ.assigned_role r JOIN auth.users u ON u.id = r.person JOIN club c ON c.id = r.thing ORDER BY 1, 2",
  );

test("a user who may assign a role anywhere chooses its thing; its holder assigns it there alone", async () => {
  const office = await clubs.person("Olga", ["office"]);
  const chair = await clubs.person("Carl");
  await office.goto(`${clubs.product.url}/_/people`);
  await office.getByRole("button", { name: "Assign role to Carl" }).click();
  await office.getByRole("menuitem", { name: "Chair" }).click();
  const dialog = office.getByRole("dialog");
  await dialog.getByText("Make Carl Chair").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Assign role" }).isDisabled(), true);
  await dialog.getByRole("combobox", { name: "Club" }).fill("row");
  await dialog.getByRole("option", { name: "Rowers" }).click();
  await dialog.getByRole("button", { name: "Assign role" }).click();
  await office.getByText("Carl is now Chair · Rowers.").waitFor();
  await office.getByRole("button", { name: "Remove Chair · Rowers from Carl" }).waitFor();
  assert.deepEqual(await held(), [{ who: "Carl", club: "Rowers" }]);
  // Another user holds it where the chair of the rowers does not look.
  await clubs.product.owner(
    "INSERT INTO writ.assigned_role (person, role, thing) SELECT u.id, 'chair', c.id FROM auth.users u, club c WHERE u.email = 'paula@example.test' AND c.name = 'Chess'",
  );
  await chair.goto(`${clubs.product.url}/_/people`);
  const line = chair.getByRole("listitem").filter({ hasText: "Paula" });
  await line.getByText("No roles").waitFor();
  await chair.getByRole("button", { name: "Assign role to Paula" }).click();
  await chair.getByRole("menuitem", { name: "Chair" }).click();
  const own = chair.getByRole("dialog").getByRole("combobox", { name: "Club" });
  await own.locator("option").filter({ hasText: "Rowers" }).waitFor({ state: "attached" });
  assert.deepEqual(await own.locator("option").allTextContents(), ["Rowers"]);
  await chair.getByRole("dialog").getByRole("button", { name: "Assign role" }).click();
  await chair.getByText("Paula is now Chair · Rowers.").waitFor();
  await chair.setViewportSize({ width: 360, height: 780 });
  await usable(chair, "people of a thing on a phone");
  await chair.getByRole("button", { name: "Remove Chair · Rowers from Paula" }).click();
  await chair.getByText("Paula is no longer Chair · Rowers.").waitFor();
  assert.deepEqual(await held(), [
    { who: "Carl", club: "Rowers" },
    { who: "Paula", club: "Chess" },
  ]);
  assert.deepEqual(clubs.mistakes, []);
});
