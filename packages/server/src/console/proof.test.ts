// Runs of the proof as the console keeps them: one at a time, the last one stays, an edit makes it an earlier one; and that
// nobody begins one without the session, and nobody at all in production.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../testing/product.ts";
import { createProof, type ProofListener, type Prove } from "./proof.ts";
import { ask, cookieOf, enter } from "./testing/ask.ts";
import type { ProofKind, ProvenCase, MutantView } from "./proof-response-types.ts";

const { source } = completeDocument(`## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
const edition = { file: "SPEC.md", source, compiled: compile(source) };
const edited = { ...edition, source: `${source}\n` };

const proven = (clause: string, outcome: ProvenCase["outcome"]): ProvenCase => ({
  address: `${clause}#1`,
  clause,
  shows: clause === "3/Note/Words" ? ["9/Longest note"] : [],
  sentence: clause,
  outcome,
  steps: [],
  expected: "",
  expectedRows: [],
  came: "",
  wrong: [],
  rows: [],
});

type Call = {
  readonly source: string;
  readonly kind: ProofKind;
  readonly heard: ProofListener;
  readonly signal: AbortSignal;
  readonly end: (failure?: Error) => void;
};

/** Runs that go on until the test ends them, or whoever stops them does. */
function runs() {
  const calls: Call[] = [];
  const prove: Prove = async ({ source: text, kind }, heard, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      calls.push({
        source: text,
        kind,
        heard,
        signal,
        end: (failure) => (failure === undefined ? resolve() : reject(failure)),
      });
    });
  return { calls, prove };
}

const turn = async () => new Promise((resolve) => setImmediate(resolve));

test("the cases of a constant are those of the clauses that speak of it", async () => {
  const { calls, prove } = runs();
  const proof = createProof(prove);
  proof?.run(edition, "cases");
  await turn();
  calls[0]?.heard.planned([proven("3/Note/Text", "waiting"), proven("3/Note/Words", "waiting")]);
  assert.deepEqual(
    proof?.casesAt("9/Longest note").map(({ clause }) => clause),
    ["3/Note/Words"],
  );
  calls[0]?.end();
});

test("one run at a time; its cases are reported as they end, and its report stays until the next run", async () => {
  const { calls, prove } = runs();
  const proof = createProof(prove);
  assert.ok(proof);
  let told = 0;
  proof.watch(() => told++);
  assert.deepEqual(proof.view(edition).runs.cases, { is: "never", isEarlier: false, tried: 0, all: 0 });
  assert.equal(proof.run(edition, "cases"), true);
  assert.equal(proof.run(edition, "cases"), false);
  assert.equal(proof.run(edition, "screens"), false);
  await turn();
  const [call] = calls;
  assert.equal(call?.source, source);
  call?.heard.planned([proven("3/Note", "waiting"), proven("3/Note/Text", "waiting"), proven("3/Notes", "waiting")]);
  call?.heard.tried(proven("3/Note/Text", "failed"));
  assert.deepEqual(
    proof.view(edition).cases.map(({ outcome }) => outcome),
    ["waiting", "failed", "waiting"],
  );
  // What merely begins with the same letters is another clause.
  assert.deepEqual(
    proof.casesAt("3/Note").map(({ clause }) => clause),
    ["3/Note", "3/Note/Text"],
  );
  call?.end();
  await turn();
  const standing = () => proof.view(edition).runs.cases;
  assert.deepEqual([standing().is, standing().isEarlier, standing().tried, standing().all], ["done", false, 1, 3]);
  assert.equal(proof.view(edited).runs.cases.isEarlier, true);
  assert.equal(told, 2);
  assert.equal(proof.run(edited, "cases"), true);
  await turn();
  calls[1]?.end(new Error("no disk"));
  await turn();
  const { is, failure } = proof.view(edited).runs.cases;
  assert.deepEqual([is, failure], ["failed", "no disk"]);
});

test("screens stand among the cases, mutants beside them, and each stays while another one runs", async () => {
  const { calls, prove } = runs();
  const proof = createProof(prove);
  assert.ok(proof);
  const runOf = async (kind: ProofKind, said: (heard: ProofListener) => void) => {
    assert.equal(proof.run(edition, kind), true);
    await turn();
    const call = calls.at(-1);
    assert.equal(call?.kind, kind);
    if (call !== undefined) said(call.heard);
    call?.end();
    await turn();
  };
  await runOf("cases", ({ tried }) => tried(proven("6/Note", "passed")));
  await runOf("screens", ({ tried }) => tried(proven("2/Notes", "failed")));
  const mutant = (fate: MutantView["fate"]): MutantView => ({
    address: `6/Note~${fate}`,
    clause: "6/Note",
    what: "never",
    before: "yes",
    after: "no",
    fate,
    evidence: "",
  });
  await runOf("mutants", (heard) => {
    heard.counted(2, 2);
    heard.mutant(mutant("caught"));
    heard.mutant(mutant("survived"));
  });
  const { cases, mutants, runs: told } = proof.view(edition);
  assert.deepEqual(
    cases.map(({ clause }) => clause),
    ["6/Note", "2/Notes"],
  );
  assert.deepEqual(
    proof.casesAt("2/Notes").map(({ outcome }) => outcome),
    ["failed"],
  );
  assert.deepEqual([mutants.fates.caught, mutants.survivors], [1, [mutant("survived")]]);
  assert.deepEqual([told.cases.is, told.screens.is, told.mutants.tried], ["done", "done", 2]);
  // What runs anew begins anew, and nothing else does.
  proof.run(edited, "mutants");
  await turn();
  assert.deepEqual([proof.view(edited).mutants.survivors, proof.view(edited).cases.length], [[], 2]);
});

test("a run is stopped on request, and when the product stops", async () => {
  const { calls, prove } = runs();
  const proof = createProof(prove);
  proof?.run(edition, "cases");
  await turn();
  proof?.stopRun();
  await turn();
  const stopped = proof?.view(edition).runs.cases;
  assert.deepEqual([stopped?.is, stopped?.failure], ["failed", "The run was stopped."]);
  proof?.run(edition, "mutants");
  await turn();
  await proof?.stop();
  assert.equal(calls[1]?.signal.aborted, true);
});

const start = products();
const folder = mkdtempSync(join(tmpdir(), "writ-console-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "console.html"), "<!doctype html><!-- writ -->");
const json = { "content-type": "application/json" };

test("only the console's own page can begin a run, and only in development", async () => {
  const { calls, prove } = runs();
  const desk = await start(source, { development: true, document: edition, console: { folder, prove } });
  const cookie = cookieOf(await enter(desk));
  const origin = `http://127.0.0.1:${desk.port}`;
  const begin = async (headers: Readonly<Record<string, string>>, what?: string) => {
    const body = JSON.stringify({ what });
    return (await ask(desk, "/_/console/api/prove", { method: "POST", headers: { ...json, ...headers }, body })).status;
  };
  assert.equal(await begin({ origin }), 401);
  assert.equal(await begin({ origin: "http://elsewhere.test", cookie }), 403);
  assert.equal(calls.length, 0);
  assert.equal(await begin({ origin, cookie }, "nothing of the kind"), 404);
  assert.equal(calls.length, 0);
  assert.equal(await begin({ origin, cookie }), 200);
  assert.equal(calls.length, 1);
  const state = await ask(desk, "/_/console/api/state", { headers: { cookie } });
  assert.equal(JSON.parse(state.text).proof.is, "running");
});

test("in production there is no proof, even with the console key", async () => {
  const { calls, prove } = runs();
  const key = "a key that is long enough";
  const environment = { WRIT_CONSOLE_KEY: key };
  const desk = await start(source, { document: edition, environment, console: { folder, prove } });
  const origin = `http://127.0.0.1:${desk.port}`;
  const post = async (name: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    ask(desk, `/_/console/api/${name}`, {
      method: "POST",
      headers: { ...json, origin, ...headers },
      body: JSON.stringify(body),
    });
  const cookie = cookieOf(await post("session", { key }));
  assert.notEqual(cookie, "");
  assert.equal((await post("prove", {}, { cookie })).status, 404);
  assert.equal((await ask(desk, "/_/console/api/proof", { headers: { cookie } })).status, 404);
  const state = await ask(desk, "/_/console/api/state", { headers: { cookie } });
  assert.deepEqual([state.status, "proof" in JSON.parse(state.text)], [200, false]);
  assert.equal(calls.length, 0);
});
