// `writ test --explore`: people play for a time on a copy of its own; what it prints, and how it ends.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import type { Console } from "./terminal/console.ts";
import { waitFor } from "./testing/fake-console.ts";
import { ownTemporary } from "./testing/own-temporary.ts";

const folder = ownTemporary();

const { source } = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 20 | yes | |
| Photo | image up to 5 MB (png) | no | |
| Mark | random code \`{aaaaaa}\` | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Note | create, read, update, delete | own |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | UTC |
| Sign-in | email and password |
`);

const explored = async (args: readonly string[], options: Partial<Console> = {}) =>
  waitFor({ "SPEC.md": source }, ["test", "SPEC.md", "--explore", ...args], {
    untilStopped: async () => new Promise(() => undefined),
    ...options,
  });

test("the report counts what was tried and what was left out, as text and as JSON", async () => {
  const people = await explored(["2s", "--seed", "5"]);
  assert.equal(people.exit, 0);
  assert.match(people.out, /^\d+ done, \d+ refused in \d+ ways, \d+ lists read, time advanced \d+ times$/m);
  assert.match(people.out, /^left out: 1 fields with random codes, which are not compared$/m);
  assert.match(people.out, /^\d+ steps in \d+ stories with seed 5, 0 differences from the document, in \d/m);
  const machines = await explored(["1s", "--json", "--junit", "out.xml"]);
  const { failed, cases, explored: told } = JSON.parse(machines.out);
  assert.deepEqual([machines.exit, failed, cases], [0, 0, []]);
  assert.ok(told.steps > 0 && told.seed > 0, machines.out);
  assert.match(machines.files.get("out.xml") ?? "", /<testsuites tests="0" failures="0"/);
  assert.deepEqual(readdirSync(folder), []);
});

test("Ctrl-C stops with the results so far, and removes the copy", async () => {
  const ended = Promise.withResolvers<undefined>();
  const { exit, out } = await explored(["10m"], {
    untilStopped: async () => ended.promise,
    progress: (line) => {
      if (line.startsWith("20 steps")) ended.resolve(undefined);
    },
  });
  assert.equal(exit, 130);
  assert.match(out, /^2\d steps in 1 stories with seed \d+, 0 differences/m);
  assert.deepEqual(readdirSync(folder), []);
});

const wrong: readonly (readonly [readonly string[], RegExp])[] = [
  [["--explore", "soon"], /--explore needs seconds or minutes, such as 60s or 10m, not "soon"/],
  [["--explore", "0s"], /not "0s"/],
  [["--explore", "9s", "--seed", "x"], /--seed must be a whole number with at most nine digits, not "x"/],
  [["--seed", "1"], /--seed needs --explore/],
  [["--explore", "9s", "--mutate"], /--explore cannot be combined with --mutate/],
];

test("invalid options are refused before a copy is made", async () => {
  for (const [args, said] of wrong) {
    const { exit, error } = await waitFor({ "SPEC.md": source }, ["test", "SPEC.md", ...args]);
    assert.equal(exit, 2);
    assert.match(error, said);
  }
});
