// A missing resource that stops a copy is reported in a sentence; our own mistakes are not taken for one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { missingResourceMessage } from "./proving/missing-resource.ts";
import { onScratch } from "./proving/scratch.ts";

const { source } = completeDocument("");

test("a database that stops during the test, a full disk, and other failures", async () => {
  const asked = async (statement: string) =>
    onScratch(source, compile(source), async ({ owner }) => {
      owner.on("error", () => undefined);
      return owner.query(statement).then(
        () => "it was done",
        (failure: unknown) => missingResourceMessage(failure),
      );
    });
  assert.match(
    (await asked("SELECT pg_terminate_backend(pg_backend_pid())")) ?? "",
    /^the database of the copy stopped during the test \(.+\)\. A copy needs about 100 MB in /,
  );
  const later = await onScratch(source, compile(source), async ({ owner }) => {
    owner.on("error", () => undefined);
    const ended = new Promise((resolve) => owner.once("end", resolve));
    await owner.query("SELECT pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
    await ended;
    return owner.query("SELECT").catch(missingResourceMessage);
  });
  assert.match(String(later), /^the database of the copy stopped during the test \(Client has encountered /);
  const all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend'";
  const served = onScratch(source, compile(source), async ({ owner, url, anonKey }) => {
    await owner.query(all).catch(() => undefined);
    const answer = await fetch(`${url}/rest/v1/`, { headers: { apikey: anonKey } });
    throw new Error(`answered ${answer.status}`);
  });
  const isGone = (failure: unknown) =>
    missingResourceMessage(failure)?.startsWith("the database of the copy stopped ") === true;
  await assert.rejects(served, isGone);
  const full = "DO $$ BEGIN RAISE SQLSTATE '53100'; END $$";
  assert.match((await asked(full)) ?? "", /^the disk is full\. A copy needs /);
  assert.equal(await asked("SELECT no_such_thing"), undefined);
});
