// Plain words from Markdown, and the promise that every character knows where it stands in the source.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readDocument } from "./read.ts";
import { offsetAt, spanOf, type Text } from "../text/text.ts";

const before = "# Product\n\n## 5. Validation rules\n\n";

/** A cell of a table as it is read, and the whole source. */
function cellOf(
  cell: string,
  start = before,
): { readonly text: Text; readonly source: string; readonly codes: readonly string[] } {
  const source = `${start}| One | Two |\n| --- | --- |\n| ${cell} | end |\n`;
  const { sections, problems } = readDocument(source);
  const text = sections[4]?.parts[0]?.tables[0]?.rows[0]?.cells[0];
  assert.ok(text, cell);
  return { text, source, codes: problems.map(({ code }) => code).filter((code) => code !== "N001" && code !== "N025") };
}

const cells: readonly (readonly [cell: string, words: string])[] = [
  ["plain words", "plain words"],
  ["", ""],
  ["`code`", "`code`"],
  ["reference to User, among `User.filter(u, u.active)`", "reference to User, among `User.filter(u, u.active)`"],
  ["`` code ``", "`code`"],
  ["``code``", "`code`"],
  ["`  two  `", "` two `"],
  ["`a \\|\\| b`", "`a || b`"],
  ["`a\\\\b`", "`a\\\\b`"],
  ["a \\| b", "a | b"],
  ["\\*not emphasised\\*", "*not emphasised*"],
  ["*a* **b** _c_ ***d*** ~~e~~ ~f~", "a b c d e f"],
  ["**`code`** and *more `code`*", "`code` and more `code`"],
  ["a &amp; b &lt;c&gt; &#65;&#x42; &ngE;", "a & b <c> AB \u2267\u0338"],
  ["&nope; &amp AT&T &;", "&nope; &amp AT&T &;"],
  ["&#x1F600; 😀", "😀 😀"],
  ["&amp;amp;", "&amp;"],
  ["one<br>two <b>three</b>", "one<br>two <b>three</b>"],
  ['<a title="&amp;">x</a>', '<a title="&amp;">x</a>'],
  ["one <!-- hidden --> two", "one  two"],
  ["<!-- hidden -->", ""],
  ["[words](https://example.test) <https://example.test>", "words https://example.test"],
  ["[words][1] and [more]", "[words][1] and [more]"],
  ["![a picture](one.png) `x`", "a picture `x`"],
  ["![a *strong* &amp; long picture](one.png)", "a strong & long picture"],
  ["a\\\\", "a\\"],
  ["\u00e9 e\u0301 中文 \u202e \ud800", "\u00e9 e\u0301 中文 \u202e \ud800"],
  ["a\u0000b", "a\ufffdb"],
  ["question_asked snake_case_word", "question_asked snake_case_word"],
  ["2 * 3 * 4", "2 * 3 * 4"],
];

for (const [cell, words] of cells) {
  test(`${JSON.stringify(cell)} reads ${JSON.stringify(words)}`, () => {
    for (const start of [before, `\ufeff${before.replaceAll("\n", "\r\n")}`, before.replaceAll("\n", "\r")]) {
      const { text, source, codes } = cellOf(cell, start);
      assert.equal(text.text, words);
      assert.deepEqual(
        codes,
        [...codes].filter((code) => code === "N004"),
      );
      agrees(text, source);
    }
  });
}

/** Every character stands in the source where its text says, or what stands there means it. */
function agrees(text: Text, source: string): void {
  let last = text.start;
  for (let index = 0; index < text.text.length; index++) {
    const at = offsetAt(text, index);
    const [character, there] = [text.text[index], source[at]];
    assert.ok(at >= last && at < text.end, `${JSON.stringify(text)}: ${index} stands at ${at}`);
    const isMeant =
      there === character ||
      there === "&" ||
      (character === "\ufffd" && there === "\0") ||
      (character === "`" && there === " ") ||
      (character === " " && there !== undefined && /\s|\\/.test(there)) ||
      // The parser drops emphasis and images within the description of an image, so its places are rough.
      source.slice(text.start - 2, text.end).includes("![");
    assert.ok(
      isMeant,
      `${JSON.stringify(text.text)}: ${index} is ${JSON.stringify(character)}, and there stands ${JSON.stringify(there)}`,
    );
    last = at;
  }
  assert.equal(offsetAt(text, text.text.length), text.end);
}

test("the spans of words are those of the source", () => {
  const sourceOf = (cell: string, words: string) => {
    const { text, source } = cellOf(cell);
    const at = text.text.indexOf(words);
    const { start, end } = spanOf(text, at, at + words.length);
    return source.slice(start, end);
  };
  assert.equal(sourceOf("`a \\|\\| b.late`", "b.late"), "b.late");
  assert.equal(sourceOf("**bold** words", "words"), "words");
  assert.equal(sourceOf("&amp; `x` last", "last"), "last");
  assert.equal(sourceOf("`` padded ``", "padded"), "padded");
  assert.equal(sourceOf("\\*a\\* b", "b"), "b");
});

test("an empty cell stands where one would write", () => {
  const { text, source } = cellOf("");
  assert.equal(source.slice(text.start - 2, text.start), "| ");
  assert.equal(text.start, text.end);
});

test("code that cannot be distinguished from its edges is reported and loses its backticks", () => {
  assert.deepEqual(cellOf("`` a ` b ``").text.text, "`a  b`");
  assert.deepEqual(cellOf("`` a ` b ``").codes, ["N021"]);
  assert.deepEqual(cellOf("`ticket.late").text.text, "ticket.late");
  assert.deepEqual(cellOf("`ticket.late").codes, ["N022"]);
  assert.deepEqual(cellOf("\\`a\\` &#96;").codes, ["N022", "N022", "N022"]);
  const { source } = cellOf("x `` a ` b ``");
  const problem = readDocument(source).problems.find(({ code }) => code === "N021");
  assert.equal(source.indexOf("` b"), problem?.span.start);
});

test("whatever is written, every character agrees with the source", () => {
  const bits = [
    "a",
    " ",
    "  ",
    "*",
    "**",
    "_",
    "`",
    "``",
    "\\",
    "\\|",
    "\\`",
    "&amp;",
    "&#65;",
    "&",
    ";",
    "<br>",
    "<!--",
    "-->",
    "[",
    "](x)",
    "![",
    "~~",
    "😀",
    "\ud800",
    "\0",
    "<",
    ">",
    "中",
    "b.",
  ];
  const cell = fc.array(fc.constantFrom(...bits), { maxLength: 20 }).map((parts) => parts.join(""));
  const property = fc.property(cell, (written) => {
    const source = `${before}| One |\n| --- |\n| ${written} |\n\n### ${written}\n- Name: ${written}\n`;
    for (const part of readDocument(source).sections[4]?.parts ?? []) {
      const texts = [
        part.heading,
        ...part.tables.flatMap(({ rows }) => rows.flatMap(({ cells: all }) => all)),
        ...part.properties.flatMap(({ name, value }) => [name, value]),
      ];
      for (const text of texts) if (text) agrees(text, source);
    }
  });
  fc.assert(property, { seed: 11, numRuns: process.env["WRIT_LONG"] === "1" ? 20_000 : 600 });
});
