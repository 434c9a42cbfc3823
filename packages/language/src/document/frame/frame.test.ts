// The frame of a document: nine headings in order, and what is said where they are not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sectionTitles, type SectionNumber } from "../document.ts";
import { inOrder } from "./claim.ts";
import { lineMap } from "../lines.ts";
import { readDocument } from "../read.ts";

const good = sectionTitles.map((title, index) => `## ${index + 1}. ${title}`);

/** A document of these headings, each above a word by which its section is known again. */
const documentOf = (headings: readonly string[]) =>
  ["# Product", ...headings.map((heading, index) => `${heading}\n\nnone. word${index}`)].join("\n\n");

function said(source: string): readonly string[] {
  const lines = lineMap(source);
  return readDocument(source)
    .problems.filter(({ code }) => /^N00[1567]$/.test(code))
    .map(
      ({ span, code, address, message, hint }) =>
        `${lines.at(span.start).line} ${code} ${address}: ${message} | ${hint}`,
    );
}

/** Which of the words stand in which section. */
const readAs = (source: string) =>
  readDocument(source).sections.map(({ status }) => (status.kind === "none" ? status.explanation : status.kind));

const words = (...numbers: readonly number[]) => numbers.map((number) => `word${number}`);

test("nine good headings say nothing, and spaces in them do not matter", () => {
  assert.deepEqual(said(documentOf(good)), []);
  assert.deepEqual(readAs(documentOf(good)), words(0, 1, 2, 3, 4, 5, 6, 7, 8));
  assert.deepEqual(said(documentOf(good.with(4, "##   5.  Validation \t rules  ##"))), []);
});

test("a reworded heading still has its section read", () => {
  const reworded = [
    "## 5. Rules",
    "## Validation rules",
    "## 5) Validation rules",
    "## 5 Validation Rules",
    "# 5. Validation rules",
    "### 5. Validation rules",
    "## Validatoin rules",
    "## Ruling",
    "## 55. Validation rules",
  ];
  for (const heading of reworded) {
    const source = documentOf(good.with(4, heading));
    assert.deepEqual(said(source), [
      `19 N001 5: expected "## 5. Validation rules", found "${heading}" | Write the heading exactly like this.`,
    ]);
    assert.deepEqual(readAs(source), words(0, 1, 2, 3, 4, 5, 6, 7, 8), heading);
  }
});

test("a missing heading is reported where it belongs", () => {
  const hint = 'Add the heading, and under it the content, "not shown." or "none."';
  assert.deepEqual(said(documentOf(good.toSpliced(4, 1))), [
    `19 N001 5: the heading "## 5. Validation rules" is missing | ${hint}`,
  ]);
  const last = documentOf(good.slice(0, 8));
  assert.deepEqual(said(last), [`33 N001 9: the heading "## 9. Business constants and limits" is missing | ${hint}`]);
  assert.equal(readDocument(last).problems.at(-1)?.span.start, last.length);
  assert.equal(said("").filter((line) => line.includes('" is missing')).length, 9);
});

test("swapped sections are read by what they say", () => {
  const source = documentOf(good.with(3, good[4] ?? "").with(4, good[3] ?? ""));
  assert.deepEqual(said(source), [
    '15 N001 5: expected "## 4. States and transitions", found "## 5. Validation rules" | Sections must be in the order of their numbers. Move it after section 4.',
  ]);
  assert.deepEqual(readAs(source), words(0, 1, 2, 4, 3, 5, 6, 7, 8));
});

test("a section far from its place is reported alone", () => {
  const first = documentOf([good[8] ?? "", ...good.slice(0, 8)]);
  assert.deepEqual(said(first), [
    '3 N001 9: expected "## 1. What the product does and for whom", found "## 9. Business constants and limits" | Sections must be in the order of their numbers. Move it after section 8.',
  ]);
  const last = documentOf([...good.slice(1), good[0] ?? ""]);
  assert.deepEqual(said(last), [
    '35 N001 1: "## 1. What the product does and for whom" comes after section 9 | Sections must be in the order of their numbers. Move it before section 2.',
  ]);
  assert.deepEqual([...inOrder([9, 1, 2, 3])], [1, 2, 3]);
  assert.deepEqual([...inOrder([])], []);
});

test("a number that disagrees with its title gives way to the title", () => {
  const source = documentOf(good.with(3, "## 4. Validation rules").with(4, "## 5. States and transitions"));
  assert.deepEqual(readAs(source), words(0, 1, 2, 4, 3, 5, 6, 7, 8));
  assert.equal(said(source).length, 3);
});

test("a section that is there twice is read from both", () => {
  const source = documentOf([...good.slice(0, 5), "## 5. Validation rules\n\n| Rule |\n| --- |", ...good.slice(5)]);
  assert.deepEqual(said(source), [
    '23 N001 5: section 5 exists twice: "## 5. Validation rules" | Combine the two under one heading.',
  ]);
  assert.deepEqual(
    readDocument(source).sections[4]?.parts.map((part) => part.tables.length),
    [0, 1],
  );
});

test("a stray heading that shows something is read as a subsection, and one of prose is left alone", () => {
  const stray = (below: string) => documentOf([...good.slice(0, 3), `## Ticket\n\n${below}`, ...good.slice(3)]);
  const hint = 'Within section 3 write "### Ticket". Write other headings after section 9, without a number.';
  const message = `15 N001 3: expected "## 4. States and transitions", found "## Ticket" | ${hint}`;
  const headings = (source: string) => readDocument(source).sections[2]?.parts.map((part) => part.heading?.text);
  const shows = stray("| Field |\n| --- |\n\n### Comment\n");
  assert.deepEqual(said(shows), [message]);
  assert.deepEqual(headings(shows), [undefined, "Ticket", "Comment"]);
  assert.deepEqual(said(stray("Only prose.")), [message]);
  assert.deepEqual(headings(stray("Only prose.")), [undefined]);
});

test("headings before the first section are a mistake, unnumbered ones behind the last are not", () => {
  assert.deepEqual(said(documentOf(["## Background", ...good])), [
    '3 N001 : expected "## 1. What the product does and for whom", found "## Background" | Write text before section 1 without a heading.',
  ]);
  assert.deepEqual(said(documentOf([...good, "## Consequences", "## Other words"])), []);
  assert.deepEqual(said(documentOf([...good, "## 10. Other words"])), [
    '39 N001 9: "## 10. Other words" is not one of the nine sections | Write headings after section 9 without a number.',
  ]);
});

test("one title, before the first section", () => {
  const without = documentOf(good).replace("# Product\n\n", "");
  assert.deepEqual(said(without), [
    "1 N006 : the title is missing | Begin the document with `# ` and the name of the product.",
  ]);
  assert.deepEqual(said(`${without}\n\n# Late`), [
    "37 N006 : the title must come before section 1 | Move it to the beginning of the document.",
  ]);
  assert.equal(readDocument(`${without}\n\n# Late`).title?.text, "Late");
  assert.deepEqual(said(`#\n\n${without}`), [
    "1 N006 : the title is missing | Begin the document with `# ` and the name of the product.",
  ]);
  assert.deepEqual(said(`# One\n\n# Two\n\n${without}`), [
    '3 N007 : "Two" is a second title | Write `### ` within a section, or delete it.',
  ]);
  assert.equal(readDocument(`Two *words*\n===\n\n${without}`).title?.text, "Two words");
});

test("the first line may name version 1", () => {
  const whole = documentOf(good);
  for (const line of [
    "<!-- writ 1 -->\n",
    "<!--writ 1-->\n",
    "\ufeff<!-- writ 1 -->\r\n",
    "<!-- writes -->\n",
    "<!-- writ-like -->\n",
  ]) {
    assert.deepEqual(said(line + whole), [], line);
  }
  assert.deepEqual(said(`<!-- writ 2.1 -->\n${whole}`), [
    '1 N005 : unknown version "2.1" of the notation | Write `<!-- writ 1 -->`, or delete the line.',
  ]);
  const [problem] = readDocument(`\ufeff<!-- writ  two -->\n${whole}`).problems;
  assert.deepEqual(problem?.span, { start: 12, end: 15 });
  assert.equal(said(`<!-- writ -->\n${whole}`).length, 1);
});

test("every section is there, whatever is missing", () => {
  for (const source of ["", "# Only a title", "## 7. The calls it makes\n\n| a |\n| - |"]) {
    const { sections } = readDocument(source);
    assert.deepEqual(
      sections.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6, 7, 8, 9] satisfies SectionNumber[],
    );
    assert.equal(sections[0]?.status.kind, "not shown");
  }
});
