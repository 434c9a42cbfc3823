// The examples' own mutants: each is caught, or proven to come to the same.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ownTemporary } from "./testing/own-temporary.ts";
import { waitFor } from "./testing/fake-console.ts";

ownTemporary();

const examples = join(import.meta.dirname, "../../../examples");

/** Each day the constants and limits of one of them. */
const isLong = process.env["WRIT_LONG"] === "1";

for (const name of isLong ? ["help-desk", "equipment-lending", "project-tracker"] : ["equipment-lending"])
  test(`of the mutants of ${name} none survives`, async () => {
    const source = readFileSync(join(examples, name, "SPEC.md"), "utf8");
    const { out } = await waitFor(
      { "SPEC.md": source },
      ["test", "SPEC.md", "--mutate", "--json", ...(isLong ? [] : ["--only", "9"])],
      {
        untilStopped: async () => new Promise(() => undefined),
      },
    );
    type Told = { readonly address: string; readonly fate: string };
    const { failed, mutants } = JSON.parse(out) as { readonly failed: number; readonly mutants: readonly Told[] };
    assert.equal(failed, 0);
    assert.ok(mutants.length > (isLong ? 200 : 10), String(mutants.length));
    assert.deepEqual(
      mutants.filter(({ fate }) => fate === "survived").map(({ address }) => address),
      [],
    );
  });
