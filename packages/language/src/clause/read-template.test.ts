// What a text with expressions in it is read as, and what is wrong in one.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Text } from "../text/text.ts";
import type { Problem } from "../problem.ts";
import { readTemplate } from "./read-template.ts";
import { expressionsOf, type TemplatePart } from "./template.ts";

const cell = (text: string, start = 100): Text => ({ text, start, end: start + text.length });

/** The parts in short: text as it is, expressions between ‹ ›, plurals as ‹n|one:…›. */
function short(parts: readonly TemplatePart[]): string {
  return parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      if (part.kind === "number") return "‹#›";
      if (part.kind === "expression") return `‹${part.expression.text.text}›`;
      return `‹${part.expression.text.text}|${part.branches.map((each) => `${each.when}:${short(each.parts)}`).join("|")}›`;
    })
    .join("");
}

function read(text: string) {
  const problems: Problem[] = [];
  const template = readTemplate(cell(text), "7/x/Text", problems);
  return {
    template,
    parts: short(template.parts),
    problems: problems.map(({ code, span }) => `${span.start - 100} ${code}`),
  };
}

for (const [text, parts] of [
  ["", ""],
  ["Nobody answered.", "Nobody answered."],
  ["{ticket.number}: late", "‹ticket.number›: late"],
  ["{ ticket.number }", "‹ticket.number›"],
  ["{`ticket.number`} is `code`", "‹ticket.number› is `code`"],
  ["a<br>b<BR/>c", "a\nb\nc"],
  ["{{not}} {ticket.number}", "{not} ‹ticket.number›"],
  ["{'}'} and {\"{\"}", "‹'}'› and ‹\"{\"›"],
  ["{max(a.x, 2)}", "‹max(a.x, 2)›"],
  ["it's {a.x} o'clock", "it's ‹a.x› o'clock"],
  ["{n.x, plural, one {# day} other {# days}}.", "‹n.x|one:‹#› day|other:‹#› days›."],
  ["{n.x,plural,=0{none}other{{n.y} of #}}", "‹n.x|0:none|other:‹n.y› of ‹#››"],
  ["{n.x, plural, other {it's {a.y, plural, other {b}}}}", "‹n.x|other:it's ‹a.y|other:b››"],
  ["# stays # {a.x}", "# stays # ‹a.x›"],
] as const) {
  test(`reads ${JSON.stringify(text)}`, () => {
    const result = read(text);
    assert.equal(result.parts, parts);
    assert.deepEqual(result.problems, []);
  });
}

for (const [text, problem] of [
  ["{ticket.number is late", "0 N710"],
  ["late} it is", "4 N710"],
  ["{n.x, plural, one {# day}}", "25 N711"],
  ["{n.x, plural, many more {# days} other {#}}", "14 N711"],
  ["{n.x, select, a {b} other {c}}", "6 N711"],
  ["{n.x, }", "6 N711"],
  ["{n.x, plural, other {never closed}", "0 N710"],
] as const) {
  test(`refuses ${JSON.stringify(text)}`, () => assert.deepEqual(read(text).problems, [problem]));
}

test("an expression knows its place", () => {
  const { template } = read("{{ {n.x, plural, other {a {n.y} b}}");
  assert.deepEqual(
    expressionsOf(template).map(({ text }) => [text.text, text.start - 100]),
    [
      ["n.x", 4],
      ["n.y", 27],
    ],
  );
});

test("damaged text takes no longer than its length", () => {
  for (const piece of ["{", "}", "{a'}", "{a, ", "{a,plural,other{", "{a, plural, x {", "{a,      "]) {
    const started = process.cpuUsage().user;
    read(piece.repeat(100_000));
    assert.ok(process.cpuUsage().user - started < 3_000_000, piece);
  }
});
