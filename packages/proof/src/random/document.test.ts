// Random documents are documents: they have no errors, and hold what there is to hold.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import fc from "fast-check";
import { programOf } from "../interpreter/program.ts";
import { rowsOf } from "../interpreter/world/world.ts";
import { randomAct } from "./acts.ts";
import { drawFrom } from "./draw.ts";
import { documentOf } from "./documents.ts";
import { randomDocument } from "./document.ts";
import { randomWorld } from "./world.ts";

const long = process.env["WRIT_LONG"] === "1";

const errorsOf = (source: string) => compile(source).problems.filter(({ severity }) => severity === "error");

test("nearly every document is right as it is drawn", (context) => {
  const drawn = long ? 2000 : 80;
  const wrong = new Map<string, number>();
  for (let seed = 0; seed < drawn; seed++)
    for (const code of new Set(errorsOf(randomDocument(seed)).map((problem) => problem.code)))
      wrong.set(code, (wrong.get(code) ?? 0) + 1);
  const refused = [...wrong.values()].reduce((sum, count) => sum + count, 0);
  context.diagnostic(
    `${drawn - refused} of ${drawn} accepted; ${[...wrong].map(([code, count]) => `${count} ${code}`).join(", ")}`,
  );
  // Rules that leave no possible row are drawn now and then: only the checker can tell.
  assert.deepEqual(
    [...wrong.keys()].filter((code) => code !== "N502"),
    [],
  );
  assert.ok(refused < drawn / 20, `${refused} of ${drawn}`);
});

/** Everything follows from the seed; a smaller seed is no simpler document, so nothing is shrunk. */
const documents = fc.noShrink(fc.integer({ min: 0, max: 1_000_000 })).map((seed) => documentOf(seed));

test("what is drawn for comparisons has no errors, and worlds to act in", () => {
  const property = fc.property(documents, fc.nat(), ({ source, compiled }, seed) => {
    assert.deepEqual(
      errorsOf(source).map(({ code, address, message }) => `${code} ${address}: ${message}`),
      [],
    );
    const draw = drawFrom(seed);
    const world = randomWorld(draw, programOf(compiled), Date.UTC(2026, 2, 17, 10));
    assert.equal(rowsOf(world, "user").length, 4);
    randomAct(draw, world);
  });
  fc.assert(property, { seed: 17, numRuns: long ? 300 : 12, endOnFailure: true });
});

test("every type, role, right, rule and transition is drawn", () => {
  const all = Array.from({ length: 100 }, (_, seed) => randomDocument(seed)).join("\n");
  const types =
    "text up to;long text;Markdown text;number 0;integer;percent;money;date |;datetime;duration;yes/no;one of:;several of:;email;reference to;belongs to;list of;several User;sequence number;random code;computed;state";
  const options =
    "set once;cleared on delete;unique;Unique together;Owner:;per Project;on create;on update;set Title;see ";
  const roles = "anyone;signed in;named at installation;assigned by;Membership where;Team via Sponsor;my_membership";
  const conditions = "has_role;.exists(;.all(;.exists_one(;.filter(;.sum();me in; own;not ; and ; or ";
  const steps = "no overlap;no circle;any but New;same;(required);| set |";
  const screens =
    "Sort: Counted;Filter by: Counted;Sort: Reached;Filter by: Reached;.created_by.name);.worked_out`;list of Ticket | signed in";
  const rows =
    "### Sample: User;| Boss, Agent |;| `null` |;`today + days(;`today - days(40)`;`now - hours(2)`;`now - days(3)`;`time(now)`;time('09:30')`";
  const required = [types, options, roles, conditions, steps, screens, rows].flatMap((words) => words.split(";"));
  assert.deepEqual(
    required.filter((words) => !all.includes(words)),
    [],
  );
});
