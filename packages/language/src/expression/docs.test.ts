// The page about expressions: every block marked `writ-expression` is checked, with its sentences and messages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { rowScope } from "../model/scopes.ts";
import type { Problem } from "../problem.ts";
import { sampleSchema } from "../testing/sample-schema.ts";
import { checkExpression } from "./check.ts";
import { sentenceOf } from "./english.ts";
import { readExpression } from "./parsing/read.ts";

const page = readFileSync(fileURLToPath(new URL("../../../../docs/language/expressions.md", import.meta.url)), "utf8");
const blocks = [...page.matchAll(/^```writ-expression (?<about>\w+)\n(?<text>[\s\S]*?)^```$/gm)];

/** What the page must say below an expression: its sentence, or what is wrong with it. */
function answer(source: string, about: string): string {
  const problems: Problem[] = [];
  const expression = readExpression({ text: source, start: 0, end: source.length }, "1", problems);
  const scope = rowScope(about === "wrong" ? "ticket" : about, { me: "present", old: "present" });
  const checked = checkExpression(expression, sampleSchema, scope, { kind: "any" });
  const said = [...problems, ...checked.problems].map(({ code, message, hint }) => `${code} ${message} ${hint}`.trim());
  return said.length > 0 || checked.typed === undefined ? said.join("; ") : sentenceOf(checked.typed, sampleSchema);
}

test("the page has examples", () => assert.ok(blocks.length >= 4));

for (const { groups, index } of blocks) {
  const { about = "", text = "" } = groups ?? {};
  const lines = text.split("\n").slice(0, -1);
  describe(`expressions.md:${page.slice(0, index).split("\n").length}`, () => {
    for (const [at, line] of lines.entries()) {
      if (line.startsWith("  ")) continue;
      test(line, () => {
        const found = answer(line, about);
        assert.equal(/^X\d{3} /.test(found), about === "wrong", found);
        assert.equal(found, lines[at + 1]?.trim());
      });
    }
  });
}
