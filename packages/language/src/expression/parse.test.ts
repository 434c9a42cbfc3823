// What the parser makes of texts, and what it says, with the exact place, to those that it refuses.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { nodesOf, treeForm, type Form } from "../testing/cel.ts";
import { wellFormed } from "../testing/expressions.ts";
import { parseExpression } from "./parsing/parse.ts";
import type { Tree } from "./tree.ts";

const long = process.env["WRIT_LONG"] === "1";

function treeOf(text: string): Tree {
  const parsed = parseExpression(text);
  assert.ok("tree" in parsed, `${text}: ${"mistake" in parsed ? parsed.mistake.message : ""}`);
  return parsed.tree;
}

function mistakeOf(text: string) {
  const parsed = parseExpression(text);
  assert.ok("mistake" in parsed, `${text} is accepted`);
  return parsed.mistake;
}

const show = (form: Form | string): string => (typeof form === "string" ? form : `(${form.map(show).join(" ")})`);

describe("accepted", () => {
  const accepted: readonly (readonly [string, string])[] = [
    ["null", "(null)"],
    ["true", "(boolean true)"],
    ["12", "(integer 12)"],
    ["'it\\'s'", "(text it's)"],
    ["ticket.due_on", "(field (name ticket) due_on)"],
    ["a and b or c and not d", "(or (and (name a) (name b)) (and (name c) (not (name d))))"],
    ["a && b || !c", "(or (and (name a) (name b)) (not (name c)))"],
    ["not a == b", "(not (== (name a) (name b)))"],
    ["!a == b", "(== (not (name a)) (name b))"],
    ["not a in b", "(not (in (name a) (name b)))"],
    ["a not in ['x', 'y']", "(not (in (name a) (list (text x) (text y))))"],
    ["1 + 2 * 3 - 4", "(- (+ (integer 1) (* (integer 2) (integer 3))) (integer 4))"],
    ["a / b / c", "(/ (/ (name a) (name b)) (name c))"],
    ["-a.b", "(- (field (name a) b))"],
    ["a ? b : c ? d : e", "(conditional (name a) (name b) (conditional (name c) (name d) (name e)))"],
    ["response_time[ticket.priority]", "(index (name response_time) (field (name ticket) priority))"],
    ["days_between(a, b)", "(call days_between (name a) (name b))"],
    ["Ticket.exists(t, t.late)", "(method (name Ticket) exists (name t) (field (name t) late))"],
    ["a.filter(x, x.b).size()", "(method (method (name a) filter (name x) (field (name x) b)) size)"],
    ["today()", "(call today)"],
    ["parcel.package", "(field (name parcel) package)"],
    ["[]", "(list)"],
    ["(((a)))", "(name a)"],
    ["\ta\n.\r\nb\f", "(field (name a) b)"],
  ];
  for (const [text, form] of accepted)
    test(JSON.stringify(text), () => assert.equal(show(treeForm(treeOf(text))), form));

  test("numbers are exact", () => {
    const exact: readonly (readonly [string, bigint, number])[] = [
      ["0", 0n, 0],
      ["007", 7n, 0],
      ["12.50", 1250n, 2],
      ["0.000001", 1n, 6],
      [`${"9".repeat(28)}.99`, BigInt("9".repeat(30)), 2],
    ];
    for (const [text, digits, scale] of exact)
      assert.deepEqual(treeOf(text), { kind: "number", digits, scale, start: 0, end: text.length });
  });

  test("texts are composed, and escapes are what they stand for", () => {
    const read: readonly (readonly [string, string])[] = [
      ["'e\u0301'", "\u00e9"],
      ["'\\u0065\\u0301'", "\u00e9"],
      ["'\\x41\\101\\u00e9\\U0001F600'", "AAé😀"],
      [`"a\\n\\t\\r\\a\\b\\f\\v\\\\\\'\\"\\\`\\?"`, "a\n\t\r\u0007\b\f\v\\'\"`?"],
      [`"'"`, "'"],
      ["''", ""],
    ];
    for (const [text, value] of read)
      assert.deepEqual(treeOf(text), { kind: "text", value, start: 0, end: text.length });
  });

  test("names are placed", () => {
    assert.deepEqual(treeOf("a . due_on"), {
      kind: "field",
      of: { kind: "name", name: "a", start: 0, end: 1 },
      name: "due_on",
      nameSpan: { start: 4, end: 10 },
      start: 0,
      end: 10,
    });
    assert.partialDeepStrictEqual(treeOf(" size(a)"), {
      kind: "call",
      nameSpan: { start: 1, end: 5 },
      start: 1,
      end: 8,
    });
    assert.partialDeepStrictEqual(treeOf("(a).size( )"), {
      kind: "method",
      nameSpan: { start: 4, end: 8 },
      start: 0,
      end: 11,
    });
  });

  test("every node's place holds its own text", () => {
    const property = fc.property(wellFormed, ({ ours }) => {
      for (const node of nodesOf(treeOf(ours))) {
        assert.deepEqual(treeForm(treeOf(ours.slice(node.start, node.end))), treeForm(node), ours);
      }
    });
    fc.assert(property, { seed: 33, numRuns: long ? 10_000 : 500 });
  });
});

describe("refused", () => {
  /** The place stands between « and ». A second pair is the related place. */
  const refused: readonly (readonly [string, string, string])[] = [
    ["«»", "unexpected end of expression", "Write an expression between the backticks."],
    ["ticket.phone ==«»  ", "unexpected end of expression", "Write a value after `==`."],
    ["a and«»", "unexpected end of expression", "Write a value after `and`."],
    ["20 %«»", "unexpected end of expression", "Write a value after `%`; a percentage is a fraction: 20 % is 0.2."],
    ["a.«»", "unexpected end of expression", "Write the name of a field after the point."],
    ["f(«»", "unexpected end of expression", "Write a value and close the bracket."],
    ["a ? b«»", "unexpected end of expression", "A conditional is written `test ? value : otherwise`."],
    ["ticket.state «=» 'open'", '"=" is not a comparison', "Write `==`."],
    ["«=» 5", '"=" is not a comparison', "Write `==`."],
    ["a «===» b", '"===" is not known here', "Write `==`."],
    ["a «<>» b", '"<>" is not known here', "Write `!=`."],
    [
      "a «=>» b",
      '"=>" is not known here',
      "Write `>=`; the item of a list has a comma behind it, as in `list.filter(x, condition)`.",
    ],
    ["a «=<» b", '"=<" is not known here', "Write `<=`."],
    ["a «≥» b", '"≥" is not known here', "Write `>=`."],
    ["a «≤» b", '"≤" is not known here', "Write `<=`."],
    ["a «≠» b", '"≠" is not known here', "Write `!=`."],
    ["a == «“»x”", '"“" is not known here', "Texts stand in '…' or \"…\"."],
    ["a == «‘»x’", '"‘" is not known here', "Texts stand in '…' or \"…\"."],
    ["a «AND» b", '"AND" is not known here', "Write `and`."],
    ["a «IS» NULL", '"IS" is not known here', "Write `==`."],
    ["a == «NULL»", '"NULL" is not known here', "Write `null`."],
    ["a «&» b", '"&" is not known here', "Write `and`."],
    ["a «|» b", '"|" is not known here', "Write `or`."],
    ["a «−» b", '"−" is not known here', "Write `-`."],
    ["a «^» 2", '"^" is not known here', "There are no powers: multiply."],
    ["a «??» b", '"??" is not known here', "Write `x != null ? x : y`."],
    ["a «//» b", '"//" is not known here', "An expression has no comments: write them beside it."],
    ["«{»a: 1}", '"{" is not known here', "An expression has no { }: a list stands in [ ]."],
    ["a «\u0007»", "unexpected character U+0007", ""],
    ["a «\u00a0»== b", "this is an unusual kind of space", "Write an ordinary one."],
    ["«größe» > 1", '"größe" is not an identifier', "Write the name's identifier: a to z, digits and underscores."],
    ["a.«größe»", '"größe" is not an identifier', "Write the name's identifier: a to z, digits and underscores."],
    ["1 < a «<» 3", "comparisons cannot be chained", "Write `1 < a and a < …`."],
    ["a in b «not» in c", "comparisons cannot be chained", "Write `a in b and b not in …`."],
    [
      `${"a".repeat(40)} == ${"b".repeat(40)} «==» c`,
      "comparisons cannot be chained",
      "Write two comparisons with `and` between them.",
    ],
    ["a «is» null", 'expected an operator, found "is"', 'Write `==`, or `!=` for "is not".'],
    ["a «like» 'x'", 'expected an operator, found "like"', "Write `x.contains('…')` or `x.matches('…')`."],
    ["a «between» 1 and 2", 'expected an operator, found "between"', "Write `x >= a and x <= b`."],
    ["«if» a then b", '"if" is a reserved word', "A conditional is written `test ? value : otherwise`."],
    ["a «b»", 'expected an operator, found "b"', "A name has no spaces: write its identifier, with underscores."],
    [
      "a not «b»",
      'expected "in" after "not", found "b"',
      "Write `x not in [...]`, or `and not …` between two conditions.",
    ],
    ["a == «not» b", 'expected a value, found "not"', "Put it in brackets: `(not …)`."],
    ["not «in» b", 'expected a value, found "in"', "Write a value before `not in`."],
    ["a and «or» b", 'expected a value, found "or"', "Write a value after `and`."],
    ["«==» a", 'expected a value, found "=="', "Write a value before it."],
    ["!«-»a", 'expected a value, found "-"', "Put it in brackets."],
    ["a «!»b", 'expected an operator, found "!"', 'Write `!=` for "is not", `and not` between two conditions.'],
    ["a«)»", 'expected an operator, found ")"', "It has no opening counterpart: delete it."],
    ["a«,» b", 'expected an operator, found ","', "Commas stand between the items of a list or of a function only."],
    ["1«,»000", 'expected an operator, found ","', "A number has no comma: write 1000 or 12.50."],
    ["a in «(»1«,» 2)", 'expected ")", found ","', "A list is written `[a, b]`."],
    ["«(»a«»", "unexpected end of expression", "Add `)`."],
    ["a and «[»b, c«»", "unexpected end of expression", "Add `]`."],
    ["f«(»a «b»)", 'expected "," or ")", found "b"', "A name has no spaces: write its identifier, with underscores."],
    ["f(a,«)»", 'expected a value, found ")"', "Delete the comma before it."],
    ["a[«]»", 'expected a value, found "]"', "Write a value between the brackets."],
    ["a.«.»b", 'expected the name of a field, found "."', "Write the name of a field after the point."],
    ["a.«'x'»", "expected the name of a field, found a text", "Write the name of a field after the point."],
    [
      "a.«and» b",
      'expected the name of a field, found "and"',
      "Give it an identifier of its own where it is defined: ``Name (`other_name`)``.",
    ],
    [
      "«package».weight",
      '"package" is a reserved word',
      "Give it an identifier of its own where it is defined: ``Name (`other_name`)``.",
    ],
    ["7 «days»", 'expected an operator, found "days"', "Write `days(7)`, or name a constant."],
    ["«7days»", '"7days" is not a number', "Write `days(7)`."],
    ["«1_000»", '"1_000" is not a number', "Write `1000`."],
    ["«1e5»", '"1e5" is not a number', "Write numbers like 12 or 12.50."],
    ["«0x1F»", '"0x1F" is not a number', "Write numbers like 12 or 12.50."],
    ["«7up»", '"7up" is not a number', "Write numbers like 12 or 12.50; a name does not begin with a digit."],
    ["5«.»", "nothing follows the point of a number", "Write numbers like 12 or 12.50."],
    ["-1«.»size()", "nothing follows the point of a number", "Write numbers like 12 or 12.50."],
    ["«.»5", 'expected a value, found "."', "A number is written with a digit before its point, as in 0.5."],
    [`«${"9".repeat(31)}»`, "a number has at most 30 digits", "Write a shorter one."],
    ["'it'«s» late'", 'expected an operator, found "s"', "A ' inside a text is written \\'."],
    ["'a' «'b'»", "expected an operator, found a text", "Texts are joined with `+`."],
    ["r«'x'»", "expected an operator, found a text", "A text has nothing before it."],
    ["a == «'abc»", "this text is not closed", "Add `'`."],
    ["«'a»\n'", "this text is not closed", "Add `'`."],
    ["'a«\\d»'", '"\\d" means nothing in a text', "Write `\\\\d` for a backslash and d."],
    ["'a«\\»", '"\\" means nothing in a text', "Write `\\\\` for a backslash."],
    ["'«\\u12»'", "this character code is not complete", "It takes 4 hexadecimal digits."],
    ["'«\\uD800»'", "there is no such character", "Write the character itself."],
    ["'«\\U00110000»'", "there is no such character", "Write the character itself."],
    ["'«\\000»'", "there is no such character", "Write the character itself."],
    ["'a«\u0000»'", "this character cannot be stored", "Delete it."],
    ["'a«\ud800»'", "this character cannot be stored", "Delete it."],
  ];
  for (const [marked, message, hint] of refused) {
    test(JSON.stringify(marked), () => {
      const text = marked.replaceAll(/[«»]/g, "");
      const places = [...marked.matchAll(/«([^»]*)»/g)].map(({ 0: all, 1: inside = "", index }, position) => ({
        start: index - 2 * position,
        end: index - 2 * position + inside.length,
        all,
      }));
      const mistake = mistakeOf(text);
      const found = [...mistake.related, mistake].map(
        ({ start, end }) => text.slice(0, start) + "«" + text.slice(start, end) + "»" + text.slice(end),
      );
      const expected = places.map(
        ({ start, end }) => text.slice(0, start) + "«" + text.slice(start, end) + "»" + text.slice(end),
      );
      assert.deepEqual(
        { places: found, message: mistake.message, hint: mistake.hint },
        { places: expected, message, hint },
      );
    });
  }
});
