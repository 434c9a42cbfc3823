// What expressions look like in SQL, both forms, and in JavaScript: `printed.txt` shows each form of the language once.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { plainTarget } from "../testing/plain-target.ts";
import { sampleSchema, ticketScope } from "../testing/sample-schema.ts";
import { checkExpression } from "./check.ts";
import { printJavaScript } from "./javascript.ts";
import { readExpression } from "./parsing/read.ts";
import { printSql } from "./sql.ts";

const path = join(import.meta.dirname, "printed.txt");

test("every form is printed as printed.txt shows it", () => {
  const shown = readFileSync(path, "utf8");
  const printed = shown
    .split("\n\n")
    .map((block) => (block.startsWith("#") ? block.trimEnd() : print(block.split("\n")[0] ?? "")))
    .join("\n\n")
    .concat("\n");
  if (process.env["WRIT_ACCEPT"] === "1") writeFileSync(path, printed);
  else assert.equal(shown, printed, "npm run accept shows what is printed now");
});

function print(text: string): string {
  const expression = readExpression({ text, start: 0, end: text.length }, "5/Ticket/Rule", []);
  const { typed, problems } = checkExpression(expression, sampleSchema, ticketScope, { kind: "any" });
  if (typed === undefined) return `${text}\n  refused     ${problems[0]?.message}`;
  const target = plainTarget(sampleSchema);
  const [strict, filter] = [printSql(typed, target, "strict"), printSql(typed, target, "filter")];
  return [
    text,
    `  SQL         ${strict}`,
    ...(filter === strict ? [] : [`  as a filter ${filter}`]),
    `  JavaScript  ${printJavaScript(typed, sampleSchema)}`,
  ].join("\n");
}
