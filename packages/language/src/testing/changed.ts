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
export async function importChanged<Module>(folder: string, files: readonly string[], ...changes: readonly Change[]): Promise<Module> {
  const copy = mkdtempSync(join(tmpdir(), "writ-changed-"));
  try {
    mkdirSync(join(copy, basename(folder)));
    for (const file of files) {
      const changed = changes
        .filter((change) => change.file === file)
        .reduce((source, { from, to }) => {
          assert.equal(source.split(from).length, 2, `${file} holds "${from}" once`);
          return source.replace(from, () => to);
        }, readFileSync(join(folder, file), "utf8"));
      writeFileSync(join(copy, basename(folder), file), changed);
    }
    return (await import(pathToFileURL(join(copy, basename(folder), files[0] ?? "")).href)) as Module;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
