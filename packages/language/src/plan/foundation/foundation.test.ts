// The files of SQL say what the code beside them says, and all of them run.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { firstDay, firstMoment, lastDay, lastMoment } from "../../expression/time-limits.ts";
import { foldedLetters } from "../../text/slug-letters.ts";
import { startPostgres } from "../../testing/postgres.ts";
import { tokensOf } from "../sql-text/tokens.ts";
import { foundation } from "./foundation.ts";

test("sums of dates and moments end where expressions say", () => {
  const numbers = tokensOf(readFileSync(join(import.meta.dirname, "arithmetic.sql"), "utf8")).map(({ text }, at, all) =>
    all[at - 1]?.text === "-" ? `-${text}` : text,
  );
  for (const limit of [firstDay, lastDay, firstMoment, lastMoment])
    assert.ok(numbers.includes(String(limit)), String(limit));
});

test("a slug takes off every letter that JavaScript takes off", async () => {
  const postgres = await startPostgres();
  const client = await postgres.connect();
  await client.query(
    ["CREATE SCHEMA writ", ...foundation("UTC").filter((one) => one.includes("writ.slug(text)\n"))].join(";\n"),
  );
  for (const [from, to] of foldedLetters) {
    const { rows } = await client.query("SELECT writ.slug($1) AS slug", [`1${from}2`]);
    assert.equal(rows[0].slug, `1${to}2`, from);
  }
  await postgres.stop();
});

test("the time zone of a document is a text, whatever it says", () => {
  const [today = ""] = foundation("a'b").filter((one) => one.includes("FUNCTION writ.today()"));
  assert.match(today, /AT TIME ZONE 'a''b'\)::date$/);
});
