// Shows that a test bites: loads a copy of product code in which one rule is switched off, leaving the product as it is.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

export type Change = {
  /** What the rule says that is switched off. */
  readonly rule: string;
  readonly file: string;
  /** Stands in the file exactly once, so that a change of the product cannot leave the switch behind unnoticed. */
  readonly from: string;
  readonly to: string;
};

/** `files` are all that `entry`, the first of them, imports at run time, from one folder. */
export async function importChanged<Module>(folder: string, files: readonly string[], change: Change): Promise<Module> {
  const copy = mkdtempSync(join(tmpdir(), "writ-changed-"));
  try {
    mkdirSync(join(copy, basename(folder)));
    for (const file of files) {
      const source = readFileSync(join(folder, file), "utf8");
      const isChanged = file === change.file;
      if (isChanged) assert.equal(source.split(change.from).length, 2, `${file} holds "${change.from}" once`);
      const text = isChanged ? source.replace(change.from, () => change.to) : source;
      writeFileSync(join(copy, basename(folder), file), text);
    }
    return (await import(pathToFileURL(join(copy, basename(folder), files[0] ?? "")).href)) as Module;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
