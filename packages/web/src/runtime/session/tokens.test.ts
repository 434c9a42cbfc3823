// Tokens that the server takes no longer, while others use the same browser: what is asked again, how often, and as whom.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page, Request } from "playwright-core";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { stories, type Story } from "../../testing/browser.ts";
import { spoilTokens } from "../../testing/spoil-tokens.ts";

const { source } = completeDocument(`# Desk

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Notes | \`/\` | list of Note | Anybody | yes |
| New note | \`/new\` | new Note | Anybody | yes |

## 3. Entities and their fields

### Note
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 200 | yes | |
| Papers | files up to 2, each up to 1 KB (txt) | no | |
| Author | reference to User | auto | \`me\` |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- |
| No joke | Note | | \`Note.filter(n, n.text == 'a joke').size() == 0\` | ASK_AGAIN | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Anybody | anyone |

| For | May | Anybody |
| --- | --- | --- |
| Note | create | yes |
| Note | read, update, delete | own |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| ASK_AGAIN | A joke | 401 | Somebody has to look at this. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | anonymous, email and password |
`);

const tell = stories();
let desk: Story;

before(async () => {
  desk = await tell(source);
});

const rest = "**/rest/v1/note*";
const isToken = (request: Request) => request.url().includes("/auth/v1/token");

async function write(page: Page, text: string): Promise<void> {
  await page.goto(`${desk.product.url}/new`);
  await page.getByLabel("Text").fill(text);
}

const create = async (page: Page) => page.getByRole("button", { name: "Create" }).click();

const authors = async (text: string) =>
  desk.product.owner('SELECT u.name FROM note JOIN public."user" u ON u.id = note.author WHERE text = $1', [text]);

test("a request with an old token is not repeated as another user who has signed in meanwhile", async () => {
  const [ann, other] = [await desk.person("Ann"), await desk.person("Bob")];
  const bob = await other.evaluate(() => localStorage.getItem("writ.session") ?? "");
  await write(ann, "of Ann alone");
  await spoilTokens(ann, "access_token");
  const asked: Request[] = [];
  await ann.route(rest, async (route, request) => {
    if (request.method() === "POST") {
      asked.push(request);
      await ann.evaluate((session) => localStorage.setItem("writ.session", session), bob);
    }
    await route.continue();
  });
  const answered = ann.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().includes("/rest/"),
  );
  await create(ann);
  assert.equal((await answered).status(), 401);
  await ann.getByRole("alert").first().waitFor();
  assert.equal(asked.length, 1);
  assert.deepEqual(await authors("of Ann alone"), []);
  // A user who has signed in meanwhile is there still.
  assert.match(await ann.evaluate(() => localStorage.getItem("writ.session") ?? ""), /bob@example\.test/);
});

test("a user who is signed out from another device reads that, and their draft is kept", async () => {
  const cleo = await desk.person("Cleo");
  await write(cleo, "begun before");
  await desk.product.owner(
    "DELETE FROM auth.sessions USING auth.users u WHERE u.id = user_id AND u.email = 'cleo@example.test'",
  );
  await create(cleo);
  await cleo.getByText("You have been signed out.").waitFor();
  assert.equal(await cleo.getByLabel("Text").inputValue(), "begun before");
  assert.deepEqual(await authors("begun before"), []);
});

test("two tabs whose tokens are refused at once both go on", async () => {
  const first = await desk.person("Tess");
  const second = await first.context().newPage();
  await write(first, "from the first tab");
  await write(second, "from the second tab");
  await spoilTokens(first, "access_token");
  // Both are renewed; the answer for the second one comes when the first one has its own.
  const isRenewed = Promise.withResolvers<void>();
  await second.route("**/auth/v1/token*", async (route) => {
    const answer = await route.fetch();
    await isRenewed.promise;
    await route.fulfill({ response: answer });
  });
  const asking = second.waitForRequest(isToken);
  await create(second);
  await asking;
  await create(first);
  await first.getByText("Saved.").waitFor();
  isRenewed.resolve();
  await second.getByText("Saved.").waitFor();
  for (const text of ["from the first tab", "from the second tab"])
    assert.deepEqual(await authors(text), [{ name: "Tess" }]);
});

test("a refusal of the document with status 401 is not retried and renews no token", async () => {
  const page = await desk.person("Jo");
  await write(page, "a joke");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (isToken(request) || request.method() === "POST") asked.push(new URL(request.url()).pathname);
  });
  await create(page);
  await page.getByText("Somebody has to look at this.").first().waitFor();
  assert.deepEqual(asked, ["/rest/v1/note"]);
});

test("a visitor who begins with two files at once is one person", async () => {
  const page = await desk.page();
  await page.goto(`${desk.product.url}/new`);
  await page.getByLabel("Text").fill("with two files");
  const visitors = async () => desk.product.owner("SELECT id FROM auth.users WHERE is_anonymous");
  assert.deepEqual(await visitors(), []);
  const files = ["one", "two"].map((name) => ({
    name: `${name}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from(name),
  }));
  await page.locator('input[type="file"]').setInputFiles(files);
  await page.getByText("two.txt").waitFor();
  await create(page);
  await page.getByText("Saved.").waitFor();
  assert.equal((await visitors()).length, 1);
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(desk.mistakes, []);
});
