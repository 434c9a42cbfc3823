// A document with one thing that is not shown, for each such thing: the plan is tried on the real product, nothing fails, and the gap is told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { reportOf } from "../report/report.ts";
import { barn } from "../testing/barn.ts";
import { opened, type Opened } from "../testing/open-cells.ts";
import { groundOf } from "../testing/workshop.ts";
import { runCases } from "./run-cases.ts";
import type { Result } from "./run.ts";

const start = products();

const isLong = process.env["WRIT_LONG"] === "1";

/** Where all of them would take too long: one of each kind of what is refused, and whose cases are tried of it. */
const some: ReadonlyMap<string, string> = new Map([
  ["3 Field Name: Required", "3"],
  ["3 Field State: Default", "4/Box"],
  ["3 ### Box: Unique together", "3/Box"],
  ["4 Transition Test: To", ""],
  ["5 Rule Light: When", "5"],
  ["6 Condition untested: Holds when", "6/Box"],
  ["6 Role Chief: Given by", "6"],
  ["7 Mail Over: Subject", "4"],
  ["8 Code WRONG: Status", "5"],
  ["9 Limit Heavy boxes: Value", "9"],
]);

/** Whatever would only tell that something is missing is no product. */
const isProduct = ({ source }: Opened): boolean =>
  compile(source).problems.every(({ severity }) => severity !== "error");

const wanted = opened(barn).filter((one) => isLong || some.has(one.what));
const all = wanted.filter(isProduct);

test("there is a document for every kind of cell that may be not shown", () => {
  assert.ok(opened(barn).length > 200, String(opened(barn).length));
  if (isLong) assert.ok(all.length > 200, String(all.length));
  assert.deepEqual(
    [...some.keys()].filter((what) => !all.some((one) => one.what === what)),
    [],
  );
});

for (const { what, source } of all)
  test(`${what}: not shown`, async () => {
    const compiled = compile(source);
    const plan = planOf(compiled, isLong ? "" : some.get(what));
    const running = await start(source, { development: true, jobs: "asked" });
    const results: Result[] = [];
    await runCases(plan.cases, await groundOf(running), (result) => void results.push(result));
    const { cases } = reportOf(compiled, plan, results);
    const failed = cases.filter(({ outcome }) => outcome === "failed");
    assert.deepEqual(
      failed.map(({ address, evidence }) => `${address}: ${evidence}`),
      [],
    );
    assert.ok(cases.some(({ outcome }) => outcome === "passed"));
    assert.ok(cases.some(({ outcome, evidence }) => outcome === "not tried" && evidence === "not shown"));
    await running.stop();
    await running.database.stop();
  });
