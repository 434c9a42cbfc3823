// A long plan is tried on two products in turn, each with rows and people of its own; a short one on one.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { compile } from "@writ/language";
import { planOf, runCases, type Ended, type Result } from "@writ/proof";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { onScratch } from "./proving/scratch.ts";
import { ownTemporary } from "./testing/own-temporary.ts";

const temporary = ownTemporary();

const fields = Array.from({ length: 24 }, (_, index) => `| Text ${index} | text up to 20 | yes | |`).join("\n");
const { source } = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
${fields}

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
const compiled = compile(source);
const { cases } = planOf(compiled);

const endedOf = (results: readonly Result[]) =>
  new Map(
    results
      .map(({ case: { scenario }, ...ended }): [string, Ended] => [scenario.address, ended])
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

test("cases on two copies have the same results as on one, and both are removed", async () => {
  assert.ok(cases.length >= 80, `${cases.length}`);
  const alone: Result[] = [];
  await onScratch(source, compiled, async (ground, hands) => {
    assert.equal(hands.length, 0);
    await runCases(cases, ground, (result) => void alone.push(result));
  });
  const [together, beside]: [Result[], string[]] = [[], []];
  await onScratch(
    source,
    compiled,
    async (ground, [other]) => {
      assert.ok(other !== undefined);
      const counted: typeof other = async (one) => {
        beside.push(one.scenario.address);
        return other(one);
      };
      await runCases(cases, ground, (result) => void together.push(result), [counted]);
    },
    { cases },
  );
  assert.ok(beside.length > cases.length / 4 && beside.length < cases.length, `${beside.length} of ${cases.length}`);
  assert.deepEqual(endedOf(together), endedOf(alone));
  assert.ok(together.every(({ outcome }) => outcome === "passed"));
  assert.deepEqual(readdirSync(temporary), []);
});

test("a copy that fails during the test is reported, and all copies are removed", async () => {
  const [first] = cases;
  assert.ok(first !== undefined);
  const failing = onScratch(
    source,
    compiled,
    async (ground, hands) =>
      runCases(cases, ground, () => undefined, [
        ...hands,
        async () => {
          throw new Error("it fell over");
        },
      ]),
    { cases },
  );
  await assert.rejects(failing, { message: "it fell over" });
  assert.deepEqual(readdirSync(temporary), []);
});

test("a clock that is set back is reported as such, not as a failure of the document", async (context) => {
  const now = Date.now.bind(Date);
  const told: string[] = [];
  const putBack = onScratch(source, compiled, async (ground) =>
    runCases(cases, ground, ({ outcome }) => {
      told.push(outcome);
      // From here on their tokens were made later than it is.
      if (told.length === 20) context.mock.method(Date, "now", () => now() - 3_600_000);
    }),
  );
  await assert.rejects(putBack, /^Error: the clock of this machine was set back/);
  assert.ok(told.slice(20).includes("failed"));
  context.mock.restoreAll();
  assert.deepEqual(readdirSync(temporary), []);
});
