// `writ test`: what it derives is tried on a copy of its own; what it prints, for people and for machines.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import type { Console } from "./terminal/console.ts";
import { waitFor } from "./testing/fake-console.ts";
import { ownTemporary } from "./testing/own-temporary.ts";
import { eventually } from "../../language/src/testing/eventually.ts";

const folder = ownTemporary();

/** No one ends it. */
const tried = async (
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  options: Partial<Console> = {},
) => waitFor(files, args, { untilStopped: async () => new Promise(() => undefined), ...options });

const { source } = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 20 | yes | |
| Score | integer 3 to 9 | yes | 5 |
| Stars | computed integer \`min(note.score * 100, 10)\` | | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Never more than six | Note | \`note.score <= 6\` | TOO_MUCH |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Editor | named at installation |

| For | May | Person | Editor |
| --- | --- | --- | --- |
| Note | create | yes | no |
| Note | read | own | yes |
| Note | update | own | no |
| Note | delete | no | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_MUCH | A score over six | 422 | Six are enough. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | UTC |
| Sign-in | email and password |
`);

test("the document is tested and reported as text, JSON and JUnit", async () => {
  const { exit, out, files } = await tried({ "SPEC.md": source }, ["test", "SPEC.md", "--json", "--junit", "out.xml"]);
  const report = JSON.parse(out);
  assert.deepEqual([exit, report.failed, report.notTried], [0, 0, 2]);
  assert.equal(report.passed, report.cases.length - 2);
  const [may] = report.cases.filter(
    ({ address }: { readonly address: string }) => address === "6/Note/read/Person#may",
  );
  const { steps, ...rest } = may;
  assert.match(steps.join("\n"), /^It is .*\nThere is note 1 .*\nAnn: reads note 1\.\nIt is done\.$/s);
  assert.deepEqual(rest, {
    address: "6/Note/read/Person#may",
    sentence: "Person may read Note when it is their own",
    clause: "6/Note/read/Person",
    outcome: "passed",
    evidence: "done",
  });
  assert.match(files.get("out.xml") ?? "", /<testsuite name="section 6" tests="[0-9]+" failures="0" skipped="1">/);
  const told = await tried({ "SPEC.md": source }, ["test", "SPEC.md", "--only", "6/Note/read"]);
  assert.match(told.out, /^6\. Roles and permissions: 4 of 4 shown\n\n4 passed, 0 failed, 0 not tried in /);
});

test("a document of nine gaps has nine results that were not tried", async () => {
  const nothing = readFileSync(`${import.meta.dirname}/../../../examples/nothing-shown/SPEC.md`, "utf8");
  const { exit, out } = await tried({ "SPEC.md": nothing }, ["test", "SPEC.md"]);
  assert.equal(exit, 0);
  assert.equal(out.match(/^\d\. .*: 0 of 1 shown$/gm)?.length, 9);
  assert.match(out, /The document has no testable clause\.\n\n0 passed, 0 failed, 9 not tried/);
});

test("a document with errors and an unknown address are reported", async () => {
  const wrong = await tried({ "SPEC.md": source.replace("text up to 20", "string") }, ["test", "SPEC.md"]);
  assert.deepEqual([wrong.exit, /unknown type "string"/.test(wrong.out)], [1, true]);
  const nowhere = await tried({ "SPEC.md": source }, ["test", "SPEC.md", "--only", "7/Nowhere"]);
  assert.equal(nowhere.exit, 2);
  assert.match(nowhere.error, /no testable clause of SPEC\.md has an address that begins with "7\/Nowhere"/);
});

test("mutants are caught, or reported as survivors", async () => {
  const caught = await tried({ "SPEC.md": source }, ["test", "SPEC.md", "--mutate", "--only", "6/Note/delete"]);
  assert.deepEqual([caught.exit, caught.error], [0, ""]);
  assert.match(
    caught.out,
    /^6\. .*\n\n\d+ passed, 0 failed.*\n\nMutants: 2 documents with one changed clause\n\n2 caught by a case of their own clause, 0 caught elsewhere, 0 survived, /,
  );
  // However many, they are more than ten.
  const args = ["test", "SPEC.md", "--mutate", "--only", "3/Note/Stars", "--json", "--junit", "out.xml"];
  const survived = await tried({ "SPEC.md": source }, args);
  const report = JSON.parse(survived.out);
  assert.deepEqual([survived.exit, report.failed, report.survived], [1, 0, 2]);
  const [one] = report.mutants.filter(({ fate }: { readonly fate: string }) => fate === "survived");
  assert.deepEqual(one, {
    address: "3/Note/Stars~100 is 101",
    clause: "3/Note/Stars",
    what: "100 is 101",
    before: "min(note.score * 100, 10)",
    after: "min(note.score * 101, 10)",
    fate: "survived",
    evidence:
      "every case of its clause still passes. Writ found no rows, users and requests for which the two differ. If they should differ, a clause that depends on the difference is missing. Otherwise, use the simpler of the two.",
  });
  assert.match(survived.files.get("out.xml") ?? "", /<testsuites tests="7" failures="2" skipped="1">/);
  const both = await tried({ "SPEC.md": source }, ["test", "SPEC.md", "--mutate", "--watch"]);
  assert.equal(both.exit, 2);
  assert.match(both.error, /--watch cannot be combined with --mutate/);
});

test("Ctrl-C is answered with a sentence, and removes the copy", async () => {
  const ended = Promise.withResolvers<undefined>();
  const ran = tried({ "SPEC.md": source }, ["test", "SPEC.md"], { untilStopped: async () => ended.promise });
  // A database is there, and is to be taken down.
  const isThere = () => readdirSync(folder).some((one) => readdirSync(join(folder, one)).includes("postgres"));
  await eventually(isThere, "a database");
  ended.resolve(undefined);
  const { exit, out, error } = await ran;
  assert.deepEqual([exit, out, error], [130, "", "writ test: stopped before the end\n"]);
  assert.deepEqual(readdirSync(folder), []);
});

test("a missing resource of the machine is reported in a sentence", async () => {
  const own = process.env["TMPDIR"];
  process.env["TMPDIR"] = join(folder, "nowhere");
  const homeless = await tried({ "SPEC.md": source }, ["test", "SPEC.md"]);
  process.env["TMPDIR"] = own;
  assert.equal(homeless.exit, 2);
  assert.match(homeless.error, /^writ test: no folder can be created in .*nowhere: there is no such file\. Set TMPDIR/);
  const unwritten = await tried({ "SPEC.md": source }, ["test", "SPEC.md", "--only", "6/Note/read", "--junit", "out"], {
    write: () => {
      throw Object.assign(new Error("no"), { code: "EISDIR" });
    },
  });
  assert.deepEqual([unwritten.exit, unwritten.error], [2, "writ test: out cannot be written: it is a folder\n"]);
  assert.match(unwritten.out, /4 passed, 0 failed/);
});

test("--only reports on the clauses that it names, and suggests similar ones", async () => {
  const open = source.replace(/(## 8\. [^\n]*\n)[^#]*/, "$1\nnot shown.\n\n");
  const some = await tried({ "SPEC.md": open }, ["test", "SPEC.md", "--only", "6/Note/read"]);
  assert.match(some.out, /^6\. [^]*4 passed, 0 failed, 0 not tried in /);
  assert.doesNotMatch(some.out, /^8\. /m);
  const all = await tried({ "SPEC.md": open }, ["test", "SPEC.md"]);
  assert.match(
    all.out,
    /^8\. .*: 0 of 1 shown\n {2}not tried 8: section 8 "The error catalogue": not shown\n9\. .*: 4 of 4 shown\n\n\d+ passed/m,
  );
  const gap = await tried({ "SPEC.md": open }, ["test", "SPEC.md", "--only", "8"]);
  assert.match(gap.error, /begins with "8"\. It is not shown\n/);
  const near = await tried({ "SPEC.md": open }, ["test", "SPEC.md", "--only", "3/Note/Texd"]);
  assert.match(near.error, /Did you mean "3\/Note\/Text"\?\n/);
});

test("a program that is not a browser is reported as such", async () => {
  const shown = source.replace(
    /(## 2\. [^\n]*\n)[^#]*/,
    `$1
| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Notes | \`/\` | list of Note | Person | yes |

`,
  );
  const ran = await tried({ "SPEC.md": shown }, ["test", "SPEC.md", "--screens", "--only", "2"], {
    environment: { WRIT_CHROMIUM: process.execPath },
  });
  assert.deepEqual([ran.exit, ran.out], [2, ""]);
  assert.match(ran.error, /^writ test: \S+ does not start as a browser: [^\n]+\n$/);
});

test("a terminal shows the progress, and the report contains none of it", async () => {
  const lines: string[] = [];
  const { exit, out } = await tried({ "SPEC.md": source }, ["test", "SPEC.md", "--only", "6/Note/read"], {
    progress: (line) => void lines.push(line),
  });
  assert.equal(exit, 0);
  assert.ok(out.includes("passed"));
  const counts = lines.filter((line) => line.endsWith(" cases"));
  assert.deepEqual(counts.at(-1)?.split(" of ")[0], String(counts.length));
  assert.equal(lines.at(-1), "");
});
