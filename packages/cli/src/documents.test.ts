// The documents of tests as products: what each of them says holds over the wire, whatever it makes of the notation.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ownTemporary } from "./testing/own-temporary.ts";
import { waitFor } from "./testing/fake-console.ts";

ownTemporary();

const documents = join(import.meta.dirname, "../../language/src/testing/documents");

/** Each day what once failed although nothing was wrong, and all of every document in long runs. */
const tried: readonly (readonly [string, string])[] =
  process.env["WRIT_LONG"] === "1"
    ? readdirSync(documents).map((file) => [file, ""] as const)
    : [
        ["shop.md", "8/NOT_FOUND"],
        ["tickets.md", "3/Ticket"],
        ["conference.md", "6/Talk/update"],
        ["inventory.md", "6/Receiver"],
      ];

for (const [file, only] of tried)
  test(`${file} ${only} passes its own plan`, async () => {
    const source = readFileSync(join(documents, file), "utf8");
    const { out } = await waitFor(
      { "SPEC.md": source },
      ["test", "SPEC.md", "--json", ...(only === "" ? [] : ["--only", only])],
      {
        untilStopped: async () => new Promise(() => undefined),
      },
    );
    const { passed, cases } = JSON.parse(out) as {
      readonly passed: number;
      readonly cases: readonly { readonly address: string; readonly outcome: string; readonly evidence: string }[];
    };
    assert.ok(passed > 0, out);
    assert.deepEqual(
      cases.filter(({ outcome }) => outcome === "failed").map(({ address, evidence }) => `${address}: ${evidence}`),
      [],
    );
  });
