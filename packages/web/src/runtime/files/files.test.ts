// Files in a browser: chosen, shown, sent with their row, opened by users with the right, and refused with the reason.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { png } from "../../../../server/src/storage/testing/boxes.ts";
import { usable } from "../../testing/axe.ts";
import { stories, type Story } from "../../testing/browser.ts";

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Claims | \`/\` | list of Claim | signed in | yes |
| Claim | \`/claims/:claim\` | detail of Claim | signed in | |
| New claim | \`/claims/new\` | new Claim | signed in | yes |
| Change | \`/claims/:claim/edit\` | edit Claim | signed in | |

### Claims
- Show: About, Photo, Papers

### Claim
- Show: About, Photo, Papers

## 3. Entities and their fields

### Claim
- Shown as: \`claim.about\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |
| Photo | image up to 1 MB | no | |
| Papers | files up to 2, each up to 1 KB (pdf, txt) | no | |
| Film | file up to 20 MB (txt) | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Claim | create, read | yes |
| Claim | update, delete | own |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const tell = stories();
let claims: Story;
let ann: Page;

before(async () => {
  claims = await tell(source);
  ann = await claims.person("Ann");
});

const at = (path: string) => `${claims.product.url}${path}`;
const letter = { name: "Überblick für März.txt", mimeType: "text/plain", buffer: Buffer.from("Dear all") };
/** The field with everything that belongs to it. */
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const choose = async (page: Page, name: string, files: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) =>
  field(page, name).locator("input[type=file]").setInputFiles(files);

test("files are sent with their row and shown with it, under the names that they had", async () => {
  await ann.goto(at("/claims/new"));
  await ann.getByLabel("About").fill("A bill");
  await ann.getByText("Up to 2 files · each up to 1 kB · pdf, txt").waitFor();
  await choose(ann, "papers", letter);
  await field(ann, "papers").getByRole("button", { name: "Open Überblick für März.txt" }).waitFor();
  await choose(ann, "photo", { name: "me.png", mimeType: "image/png", buffer: png });
  await field(ann, "photo").locator("img").waitFor();
  await usable(ann, "form with files");
  await ann.getByRole("button", { name: "Create" }).click();
  await ann.getByRole("heading", { name: "A bill" }).waitFor();
  await ann.getByRole("img", { name: "me.png" }).waitFor();
  await usable(ann, "detail with files");
  const opening = ann.waitForEvent("popup");
  await ann.getByRole("button", { name: "Open Überblick für März.txt" }).click();
  const opened = await opening;
  await opened.waitForURL(/object\/sign/);
  assert.equal(await opened.evaluate(() => document.body.textContent), "Dear all");
  await opened.close();
  await ann.goto(at("/"));
  await ann.getByRole("cell", { name: "Überblick für März.txt" }).waitFor();
  await ann.locator("td img").waitFor();
});

test("a file that the field does not accept is refused before it is sent", async () => {
  await ann.goto(at("/claims/new"));
  await choose(ann, "papers", [
    { name: "run.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") },
    { name: "long.txt", mimeType: "text/plain", buffer: Buffer.alloc(2000, "x") },
    { name: "none.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
  ]);
  await ann
    .getByText("run.exe is not one of the accepted types: pdf, txt. long.txt is larger than 1 kB. none.txt is empty.")
    .waitFor();
  await choose(ann, "papers", [letter, { ...letter, name: "b.txt" }, { ...letter, name: "c.txt" }]);
  await ann.getByText("At most 2 files.").waitFor();
  assert.equal(await field(ann, "papers").getByRole("listitem").count(), 2);
  assert.equal(await ann.getByRole("button", { name: "Choose files" }).count(), 0);
  await usable(ann, "form with refused files");
  await ann
    .getByRole("button", { name: /^Remove/ })
    .first()
    .click();
  await ann.getByRole("button", { name: /^Remove/ }).click();
  await ann.getByRole("button", { name: "Choose files" }).waitFor();
});

test("a file refused for its content is reported at its field, and blocks the form until it is removed", async () => {
  await ann.goto(at("/claims/new"));
  await ann.getByLabel("About").fill("A picture");
  await choose(ann, "papers", { name: "picture.txt", mimeType: "text/plain", buffer: png });
  await ann
    .getByRole("alert")
    .getByText("The content of picture.txt does not match its type. Accepted types: pdf, txt.")
    .waitFor();
  await ann.getByRole("button", { name: "Try again: picture.txt" }).waitFor();
  const send = ann.getByRole("button", { name: "Create" });
  await send.click();
  const held = ann.getByText("picture.txt was not uploaded. Try again, or remove it.");
  await held.waitFor();
  await usable(ann, "form with a file that could not be uploaded");
  await ann.getByRole("button", { name: "Remove picture.txt" }).click();
  await held.waitFor({ state: "detached" });
  assert.equal(await field(ann, "papers").getByRole("listitem").count(), 0);
  await send.click();
  await ann.getByRole("heading", { name: "A picture" }).waitFor();
});

test("a draft keeps its files over a reload; one that is taken out is gone", async () => {
  await ann.goto(at("/claims/new"));
  await ann.getByLabel("About").fill("Later");
  await choose(ann, "papers", letter);
  await field(ann, "papers").getByRole("button", { name: /^Open/ }).waitFor();
  await ann.reload();
  await field(ann, "papers").getByRole("button", { name: "Open Überblick für März.txt" }).waitFor();
  const [kept] = await claims.product.owner("SELECT count(*)::int AS n FROM storage.objects");
  await field(ann, "papers").getByRole("button", { name: "Remove Überblick für März.txt" }).click();
  await choose(ann, "papers", { ...letter, name: "b.txt" });
  await field(ann, "papers").getByRole("button", { name: "Open b.txt" }).waitFor();
  await ann.getByRole("button", { name: "Create" }).click();
  await ann.getByRole("heading", { name: "Later" }).waitFor();
  const [after] = await claims.product.owner("SELECT count(*)::int AS n FROM storage.objects");
  assert.deepEqual(after, kept);
});

test("an upload reports a broken connection, and continues when it is back", async () => {
  await ann.goto(at("/claims/new"));
  await ann.route("**/storage/v1/object/**", async (route) => route.abort());
  await choose(ann, "papers", letter);
  await ann
    .getByRole("alert")
    .getByText(/could not be uploaded\. The server cannot be reached/)
    .waitFor();
  await ann.unroute("**/storage/v1/object/**");
  await ann.getByRole("button", { name: /^Try again:/ }).click();
  await field(ann, "papers").getByRole("button", { name: /^Open/ }).waitFor();
  await ann.getByRole("button", { name: /^Remove/ }).click();
});

test("a line that goes without a word is given up after a minute, and the file can be tried again", async () => {
  const page = await ann.context().newPage();
  await page.clock.install();
  await page.goto(at("/claims/new"));
  await page.route("**/storage/v1/object/**", () => undefined);
  const sent = page.waitForRequest("**/storage/v1/object/claim.papers/**");
  await choose(page, "papers", letter);
  await sent;
  await page.clock.fastForward(61_000);
  await page
    .getByRole("alert")
    .getByText(/could not be uploaded/)
    .waitFor();
  await page.getByRole("button", { name: /^Try again:/ }).waitFor();
  await page.close();
});

test("a file goes up once more with new tokens where the server takes these no longer", async () => {
  for (const film of [letter, { ...letter, buffer: Buffer.alloc(7 * 2 ** 20, "x") }]) {
    await ann.goto(at("/claims/new"));
    await ann.getByLabel("About").waitFor();
    await ann.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem("writ.session") ?? "{}") as { access_token: string };
      const token = stored.access_token.replace(/\.[^.]*$/, `.${"A".repeat(43)}`);
      localStorage.setItem("writ.session", JSON.stringify({ ...stored, access_token: token }));
    });
    const refused = ann.waitForResponse((answer) => answer.url().includes("/storage/v1/") && !answer.ok());
    await choose(ann, "film", film);
    await refused;
    await field(ann, "film").getByRole("button", { name: /^Open/ }).waitFor();
    await ann.getByRole("button", { name: /^Remove/ }).click();
  }
});

test("a large file goes up in pieces, and goes on where the line broke", async () => {
  await ann.goto(at("/claims/new"));
  await ann.getByLabel("About").fill("A film");
  let broken = 0;
  await ann.route("**/storage/v1/upload/resumable/**", async (route) =>
    route.request().method() === "PATCH" && broken++ === 0 ? route.abort() : route.continue(),
  );
  await choose(ann, "film", { name: "film.txt", mimeType: "text/plain", buffer: Buffer.alloc(13 * 2 ** 20, "x") });
  await field(ann, "film").getByRole("progressbar").waitFor();
  assert.equal(await ann.getByRole("button", { name: "Uploading…" }).isDisabled(), true);
  await field(ann, "film").getByRole("button", { name: "Open film.txt" }).waitFor();
  assert.ok(broken > 1);
  await ann.unroute("**/storage/v1/upload/resumable/**");
  await ann.getByRole("button", { name: "Create" }).click();
  await ann.getByRole("heading", { name: "A film" }).waitFor();
  const [stored] = await claims.product.owner(
    "SELECT metadata ->> 'size' AS size FROM storage.objects WHERE bucket_id = 'claim.film'",
  );
  assert.equal(Number(stored?.["size"]), 13 * 2 ** 20);
});

test("on a phone they are chosen, seen and taken out with a finger", async () => {
  const phone = await claims.person("Pia", [], {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    colorScheme: "dark",
  });
  await phone.goto(at("/claims/new"));
  await phone.getByLabel("About").fill("From the road");
  await choose(phone, "photo", { name: "road.png", mimeType: "image/png", buffer: png });
  await field(phone, "photo").locator("img").waitFor();
  await usable(phone, "form with files on a phone");
  await phone.getByRole("button", { name: "Create" }).tap();
  await phone.getByRole("img", { name: "road.png" }).waitFor();
});

test("nothing went wrong in any page", () =>
  assert.deepEqual(
    claims.mistakes.filter((one) => !one.includes("ERR_FAILED")),
    [],
  ));
