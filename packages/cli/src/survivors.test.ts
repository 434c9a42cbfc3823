// The examples' own mutants: nobody would notice those that are named here, for which no case is derived; all others are
// caught or proven to come to the same.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ownTemporary } from "./testing/own-temporary.ts";
import { waitFor } from "./testing/fake-console.ts";

ownTemporary();

const examples = join(import.meta.dirname, "../../../examples");

/** Bounds that only an effect comes near. */
const known: Readonly<Record<string, readonly string[]>> = {
  "help-desk": [],
  "equipment-lending": [
    "3/Fine/Amount~0 is 1",
    "3/Fine/Amount~0 is -1",
    "3/Fine/Amount~500 is 501",
    "3/Fine/Amount~500 is 499",
  ],
  "project-tracker": [],
};

/** Each day the constants and limits of one of them. */
const isLong = process.env["WRIT_LONG"] === "1";

for (const [name, survivors] of Object.entries(known).filter(([one]) => isLong || one === "equipment-lending"))
  test(`of the mutants of ${name} no others survive`, async () => {
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
      isLong ? survivors : [],
    );
  });
