// Every kind of object by which a document is enforced, tried alone in SQL; a kind that nothing tries is a failure.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { compile, type Compiled } from "../compile.ts";
import { databases } from "../testing/database.ts";
import { asked } from "../testing/enforced/asked.ts";
import { gaps } from "../testing/enforced/gaps.ts";
import { given } from "../testing/enforced/given.ts";
import { keys } from "../testing/enforced/keys.ts";
import { rights } from "../testing/enforced/rights.ts";
import { roles } from "../testing/enforced/roles.ts";
import { rules } from "../testing/enforced/rules.ts";
import { steps } from "../testing/enforced/steps.ts";
import { isOf, piecesOfDocument, tryAll, type Trials } from "../testing/enforced/trial.ts";
import { doing, raced } from "../testing/enforced/untried.ts";
import { values } from "../testing/enforced/values.ts";
import { completeDocument } from "../testing/run-cases.ts";

const { open } = databases();
const all: readonly Trials[] = [values, given, keys, rights, roles, steps, rules, asked, gaps];

for (const trials of all) tryAll(trials, open);

/** Of all cases, those in which nothing is wrong. Most say so beforehand, and need not be compiled. */
function rightCases(): readonly Compiled[] {
  const sections = `${import.meta.dirname}/../sections`;
  const names = readdirSync(sections, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /cases.[^/\\]+\.md$/.test(name))
    .filter((name) => !/^\d+:\d+ E /m.test(readFileSync(`${sections}/${name.replace(/md$/, "txt")}`, "utf8")))
    .map((name) => compile(completeDocument(readFileSync(`${sections}/${name}`, "utf8")).source))
    .filter(({ problems }) => !problems.some(({ severity }) => severity === "error"));
}

test("every piece of every document is of a kind that is tried", () => {
  const documents = `${import.meta.dirname}/../testing/documents`;
  const examples = `${import.meta.dirname}/../../../../examples`;
  const files = [
    ...readdirSync(documents).map((name) => `${documents}/${name}`),
    ...readdirSync(examples).map((name) => `${examples}/${name}/SPEC.md`),
  ];
  const compiled = [
    ...files.map((file) => compile(readFileSync(file, "utf8"))),
    ...all.map(({ document }) => compile(completeDocument(document).source)),
    ...rightCases(),
  ];
  const trials = all.flatMap((one) => one.trials);
  const met = new Set<RegExp>();
  const untried = new Set<string>();
  for (const [piece] of Map.groupBy(compiled.flatMap(piecesOfDocument), ({ kind }) => kind).values()) {
    if (piece === undefined || trials.some((trial) => isOf(trial, piece))) continue;
    const known = [...doing, ...raced].find(({ kind }) => kind.test(piece.kind));
    if (known === undefined) untried.add(`${piece.kind}, as in ${piece.of} of ${piece.address}`);
    else met.add(known.kind);
  }
  assert.deepEqual([...untried], []);
  // What is no longer there needs no word.
  assert.deepEqual(
    [...doing, ...raced].flatMap(({ kind }) => (met.has(kind) ? [] : [kind])),
    [],
  );
  for (const { file, race } of raced) {
    assert.ok(readFileSync(`${import.meta.dirname}/../${file}`, "utf8").includes(race), `${file} has no ${race}`);
  }
});
