// Circles in what reads what.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findCircles } from "./circles.ts";

const find = (graph: Readonly<Record<string, readonly string[]>>) =>
  findCircles(Object.keys(graph), (node) => graph[node] ?? []).map((circle) => circle.join(" "));

test("each knot is reported once, by its shortest circle from its first member on", () => {
  assert.deepEqual(find({ a: ["b"], b: ["c"], c: [] }), []);
  assert.deepEqual(find({ a: ["a"] }), ["a"]);
  assert.deepEqual(find({ x: ["b"], a: ["b"], b: ["c"], c: ["a"] }), ["a b c"]);
  assert.deepEqual(find({ a: ["b", "c"], b: ["c"], c: ["a"] }), ["a c"]);
  assert.deepEqual(find({ a: ["b"], b: ["a"], c: ["d", "a"], d: ["c"] }).sort(), ["a b", "c d"]);
});

test("a long way is no deep recursion", () => {
  const nodes = Array.from({ length: 50_000 }, (_, index) => String(index));
  const next = (node: string) => [String((Number(node) + 1) % nodes.length)];
  assert.equal(findCircles(nodes, next)[0]?.length, nodes.length);
});
