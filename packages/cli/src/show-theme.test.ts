// The theme beside a document: what is served of it, and the messages about its mistakes.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { showTheme } from "./document/show-theme.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-theme-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const themed = async (theme: object) => {
  writeFileSync(join(folder, "theme.json"), JSON.stringify(theme));
  return showTheme(folder, "/app/");
};

test("without a theme nothing is served, and it is noticed when there is one", async () => {
  const { style, sources } = await showTheme(folder, "/app/");
  assert.equal(style, undefined);
  assert.deepEqual(sources, [join(folder, "theme.json")]);
});

test("a theme is a style sheet with the files that it names, each under a name of its contents", async () => {
  writeFileSync(join(folder, "logo.svg"), "<svg/>");
  const { style, icon, files, sources, failures } = await themed({ colours: { accent: "#0b7285" }, logo: "logo.svg" });
  assert.deepEqual(failures, []);
  assert.match(icon ?? "", /^\/app\/theme-[\w-]{16}\.svg$/);
  const sheet = String(files.get(style?.slice("/app/".length) ?? ""));
  assert.match(sheet, /--accent: #0b7285/);
  assert.ok(sheet.includes(`url("${icon}")`));
  assert.deepEqual(sources, [join(folder, "theme.json"), join(folder, "logo.svg")]);
});

test("invalid parts of a theme are reported, and the rest is served", async () => {
  writeFileSync(join(folder, "big.woff2"), Buffer.alloc(600_000));
  const { failures, files } = await themed({
    colours: { accent: "#0b7285" },
    logo: "none.png",
    font: "big.woff2",
    colour: 1,
  });
  assert.deepEqual(failures, [
    'theme.json: "colour" is no word of a theme: colours, radius, font, logo, logo dark',
    "theme.json: big.woff2 has more than 500 kB",
    "theme.json: there is no file none.png",
  ]);
  assert.equal(files.size, 1);
});
