// What `docs/interfaces.md` promises to scripts, clients and components is there, and nothing else is taken for promised.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "@writ/language";
import { databaseOf } from "@writ/language/plan";
import { usages } from "../packages/cli/src/terminal/usage.ts";
import { createMetrics } from "../packages/server/src/telemetry/metrics.ts";
import { printMetrics } from "../packages/server/src/telemetry/print-metrics.ts";
import { isTest } from "./tidy/layers.ts";

const project = join(import.meta.dirname, "..");
const textOf = (path: string) => readFileSync(join(project, path), "utf8");
const page = textOf("docs/interfaces.md");

/** What stands in backticks under a heading, in the order of the letters. */
function promised(heading: string, like = /^/): readonly string[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  return [...own.matchAll(/`([^`\n]+)`/g)].flatMap(([, name = ""]) => (like.test(name) ? [name] : [])).toSorted();
}

const sources = globSync("packages/*/src/**/*.ts", { cwd: project })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !isTest(path))
  .map(textOf);

const found = (pattern: RegExp): readonly string[] =>
  [...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name)))].toSorted();

test("commands", () => {
  const [first = ""] = page.split("\n## Commands\n")[1]?.split("Exit codes") ?? [];
  const named = [...first.matchAll(/`([a-z]+)`/g)].map(([, name]) => name);
  assert.deepEqual(named.toSorted(), Object.keys(usages).toSorted());
});

test("docs/commands.md has every command, and every option that a command shows", () => {
  const described = textOf("docs/commands.md");
  for (const [name, { options }] of Object.entries(usages)) {
    assert.match(described, new RegExp(String.raw`^\| \[\`writ ${name}\b`, "m"));
    for (const [option, shown] of Object.entries(options))
      if (shown !== "hidden") assert.ok(described.includes(`--${option}`), `writ ${name} --${option}`);
  }
});

test("metrics", () => {
  const registered = found(/name: "(writ_[a-z_]+)"/g);
  const printed = [...printMetrics([createMetrics().read([])]).matchAll(/^# TYPE (writ_\w+)/gm)].map(
    ([, name = ""]) => name,
  );
  assert.deepEqual(promised("Metrics"), [...new Set([...registered, ...printed])].toSorted());
});

test("settings from the environment", () =>
  assert.deepEqual(promised("Environment", /^WRIT_(?!GOOGLE)/), found(/\b(WRIT_[A-Z]+(?:_[A-Z]+)*)\b/g)));

test("what components import", () => {
  const source = textOf("packages/web/src/component/index.ts");
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\} from/gm)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().replace(/^type /, "")),
  );
  const declared = [...source.matchAll(/^export (?:const|type|interface) (\w+)/gm)].map(([, name = ""]) => name);
  assert.deepEqual(promised("Components", /^\w+$/), [...listed, ...declared].toSorted());
});

test("functions that clients call", () => {
  const documents = [
    ...["help-desk", "project-tracker", "equipment-lending"].map((name) => `examples/${name}/SPEC.md`),
    "packages/language/src/testing/documents/tickets.md",
  ].map((path) => compile(textOf(path)));
  const names = documents.flatMap((compiled) => {
    const { entities, transitions, fields } = compiled.lookup;
    const called = databaseOf(compiled).flatMap((object) =>
      object.kind === "function" && object.place.schema === "public" && !object.place.name.startsWith("_")
        ? [object.place.name]
        : [],
    );
    const kinds = (name: string): string => {
      const entity = [...entities.keys()].find((one) =>
        [...(transitions.get(one)?.keys() ?? [])].some((step) => name === `${one}_${step}`),
      );
      if (entity !== undefined) return "<entity>_<transition>";
      return name
        .replace(/^choices_\w+\.\w+$/, "choices_<entity>.<field>")
        .replace(/^(history|search)_\w+$/, "$1_<entity>");
    };
    // A field that is worked out is asked for as a column.
    const isField = (name: string) =>
      [...fields.values()].some((own) => own.has(name)) || /^(?:created|updated)_by$/.test(name);
    return called.filter((name) => !isField(name)).map(kinds);
  });
  assert.deepEqual(
    promised("Functions that clients call", /_/).filter((name) => !/^ticket_|^\/rest/.test(name)),
    [...new Set(names)].toSorted(),
  );
});
