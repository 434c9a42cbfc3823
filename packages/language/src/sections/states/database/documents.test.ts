// The machines of whole products become databases: the examples, and the eight documents of the tests.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { databases } from "../../../testing/database.ts";

const { open } = databases();
const source = `${import.meta.dirname}/../../..`;
const example = (name: string) => readFileSync(`${source}/../../../examples/${name}/SPEC.md`, "utf8");

const documents = [
  ...["help-desk", "equipment-lending", "project-tracker", "nothing-shown"].map(
    (name) => [name, example(name)] as const,
  ),
  ...readdirSync(`${source}/testing/documents`).map(
    (name) => [name, readFileSync(`${source}/testing/documents/${name}`, "utf8")] as const,
  ),
];

for (const [name, text] of documents) {
  test(`${name}: sweeping it when nothing is due does nothing, and fails at nothing`, async () => {
    const { owner } = await open(text);
    assert.deepEqual(await owner("SELECT writ.due_schedules() >= 0 AS asked"), [{ asked: true }]);
    await owner("SELECT writ.sweep(1000)");
    assert.deepEqual(await owner("SELECT timer, failure FROM writ.timer_failure"), []);
    await owner("SELECT writ.next_due()");
  });
}
