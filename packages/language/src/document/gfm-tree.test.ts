// The tree is the one that the packages for GitHub's Markdown build, for all that people may write.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import { parseMarkdown } from "./markdown.ts";

function expected(text: string): unknown {
  const tree = fromMarkdown(text, {
    extensions: [gfmTable(), gfmStrikethrough(), { disable: { null: ["definition"] } }],
    mdastExtensions: [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown()],
  });
  // How columns are aligned is nobody's business here.
  return JSON.parse(JSON.stringify(tree.children, (key, value) => (key === "align" ? undefined : value)));
}

const agree = (text: string) => assert.deepEqual(JSON.parse(JSON.stringify(parseMarkdown(text))), expected(text));

const folder = `${import.meta.dirname}/../../../../examples`;
for (const name of readdirSync(folder).filter((one) => !one.includes("."))) {
  test(`the tree of ${name}`, () => agree(readFileSync(`${folder}/${name}/SPEC.md`, "utf8")));
}

test("the tree of random tables, code and strikethrough", () => {
  const piece = fc.constantFrom(
    ..."| || \\| \\\\| \\\\\\| ` `` ~ ~~ - :-: --- a **b** \n > #".split(" "),
    "\n",
    " ",
    "- ",
    "  ",
    "| a | `x \\| y` |\n",
  );
  const table = fc.array(piece, { maxLength: 12 }).map((parts) => `| a | b |\n| :-- | --: |\n| ${parts.join("")} |`);
  const prose = fc.array(piece, { maxLength: 20 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(table, prose), (text) => agree(text)),
    { seed: 16, numRuns: process.env["WRIT_LONG"] === "1" ? 20_000 : 1_000 },
  );
});
