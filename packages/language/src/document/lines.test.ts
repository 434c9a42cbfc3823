// From offsets to lines and columns, whatever ends the lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { lineMap } from "./lines.ts";

const at = (source: string, offset: number) => {
  const { line, column } = lineMap(source).at(offset);
  return `${line}:${column}`;
};

test("lines end with LF, CRLF or a lone CR", () => {
  const source = "a\nbc\r\nd\re";
  assert.deepEqual(
    [...source].map((_, offset) => at(source, offset)),
    ["1:1", "1:2", "2:1", "2:2", "2:3", "2:4", "3:1", "3:2", "4:1"],
  );
  assert.equal(at(source, source.length), "4:2");
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((line) => lineMap(source).lineText(line)),
    ["a", "bc", "d", "e", ""],
  );
});

test("columns count UTF-16 units, and a byte order mark has none", () => {
  assert.equal(at("😀a", 2), "1:3");
  assert.equal(at("\ufeffab", 0), "1:1");
  assert.equal(at("\ufeffab", 1), "1:1");
  assert.equal(at("\ufeffab", 2), "1:2");
  assert.equal(at("\ufeffab\nc", 4), "2:1");
  assert.equal(lineMap("\ufeffab\nc").lineText(1), "ab");
});

test("places outside the source are at its edges", () => {
  assert.equal(at("", 0), "1:1");
  assert.equal(at("a\n", 2), "2:1");
  assert.equal(lineMap("a\n").lineText(2), "");
  assert.equal(lineMap("a").lineText(9), "");
});

test("every offset stands in its line", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "\n", "\r", "\r\n", "😀", "\u2028"), { maxLength: 30 })
    .map((parts) => parts.join(""));
  const property = fc.property(text, (source) => {
    const lines = lineMap(source);
    for (let offset = 0; offset < source.length; offset++) {
      const { line, column } = lines.at(offset);
      const written = lines.lineText(line);
      const isEnd = column > written.length;
      assert.equal(isEnd, /[\r\n]/.test(source.charAt(offset)), `${JSON.stringify(source)} at ${offset}`);
      if (!isEnd) assert.equal(written[column - 1], source[offset]);
    }
  });
  fc.assert(property, { seed: 15, numRuns: 500 });
});
