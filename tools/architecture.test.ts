// `ARCHITECTURE.md` is short, lists every folder of the packages, and names files that are there.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { houseRules } from "./tidy/rules.ts";

const project = join(import.meta.dirname, "..");
const page = readFileSync(join(project, "ARCHITECTURE.md"), "utf8");
const packages = ["language", "server", "web", "proof", "cli"];

test("it is read in a few minutes", () =>
  assert.ok(Buffer.byteLength(page) <= 10_240, String(Buffer.byteLength(page))));

test("every folder of the packages is listed, and no other", () => {
  const [, folders = ""] = page.split("\n## Folders\n");
  for (const name of packages) {
    const source = join(project, "packages", name, "src");
    const [, table = ""] = folders.split(`\`packages/${name}/src/\``);
    const [own = ""] = table.split(/\n`packages|\n## /);
    const listed = [...own.matchAll(/^\| `([\w-]+)\/` \|/gm)].map(([, folder = ""]) => folder);
    // Git keeps no empty folder, and what is left of one is none.
    const there = readdirSync(source).filter(
      (entry) =>
        entry !== "testing" &&
        statSync(join(source, entry)).isDirectory() &&
        globSync(`${source}/${entry}/**/*.ts*`).length > 0,
    );
    assert.deepEqual(listed.toSorted(), there.toSorted(), name);
  }
});

test("the house rules that guard an invariant are there, by how their names begin", () => {
  const [, invariants = ""] = page.split("\n## Invariants\n");
  const quoted = [...invariants.matchAll(/"([^"\n]+)"/g)].map(([, name = ""]) => name);
  assert.ok(quoted.length > 10, String(quoted.length));
  const lost = quoted.filter((name) => !houseRules.some((rule) => rule.name.startsWith(name)));
  assert.deepEqual(lost, []);
});

test("the files that it names are there", () => {
  const roots = ["", ...packages.flatMap((name) => [`packages/${name}/src`, `packages/${name}/src/sections/entities`])];
  const more = ["packages", "packages/language/src/expression", "packages/web/src/runtime/screens"];
  const named = [...page.matchAll(/`([\w./-]+\.tsx?|[\w-]+(?:\/[\w-]+)+\/?)`/g)].map(([, path = ""]) => path);
  const lost = named.filter((path) => ![...roots, ...more].some((root) => existsSync(join(project, root, path))));
  assert.ok(named.length > 30, String(named.length));
  // The shape of a slice, and what a document calls its own.
  assert.deepEqual([...new Set(lost)], ["writ/screen"]);
});
