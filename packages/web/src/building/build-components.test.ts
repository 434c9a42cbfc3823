// The messages to an author about a component that cannot be built: in their words, with the places of their files.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { buildComponents } from "./build-components.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-components-"));
after(() => rmSync(folder, { recursive: true }));

async function failureOf(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const [first = ""] = Object.keys(files);
  const { screens } = await buildComponents(new Map([["wall", first]]), { folder, development: true });
  const made = screens.get("wall");
  return made !== undefined && "failure" in made ? made.failure : "it was made";
}

const none = "export default () => null;";

test("a mistake is reported with its place below the document's folder", async () => {
  const said = await failureOf({ "broken/wall.tsx": "export default () => <p>;" });
  assert.match(said, /─\[ broken\/wall\.tsx:1:/);
  assert.doesNotMatch(said, /Build failed|builtin:|\p{Cc}\[/u);
});

test("a missing import is named", async () => {
  const said = await failureOf({ "far/wall.tsx": `import "./nowhere.ts"; ${none}` });
  assert.match(said, /^Could not resolve '\.\/nowhere\.ts' in far\/wall\.tsx/);
});

test("settings of TypeScript that cannot be read are named, without what only the bundler's makers can use", async () => {
  const said = await failureOf({
    "settings/wall.tsx": none,
    "settings/tsconfig.json": JSON.stringify({ extends: "../../nowhere.json" }),
  });
  assert.equal(said, `Tsconfig not found ${join(dirname(folder), "nowhere.json")}`);
});

test("a component without a mistake is built", async () => {
  assert.equal(await failureOf({ "good/wall.tsx": none }), "it was made");
});
