// The process of the console's proof: it tells of each case, and whenever it is ended, nothing of it is left.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import type { Proven } from "@writ/proof";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { proveApart } from "./prove-apart.ts";
import { ownTemporary } from "./testing/own-temporary.ts";

const folder = ownTemporary();

const { source } = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 20 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Note | create | yes |
| Note | read, update, delete | own |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

test("each case is told beforehand and again with its rows; then nothing is left", async () => {
  const told = new Map<string, Proven>();
  let planned: readonly Proven[] = [];
  const heard = {
    planned: (all: readonly Proven[]) => void (planned = all),
    tried: (one: Proven) => void told.set(one.address, one),
  };
  await proveApart(source, heard, new AbortController().signal);
  const [waiting, rest] = ["waiting", "passed"].map(
    (is) => (is === "waiting" ? planned : [...told.values()]).filter(({ outcome }) => outcome === is).length,
  );
  assert.ok(waiting !== undefined && waiting > 5);
  assert.equal(rest, waiting);
  const made = told.get("6/Note/create/Person#may");
  assert.deepEqual(
    [made?.came, made?.rows.map(({ is }) => is), made?.expectedRows.map(({ is }) => is)],
    ["done", ["made"], ["made"]],
  );
  assert.match(made?.steps.at(-1) ?? "", /: create note /);
  const refused = told.get("6/Note/update/Person#may not");
  assert.match(refused?.expected ?? "", /^It is refused: /);
  assert.deepEqual(refused?.rows, []);
  assert.deepEqual(readdirSync(folder), []);
});

test("whoever ends it in the middle waits until its copy is gone", async () => {
  const end = new AbortController();
  const heard = { planned: () => undefined, tried: () => end.abort() };
  await assert.rejects(proveApart(source, heard, end.signal), { name: "AbortError" });
  assert.deepEqual(readdirSync(folder), []);
});
