// Whatever is written: no exception, an answer or a problem, in time that grows with its length.
import assert from "node:assert/strict";
import { test } from "node:test";
import { impliedBounds } from "../analysis/bounds.ts";
import { checkExpression } from "../check.ts";
import { childrenOf } from "../children.ts";
import { keyOf } from "../key.ts";
import { readExpression } from "../parsing/read.ts";
import type { Expression } from "../tree.ts";
import type { Typed } from "../typed.ts";
import { sampleSchema, ticketScope } from "../../testing/sample-schema.ts";
import { functionForms } from "../check.ts";
import { workClock } from "../../testing/work-clock.ts";

/** A small generator of numbers that gives the same ones for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const fields = [...(sampleSchema.entities.get("ticket")?.fields.keys() ?? []), "nme"];
const names = [
  "ticket",
  "ticket",
  "ticket",
  "me",
  "old",
  "now",
  "today",
  "route",
  "input",
  "Ticket",
  "Settings",
  "min_body",
  "max_fine",
  "reopen_window",
  "response_time",
  "strict",
  "c",
  "zzz",
];
const literals = ["null", "true", "0", "7", "2.50", "'low'", "'a'", "'2026-01-31'", "[]", "['a', 'b']", "[1, null]"];
const operators = ["and", "or", "==", "!=", "<", ">=", "in", "not in", "+", "-", "*", "/", "%"];
const functions = [...new Set(functionForms.map((form) => /(\w+)\(/.exec(form)?.[1] ?? "")), "has", "foo"];

function randomSource(random: (below: number) => number, depth: number): string {
  const pick = (all: readonly string[]) => all[random(all.length)] ?? "";
  const inner = () => randomSource(random, depth - 1);
  const args = () => Array.from({ length: random(4) }, () => (random(4) === 0 ? "c" : inner())).join(", ");
  if (depth === 0) return random(3) === 0 ? pick(literals) : random(2) === 0 ? pick(names) : `ticket.${pick(fields)}`;
  switch (random(9)) {
    case 0:
      return `${inner()}.${pick(fields)}`;
    case 1:
      return `(${inner()} ${pick(operators)} ${inner()})`;
    case 2:
      return `(${inner()} ? ${inner()} : ${inner()})`;
    case 3:
      return `${random(2) === 0 ? "not " : "-"}(${inner()})`;
    case 4:
      return `${pick(functions)}(${args()})`;
    case 5:
      return `(${inner()}).${pick(functions)}(${args()})`;
    case 6:
      return `ticket.comments.${pick(["exists", "all", "filter", "map", "first"])}(c, ${inner()})`;
    case 7:
      return `[${inner()}, ${inner()}]`;
    default:
      return `(${inner()})[${inner()}]`;
  }
}

const read = (source: string): Expression => readExpression({ text: source, start: 0, end: source.length }, "1", []);
const check = (expression: Expression) => checkExpression(expression, sampleSchema, ticketScope, { kind: "any" });

function walk(typed: Typed, visit: (one: Typed) => void): void {
  visit(typed);
  for (const child of childrenOf(typed)) walk(child, visit);
}

test("every text that can be read has a type or a problem", () => {
  const random = randomFrom(7);
  let accepted = 0;
  for (let round = 0; round < 20_000; round++) {
    const expression = read(randomSource(random, random(4)));
    const { typed, problems } = check(expression);
    if (!expression.tree) continue;
    const source = expression.text.text;
    assert.equal(
      typed === undefined,
      problems.some(({ severity }) => severity === "error"),
      source,
    );
    for (const { span, message } of problems) {
      assert.ok(span.start >= 0 && span.end > span.start && span.end <= source.length, source);
      assert.ok(!/undefined|\[object/.test(message), message);
    }
    if (!typed) continue;
    accepted++;
    assert.ok(keyOf(typed).length > 0);
    impliedBounds(typed, sampleSchema);
    const items: string[] = [];
    walk(typed, (one) => {
      if ("item" in one) items.push(one.item);
      assert.ok(one.start >= 0 && one.end <= source.length, source);
    });
    assert.equal(new Set(items).size, items.length, source);
  }
  assert.ok(accepted > 1_000, `only ${accepted} were accepted`);
});

const everyday = [
  "ticket.solved_at != null and now < ticket.solved_at + reopen_window",
  "ticket.state in ['new', 'open']",
  "ticket.comments.filter(c, c.minutes != null).map(c, c.minutes).sum() > 3",
  "now + response_time[ticket.priority] > ticket.respond_by",
  "ticket.category.tickets.exists(t, t.late and t.assignee == ticket.assignee)",
].map(read);

/** The best of several tries: others use the machine too. */
function milliseconds(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = workClock();
    work();
    return workClock() - start;
  });
  return Math.min(...times);
}

test("a thousand expressions are checked in a moment", () => {
  const all = Array.from({ length: 1_000 }, (_, index) => everyday[index % everyday.length] as Expression);
  const time = milliseconds(() => all.forEach(check));
  assert.ok(time < 100, `${time} ms`);
});

test("long expressions take no longer than their length", () => {
  const fill = (first: string, part: string, last: string, length: number) => {
    let source = first;
    while (source.length + part.length + last.length < length) source += part;
    return read(source + last);
  };
  const shapes: readonly (readonly [string, string, string])[] = [
    ["ticket.late", " and ticket.due_on != null", ""],
    ["ticket.late", " or ticket.due_on == null", ""],
    ["ticket.effort in [0", ", 7", "]"],
    ["ticket.state in ['x'", ", 'y'", "]"],
    ["ticket.effort in [0", ", ticket.effort", "]"],
    ["ticket.comments", ".filter(c, c.minutes != null)", ".map(c, c.minutes).sum()"],
    ["ticket.late", " and ticket.comments.exists(c, c.internal)", ""],
  ];
  for (const [first, part, last] of shapes) {
    const expression = fill(first, part, last, 3_900);
    assert.ok(expression.tree, first);
    const time = milliseconds(() => void check(expression));
    assert.ok(time < 40, `${first}${part}…${last}: ${time} ms`);
  }
});
