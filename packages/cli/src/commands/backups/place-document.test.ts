// The document of a copy: no file that is there is written over.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Console } from "../../terminal/console.ts";
import { placeDocument } from "./place-document.ts";

function place(files: Map<string, string>, source: string): string | undefined {
  const console: Pick<Console, "exists" | "create" | "read"> = {
    exists: (path) => files.has(path),
    create: (path, text) => void files.set(path, text),
    read: (path, most) => Buffer.from(files.get(path) ?? "").subarray(0, most + 1),
  };
  return placeDocument("SPEC.md", source, console);
}

test("it is put where nothing is, or beside what is there, and once", () => {
  const files = new Map<string, string>();
  assert.equal(place(files, "one"), "SPEC.md");
  assert.equal(place(files, "one"), undefined);
  assert.equal(place(files, "on"), "SPEC.restored.md");
  assert.equal(place(files, "three"), "SPEC.restored-2.md");
  assert.equal(place(files, "on"), "SPEC.restored.md");
  assert.equal(place(files, "three"), "SPEC.restored-2.md");
  assert.deepEqual(
    [...files],
    [
      ["SPEC.md", "one"],
      ["SPEC.restored.md", "on"],
      ["SPEC.restored-2.md", "three"],
    ],
  );
});
