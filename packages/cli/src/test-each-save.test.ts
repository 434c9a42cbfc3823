// `writ test --watch` on a file in memory: saves are tried one after the other, and whenever it is ended, nothing is left.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { waitFor } from "./testing/fake-console.ts";
import { ownTemporary } from "./testing/own-temporary.ts";
import { eventually } from "../../language/src/testing/eventually.ts";

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
| Note | create, read | yes |
| Note | update, delete | own |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

/** A terminal with a file that is edited in it. */
function watching(document = source) {
  const files: Record<string, string> = { "SPEC.md": document };
  let said = "";
  let changed = () => undefined as void;
  const ended = Promise.withResolvers<undefined>();
  const ran = waitFor(files, ["test", "SPEC.md", "--watch"], {
    out: (text) => void (said += text),
    watch: (_path, told) => {
      changed = told;
      return () => void (changed = () => undefined);
    },
    untilStopped: async () => void (await ended.promise),
  });
  return {
    save: (text: string) => {
      files["SPEC.md"] = text;
      said = "";
      changed();
    },
    said: () => said,
    until: async (pattern: RegExp) =>
      eventually(
        () => pattern.test(said),
        () => `${String(pattern)} in ${said}`,
      ),
    end: async () => {
      ended.resolve(undefined);
      return ran;
    },
  };
}

test("each save is tested, affected cases first; errors are reported; Ctrl-C removes everything", async () => {
  const terminal = watching();
  await terminal.until(/\d+ passed, 0 failed[^]*Ctrl-C stops/);
  assert.doesNotMatch(terminal.said(), /Affected by the edit/);
  terminal.save(source.replace("| Note | update, delete | own |", "| Note | update | own |\n| Note | delete | no |"));
  await terminal.until(/Ctrl-C stops/);
  const [first, all] = [/Affected by the edit: (\d+) cases, 0 failed/, /(\d+) passed, 0 failed/].map((one) =>
    Number(one.exec(terminal.said())?.[1]),
  );
  assert.ok(first !== undefined && all !== undefined && first > 0 && first < all, terminal.said());
  terminal.save(source.replace("text up to 20", "string"));
  await terminal.until(/unknown type "string"[^]*Ctrl-C stops/);
  terminal.save(source);
  await terminal.until(/passed, 0 failed[^]*Ctrl-C stops/);
  // After a mistake is undone, the last results still hold: they are printed again.
  terminal.save(source.replace("text up to 20", "string"));
  await terminal.until(/unknown type "string"[^]*Ctrl-C stops/);
  terminal.save(source);
  await terminal.until(/passed, 0 failed[^]*Ctrl-C stops/);
  assert.equal((await terminal.end()).exit, 0);
  assert.deepEqual(readdirSync(folder), []);
});

test("Ctrl-C in the middle of a run waits until its copy is gone", async () => {
  const terminal = watching();
  await eventually(() => readdirSync(folder).length > 0, "a copy");
  const { exit } = await terminal.end();
  assert.equal(exit, 0);
  assert.doesNotMatch(terminal.said(), /passed/);
  assert.deepEqual(readdirSync(folder), []);
});

test("a save in the middle of a long plan is tried next, and nothing is left of both copies", async () => {
  const row = "| Text | text up to 20 | yes | |";
  const fields = Array.from({ length: 30 }, (_, index) => `| Text ${index} | text up to 20 | yes | |`).join("\n");
  const terminal = watching(source.replace(row, fields));
  const isThere = () => readdirSync(folder).some((one) => readdirSync(join(folder, one)).includes("files-beside"));
  await eventually(isThere, "a copy with its files");
  terminal.save(source);
  await terminal.until(/passed, 0 failed[^]*Ctrl-C stops/);
  assert.deepEqual(readdirSync(folder), []);
  assert.equal((await terminal.end()).exit, 0);
});

test("what comes from standard input cannot be followed", async () => {
  const ran = await waitFor({ "-": source }, ["test", "-", "--watch"]);
  assert.equal(ran.exit, 2);
  assert.match(ran.error, /--watch needs a file/);
});
