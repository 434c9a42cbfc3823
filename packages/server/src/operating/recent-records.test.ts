// The last records of the log: never more and never larger than may be, and found by level, words and request.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRecentRecords, type RecordFilter } from "./recent-records.ts";

const every: RecordFilter = { level: undefined, text: "", id: "", until: undefined, most: 10_000 };

test("the oldest are forgotten, by their count", () => {
  const records = createRecentRecords();
  for (let n = 1; n <= 9_500; n++) records.keep("info", `note ${n}`, {});
  const { records: all, kept, found, newest } = records.find(every);
  assert.deepEqual([all.length, kept, found, newest], [2000, 2000, 2000, 9500]);
  assert.deepEqual([all[0]?.what, all.at(-1)?.what], ["note 9500", "note 7501"]);
});

test("the oldest are forgotten, by what they hold, and no single one is large", () => {
  const records = createRecentRecords();
  const large = "x".repeat(100_000);
  for (let n = 0; n < 500; n++)
    records.keep("error", large, { text: large, stack: large, failure: { message: large } });
  const { records: all, kept } = records.find(every);
  assert.ok(kept > 10 && kept < 100, String(kept));
  assert.ok(JSON.stringify(all).length < 1.2 * 2 ** 20);
  records.keep("info", "after it", {});
  assert.equal(records.find(every).records[0]?.what, "after it");
});

test("records are found by level, by any of their words, by request, and as they were at a moment", () => {
  const records = createRecentRecords();
  records.keep("info", "request", { id: "one", path: "/rest/v1/Ticket", status: 200 });
  records.keep("error", "failure", {
    id: "one",
    failure: { name: "TypeError", message: "no word", cause: { name: "Inner" } },
  });
  records.keep("info", "printed", { id: "two", text: "ticket sold", nothing: undefined });
  const found = (filter: Partial<RecordFilter>) =>
    records.find({ ...every, ...filter }).records.map(({ number }) => number);
  assert.deepEqual(found({}), [3, 2, 1]);
  assert.deepEqual(found({ level: "error" }), [2]);
  assert.deepEqual(found({ text: " TICKET " }), [3, 1]);
  assert.deepEqual(found({ text: "inner" }), [2]);
  assert.deepEqual(found({ id: "one" }), [2, 1]);
  assert.deepEqual(found({ id: "on" }), []);
  assert.deepEqual(found({ until: 2 }), [2, 1]);
  assert.deepEqual(found({ most: 1 }), [3]);
  assert.deepEqual(found({ id: "one", text: "ticket", level: "error" }), []);
  assert.deepEqual(records.find(every).records[1]?.facts, {
    id: "one",
    name: "TypeError",
    message: "no word",
    "cause name": "Inner",
  });
});

test("requests are found by status and by how long they took, and our own noise is left out", () => {
  const records = createRecentRecords();
  const request = (path: string, status: number, milliseconds = 1, id = "x") =>
    records.keep("info", "request", { method: "GET", path, status, milliseconds, id });
  const paths = (filter: Partial<RecordFilter>) =>
    records.find({ ...every, ...filter }).records.map(({ facts }) => facts["path"]);
  request("/rest/v1/ticket", 200, 1500);
  request("/_/app/main.js", 200);
  request("/health", 200, 1, "named");
  request("/logo.svg", 499);
  request("/storage/v1/object/logo.svg", 206);
  request("/_/console/documents", 404);
  request("/_/sign-in", 200);
  const interesting = ["/_/sign-in", "/_/console/documents", "/storage/v1/object/logo.svg", "/rest/v1/ticket"];
  assert.deepEqual(paths({}), interesting);
  assert.equal(paths({ withNoise: true }).length, 7);
  assert.deepEqual(paths({ id: "named" }), ["/health"]);
  assert.deepEqual(paths({ status: "4" }), ["/_/console/documents"]);
  assert.deepEqual(paths({ status: "4", withNoise: true }), ["/_/console/documents", "/logo.svg"]);
  assert.deepEqual(paths({ isSlow: true }), ["/rest/v1/ticket"]);
  records.keep("warning", "missing", { what: "A_KEY" });
  assert.deepEqual(records.find({ ...every, status: "2" }).found, 3);
  assert.deepEqual(records.find({ ...every, level: "warning" }).found, 1);
});
