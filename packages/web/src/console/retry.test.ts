// Trying again from the console what could not be done: a mail that failed, a timer of a row that waits.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { compile } from "@writ/language";
import type { Page } from "playwright-core";
import { consoleFolder } from "../building/application-files.ts";
import { usable } from "../testing/axe.ts";
import { stories, type Story } from "../testing/browser.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const tell = stories();
let desk: Story;
let page: Page;

before(async () => {
  desk = await tell(source, {
    development: true,
    document: { file: "SPEC.md", source, compiled: compile(source) },
    console: { folder: consoleFolder },
  });
  page = await desk.page({ viewport: { width: 1280, height: 800 } });
  await page.goto(desk.product.consoleLink() ?? "");
  await page.getByRole("heading", { name: "Corner Desk" }).waitFor();
});

const jobs = async () => page.goto(`${desk.product.url}/_/console/jobs`);

test("a mail that failed is sent on request; a sent mail is not sent again", async () => {
  const payload = { to: "cleo@example.test", link: `${desk.product.url}/x`, language: "en" };
  // In one statement: no one may take it from the outbox before it has failed.
  await desk.product.owner(
    `INSERT INTO writ.outbox (kind, name, payload, clause, made_at, due_at, tries, failure)
     VALUES ('account', 'recovery', $1, '9/Sign-in', now(), 'infinity', 12, 'The mail server was away.')`,
    [JSON.stringify(payload)],
  );
  await jobs();
  const row = page.getByRole("row").filter({ hasText: "recovery" });
  await row.getByText("failed", { exact: true }).waitFor();
  await row.getByText("The mail server was away.").waitFor();
  await usable(page, "console failed");
  assert.deepEqual(await desk.product.mailbox("cleo@example.test"), []);
  await row.getByRole("button", { name: "Retry now" }).click();
  await page.getByText("Retrying now.").waitFor();
  await row.getByText("sent", { exact: true }).waitFor();
  assert.equal((await desk.product.mailbox("cleo@example.test")).length, 1);
  assert.equal(await row.getByRole("button", { name: "Retry now" }).count(), 0);
  // Also for a request without the button: with the console's own session, and in vain.
  const [{ id } = { id: "" }] = await desk.product.owner("SELECT id::text FROM writ.outbox WHERE name = 'recovery'");
  const again = async (body: object) =>
    page.evaluate(
      async (what) =>
        (
          await fetch("/_/console/api/retry", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(what),
          })
        ).status,
      body,
    );
  assert.equal(await again({ job: id }), 404);
  assert.equal(await again({ timer: "nothing", row: "nothing" }), 404);
  const stranger = await fetch(`${desk.product.url}/_/console/api/retry`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: desk.product.url },
    body: JSON.stringify({ job: id }),
  });
  assert.equal(stranger.status, 401);
  assert.equal((await desk.product.mailbox("cleo@example.test")).length, 1);
});

test("a timer that has failed is tried at once, and not in a day", async () => {
  await desk.product.owner(
    "INSERT INTO writ.timer_failure (timer, row_id, clause, tries, next_at, failure) VALUES ('ticket.turn_late', gen_random_uuid(), '4/Ticket/Turn late', 9, now() + interval '1 day', 'It broke.')",
  );
  await jobs();
  await page.getByText("It broke.").waitFor();
  await page.getByText(/9 attempts, next/).waitFor();
  await page.getByRole("listitem").getByRole("button", { name: "Retry now" }).click();
  await page.getByText("Retrying now.").first().waitFor();
  // The row that it was about is gone, so there is nothing left to fail.
  await page.getByText("It broke.").waitFor({ state: "detached" });
  assert.deepEqual(await desk.product.owner("SELECT FROM writ.timer_failure"), []);
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(desk.mistakes, []);
});
