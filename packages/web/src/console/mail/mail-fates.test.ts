// What became of mails, in a browser: found by fate and address, sent again or dismissed; and a schedule that runs now.
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

test("an operator finds a mail that failed, dismisses it, sends one that waits, and runs a schedule", async () => {
  const { desk, page } = await operatedBy(tell, source, { jobs: "asked" });
  const client = await desk.product.database.connect();
  await client.query("DELETE FROM writ.outbox");
  await page.goto(`${desk.product.url}/_/console/mail`);
  await page.getByRole("heading", { name: "No mails yet" }).waitFor();
  await usable(page, "console mail, none");
  await client.query(`INSERT INTO writ.outbox (kind, name, payload, clause, due_at, tries, failure, done_at) VALUES
    ('account', 'recovery', '{"to": "bob@example.test", "language": "en"}', '9/Sign-in', 'infinity', 1, 'the mail server answers 550: no such user', NULL),
    ('account', 'recovery', '{"to": "cleo@example.test", "language": "en", "link": "x"}', '9/Sign-in', now() + interval '1 hour', 3, 'the mail server: 451: later', NULL),
    ('account', 'recovery', '{"to": "dan@example.test", "language": "en", "answer": "250 queued as 17"}', '9/Sign-in', now(), 1, NULL, now())`);
  const line = (name: string) => page.getByRole("row").filter({ hasText: name });
  await line("dan@example.test").getByText("250 queued as 17").waitFor();
  await line("cleo@example.test").getByText("retrying").waitFor();
  await usable(page, "console mail, fates");
  await page.getByRole("button", { name: "Failed" }).click();
  await line("dan@example.test").waitFor({ state: "detached" });
  await line("bob@example.test").getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("heading", { name: "No matching mails" }).waitFor();
  await page.getByRole("button", { name: "All" }).click();
  await page.getByLabel("Address").fill("CLEO");
  await line("bob@example.test").waitFor({ state: "detached" });
  await line("cleo@example.test").getByRole("button", { name: "Send now" }).click();
  await page.getByText("Retrying now.").waitFor();
  const due = await client.query(
    "SELECT due_at <= clock_timestamp() AS is FROM writ.outbox WHERE payload ->> 'to' = 'cleo@example.test'",
  );
  assert.deepEqual(due.rows, [{ is: true }]);
  await client.query(
    `INSERT INTO writ.schedule (name, rule, zone, clause, next_at) VALUES ('tidy', '{"every": 3600}', 'UTC', '7/Tidy', now() + interval '1 hour')`,
  );
  await page.goto(`${desk.product.url}/_/console/jobs`);
  await line("tidy").getByText("not yet").waitFor();
  // The same words as on the page of mails.
  await line("451: later").getByText("retrying", { exact: true }).waitFor();
  await usable(page, "console jobs, a schedule");
  await line("tidy").getByRole("button", { name: "Run now" }).click();
  await page.getByText("Running now.").waitFor();
  await page.goto(`${desk.product.url}/_/console/changes`);
  await page.getByRole("cell", { name: "schedule tidy" }).waitFor();
  await page.getByRole("cell", { name: "Dismissed" }).waitFor();
  await client.end();
  assert.deepEqual(desk.mistakes, []);
});
