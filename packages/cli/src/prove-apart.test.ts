// The process of the console's proof: it tells of each case, and whenever it is ended, nothing of it is left.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import type { Proven } from "@writ/proof";
import type { MutantView } from "@writ/server/response-types";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { kill, processesIn } from "../../server/src/postgres/testing/surroundings.ts";
import { proveInProcess } from "./proving/prove-in-process.ts";
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

const document = (kind: "cases" | "mutants") => ({ file: "SPEC.md", source, kind });
const nothing = { planned: () => undefined, tried: () => undefined, counted: () => undefined, mutant: () => undefined };

test("each case is reported before and after its test with its rows; then the copy is removed", async () => {
  const told = new Map<string, Proven>();
  let planned: readonly Proven[] = [];
  const heard = {
    ...nothing,
    planned: (all: readonly Proven[]) => void (planned = all),
    tried: (one: Proven) => void told.set(one.address, one),
  };
  await proveInProcess(document("cases"), heard, new AbortController().signal);
  const [waiting, rest] = ["waiting", "passed"].map(
    (is) => (is === "waiting" ? planned : [...told.values()]).filter(({ outcome }) => outcome === is).length,
  );
  assert.ok(waiting !== undefined && waiting > 5);
  assert.equal(rest, waiting);
  const made = told.get("6/Note/create/Person#may");
  assert.deepEqual(
    [made?.came, made?.rows?.map(({ is }) => is), made?.expectedRows.map(({ is }) => is)],
    ["done", ["made"], ["made"]],
  );
  assert.match(made?.steps.at(-1) ?? "", /: create note /);
  const refused = told.get("6/Note/update/Person#may not");
  assert.match(refused?.expected ?? "", /^It is refused: /);
  assert.deepEqual(refused?.rows, []);
  assert.deepEqual(readdirSync(folder), []);
});

test("each mutant is reported with its result, and the progress from the beginning", async () => {
  const [mutants, counts]: [MutantView[], string[]] = [[], []];
  const heard = {
    ...nothing,
    counted: (tried: number, all: number) => void counts.push(`${tried} of ${all}`),
    mutant: (one: MutantView) => void mutants.push(one),
  };
  await proveInProcess(document("mutants"), heard, new AbortController().signal);
  const caught = mutants.find(({ address }) => address === "3/Note/Text~20 is 21");
  assert.deepEqual([caught?.fate, caught?.before, caught?.after], ["caught", "text up to 20", "text up to 21"]);
  const all = counts[0]?.split(" of ")[1];
  assert.deepEqual([counts[0], counts.at(-1)], [`0 of ${all}`, `${all} of ${all}`]);
  assert.deepEqual(readdirSync(folder), []);
});

test("stopping a run waits until its copy is removed", async () => {
  const end = new AbortController();
  const heard = { ...nothing, tried: () => end.abort() };
  await assert.rejects(proveInProcess(document("cases"), heard, end.signal), { name: "AbortError" });
  assert.deepEqual(readdirSync(folder), []);
});

test("a copy whose database is killed is reported as such", { skip: process.platform !== "linux" }, async () => {
  const heard = { ...nothing, tried: () => processesIn(folder).forEach(kill) };
  await assert.rejects(
    proveInProcess(document("cases"), heard, new AbortController().signal),
    /^Error: the database of the copy stopped during the test \(.+\)\. A copy needs about 100 MB in /,
  );
  assert.deepEqual(readdirSync(folder), []);
});
