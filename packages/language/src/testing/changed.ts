// Shows that a test bites: loads a copy of product code in which a rule is switched off, leaving the product as it is.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

export type Change = {
  /** What the rule says that is switched off. */
  readonly rule: string;
  readonly file: string;
  /** Stands in the file exactly once, so that a change of the product cannot leave the switch behind unnoticed. */
  readonly from: string;
  readonly to: string;
};

/**
 * `entry` and the files of the changes are paths below `folder`, and so is everything that the entry imports. What does
 * not import a changed file stays the product's own: to read it again would take longer than most tests of it.
 */
export async function importChanged<Module>(
  folder: string,
  entry: string,
  ...changes: readonly Change[]
): Promise<Module> {
  const copy = mkdtempSync(join(tmpdir(), "writ-changed-"));
  try {
    const files = filesOf(folder, entry);
    const anew = dependentsOf(files, new Set([entry, ...changes.map(({ file }) => file)]));
    for (const [file, source] of files) {
      if (!anew.has(file)) continue;
      const changed = changes
        .filter((change) => change.file === file)
        .reduce((text, { from, to }) => {
          assert.equal(text.split(from).length, 2, `${file} holds "${from}" once`);
          return text.replace(from, () => to);
        }, source);
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      const imported = changed.replace(relativeImports, (statement, specifier: string) => {
        const path = join(dirname(file), specifier);
        if (!files.has(path) || anew.has(path)) return statement;
        return statement.replace(`"${specifier}"`, JSON.stringify(pathToFileURL(join(folder, path)).href));
      });
      writeFileSync(join(copy, file), imported);
    }
    return (await import(pathToFileURL(join(copy, entry)).href)) as Module;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const relativeImports = /^(?:import|export)(?! type)[^;]*? from "(\.[^"]+)";$/gm;

/** Those given, and whatever imports one of them over any number of files. */
function dependentsOf(files: ReadonlyMap<string, string>, given: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(given);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const [file, source] of files) {
      if (importsOf(file, source).some((path) => found.has(path))) found.add(file);
    }
  }
  return found;
}

const importsOf = (file: string, source: string): readonly string[] =>
  [...source.matchAll(relativeImports)].map(([, specifier = ""]) => join(dirname(file), specifier));

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
    waiting.push(...importsOf(file, source));
  }
  trees.set(join(folder, entry), files);
  return files;
}
