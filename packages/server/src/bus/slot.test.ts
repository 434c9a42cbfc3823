// What each of several processes has of the connections to a database, and that it is never more than there are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { availableParallelism } from "node:os";
import { connectionsFor, mostProcesses, partOf, shareConnections } from "./slot.ts";

/** Besides those for requests; and those that are left to others. */
const [ofProcess, kept] = [5, 6];

test("all processes together never have more connections than the database allows", () => {
  for (let allowed = 1; allowed <= 300; allowed++)
    for (let count = 1; count <= 40; count++) {
      const share = shareConnections(count, allowed);
      assert.equal(share !== undefined, count <= mostProcesses(allowed), `${count} of ${allowed}`);
      if (share === undefined) continue;
      assert.ok(share.owner >= 2 && share.data >= 2);
      assert.ok(count * (share.owner + share.data + ofProcess) + kept <= allowed, `${count} of ${allowed}`);
    }
});

test("where the database allows as many as are wanted, each has its part of what one process alone would have", () => {
  const data = 4 * availableParallelism();
  for (const count of [2, 3, 8]) {
    const wanted = { owner: Math.max(4, Math.ceil(8 / count)), data: Math.max(4, Math.ceil(data / count)) };
    assert.deepEqual(shareConnections(count, connectionsFor(count)), wanted);
    assert.deepEqual(shareConnections(count, 10_000), wanted);
  }
});

test("a part is what all have, divided, and never less than what one needs", () => {
  assert.deepEqual(
    [partOf(8, { count: 1 }, 2), partOf(8, { count: 3 }, 2), partOf(8, { count: 8 }, 2), partOf(1, { count: 8 }, 2)],
    [8, 3, 2, 1],
  );
});
