// `writ test`: what it derives is tried on a copy of its own; what it prints, for people and for machines.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { waitFor } from "./testing/fake-console.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 20 | yes | |
| Photo | image up to 5 MB (png) | no | |

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

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | UTC |
| Sign-in | email and password |
`);

test("what the document says is tried and told, for people, for machines and for continuous integration", async () => {
  const { exit, out, files } = await waitFor({ "SPEC.md": source }, [
    "test",
    "SPEC.md",
    "--json",
    "--junit",
    "out.xml",
  ]);
  const report = JSON.parse(out);
  assert.deepEqual([exit, report.failed, report.notTried], [0, 0, 1]);
  assert.equal(report.passed, report.cases.length - 1);
  const [may] = report.cases.filter(
    ({ address }: { readonly address: string }) => address === "6/Note/read/Person#may",
  );
  assert.deepEqual(may, {
    address: "6/Note/read/Person#may",
    sentence: "Person may read Note when it is their own",
    clause: "6/Note/read/Person",
    outcome: "passed",
    evidence: "done",
    steps: [],
  });
  assert.match(files.get("out.xml") ?? "", /<testsuite name="section 6" tests="[0-9]+" failures="0" skipped="1">/);
  const told = await waitFor({ "SPEC.md": source }, ["test", "SPEC.md", "--only", "6/Note/read"]);
  assert.match(told.out, /^6\. Roles and permissions: 3 of 3 shown\n\n3 passed, 0 failed, 0 not tried in /);
});

test("where nothing is shown nothing is tried, and that is said nine times", async () => {
  const nothing = readFileSync(`${import.meta.dirname}/../../../examples/nothing-shown/SPEC.md`, "utf8");
  const { exit, out } = await waitFor({ "SPEC.md": nothing }, ["test", "SPEC.md"]);
  assert.equal(exit, 0);
  assert.equal(out.match(/^\d\. .*: 0 of 1 shown$/gm)?.length, 9);
  assert.match(out, /The document shows nothing that could be tried\.\n\n0 passed, 0 failed, 9 not tried/);
});

test("a document with errors, and an address that nothing has, are told", async () => {
  const wrong = await waitFor({ "SPEC.md": source.replace("text up to 20", "string") }, ["test", "SPEC.md"]);
  assert.deepEqual([wrong.exit, /unknown type "string"/.test(wrong.out)], [1, true]);
  const nowhere = await waitFor({ "SPEC.md": source }, ["test", "SPEC.md", "--only", "7/Nowhere"]);
  assert.equal(nowhere.exit, 2);
  assert.match(nowhere.error, /no clause of SPEC\.md that could be tried has an address that begins with "7\/Nowhere"/);
});

test("documents that differ in one clause are found out, or told as survivors", async () => {
  const caught = await waitFor({ "SPEC.md": source }, ["test", "SPEC.md", "--mutate", "--only", "6/Note/delete"]);
  assert.deepEqual([caught.exit, caught.error], [0, ""]);
  assert.match(
    caught.out,
    /^6\. .*\n\n\d+ passed, 0 failed.*\n\nMutants: 2 documents with one clause that says something else\n\n2 caught by a case of their own clause, 0 caught elsewhere, 0 survived, /,
  );
  // What is in a file is nothing that a plan tries.
  const args = ["test", "SPEC.md", "--mutate", "--only", "3/Note/Photo", "--json", "--junit", "out.xml"];
  const survived = await waitFor({ "SPEC.md": source }, args);
  const report = JSON.parse(survived.out);
  assert.deepEqual([survived.exit, report.failed, report.survived], [1, 0, 2]);
  assert.deepEqual(report.mutants[0], {
    address: "3/Note/Photo~5 MB is 6 MB",
    clause: "3/Note/Photo",
    what: "5 MB is 6 MB",
    before: "image up to 5 MB (png)",
    after: "image up to 6 MB (png)",
    fate: "survived",
    evidence: "there is no case of its clause",
  });
  assert.match(survived.files.get("out.xml") ?? "", /<testsuites tests="2" failures="2" skipped="0">/);
  const both = await waitFor({ "SPEC.md": source }, ["test", "SPEC.md", "--mutate", "--watch"]);
  assert.equal(both.exit, 2);
  assert.match(both.error, /--watch tries the plan alone/);
});
