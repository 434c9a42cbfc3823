// The question whether rows may be lost: asked once, answered once, and only with each loss by its name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import type { Stop } from "../applying/apply.ts";
import type { Plan } from "../applying/plan.ts";
import { createWriting, type Edition } from "./writing.ts";

const edition = (title: string): Edition => {
  const source = `<!-- writ 1 -->\n# ${title}\n`;
  return { file: "SPEC.md", source, compiled: compile(source) };
};
const plan: Plan = { steps: [], drift: [], objects: [], foundation: [], isFirst: false };
const loss = (address: string): Stop => ({
  kind: "names",
  step: { kind: "remove", what: "a column", address, sql: [], rows: { count: 1, examples: [] } },
});
const losses = [loss("3/Note/Words"), loss("3/Note/Code")];

function asked() {
  const writing = createWriting(edition("Before"), async () => undefined);
  const taken = new AbortController();
  const answer = writing.ask(edition("After"), plan, losses, taken.signal);
  const id = writing.state().question?.id ?? "";
  return { writing, taken, answer, id };
}

test("it is lost only when everything that would be is named", async () => {
  const { writing, answer, id } = asked();
  assert.equal(writing.state().unserved?.why, "asks");
  assert.equal(writing.answer(id, []), "unnamed");
  assert.equal(writing.answer(id, ["3/Note/Words", "3/Note"]), "unnamed");
  assert.equal(writing.answer(id, ["3/Note/Words", "3/Note/Code"]), "taken");
  assert.equal(await answer, true);
});

test("the first answer counts, and one to a question that is over does nothing", async () => {
  const { writing, answer, id } = asked();
  assert.equal(writing.answer("another", undefined), "stale");
  assert.equal(writing.answer(id, undefined), "taken");
  assert.equal(await answer, false);
  assert.equal(writing.answer(id, ["3/Note/Words", "3/Note/Code"]), "stale");
});

test("another edit, or an answer in the terminal, takes it back", async () => {
  const { writing, taken, answer, id } = asked();
  taken.abort();
  assert.equal(await answer, undefined);
  assert.equal(writing.answer(id, ["3/Note/Words", "3/Note/Code"]), "stale");
  const over = writing.ask(edition("After"), plan, losses, taken.signal);
  assert.equal(await over, undefined);
});

test("a question stays while something beside the document is another", async () => {
  const { writing, answer, id } = asked();
  const { version, served } = writing.state();
  await writing.serve(served, false);
  assert.deepEqual([writing.state().version, writing.state().unserved?.why], [version + 1, "asks"]);
  assert.equal(writing.answer(id, ["3/Note/Words", "3/Note/Code"]), "taken");
  assert.equal(await answer, true);
});

test("the served version stays while an edit is invalid, and watchers are notified of each change", async () => {
  const writing = createWriting(edition("Before"), async () => undefined);
  const versions: number[] = [];
  const stop = writing.watch(() => versions.push(writing.state().version));
  writing.stopped(edition("After"), ["because"]);
  assert.equal(writing.state().served.compiled.model.title, "Before");
  await writing.serve(edition("Last"), true);
  assert.equal(writing.state().served.compiled.model.title, "Last");
  assert.equal(writing.state().unserved, undefined);
  stop();
  writing.mistaken(edition("Later"));
  assert.deepEqual(versions, [2, 3]);
});
