// A process that helps to try a plan: what it sees is what is seen here, and however it ends, nothing of it is left.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "@writ/language";
import { planOf, runCases, type Result } from "@writ/proof";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { childrenOf, kill, processesIn } from "../../server/src/postgres/testing/surroundings.ts";
import { tryInProcess } from "./proving/try-in-process.ts";
import { MissingResource } from "./proving/missing-resource.ts";
import { onScratch } from "./proving/scratch.ts";
import { ownTemporary } from "./testing/own-temporary.ts";
import { eventually } from "../../language/src/testing/eventually.ts";

const temporary = ownTemporary();
const emptyFolder = () => mkdtempSync(join(temporary, "copy-"));

const { source } = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 20 | yes | |
| Due on | date | no | |
| Score | integer 1 to 9 | no | |

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
const [first] = cases;
assert.ok(first !== undefined);

const helpers = () =>
  childrenOf(process.pid).filter((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes("trying.ts"));

const bySentence = (results: readonly Result[]) =>
  new Map(results.map(({ case: { scenario }, ...ended }) => [scenario.address, ended]));

test("cases have the same results in another process, and both processes take the next case", async () => {
  const alone: Result[] = [];
  await onScratch(source, compiled, async (ground) => {
    await runCases(cases, ground, (result) => void alone.push(result));
  });
  const hand = tryInProcess(source, emptyFolder(), cases);
  await hand.ready;
  const there: Result[] = [];
  for (const one of cases) there.push({ case: one, ...(await hand.tryCase(one)) });
  assert.deepEqual(bySentence(there), bySentence(alone));
  const together: Result[] = [];
  let helped = 0;
  await onScratch(source, compiled, async (ground) => {
    const counted: typeof hand.tryCase = async (one) => {
      helped++;
      return hand.tryCase(one);
    };
    await runCases(cases, ground, (result) => void together.push(result), [counted]);
  });
  await hand.end();
  assert.ok(helped > 0 && helped < cases.length, `${helped} of ${cases.length}`);
  assert.deepEqual(
    [...bySentence(together)].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    [...bySentence(alone)].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  assert.deepEqual(readdirSync(temporary), []);
});

test("a killed test process is reported, and its copy is removed", { skip: process.platform !== "linux" }, async () => {
  const folder = emptyFolder();
  const hand = tryInProcess(source, folder, cases);
  await hand.ready;
  assert.ok(processesIn(folder).length > 0);
  const isEnded = (failure: unknown) => failure instanceof MissingResource && failure.message.includes("(SIGKILL)");
  const asked = hand.tryCase(first);
  for (const child of helpers()) kill(child);
  await assert.rejects(asked, isEnded);
  await assert.rejects(hand.tryCase(first), isEnded);
  await hand.end();
  assert.deepEqual(readdirSync(temporary), []);
});

for (const signal of ["SIGINT", "SIGHUP"] as const)
  test(
    `a terminal tells it of ${signal}, and it goes on until whoever started it is done`,
    { skip: process.platform !== "linux" },
    async () => {
      const hand = tryInProcess(source, emptyFolder(), cases);
      await hand.ready;
      for (const child of helpers()) process.kill(child, signal);
      assert.equal((await hand.tryCase(first)).outcome, "passed");
      await hand.end();
      assert.deepEqual(readdirSync(temporary), []);
    },
  );

test(
  "where whoever started it is killed, it takes its copy along",
  { skip: process.platform === "win32" },
  async () => {
    const folder = emptyFolder();
    const starter = fork(join(import.meta.dirname, "testing/starter.ts"), [folder]);
    starter.send({ source });
    await once(starter, "message");
    starter.kill("SIGKILL");
    await eventually(() => readdirSync(temporary).length === 0, "that nothing is left");
  },
);

test("stopping a run waits until everything is removed", async () => {
  const folder = emptyFolder();
  const hand = tryInProcess(source, folder, cases);
  await hand.ready;
  const asked = hand.tryCase(first).then(
    () => "tried",
    () => "ended",
  );
  await hand.end();
  assert.match(await asked, /^(?:tried|ended)$/);
  const early = tryInProcess(source, emptyFolder(), cases);
  await early.end();
  await assert.rejects(early.ready);
  assert.deepEqual(readdirSync(temporary), []);
});

test("a missing resource of the machine is reported as such", async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "postgres"), "");
  const hand = tryInProcess(source, folder, cases);
  await assert.rejects(
    hand.ready,
    (failure) => failure instanceof MissingResource && failure.message.startsWith("D001 "),
  );
  await hand.end();
  assert.deepEqual(readdirSync(temporary), []);
});
