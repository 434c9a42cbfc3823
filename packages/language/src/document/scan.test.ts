// What is found before the Markdown parser runs: where the source may be cut, and what would overwhelm the parser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readDocument } from "./read.ts";
import { scanSource } from "./scan.ts";
import { workClock } from "../testing/work-clock.ts";

const long = process.env["WRIT_LONG"] === "1";
const frame = "# T\n\n## 2. Screens and routes\n\n";

const whyUnread = (source: string) => scanSource(source).map(({ unread }) => unread?.why ?? "");

test("pieces are the whole source, one behind the other", () => {
  for (const source of ["", "\ufeff", "a", "\ufeff# A\n\n## b\n\nc", `${frame}${"words\n\n".repeat(2000)}## 3. x\n`]) {
    const pieces = scanSource(source);
    let end = source.startsWith("\ufeff") ? 1 : 0;
    for (const { span } of pieces) {
      assert.equal(span.start, end);
      end = span.end;
    }
    assert.equal(end, source.length);
  }
});

test("a piece begins at a heading below a blank line, outside fences and comments", () => {
  const cuts = (source: string) => scanSource(source).length - 1;
  assert.equal(cuts("a\n\n## b"), 1);
  assert.equal(cuts("a\r\n \t\r\n## b"), 1);
  assert.equal(cuts("a\r\r## b"), 1);
  assert.equal(cuts("a\n## b"), 0);
  assert.equal(cuts("a\n\n ## b"), 0);
  assert.equal(cuts("a\n\n### b"), 0);
  assert.equal(cuts("```\n\n## b\n\n```\n\n## c"), 1);
  assert.equal(cuts("````\n\n```\n\n## b\n\n`````\n\n## c"), 1);
  assert.equal(cuts("~~~\n\n```\n\n## b\n\n~~~\n\n## c"), 1);
  assert.equal(cuts("``` `\n\n## b"), 1);
  assert.equal(cuts("<!-- a\n\n## b\n\n-->\n\n## c"), 1);
  assert.equal(cuts("<!-- a -->\n\n## b"), 1);
  assert.equal(cuts("<PRE>\n\n## b\n\n</pre>\n\n## c"), 1);
});

test("nesting up to a hundred deep is read, and beyond it is not", () => {
  const nested: readonly ((depth: number) => string)[] = [
    (depth) => `${"> ".repeat(depth)}a`,
    (depth) => `${">".repeat(depth)} a`,
    (depth) => `${"- ".repeat(depth)}a`,
    (depth) => `${"1. ".repeat(depth)}a`,
    (depth) => `${"- > ".repeat(depth / 2)}a`,
    (depth) => `${"[".repeat(depth)}a${"]".repeat(depth)}`,
    (depth) => `a\n${"![".repeat(depth)}b`,
    (depth) => `${"*".repeat(depth)}a${"*".repeat(depth)}`,
    (depth) => `${"**a _b ".repeat(depth / 3)}`,
    (depth) => Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}- a`).join("\n"),
  ];
  for (const write of nested) {
    const [fine, deep] = [write(96), write(204)];
    assert.deepEqual(whyUnread(frame + fine).filter(Boolean), [], fine.slice(0, 40));
    assert.deepEqual(whyUnread(frame + deep).filter(Boolean), ["too deep"], deep.slice(0, 40));
    const { problems } = readDocument(frame + deep);
    const found = problems.filter(({ code }) => code === "N020");
    assert.equal(found.length, 1);
    assert.equal(found[0]?.address, "2");
    assert.ok((found[0]?.span.start ?? 0) >= frame.length);
  }
});

test("what only looks nested is read", () => {
  const flat = [
    "- ".repeat(300),
    "* ".repeat(300),
    `a ${"_".repeat(300)}\n`,
    `${"snake_case_".repeat(100)}a`,
    `${"2*3*4 ".repeat(100)}a`,
    `${"**bold**, ".repeat(200)}a`,
    `| a | b |\n| - | - |\n${"| [ | `[^` |\n".repeat(200)}`,
    `${"- [ ] one [\n".repeat(200)}`,
    `\`\`\`ts\n${"[".repeat(300)}\n\`\`\``,
    `${"[a] ".repeat(300)}`,
    `${"\\[".repeat(300)}`,
  ];
  for (const source of flat) assert.deepEqual(whyUnread(frame + source).filter(Boolean), [], source.slice(0, 40));
});

test("what a fence hides from the scan cannot break the reader", () => {
  // The fence stands in HTML, where it is none, so what stands behind it is real.
  const bits = ["> ", "- ", "1. ", "- > ", "*_", "![", "**a _b "];
  const hidden = bits.flatMap((bit) => {
    // The parser takes as long as the square of the depth for lists; those that hold quotes are as deep, and hold both.
    const isList = bit === "- " || bit === "1. ";
    return [isList && !long ? 1000 : 3000, 20_000].map((times) => bit.repeat(times));
  });
  for (const deep of hidden) {
    const source = `${frame}<div>\n\`\`\`\n\n${deep}a${deep.startsWith("*") ? "_*".repeat(deep.length / 2) : ""}\n\n| a |\n\n## 3. x\n`;
    const { sections } = readDocument(source);
    assert.equal(sections[1]?.heading.start, 5);
  }
});

test("what would take the parser minutes is left out, and the rest is read", () => {
  const dense = [
    "a*",
    "*a** ",
    "[a](<b",
    "![a](b) ",
    "> a\n\n",
    "- > a\n",
    "- a\nb\n",
    "=\n",
    "a\n=\n",
    "[a]:\n",
    "<a\n",
    "&",
    "| |",
    "\\\n",
  ];
  for (const bit of dense) {
    const heavy = bit.repeat(Math.ceil(200_000 / bit.length));
    const source = `${frame}none.\n\n## 4. States and transitions\n\n${heavy}\n\n## 5. Validation rules\n\nnone.\n`;
    const began = workClock();
    const { sections, problems } = readDocument(source);
    const took = workClock() - began;
    assert.ok(took < 5000, `${JSON.stringify(bit)} took ${took} ms`);
    assert.deepEqual(
      [1, 4].map((index) => sections[index]?.status.kind),
      ["none", "none"],
      JSON.stringify(bit),
    );
    for (const { code, address } of problems) if (code === "N024") assert.equal(address, "4");
  }
  // What is quadratic is found long before it is long.
  for (const [bit, many] of [
    ["a*", 15_000],
    ["[a] ", 15_000],
    ["- > a\n", 2000],
  ] as const) {
    assert.deepEqual(whyUnread(frame + bit.repeat(500)).filter(Boolean), [], bit);
    assert.deepEqual(whyUnread(frame + bit.repeat(many)).filter(Boolean), ["too heavy"], bit);
  }
  const { problems } = readDocument(`${frame}${"a*".repeat(100_000)}`);
  assert.deepEqual(
    problems.filter(({ code }) => code === "N024").map(({ span }) => span.start),
    [frame.length],
  );
});

test("a long document of the usual kind is read whole", () => {
  const rows = "| Ticket | read, update | no | own | yes | `ticket.state == 'open' and ticket.late` |\n".repeat(8000);
  const table = `| For | May | Visitor | Customer | Agent | Lead |\n| --- | --- | --- | --- | --- | --- |\n${rows}`;
  const prose = "Words of **some** weight, `code`, [a link](https://example.test) and the rest of it.\n\n".repeat(3000);
  const list = "- **Name**: what it is, `code` and so on\n".repeat(2000);
  for (const text of [table, prose, list, "words ".repeat(200_000)]) {
    assert.deepEqual(whyUnread(frame + text).filter(Boolean), [], text.slice(0, 40));
  }
  // To scan it is little work; to read it is much.
  const read = table.slice(0, table.length - (long ? 0 : rows.length * 0.75));
  const count = long ? 8000 : 2000;
  assert.equal(readDocument(frame + read).sections[1]?.parts[0]?.tables[0]?.rows.length, count);
});
