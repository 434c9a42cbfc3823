// How expressions are spelled, and which are better left as they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseExpression } from "../expression/parsing/parse.ts";
import { wellFormed } from "../testing/expressions.ts";
import { spellCode } from "./spelling.ts";

const long = process.env["WRIT_LONG"] === "1";

const spelled: readonly (readonly [string, string])[] = [
  ["a&&b||c", "a and b or c"],
  ["a && b", "a and b"],
  ["  a  ", "a"],
  ["!a", "not a"],
  ["! a", "not a"],
  ["!!a", "not not a"],
  ["!a.b[0].c(d)", "not a.b[0].c(d)"],
  ["!a and !b or !(c == d)", "not a and not b or not (c == d)"],
  ["not(a)", "not (a)"],
  ["not !a", "not not a"],
  ["!(a)?!b:!c", "not (a) ? not b : not c"],
  ["f(!a,[!b], x[!c])", "f(not a, [not b], x[not c])"],
  ["(!a) == b", "(not a) == b"],
  ["a==b", "a == b"],
  ["a   !=   b", "a != b"],
  ["a<b and b>=c", "a < b and b >= c"],
  ["a+b-c*d/e%f", "a + b - c * d / e % f"],
  ["a-1", "a - 1"],
  ["-a- -b", "-a - -b"],
  ["- a", "-a"],
  ["--a", "--a"],
  ["[-1,2 , 3]", "[-1, 2, 3]"],
  ["x in['a','b']", "x in ['a', 'b']"],
  ["x not  in [ ]", "x not in []"],
  ["a?b:c?d:e", "a ? b : c ? d : e"],
  ["a . b ( c )", "a.b(c)"],
  ["f (x) [ y ]", "f(x)[y]"],
  ["and_so&&or_else", "and_so and or_else"],
  ["'a&&b||!c'&&d", "'a&&b||!c' and d"],
  ['"  two  spaces,none"+x', '"  two  spaces,none" + x'],
  ["'it\\'s  &&' == a", "'it\\'s  &&' == a"],
];
for (const [written, expected] of spelled) {
  test(written, () => {
    assert.equal(spellCode(written, "expression"), expected);
    assert.equal(spellCode(expected, "expression"), expected);
  });
}

test("the sign ! stays where the word would deny more", () => {
  for (const kept of ["!a == b", "!a in b", "x == !a", "!a + b", "not !a == b", "!!a == b", "f(!a != b)"]) {
    assert.equal(spellCode(kept, "expression"), kept);
  }
  assert.equal(spellCode("!a==b&&!c", "expression"), "!a == b and not c");
});

test("what is no expression stays as it is", () => {
  for (const kept of [
    "/a/:b",
    "CD-{0000}",
    "^[a-z]+$",
    "a  ==",
    "a&&",
    "a = 1",
    "a&b",
    "x  is  null",
    "'a",
    "",
    "   ",
  ]) {
    assert.equal(spellCode(kept, "expression"), kept);
  }
});

test("what would become too long stays as it is", () => {
  const fits = `a${"&&a".repeat(100)}`;
  assert.equal(spellCode(fits, "expression").length, fits.length + 300);
  const full = `['${"x".repeat(3980)}',a&&b]`;
  assert.ok("tree" in parseExpression(full));
  assert.equal(spellCode(`${full}`.padEnd(3999), "expression"), `['${"x".repeat(3980)}', a and b]`);
  const fuller = `['${"x".repeat(3989)}',a&&b]`;
  assert.equal(spellCode(fuller, "expression"), fuller);
});

test("assignments", () => {
  const spell = (code: string) => spellCode(code, "assignments");
  assert.equal(spell("a=1,b = c&&!d ,e=[1,2]"), "a = 1, b = c and not d, e = [1, 2]");
  assert.equal(spell("a=!b"), "a = not b");
  assert.equal(spell("a=!b==c"), "a = !b == c");
  for (const kept of ["a=1,b", "a=1,a=2", "a==1", "a=1,,b=2", "a=1&&", "a.b=1"]) assert.equal(spell(kept), kept);
});

test("spelling twice changes nothing more, and the tree stays the same", () => {
  const form = (text: string) => {
    const parsed = parseExpression(text);
    const isPlace = (key: string) => key === "start" || key === "end" || key === "nameSpan";
    return JSON.stringify(parsed, (key, value: unknown) =>
      isPlace(key) ? undefined : typeof value === "bigint" ? String(value) : value,
    );
  };
  const property = fc.property(wellFormed, ({ ours: text }) => {
    const once = spellCode(text, "expression");
    assert.equal(spellCode(once, "expression"), once);
    assert.equal(form(once), form(text));
    const words = once.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs, "''");
    assert.doesNotMatch(words, /&&|\|\||[ \n\t]{2}|\t|\n|,\S|[([] | [)\],]/);
  });
  fc.assert(property, { seed: 3, numRuns: long ? 20_000 : 1500 });
});
