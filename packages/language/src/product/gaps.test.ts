// Each kind of cell and property of the examples, not shown: whoever reads of it is told in words, and the rest still stands and runs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { databaseOf } from "../database/database.ts";
import { designOf } from "../database/design-of.ts";
import { gapsOf } from "./gaps.ts";
import { productModules } from "./product-module.ts";
import { whoseScreens } from "./screen-gaps.ts";

/** The document with one cell or property less, once for each column of each form of table. */
function* withGaps(source: string): Generator<readonly [what: string, document: string]> {
  const lines = source.split("\n");
  const seen = new Set<string>();
  let header: readonly string[] = [];
  let section = "0";
  for (const [index, line] of lines.entries()) {
    section = /^## (\d)/.exec(line)?.[1] ?? section;
    const instead = (written: string) => lines.with(index, written).join("\n");
    const property = /^- ([A-Z][^:]*): /.exec(line)?.[1];
    const cells = line.startsWith("|") ? line.split(/(?<!\\)\|/).slice(1, -1) : [];
    const isHeader = lines[index + 1]?.startsWith("| -") === true;
    if (isHeader) header = cells.map((cell) => cell.trim());
    const made: readonly (readonly [string, string])[] =
      section === "1"
        ? []
        : property !== undefined
          ? [[`${section} ${property}`, `- ${property}: not shown`]]
          : isHeader || line.startsWith("| -")
            ? []
            : cells.flatMap((_, place) =>
                // What other clauses need by its name cannot be missing: that is a mistake, and not served.
                place === 0 && header[0] !== "For"
                  ? []
                  : [
                      [
                        `${section} ${header.join()} ${header[place]}`,
                        `|${cells.with(place, " not shown ").join("|")}|`,
                      ],
                    ],
              );
    for (const [what, written] of made) {
      // What is lost with a field depends on what it was.
      if (seen.has(what) && !what.startsWith("3 Field") && !what.startsWith("9 Constant")) continue;
      seen.add(what);
      yield [what, instead(written)];
    }
  }
}

/** The document with one subsection less. */
function* withoutParts(source: string): Generator<readonly [what: string, document: string]> {
  const lines = source.split("\n");
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith("### ")) continue;
    const end = lines.findIndex((one, at) => at > index && one.startsWith("##"));
    const left = lines.slice(end < 0 ? lines.length : end);
    // Where the mails stand under the heading of a call, they would go with it.
    if (lines.slice(index, end).some((one) => one.startsWith("| Mail"))) continue;
    yield [line, [...lines.slice(0, index + 1), "", "not shown.", "", ...left].join("\n")];
  }
}

const isLong = process.env["WRIT_LONG"] === "1";
const examples = ["help-desk", "project-tracker", "equipment-lending"];

/** Of each example another third, where all of them would take too long. */
const thirdOf = <Item>(items: Iterable<Item>, third: number): readonly Item[] =>
  [...items].filter((_, index) => isLong || index % examples.length === third);

for (const [third, name] of examples.entries()) {
  test(`whatever is not shown in ${name} has a sentence that says what is missing`, () => {
    const source = readFileSync(`${import.meta.dirname}/../../../../examples/${name}/SPEC.md`, "utf8");
    // What has not changed is taken from the whole, as after an edit: reading it takes most of the time.
    const whole = compile(source);
    for (const [what, document] of thirdOf(withoutParts(source), third)) {
      const compiled = compile(document, whole);
      const others = compiled.problems.filter(({ severity }) => severity !== "gap");
      assert.deepEqual(
        others.map(({ code, address, message }) => `${code} ${address}: ${message}`),
        [],
        what,
      );
      assert.doesNotThrow(() => [databaseOf(compiled), productModules(compiled)], what);
    }
    let told = 0;
    for (const [what, document] of thirdOf(withGaps(source), third)) {
      const compiled = compile(document, whole);
      const others = compiled.problems.filter(({ severity }) => severity !== "gap");
      assert.deepEqual(
        others.map(({ code, address, message }) => `${code} ${address}: ${message}`),
        [],
        what,
      );
      assert.doesNotThrow(() => [databaseOf(compiled), productModules(compiled)], what);
      for (const { address, said, title } of gapsOf(compiled, whoseScreens(designOf(compiled)))) {
        // Columns of seeds and samples are fields of the document.
        if (address.startsWith("3/Sample: ") || address.startsWith("3/Seed: ")) continue;
        assert.match(said[""] ?? "", /^Not shown: [a-z].*\.$/, `${what} ${address}`);
        if (said["fr"] !== undefined) assert.match(said["fr"], /^Non précisé : [a-zà-ü].*\.$/, `${what} ${address}`);
        assert.notEqual(title[""], "", what);
        told++;
      }
    }
    assert.ok(told > 40, `${told}`);
  });
}
