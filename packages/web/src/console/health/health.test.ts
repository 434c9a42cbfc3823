// Health in a browser: the first page of an operator, what needs attention, and the way to where it goes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { usable } from "../../testing/axe.ts";
import { operatedBy } from "../../testing/operator.ts";
import { stories } from "../../testing/browser.ts";

const { source } = completeDocument(`## 3. Entities and their fields

### Claim

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
const tell = stories();

test("an operator sees first that everything works, then what needs attention and where it is done", async () => {
  const { desk, page } = await operatedBy(tell, source, {
    environment: { WRIT_SMTP_URL: "smtp://127.0.0.1:9", WRIT_MAIL_FROM: "desk@example.test" },
    jobs: "asked",
  });
  const client = await desk.product.database.connect();
  await client.query("DELETE FROM writ.outbox");
  await page.goto(`${desk.product.url}/_/`);
  await page.getByRole("heading", { name: "Health" }).waitFor();
  await page.getByText("Nothing needs attention.").waitFor();
  await page.getByText("Database connections").waitFor();
  await usable(page, "console health, well");
  await client.query(
    "INSERT INTO writ.outbox (kind, name, payload, clause, due_at) VALUES ('call', 'told', '{}', '7', 'infinity')",
  );
  await page.getByRole("heading", { name: "1 call or notice failed, and will not be tried again." }).waitFor();
  await usable(page, "console health, a warning");
  await page.getByRole("link", { name: "Health 1 need attention" }).waitFor();
  await page.getByRole("link", { name: "Open Jobs" }).click();
  await page.getByRole("heading", { name: "Jobs" }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/_/console/jobs");
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.getByRole("heading", { name: "Health" }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/_/");
  await client.end();
  assert.deepEqual(desk.mistakes, []);
});
