// The inbox as its reader sees it: what comes while they look, where it leads, what is read, and what they choose.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { usable } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";

const { source } = completeDocument(`# Post

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Streets | \`/\` | list of Street | Member | yes |
| Parcel | \`/streets/:street.code/parcels/:parcel\` | detail of Parcel | Member | |

### Parcel
- Show: What

## 3. Entities and their fields

### Street
- Shown as: \`street.code\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Code | text up to 10, unique | yes | |

### Parcel
- Owner: Receiver

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Street | belongs to Street | yes | |
| Receiver | reference to User | yes | |
| What | text up to 200 | yes | |

## 4. States and transitions

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Parcel | create | notify sent | to \`parcel.receiver\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Street | create, read, update, delete | yes |
| Parcel | create | yes |
| Parcel | read, update, delete | own |
| User | read | yes |

## 7. The calls it makes

| Mail | For | Subject | Text | Subject (fr) | Text (fr) |
| --- | --- | --- | --- | --- | --- |
| sent | Parcel | {parcel.what} is on its way | To {parcel.street.code}.<br>[here](javascript:alert(1)) | {parcel.what} arrive | Pour {parcel.street.code}. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Languages | en, fr |
| Sign-in | email and password |

| Word | fr |
| --- | --- |
| sent | Colis envoyé |
`);
const tell = stories();
let post: Story;

before(async () => {
  post = await tell(source);
  await post.product.owner("INSERT INTO street (code) VALUES ('A 1')");
});

/** As another user would over the wire, so that effects follow. */
async function send(to: string, what: string): Promise<void> {
  const { url, serviceKey, owner } = post.product;
  const [ids] = await owner("SELECT s.id AS street, u.id AS receiver FROM street s, auth.users u WHERE u.email = $1", [
    `${to}@example.test`,
  ]);
  const answer = await fetch(`${url}/rest/v1/parcel`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${serviceKey}`, apikey: serviceKey },
    body: JSON.stringify({ ...ids, what }),
  });
  assert.equal(answer.status, 201, await answer.text());
}
const bell = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

test("a new notice is counted at once, links its row, and is read by that; another user's is not there", async () => {
  const [ann, ben] = [await post.person("Ann"), await post.person("Ben")];
  await bell(ann, "Inbox").waitFor();
  await send("ann", "Tea");
  await bell(ann, "Inbox 1 Unread").click();
  await ann.getByText("To A 1.").waitFor();
  // What rows say is text, whatever it looks like.
  assert.equal(await ann.getByRole("link", { name: "here" }).count(), 0);
  await send("ann", "Milk");
  await bell(ann, "Inbox 2 Unread").waitFor();
  await ann.getByRole("link", { name: "Milk is on its way" }).waitFor();
  assert.deepEqual(await ann.getByRole("list", { name: "Inbox" }).getByRole("link").allInnerTexts(), [
    "Milk is on its way",
    "Tea is on its way",
  ]);
  await usable(ann, "inbox");
  await ann.getByRole("link", { name: "Tea is on its way" }).click();
  await ann.getByRole("heading", { name: "Tea" }).waitFor();
  assert.match(new URL(ann.url()).pathname, /^\/streets\/A(?:%20|\+)1\/parcels\//);
  await bell(ann, "Inbox 1 Unread").waitFor();
  await bell(ben, "Inbox").click();
  await ben.getByText("No notifications yet.").waitFor();
});

test("by keys alone: one is marked, then all; another page of the same person follows", async () => {
  const cleo = await post.person("Cleo");
  const second = await cleo.context().newPage();
  await second.goto(post.product.url);
  for (const what of ["Salt", "Rice", "Oil"]) await send("cleo", what);
  await bell(second, "Inbox 3 Unread").waitFor();
  await bell(cleo, "Inbox 3 Unread").focus();
  await cleo.keyboard.press("Enter");
  await cleo.getByRole("button", { name: "Mark as read: Rice is on its way" }).focus();
  await cleo.keyboard.press("Enter");
  await bell(second, "Inbox 2 Unread").waitFor();
  await cleo.getByRole("button", { name: "Mark all as read" }).focus();
  await cleo.keyboard.press("Enter");
  await bell(second, "Inbox").waitFor();
  await cleo.getByRole("img", { name: "Unread" }).first().waitFor({ state: "detached" });
  assert.equal(await cleo.getByRole("button", { name: /^Mark/ }).count(), 0);
});

test("the inbox in another language: choices stay, and a notice of a deleted row has no link", async () => {
  const page = await post.person("Dora");
  await send("dora", "Pain");
  await bell(page, "Inbox 1 Unread").click();
  await page.getByRole("link", { name: "Pain is on its way" }).waitFor();
  await page.getByRole("button", { name: "Account: Dora" }).click();
  const kept = page.waitForResponse(/\/auth\/v1\/user$/);
  await page.getByRole("menuitem", { name: "français" }).click();
  await page.getByRole("heading", { name: "Boîte de réception" }).waitFor();
  await kept;
  await page.reload();
  await page.getByRole("link", { name: "Pain arrive" }).waitFor();
  const choice = page.getByRole("group", { name: "Colis envoyé" });
  await choice.getByLabel("Dans la boîte de réception").uncheck();
  await choice.getByLabel("Aussi par e-mail").check();
  await post.product.owner("DELETE FROM parcel WHERE what = 'Pain'");
  for (let chosen = false; !chosen;)
    chosen = (await post.product.owner("SELECT FROM writ.notice_choice WHERE by_mail AND NOT in_inbox")).length === 1;
  await page.reload();
  await page.getByText("Pain arrive").waitFor();
  assert.equal(await choice.getByLabel("Dans la boîte de réception").isChecked(), false);
  assert.equal(await choice.getByLabel("Aussi par e-mail").isChecked(), true);
  await page.getByRole("link", { name: "Pain arrive" }).waitFor({ state: "detached" });
});

test("after signing out, unread notifications are not requested", async () => {
  const cora = await post.person("Cora");
  await bell(cora, "Inbox").waitFor();
  const refused: string[] = [];
  cora.on("response", (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  await cora.getByRole("button", { name: "Cora" }).first().click();
  await cora.getByRole("menuitem", { name: "Sign out" }).click();
  await cora.getByRole("heading", { name: /^Sign in/ }).waitFor();
  await cora.waitForLoadState("networkidle");
  assert.deepEqual(refused, []);
});

test("nothing went wrong in any page", () => assert.deepEqual(post.mistakes, []));
