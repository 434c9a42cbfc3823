// What an expression reads, as the checker notes it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkExpression, readsThrough } from "../check.ts";
import { readExpression } from "../parsing/read.ts";
import type { Scope } from "../schema.ts";
import type { Reads } from "../typed.ts";
import { rowScope } from "../../model/scopes.ts";
import { sampleSchema, ticketScope } from "../../testing/sample-schema.ts";
import { noReads } from "./reads.ts";

function readsOf(source: string, scope: Scope = ticketScope): Reads {
  const expression = readExpression({ text: source, start: 0, end: source.length }, "1", []);
  const checked = checkExpression(expression, sampleSchema, scope, { kind: "any" });
  assert.deepEqual(checked.problems, [], source);
  return checked.reads;
}

/** `own late; others user.name; me`: only what is read. */
function said(reads: Reads): string {
  const sets = (["own", "others", "wholes", "constants", "roles"] as const).flatMap((name) =>
    reads[name].size === 0 ? [] : [`${name} ${[...reads[name]].sort().join(" ")}`],
  );
  const marks = (["old", "me", "clock", "route", "input"] as const).filter((name) => reads[name]);
  return [...sets, ...marks].join("; ");
}

const table: readonly (readonly [string, string])[] = [
  ["1 + 2 == 3", ""],
  ["ticket.late", "own late"],
  ["ticket == ticket.parent", "own parent"],
  ["ticket.requester.name", "own requester; others user.name"],
  ["ticket.category.lead == ticket.requester", "own category requester; others category.lead"],
  ["ticket.comments.exists(c, c.internal)", "own comments; others comment.internal comment.ticket"],
  ["size(ticket.comments) > 3", "own comments; others comment.ticket"],
  ["size(ticket.watchers) > 3", "own watchers"],
  ["ticket.watchers.exists(w, w.name == 'a')", "own watchers; others user.name"],
  ["Ticket.exists(t, t.late)", "others ticket.late; wholes ticket"],
  ["Settings.limit > 3", "others settings.limit"],
  ["now > ticket.created_at and today > ticket.opened_on", "own created_at opened_on; clock"],
  ["ticket.effort > min_body", "own effort; constants min_body"],
  ["now + response_time[ticket.priority] > now", "own priority; constants response_time; clock"],
  ["strict or ticket.late", "own late; constants strict"],
  ["me == ticket.requester", "own requester; me"],
  ["me != null and me.name == 'a'", "others user.name; me"],
  ["ticket.requester.has_role('Agent')", "own requester; roles Agent"],
  ["old == null or old.late", "own late; old"],
  ["route.category.name == 'a'", "others category.name; route"],
  ["input.days > 3", "input"],
  ["input.membership == null or input.membership.role == 'guest'", "others membership.role; input"],
];

for (const [source, expected] of table) test(`reads of ${source}`, () => assert.equal(said(readsOf(source)), expected));

test("only the row under its entity's identifier is the clause's own", () => {
  const scope = rowScope("organisation", {
    rows: new Map([["my_membership", { kind: "row", entity: "membership", empty: false }]]),
  });
  assert.equal(said(readsOf("my_membership.role == 'admin'", scope)), "others membership.role");
  assert.equal(said(readsOf("organisation.name == 'a'", scope)), "own name");
});

test("computed fields are read through, however deep, and circles end", () => {
  const computed = new Map<string, Reads>([
    ["ticket.late", { ...noReads(), own: new Set(["respond_by", "deep"]), clock: true }],
    ["ticket.deep", { ...noReads(), own: new Set(["late"]), others: new Set(["user.owes"]) }],
    [
      "user.owes",
      {
        ...noReads(),
        own: new Set(["fines"]),
        others: new Set(["fine.amount", "fine.member"]),
        constants: new Set(["tax"]),
      },
    ],
  ]);
  const through = readsThrough({ ...noReads(), own: new Set(["late"]) }, "ticket", (entity, field) =>
    computed.get(`${entity}.${field}`),
  );
  assert.equal(
    said(through),
    "own deep late respond_by; others fine.amount fine.member user.fines user.owes; constants tax; clock",
  );
});
