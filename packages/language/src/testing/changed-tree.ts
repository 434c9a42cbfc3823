// Shows that tables bite: loads a copy of a module and of all that it imports, in which one rule is switched off.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Change } from "./changed.ts";

/** `entry` and the files of a change are paths below `folder`, and so is everything that the entry imports. */
export async function importChangedTree<Module>(folder: string, entry: string, change: Change): Promise<Module> {
  const copy = mkdtempSync(join(tmpdir(), "writ-changed-"));
  try {
    for (const [file, source] of filesOf(folder, entry)) {
      const path = join(copy, file);
      mkdirSync(dirname(path), { recursive: true });
      if (file === change.file)
        assert.equal(source.split(change.from).length, 2, `${file} holds "${change.from}" once`);
      writeFileSync(path, file === change.file ? source.replace(change.from, () => change.to) : source);
    }
    return (await import(pathToFileURL(join(copy, entry)).href)) as Module;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const trees = new Map<string, ReadonlyMap<string, string>>();

/** The sources of a module and of everything that it imports by a relative path. */
function filesOf(folder: string, entry: string): ReadonlyMap<string, string> {
  const known = trees.get(join(folder, entry));
  if (known) return known;
  const files = new Map<string, string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    const source = readFileSync(join(folder, file), "utf8");
    files.set(file, source);
    for (const [, specifier = ""] of source.matchAll(/^(?:import|export)(?! type)[^;]*? from "(\.[^"]+)";$/gm)) {
      waiting.push(relative(folder, join(folder, dirname(file), specifier)));
    }
  }
  trees.set(join(folder, entry), files);
  return files;
}
