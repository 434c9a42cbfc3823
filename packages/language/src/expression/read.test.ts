// Expressions and assignments where they stand in a document: each problem at its place in the source.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Text } from "../text/text.ts";
import type { Problem } from "../problem.ts";
import { readAssignments, readExpression } from "./parsing/read.ts";

const long = process.env["WRIT_LONG"] === "1";
const at = (start: number, text: string): Text => ({ text, start, end: start + text.length });

/** `ab\|cd` in a table: the source has a character that the text has not. */
const escaped: Text = { text: "a || b =c", start: 20, end: 31, map: [20, 21, 23, 25, 26, 27, 28, 29, 30, 31] };

function assignments(text: Text) {
  const problems: Problem[] = [];
  const read = readAssignments(text, "4/Ticket/effects/1", problems);
  return {
    read: read.map(({ field, value }) => [
      field.id,
      field.span.start,
      value.text.text,
      value.text.start,
      value.tree?.kind ?? "unread",
    ]),
    problems: problems.map(({ code, span, message, hint }) =>
      `${span.start}-${span.end} ${code} ${message} ${hint}`.trim(),
    ),
    all: problems,
  };
}

describe("expressions", () => {
  test("an expression keeps its text and its address", () => {
    const problems: Problem[] = [];
    const text = at(10, "ticket.late");
    const expression = readExpression(text, "6/late", problems);
    assert.deepEqual(problems, []);
    assert.equal(expression.address, "6/late");
    assert.equal(expression.text, text);
    assert.equal(expression.tree?.kind, "field");
  });

  test("a mistake is reported at its place, with related places, and leaves no tree", () => {
    const problems: Problem[] = [];
    assert.equal(readExpression(at(10, "size(a b"), "5/Rule", problems).tree, undefined);
    assert.deepEqual(problems, [
      {
        code: "X005",
        severity: "error",
        span: { start: 17, end: 18 },
        address: "5/Rule",
        message: 'expected "," or ")", found "b".',
        hint: "A name has no spaces: write its identifier, with underscores.",
        related: [{ span: { start: 14, end: 15 }, message: '"(" is opened here' }],
      },
    ]);
  });

  test("without a hint the message is a phrase, as the others are", () => {
    const problems: Problem[] = [];
    readExpression(at(0, "a 7"), "5/Rule", problems);
    assert.equal(problems[0]?.message, 'expected an operator, found "7"');
  });

  test("places are those of the source where escapes make it longer than the text", () => {
    const problems: Problem[] = [];
    readExpression(escaped, "5/Rule", problems);
    assert.deepEqual(
      problems.map(({ span }) => span),
      [{ start: 29, end: 30 }],
    );
  });

  test("too much is a class of its own", () => {
    const problems: Problem[] = [];
    readExpression(at(0, "(".repeat(50)), "5/Rule", problems);
    readExpression(at(0, "a".repeat(5000)), "5/Rule", problems);
    assert.deepEqual(
      problems.map(({ code, span }) => [code, span.start, span.end]),
      [
        ["X009", 40, 41],
        ["X009", 4000, 5000],
      ],
    );
  });
});

describe("assignments", () => {
  test("fields and values with their places", () => {
    assert.deepEqual(assignments(at(100, "assignee = me, note = size(f(a, b)) == 1 ? 'x, y' : ['a', 'b'],late=true")), {
      read: [
        ["assignee", 100, "me", 111, "name"],
        ["note", 115, "size(f(a, b)) == 1 ? 'x, y' : ['a', 'b']", 122, "conditional"],
        ["late", 163, "true", 168, "boolean"],
      ],
      problems: [],
      all: [],
    });
  });

  /** The place stands between « and »; what is read is listed behind. */
  const tables: readonly (readonly [string, string, string, readonly string[]])[] = [
    ["«»", "X010 an assignment is missing here.", "Write `field = value`.", []],
    ["a = 1,«»", "X010 an assignment is missing here.", "Write `field = value`.", ["a"]],
    ["a = 1, «»", "X010 an assignment is missing here.", "Write `field = value`.", ["a"]],
    ["assignee«»", 'X010 expected "=" after "assignee".', "Write `field = value`.", []],
    ["assignee «me»", 'X010 expected "=" after "assignee".', "Write `field = value`.", []],
    ["a = 1, Joined «at» = now", 'X010 expected "=" after "Joined".', "Write its identifier, `joined_at`.", ["a"]],
    ["«ticket».state = 'x'", "X010 an assignment names a field alone.", "Write it without `ticket.`.", []],
    ["state «==» 'x'", 'X010 "==" compares.', "Write `=` to assign.", []],
    ["«'state'» = 'x'", "X010 expected the name of a field, found \"'state'\".", "Write `field = value`.", []],
    ["«=» 5", 'X010 expected the name of a field, found "=".', "Write `field = value`.", []],
    [
      "«größe» = 5",
      'X005 "größe" is not an identifier.',
      "Write the name's identifier: a to z, digits and underscores.",
      [],
    ],
    ["a =«»", "X005 unexpected end of expression.", "Write an expression between the backticks.", ["a"]],
    ["a = «», b = 2", "X005 unexpected end of expression.", "Write an expression between the backticks.", ["a", "b"]],
    ["a = b «=» c", 'X005 "=" is not a comparison.', "Write `==`.", ["a"]],
    [
      "a = 1 «;» b = 2",
      'X005 ";" is not known here.',
      "Write `and` between two conditions, a comma between two assignments.",
      ["a"],
    ],
    ["a = 1, «a» = 2", 'X010 "a" is given twice.', "Delete one of them.", ["a", "a"]],
    ["a = «'x, b = 2»", "X005 this text is not closed.", "Add `'`.", ["a"]],
    ["a = f(1, b «=» 2", 'X005 "=" is not a comparison.', "Write `==`.", ["a"]],
  ];
  for (const [marked, message, hint, fields] of tables) {
    test(marked, () => {
      const text = marked.replaceAll(/[«»]/g, "");
      const { read, all } = assignments(at(0, text));
      assert.deepEqual(
        all.map((problem) => `${problem.code} ${problem.message}`),
        [message],
      );
      assert.equal(all[0]?.hint, hint);
      const { start = 0, end = 0 } = all[0]?.span ?? {};
      assert.equal(`${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`, marked);
      assert.deepEqual(
        read.map(([field]) => field),
        fields,
      );
    });
  }

  test("every assignment that is wrong is reported", () => {
    assert.equal(assignments(at(0, "a == 1, b, c = , d = 1")).all.length, 3);
    assert.deepEqual(
      assignments(at(0, "a == 1, b, c = , d = 1")).read.map(([field]) => field),
      ["c", "d"],
    );
  });

  test("whatever is written is answered", () => {
    const pieces = fc.constantFrom("a", "b", "=", "==", ",", "(", ")", "[", "]", "'", "\\", "1", " ", "é", "…");
    const property = fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join("");
      const { all } = assignments(at(7, text));
      for (const { span } of all)
        assert.ok(7 <= span.start && span.start <= span.end && span.end <= 7 + text.length, text);
    });
    fc.assert(property, { seed: 32, numRuns: long ? 100_000 : 3_000 });
    assert.equal(assignments(at(0, ",".repeat(1_000_000))).all.length, 1);
  });
});
