// Reading in pieces, and reading again after an edit, give what reading the whole at once gives.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { mutate, wordsOf } from "../testing/mutations.ts";
import { readChunks } from "./chunks.ts";
import type { Document, Passage } from "./document.ts";
import { readPassages } from "./passages.ts";
import { readBlocks, type Blocks } from "./pieces.ts";
import { readDocument } from "./read.ts";

const folder = `${import.meta.dirname}/../../../../examples`;
const examples = readdirSync(folder)
  .filter((name) => !name.includes("."))
  .map((name) => readFileSync(`${folder}/${name}/SPEC.md`, "utf8"));
const words = examples.flatMap(wordsOf);
const isLong = process.env["WRIT_LONG"] === "1";

/** The passages of the whole source, given to the Markdown parser in one piece. */
function readWhole(source: string): readonly Passage[] {
  const span = { start: source.startsWith("\ufeff") ? 1 : 0, end: source.length };
  const { blocks } = readBlocks(source, [{ span, kind: "section", header: undefined, unread: undefined }], {
    before: new Map(),
    now: new Map(),
  });
  return readPassages(blocks, span.start, span.end);
}

const readInPieces = (source: string) => readChunks(source).flatMap((chunk) => chunk.passages);

/** Only documents of which everything is read can be compared: what is too deep for a piece is not for the parser. */
const isWhole = (passages: readonly Passage[]) => passages.every((passage) => passage.unread.length === 0);

function sameInPieces(source: string): void {
  const pieces = readInPieces(source);
  if (isWhole(pieces)) assert.deepEqual(pieces, readWhole(source));
}

/** What cuts could go wrong at: everything that hides a heading, and everything that a blank line does not end. */
const traps = [
  "```\n\n## 5. Validation rules\n\n",
  "~~~~ts\n\n## a\n\n```\n\n~~~~\n\n",
  "- ```\n\n  x\n\n",
  "<!--\n\n## a\n\n-->\n\n",
  "<pre>\n\n## a\n\n</pre>\n\n",
  "<div>\n```\n\n",
  "<!-- x --> y\n\n",
  "<?php\n\n?>\n\n",
  "<script>\n\n",
  "<![CDATA[\n\n## a\n\n",
  "- a\n\n  b\n\n",
  "1. a\n\n## b\n\n",
  "> a\n\n",
  "> ```\n\n",
  "    code\n\n    code\n\n",
  "| a | b |\n| - | - |\n| 1 | 2 |\n",
  "| a |\n",
  "words\n",
  "words | words\n--- | ---\n",
  "Title\n---\n\n",
  "## a\n",
  "[a]: b\n\n[a]\n\n",
  "\n",
  " \t\n",
  "\\\n\n",
  "`a\n\nb`\n\n",
] as const;

test("the examples read the same in pieces", () => {
  for (const source of examples) sameInPieces(source);
  for (const source of examples) sameInPieces(source.replaceAll("\n", "\r\n"));
});

test("damaged documents read the same in pieces", () => {
  const spoiled = fc.gen().map((gen) => {
    const source = examples[gen(fc.nat, { max: examples.length - 1 })] ?? "";
    return Array.from({ length: 1 + gen(fc.nat, { max: 6 }) }).reduce<string>(
      (text) => mutate(text, words, gen),
      source,
    );
  });
  fc.assert(fc.property(spoiled, sameInPieces), { seed: 12, numRuns: isLong ? 3000 : 8 });
});

test("what hides a heading or outlasts a blank line reads the same in pieces", () => {
  const filler = examples[0]?.slice(0, 3000) ?? "";
  // Pieces are cut only where they have some weight, so traps are repeated and stand in longer documents.
  const tricky = fc
    .array(fc.tuple(fc.constantFrom(...traps, filler), fc.constantFrom(1, 1, 1, 60)), { maxLength: 12 })
    .map((parts) => parts.map(([trap, times]) => trap.repeat(times)).join(""));
  fc.assert(fc.property(tricky, sameInPieces), { seed: 13, numRuns: isLong ? 1000 : 12 });
});

test("a fence that the scan takes for the end of another is read whole", () => {
  // The first fence stands in HTML, where it is none; so the second opens one, and what stands in it is no heading.
  for (const heading of ["", "## 2. Screens and routes\n\n"]) {
    const source = `<div>\n\`\`\`\n</div>\n\n\`\`\`\n\n${"words\n\n".repeat(1000)}${heading}### More words\n\n\`\`\`\n\n## 3. Entities and their fields\n\nnone.\n`;
    assert.deepEqual(
      readInPieces(source).map((passage) => passage.heading?.text.text),
      [undefined, "3. Entities and their fields"],
    );
    sameInPieces(source);
  }
});

test("a long table is read as one, wherever it is cut", () => {
  const rows = Array.from({ length: 200 }, (_, index) => `| row ${index} | \`a.b\` | ${index % 3 === 0 ? "x" : ""} |`);
  const table = (more: string) =>
    `# T\n\n## 5. Validation rules\n\n| One | Two | Three |\n| --- | :-: | --- |\n${rows.join("\n")}\n${more}`;
  for (const more of ["", "\nwords\n", "words\n", "> quote\n", "| a | b | c | d |\n", "### Heading\n"]) {
    const source = table(more);
    sameInPieces(source);
    const tables = readDocument(source).sections[4]?.parts[0]?.tables;
    assert.equal(tables?.length, 1);
    assert.ok((tables[0]?.rows.length ?? 0) >= 200);
    assert.equal(tables[0]?.rows[199]?.cells[0]?.text, "row 199");
  }
  // What is wrong with the header is told once, and what is wrong with a row at its row.
  const source = table("").replace("| Two |", "| ` |").replace("| row 199 |", "| `row 199 |");
  const found = readDocument(source).problems.filter(({ code }) => code === "N022");
  assert.deepEqual(
    found.map(({ span }) => source.slice(span.start - 2, span.end)),
    ["| `", "| `"],
  );
  sameInPieces(table("").replace("| :-: ", ""));
  sameInPieces(table("").replace("| One", "> One"));
});

const withoutChunks = (document: Document) => ({ ...document, chunks: [] });

test("after an edit the reading is that of the whole document", () => {
  const edit = fc.gen().map((gen) => {
    const source = examples[gen(fc.nat, { max: examples.length - 1 })] ?? "";
    const first = mutate(source, words, gen);
    return [source, first, mutate(first, words, gen)] as const;
  });
  const property = fc.property(edit, (versions) => {
    let last: Document | undefined;
    for (const source of versions) {
      last = readDocument(source, last);
      assert.deepEqual(withoutChunks(last), withoutChunks(readDocument(source)));
    }
  });
  fc.assert(property, { seed: 14, numRuns: isLong ? 1000 : 6 });
});

/** Something of every kind that is moved, right and wrong. */
const everything = `# All of it

## 1. What the product does and for whom

not shown.

## 2. Screens and routes

none.

## 3. Entities and their fields

### Thing

Words of it.

| Field | Type |
| --- | --- |
| Name | text |
| \`broken | text |

- **Shown as**: Name

\`\`\`ts
export default 1;
\`\`\`

### Other

not shown.

# Another title

## 4. States and transitions

none.

### Thing

| State | Kind |
| --- | --- |
| New | start |
`;

test("what stands below an edit is moved with all that is in it", () => {
  for (const source of [...examples, everything]) {
    const before = readDocument(source);
    const edited = source.replace("\n", " and more\n\nSome words.\n");
    const after = readDocument(edited, before);
    assert.deepEqual(withoutChunks(after), withoutChunks(readDocument(edited)));
    assert.ok(after.chunks.filter(({ text }) => before.chunks.some((chunk) => chunk.text === text)).length > 0);
  }
});

test("after a change of one cell only its section is read again", () => {
  for (const source of examples) {
    const before = readDocument(source);
    const edited = source
      .replace("| Languages | en", "| Languages | fr")
      .replace("| Name | text", "| Name | long text");
    if (edited === source) continue;
    const after = readDocument(edited, before);
    const kept = after.chunks.filter((chunk) => before.chunks.includes(chunk));
    const moved = after.chunks.filter((chunk) =>
      before.chunks.some(({ text, start }) => text === chunk.text && start !== chunk.start),
    );
    assert.ok(kept.length >= 3 && kept.length + moved.length === after.chunks.length - 2);
    for (const [index, section] of after.sections.entries()) {
      const old = before.sections[index];
      assert.equal(section === old, section.text === old?.text && section.span.start === old.span.start);
    }
  }
});

test("after a change of one cell only its piece is given to the Markdown parser again", () => {
  const entity = (index: number) => {
    const fields = Array.from({ length: 3 + (index % 11) }, (_, field) => `| Field ${field} | text | no | | |\n`);
    return `### Entity ${index}\n\n| Field | Type | Required | Default | Notes |\n| --- | --- | --- | --- | --- |\n${fields.join("")}\n`;
  };
  const entities = Array.from({ length: 60 }, (_, index) => entity(index)).join("");
  const source = `# T\n\n## 3. Entities and their fields\n\n${entities}## 5. Validation rules\n\nnone.\n`;
  const before = readDocument(source);
  const piecesOf = ({ chunks }: Document) => chunks.flatMap(({ pieces }) => [...pieces.values()]);
  // Every piece has a heading, and what is taken from before keeps its nodes.
  const nodesIn = ({ blocks }: Blocks) => blocks.flatMap((block) => (block.kind === "node" ? [block.node] : []));
  const known = new Set(piecesOf(before).flatMap(nodesIn));
  for (const name of ["Entity 2", "Entity 30", "Entity 59"]) {
    const at = source.indexOf("| Field 1 | text", source.indexOf(`### ${name}\n`));
    for (const text of ["| F | text", "| Field 1, of which more is said here than of the others | text"]) {
      const after = readDocument(`${source.slice(0, at)}${text}${source.slice(at + 16)}`, before);
      const read = piecesOf(after).filter((piece) => !nodesIn(piece).some((node) => known.has(node)));
      assert.ok(piecesOf(after).length > 8 && read.length <= 2, `${name}: ${read.length} of ${piecesOf(after).length}`);
      assert.deepEqual(withoutChunks(after), withoutChunks(readDocument(after.source)));
    }
  }
});

test("the text of a section is its source", () => {
  for (const source of examples) {
    for (const { text, span } of readDocument(source).sections) assert.equal(text, source.slice(span.start, span.end));
  }
});
