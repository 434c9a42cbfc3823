// Calls as buttons: what they are given is asked for, what they answer is shown or saved, what they refuse is said.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { usable } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";

const { source } = completeDocument(`# Theatre

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Seats | \`/\` | list of Seat | Guest | yes |
| Seat | \`/seats/:seat\` | detail of Seat | Guest | |

### Seats
- Show: Label, Taken by
- Buttons: Report, Count, Read

### Seat
- Show: Label, Taken by, Note
- Buttons: Take seat

## 3. Entities and their fields

### Seat
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 10 | yes | |
| Taken by | reference to User | no | |
| Note | text up to 20 | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Guest | signed in |

| For | May | Guest |
| --- | --- | --- |
| Seat | create, read | yes |
| Seat | update, delete | no |
| Take seat | call | yes |
| Report | call | yes |
| Count | call | yes |
| Read | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Take seat | function | button | below | TAKEN |
| Report | function | button | below | |
| Count | function | button | below | |
| Read | function | button | below | |

### Take seat
- In: Seat, Note (text up to 20, optional)
\`\`\`ts
if (input.seat.taken_by) throw problem("TAKEN");
await system.seat.set(input.seat, { taken_by: me, note: input.note });
\`\`\`

### Report
- In: Since (date), Rows (integer 1 to 9), Loud (yes/no)
- Out: File (file)
\`\`\`ts
const text = [input.since, input.rows, typeof input.rows, input.loud].join(";");
return { file: { name: "report.csv", type: "text/csv", text } };
\`\`\`

### Count
- Out: Seats (integer), Said (text)
\`\`\`ts
return { seats: (await db.seat.find({})).length, said: "<b>all</b> of them" };
\`\`\`

### Read
- In: Paper (file up to 1 KB (txt)), More (files up to 2 (csv), optional)
- Out: Said (text)
\`\`\`ts
const bytes = (file: { base64: string } | { text: string }) => "base64" in file ? atob(file.base64) : file.text;
return { said: [input.paper, ...(input.more ?? [])].map((file) => file.name + "=" + bytes(file)).join(" ") };
\`\`\`

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TAKEN | Somebody sits there | 409 | Somebody sits there. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Languages | en |
| Time zone | Europe/Paris |
| Sign-in | email and password |
`);
const tell = stories();
let theatre: Story;

before(async () => {
  theatre = await tell(source, { document: { file: "SPEC.md", source, compiled: compile(source) } });
  await theatre.product.owner("INSERT INTO seat (label) VALUES ('A1'), ('A2')");
});

test("a call about the row that is shown asks for the rest; what it did is there, what it refuses is said", async () => {
  const page = await theatre.person("Gina");
  await page.getByRole("link", { name: "A1" }).click();
  await page.getByRole("button", { name: "Take seat" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Note").fill("Far from the door, please");
  await form.getByRole("button", { name: "Take seat" }).click();
  await form.getByText(/too long/).waitFor();
  await usable(page, "call that asks");
  await form.getByLabel("Note").fill("Near the door");
  await form.getByRole("button", { name: "Take seat" }).click();
  await page.getByText("Take seat: done.").waitFor();
  await page.getByText("Near the door").first().waitFor();
  // Who wrote it was the code of the call.
  await page.getByText("The call “Take seat”").waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.getByRole("button", { name: "Take seat" }).click();
  await form.getByRole("button", { name: "Take seat" }).click();
  await form.getByText("Somebody sits there.").waitFor();
});

test("a call without an answer is reported as possibly done", async () => {
  const page = await theatre.person("Hugo");
  await page.getByRole("link", { name: "A2" }).click();
  await page.getByRole("button", { name: "Take seat" }).click();
  const form = page.getByRole("dialog");
  await page.route("**/functions/v1/*", async (route) => {
    await route.fetch();
    return route.abort();
  });
  await form.getByRole("button", { name: "Take seat" }).click();
  await form.getByText("this may or may not have been done. Check before you try again.").waitFor();
  const [seat] = await theatre.product.owner("SELECT taken_by IS NOT NULL AS taken FROM seat WHERE label = 'A2'");
  assert.deepEqual(seat, { taken: true });
  // What was not sent at all was not done.
  await page.context().setOffline(true);
  await form.getByRole("button", { name: "Take seat" }).click();
  await form.getByText("The server cannot be reached.").waitFor();
  await page.context().close();
});

test("a file that is handed out is saved; numbers, days and choices come as what they are", async () => {
  const page = await theatre.person("Rosa");
  await page.getByRole("button", { name: "Report" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Since").fill("2026-02-28");
  await form.getByLabel("Rows").fill("10");
  await form.getByRole("button", { name: "Report" }).click();
  await form.getByText(/9/).last().waitFor();
  await form.getByLabel("Rows").fill("7");
  await form.getByLabel("Loud").check();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    form.getByRole("button", { name: "Report" }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), "report.csv");
  assert.equal(readFileSync(await saved.path(), "utf8"), "2026-02-28;7;number;true");
});

test("the response of a call is shown, as text", async () => {
  const page = await theatre.person("Carl");
  await page.getByRole("button", { name: "Count", exact: true }).click();
  const answer = page.getByRole("dialog");
  await answer.getByText("<b>all</b> of them").waitFor();
  await answer.getByText("2", { exact: true }).waitFor();
  await usable(page, "answer of a call");
});

test("files that a call takes are chosen in its form, looked at, and given with the rest", async () => {
  const page = await theatre.person("Fay");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  const form = page.getByRole("dialog");
  const [paper, more] = [form.locator("[data-field=paper] input"), form.locator("[data-field=more] input")];
  const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await form.getByRole("button", { name: "Read", exact: true }).click();
  await form.getByText("Please fill this in.").waitFor();
  await paper.setInputFiles(file("big.txt", "x".repeat(1025)));
  await form.getByText(/big\.txt is larger than/).waitFor();
  await paper.setInputFiles(file("script.js", "x"));
  await form.getByText(/script\.js/).waitFor();
  await paper.setInputFiles(file("été.txt", "one"));
  await form.getByText("été.txt").waitFor();
  await more.setInputFiles([file("a.csv", "two"), file("b.csv", "three")]);
  await usable(page, "call that takes files");
  await form.getByRole("button", { name: "Read", exact: true }).click();
  await form.getByText("été.txt=one a.csv=two b.csv=three").waitFor();
});

test("nothing went wrong in any page", () => assert.deepEqual(theatre.mistakes, []));
