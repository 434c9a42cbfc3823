// Which values a condition allows, and what follows for two conditions together.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { boundsOf, impliedBounds } from "./bounds.ts";
import { checkExpression } from "../check.ts";
import { readExpression } from "../parsing/read.ts";
import type { Typed } from "../typed.ts";
import { between, covers, intersect, isNone, unite, without, type Values } from "./value-set.ts";
import { sampleSchema, ticketScope } from "../../testing/sample-schema.ts";

function typedOf(source: string): Typed {
  const expression = readExpression({ text: source, start: 0, end: source.length }, "1", []);
  const { typed, problems } = checkExpression(expression, sampleSchema, ticketScope, { kind: "any" });
  assert.ok(typed, `${source}: ${problems.map(({ message }) => message).join(", ")}`);
  return typed;
}

/** `empty 1..3 7..`: ranges of points, or codes. */
function said(values: Values): string {
  const parts =
    values.kind === "codes"
      ? [...values.codes]
      : values.ranges.map(({ from, to }) =>
          from === to && from !== undefined ? `${from}` : `${from ?? ""}..${to ?? ""}`,
        );
  return [...(values.empty ? ["empty"] : []), ...parts].join(" ") || "nothing";
}

const table: readonly (readonly [source: string, subject: string | undefined, allowed: string])[] = [
  ["ticket.effort >= 10", "effort", "10.."],
  ["ticket.effort > 10", "effort", "11.."],
  ["10 < ticket.effort", "effort", "11.."],
  ["ticket.effort < 10", "effort", "..9"],
  ["ticket.effort > 2.5", "effort", "3.."],
  ["ticket.effort < -2.5", "effort", "..-3"],
  ["ticket.effort == 10", "effort", "10"],
  ["ticket.effort != 10", "effort", "..9 11.."],
  ["ticket.effort in [1, 2, 3, 7]", "effort", "1..3 7"],
  ["ticket.effort not in [1, 2, 3, 7]", "effort", "..0 4..6 8.."],
  ["ticket.effort >= 1 and ticket.effort <= 5", "effort", "1..5"],
  ["ticket.effort < 1 or ticket.effort > 5", "effort", "..0 6.."],
  ["not (ticket.effort >= 1 and ticket.effort <= 5)", "effort", "..0 6.."],
  ["ticket.effort > 3 and ticket.effort < 4", "effort", "nothing"],
  ["ticket.effort > min_body", "effort", "21.."],
  ["ticket.weight > 0.5", "weight", "500001.."],
  ["ticket.cost <= max_fine", "cost", "..3000"],
  ["ticket.cost > money(12.50)", "cost", "1251.."],
  ["ticket.opened_on >= date('1970-01-02')", "opened_on", "1.."],
  ["ticket.created_at < datetime('1970-01-01T00:00:01Z')", "created_at", "..999"],
  ["ticket.pause <= nap", "pause", "..14400000"],
  ["ticket.state == 'open'", "state", "open"],
  ["ticket.state != 'open'", "state", "new waiting solved closed"],
  ["ticket.state in ['new', 'open']", "state", "new open"],
  ["ticket.state != 'open' and ticket.state != 'new'", "state", "waiting solved closed"],
  ["ticket.late", "late", "yes"],
  ["not ticket.late", "late", "no"],
  ["ticket.late == true", "late", "yes"],
  ["ticket.due_on == null", "due_on", "empty"],
  ["ticket.body == null", "body", "empty"],
  ["ticket.body != null", "body", "there"],
  ["ticket.assignee != null", "assignee", "there"],
  ["ticket.estimate == null or ticket.estimate >= 10", "estimate", "empty 10.."],
  ["ticket.estimate != null and ticket.estimate >= 10", "estimate", "10.."],
  ["not (ticket.estimate != null and ticket.estimate >= 10)", "estimate", "empty ..9"],
  ["ticket.estimate != 10", "estimate", "empty ..9 11.."],
  ["ticket.severity in ['low', null]", "severity", "empty low"],
  ["size(ticket.subject) <= 20", "subject size", "..20"],
  ["size(ticket.subject) > 0", "subject size", "1.."],
  ["not (size(ticket.subject) > 5)", "subject size", "0..5"],
  ["size(ticket.labels) == 2", "labels size", "2"],
  ["ticket.requester.phone == null", undefined, "empty"],
  ["ticket.created_at - ticket.updated_at <= nap", undefined, "..14400000"],
  ["ticket.comments.exists(c, c.internal)", undefined, "yes"],
];

describe("bounds of a condition", () => {
  for (const [source, subject, allowed] of table) {
    test(source, () => {
      const bounds = boundsOf(typedOf(source), sampleSchema);
      assert.ok(bounds);
      assert.equal(said(bounds.allowed), allowed);
      assert.equal(bounds.field && `${bounds.field}${bounds.measure === "size" ? " size" : ""}`, subject);
    });
  }
});

describe("no bounds where nothing is certain", () => {
  const sources = [
    "ticket.effort > 3 and ticket.late",
    "ticket.effort > 3 or ticket.cost > money(3)",
    "ticket.opened_on > today",
    "ticket.effort > size(ticket.subject)",
    "ticket.subject == 'there'",
    "ticket.subject in ['a', 'b']",
    "ticket.subject > 'a'",
    "ticket.assignee == ticket.requester",
    "1 < 2 and strict",
    "ticket.effort",
  ];
  for (const source of sources) {
    test(source, () => assert.equal(boundsOf(typedOf(source), sampleSchema), undefined));
  }
});

describe("of parts joined by and, each that speaks of one thing is implied", () => {
  const implied = (source: string) =>
    impliedBounds(typedOf(source), sampleSchema)
      .map(({ field, allowed }) => `${field}: ${said(allowed)}`)
      .sort();
  test("two things", () =>
    assert.deepEqual(implied("ticket.effort > 3 and ticket.late and ticket.effort < 9"), [
      "effort: 4..8",
      "late: yes",
    ]));
  test("others are left out", () =>
    assert.deepEqual(implied("ticket.effort > 3 and ticket.opened_on > today"), ["effort: 4.."]));
  test("or implies nothing of two things", () => assert.deepEqual(implied("ticket.effort > 3 or ticket.late"), []));
});

describe("two conditions", () => {
  const pair = (one: string, other: string) => {
    const [left, right] = [boundsOf(typedOf(one), sampleSchema), boundsOf(typedOf(other), sampleSchema)];
    assert.ok(left && right);
    assert.equal(left.subject, right.subject);
    return [left.allowed, right.allowed] as const;
  };
  const contradict = (one: string, other: string) => {
    const both = intersect(...pair(one, other));
    return both && isNone(both);
  };
  test("contradict each other", () => {
    assert.ok(contradict("ticket.effort >= 10", "ticket.effort <= 7"));
    assert.ok(contradict("ticket.created_at - ticket.updated_at > nap", "ticket.created_at - ticket.updated_at < nap"));
    assert.ok(contradict("ticket.state == 'open'", "ticket.state in ['new', 'closed']"));
    assert.ok(contradict("ticket.due_on == null", "ticket.due_on != null"));
    assert.ok(!contradict("ticket.effort >= 10", "ticket.effort <= 10"));
    assert.ok(
      !contradict("ticket.estimate == null or ticket.estimate > 5", "ticket.estimate == null or ticket.estimate < 3"),
    );
  });
  test("hold always within what a field may be", () => {
    const holds = (source: string, range: Values) => {
      const bounds = boundsOf(typedOf(source), sampleSchema);
      assert.ok(bounds);
      return covers(bounds.allowed, range);
    };
    const digits = (value: bigint) => ({ digits: value, scale: 0 });
    const zeroTo500 = between(2, digits(0n), digits(500n));
    assert.ok(holds("ticket.cost >= money(0)", zeroTo500));
    assert.ok(holds("ticket.cost <= money(500)", zeroTo500));
    assert.ok(!holds("ticket.cost < money(500)", zeroTo500));
    assert.ok(!holds("ticket.cost > money(0)", zeroTo500));
    const possible = boundsOf(typedOf("size(ticket.subject) >= 0"), sampleSchema);
    assert.ok(possible && covers(possible.allowed, possible.possible));
  });
});

test("sets of points agree with asking point by point", () => {
  const points = Array.from({ length: 13 }, (_, index) => BigInt(index - 6));
  const has = (values: Values, point: bigint) =>
    values.kind === "points" &&
    values.ranges.some(({ from, to }) => (from === undefined || from <= point) && (to === undefined || point <= to));
  const sources = ["> 2", "< -1", "== 0", "!= 3", "in [1, 2, 5]", "not in [-4, 0]", ">= -3", "<= 4"];
  const sets = sources.map((source) => boundsOf(typedOf(`ticket.effort ${source}`), sampleSchema)?.allowed);
  for (const one of sets) {
    for (const other of sets) {
      assert.ok(one && other);
      const [both, either, rest] = [intersect(one, other), unite(one, other), without(one, other)];
      assert.ok(both && either);
      for (const point of points) {
        assert.equal(has(both, point), has(one, point) && has(other, point));
        assert.equal(has(either, point), has(one, point) || has(other, point));
        assert.equal(has(rest, point), has(one, point) && !has(other, point));
      }
    }
  }
});
