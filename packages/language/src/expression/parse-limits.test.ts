// How much the parser takes, and that whatever is written is answered, soon, by a tree or by one mistake.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { parseExpression } from "./parsing/parse.ts";
import { limits } from "./parsing/parser.ts";
import { workClock } from "../testing/work-clock.ts";

const long = process.env["WRIT_LONG"] === "1";

function mistakeOf(text: string) {
  const parsed = parseExpression(text);
  assert.ok("mistake" in parsed, `${text} is accepted`);
  return parsed.mistake;
}

describe("limits", () => {
  test("4,000 characters", () => {
    assert.ok("tree" in parseExpression("a".repeat(limits.length)));
    assert.partialDeepStrictEqual(mistakeOf("a".repeat(limits.length + 1)), {
      kind: "limit",
      message: "this expression is longer than 4000 characters",
      start: 4000,
      end: 4001,
    });
  });

  const nestings: readonly ((inner: string) => string)[] = [
    (inner) => `(${inner})`,
    (inner) => `[${inner}]`,
    (inner) => `f(${inner})`,
    (inner) => `a.b(${inner})`,
    (inner) => `a[${inner}]`,
    (inner) => `!${inner}`,
    (inner) => `-${inner}`,
    (inner) => `not ${inner}`,
    (inner) => `a ? b : ${inner}`,
  ];
  for (const nest of nestings) {
    test(`40 levels of ${nest("a")}`, () => {
      const deep = (levels: number) => Array.from({ length: levels }).reduce<string>((inner) => nest(inner), "a");
      assert.ok("tree" in parseExpression(deep(limits.nesting)));
      assert.partialDeepStrictEqual(mistakeOf(deep(limits.nesting + 1)), {
        kind: "limit",
        message: "this expression is nested more than 40 deep",
      });
    });
  }

  for (const link of [" or a", " and a", " + a", " * a", ".a", ".a()", "[a]"]) {
    test(`200 times ${link}`, () => {
      assert.ok("tree" in parseExpression(`a${link.repeat(limits.height - 1)}`));
      assert.partialDeepStrictEqual(mistakeOf(`a${link.repeat(limits.height)}`), {
        kind: "limit",
        message: "this expression chains more than 200 operators or steps",
      });
    });
  }

  test("long lists are wide, not deep", () => assert.ok("tree" in parseExpression(`a in [${"1,".repeat(1500)}1]`)));
});

describe("whatever is written", () => {
  const pieces = fc.constantFrom(
    "(",
    "[",
    "not ",
    "!",
    "-",
    "a.",
    "'",
    '"',
    "\\",
    "a ? b : ",
    "f(",
    "9",
    "…",
    "\ud800",
    "é",
    "==",
    ",",
    "in ",
  );
  const anything = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc
      .tuple(pieces, fc.nat({ max: 4000 }), fc.string())
      .map(([piece, times, rest]) => piece.repeat(times / piece.length) + rest),
    fc.array(pieces, { maxLength: 100 }).map((parts) => parts.join("")),
  );

  test("it is a tree or one mistake inside the text", () => {
    const property = fc.property(anything, (text) => {
      const parsed = parseExpression(text);
      if ("tree" in parsed) return;
      const { start, end, message } = parsed.mistake;
      assert.ok(0 <= start && start <= end && end <= text.length && message !== "", text);
    });
    fc.assert(property, { seed: 31, numRuns: long ? 200_000 : 3_000 });
  });

  test("a megabyte of anything is answered at once", () => {
    for (const piece of ["a", "(", "'", "\\", " ", "1", "a+", "\u0301", "=", "\ud800", "a,b=c "]) {
      const text = piece.repeat(1_000_000 / piece.length);
      const before = workClock();
      assert.equal(mistakeOf(text).kind, "limit");
      assert.ok(workClock() - before < 100, piece);
    }
  });
});
