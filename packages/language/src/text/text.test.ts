// Texts: slicing, splitting and matching keep every character's place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, emptyText, matchText, offsetAt, sliceText, spanOf, splitText, trimText, type Text } from "./text.ts";

const source = "....one, `a, b`, f(x, y) , last....";
const plain: Text = { text: source.slice(4, -4), start: 4, end: source.length - 4 };

/** The text of a source in which a backslash before each comma is no part of the text. */
const escaped = source.replaceAll(",", "\\,");
const mapped: Text = {
  text: plain.text,
  start: 4,
  end: escaped.length - 4,
  map: [
    ...[...escaped].flatMap((character, index) =>
      character === "\\" || index < 4 || index >= escaped.length - 4 ? [] : [index],
    ),
    escaped.length - 4,
  ],
};

test("a text is split at separators outside code and parentheses", () => {
  const words = ["one", "`a, b`", "f(x, y)", "last"];
  assert.deepEqual(
    splitText(plain).map(({ text }) => text),
    words,
  );
  assert.deepEqual(
    splitText(mapped).map(({ text }) => text),
    words,
  );
  assert.deepEqual(
    splitText(plain).map(({ start, end }) => source.slice(start, end)),
    words,
  );
  assert.deepEqual(
    splitText(mapped)
      .map(({ start, end }) => escaped.slice(start, end).replaceAll("\\", ""))
      .at(-1),
    "last",
  );
  assert.deepEqual(splitText(emptyText(3)), []);
  assert.deepEqual(splitText({ text: "  ", start: 0, end: 2 }), []);
  assert.deepEqual(
    splitText({ text: "a,,b,", start: 0, end: 5 }).map(({ text }) => text),
    ["a", "", "b", ""],
  );
  assert.deepEqual(
    splitText({ text: "a)b, c(d", start: 0, end: 8 }).map(({ text }) => text),
    ["a)b", "c(d"],
  );
  assert.deepEqual(
    splitText({ text: "a; b", start: 0, end: 4 }, ";").map(({ text }) => text),
    ["a", "b"],
  );
});

test("slices and spans are where their characters are", () => {
  const at = plain.text.indexOf("last");
  assert.deepEqual(spanOf(plain, at, at + 4), { start: source.indexOf("last"), end: source.indexOf("last") + 4 });
  assert.deepEqual(spanOf(mapped, at, at + 4), { start: escaped.indexOf("last"), end: escaped.indexOf("last") + 4 });
  const slice = sliceText(sliceText(mapped, 3), at - 3, at + 1);
  assert.equal(slice.text, "last");
  assert.equal(offsetAt(slice, 1), escaped.indexOf("ast"));
  assert.equal(offsetAt(mapped, 1000), mapped.end);
  assert.equal(offsetAt(plain, 1000), plain.end);
  assert.deepEqual(spanOf(emptyText(7)), { start: 7, end: 7 });
});

test("a text is trimmed of its spaces alone", () => {
  assert.deepEqual(trimText({ text: " \ta ", start: 10, end: 14 }), { text: "a", start: 12, end: 13 });
  assert.deepEqual(trimText({ text: "  ", start: 10, end: 12 }), { text: "", start: 12, end: 12 });
  assert.equal(trimText(plain), plain);
});

test("code is one span of code and nothing else", () => {
  const code = (text: string) => codeOf({ text, start: 0, end: text.length });
  assert.deepEqual(code("`a`"), { text: "a", start: 1, end: 2 });
  assert.deepEqual(code(" `a` "), { text: "a", start: 2, end: 3 });
  assert.equal(code("``")?.text, "");
  for (const other of ["", "`", "a", "`a", "a`", "`a` b", "`a` `b`"]) assert.equal(code(other), undefined, other);
});

test("a pattern gives its groups with their places", () => {
  const groups = matchText(mapped, /^(?<first>\w+).*?(?<none>z)?.*?(?<last>\w+)$/d);
  assert.equal(groups?.["first"]?.start, 4);
  assert.equal(groups?.["none"], undefined);
  assert.equal(groups?.["last"]?.end, mapped.end);
  assert.equal(matchText(plain, /^z/d), undefined);
});
