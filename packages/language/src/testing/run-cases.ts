// Runs the documents beside a slice: each `cases/<name>.md` against what it must give, in `cases/<name>.txt`.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { wordsOf } from "../problem.ts";
import { sectionTitles } from "../document/document.ts";
import { lineMap } from "../document/lines.ts";

/** `only`: codes to look at; a case of one slice need not mind what another slice warns of. */
export function runCases(folder: string, only: (code: string) => boolean = () => true): void {
  const cases = `${folder}/cases`;
  for (const file of readdirSync(cases)
    .filter((name) => name.endsWith(".md"))
    .sort()) {
    const name = file.slice(0, -3);
    test(`case ${name}`, () => {
      const found = problemLines(readFileSync(`${cases}/${file}`, "utf8"), only);
      const expected = `${cases}/${name}.txt`;
      if (process.env["WRIT_ACCEPT"] === "1") writeFileSync(expected, found);
      assert.ok(existsSync(expected), `${expected} is missing: accept it with npm run accept, and read it`);
      assert.equal(found, readFileSync(expected, "utf8"));
    });
  }
}

/** The problems of a fragment, one a line, places as in the fragment; `ok` where there are none. */
export function problemLines(fragment: string, only: (code: string) => boolean = () => true): string {
  const { source, fragmentLines } = completeDocument(fragment);
  const lines = lineMap(source);
  const place = (offset: number) => {
    const { line, column } = lines.at(offset);
    return `${fragmentLines[line - 1] ?? 0}:${column}`;
  };
  const said = compile(source)
    .problems.filter(({ code }) => only(code))
    .map((problem) => {
      const letter = problem.severity.charAt(0).toUpperCase();
      const related = problem.related.map((one) => `\n    ${place(one.span.start)} ${one.message}`);
      return `${place(problem.span.start)} ${letter} ${problem.code} ${problem.address}: ${wordsOf(problem)}${related.join("")}`;
    });
  return said.length === 0 ? "ok\n" : `${said.join("\n")}\n`;
}

/**
 * A fragment holds only the sections that it needs, in order; the others are added as "none.". `fragmentLines` says
 * for each line of the whole which line of the fragment it is, 0 for what was added.
 */
export function completeDocument(fragment: string): {
  readonly source: string;
  readonly fragmentLines: readonly number[];
} {
  const written = fragment.replace(/\n$/, "").split("\n");
  const whole: string[] = [];
  const fragmentLines: number[] = [];
  const add = (line: string, from: number) => {
    whole.push(line);
    fragmentLines.push(from);
  };
  const missing = (from: number, to: number) => {
    for (let number = from; number < to; number++) {
      for (const line of [`## ${number}. ${sectionTitles[number - 1]}`, "", "none.", ""]) add(line, 0);
    }
  };
  if (!written.some((line) => line.startsWith("# "))) {
    add("# Case", 0);
    add("", 0);
  }
  let next = 1;
  written.forEach((line, index) => {
    const number = Number(/^## (\d)\. /.exec(line)?.[1] ?? "0");
    if (number >= next) {
      missing(next, number);
      next = number + 1;
    }
    add(line, index + 1);
  });
  add("", 0);
  missing(next, 10);
  return { source: whole.join("\n"), fragmentLines };
}
