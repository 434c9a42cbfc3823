// Which files of tests share a process: reading the program takes longer than most of them, and it is read once a process.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** They inspect what their process holds, hears or learns of the machine, so no other file may run in it. */
const alone: ReadonlySet<string> = new Set([
  "packages/cli/src/test-product.test.ts",
  "packages/server/src/functions/code-beside.test.ts",
  "packages/server/src/gate/flood.test.ts",
]);

/** At most so many of a package: what looks through a browser takes long, and the last ones should end together. */
const most: Readonly<Record<string, number>> = { language: 12, server: 8, web: 3, proof: 4, cli: 4 };

/** Neighbours of one package, fewer of them where that keeps `workers` processes busy. */
export function groupsOf(files: readonly string[], workers: number): readonly (readonly string[])[] {
  const fair = Math.ceil(files.length / (workers * 3));
  const groups: string[][] = [];
  for (const file of files) {
    const last = groups.at(-1);
    const place = packageOf(file);
    const isFull =
      last === undefined || packageOf(last[0]) !== place || last.length >= Math.min(fair, most[place] ?? 1);
    if (isFull || alone.has(file) || alone.has(last[0] ?? "")) groups.push([file]);
    else last.push(file);
  }
  return groups;
}

const packageOf = (file = ""): string => /^packages\/(\w+)\//.exec(file)?.[1] ?? file;

/** The file that a process begins with; one of tests alone is that itself. */
export function beginnings(groups: readonly (readonly string[])[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "writ-together-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const runner = JSON.stringify(pathToFileURL(join(import.meta.dirname, "one-after-the-other.ts")).href);
  return groups.map((group, index) => {
    if (group.length === 1) return group[0] ?? "";
    const file = join(folder, `${index}.mjs`);
    writeFileSync(
      file,
      `import { oneAfterTheOther } from ${runner};\nawait oneAfterTheOther(${JSON.stringify(group)});\n`,
    );
    return file;
  });
}
