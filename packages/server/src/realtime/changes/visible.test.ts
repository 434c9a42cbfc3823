// Which transactions a snapshot of PostgreSQL shows, by what its documentation says of one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isVisible } from "./visible.ts";

const circle = 2n ** 32n;

test("what is over is seen, what is running or has yet to begin is not", () => {
  for (const rounds of [0n, 1n, 7n]) {
    const whole = (low: bigint) => String(rounds * circle + low);
    const snapshot = `${whole(10n)}:${whole(20n)}:${whole(10n)},${whole(15n)}`;
    const seen = Array.from({ length: 25 }, (_, one) => one).filter((one) => isVisible(new Set([one]), snapshot));
    assert.deepEqual(seen, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16, 17, 18, 19]);
    assert.equal(isVisible(new Set([12, 15]), snapshot), false);
    assert.equal(isVisible(new Set([12, 14]), snapshot), true);
  }
  assert.equal(isVisible(new Set([19]), "20:20:"), true);
  assert.equal(isVisible(new Set([20]), "20:20:"), false);
});

test("numbers begin anew after four thousand million", () => {
  const snapshot = `${circle + 3n}:${circle + 5n}:`;
  assert.equal(isVisible(new Set([4_294_967_290]), snapshot), true);
  assert.equal(isVisible(new Set([4]), snapshot), true);
  assert.equal(isVisible(new Set([5]), snapshot), false);
  const before = `${circle - 5n}:${circle - 3n}:`;
  assert.equal(isVisible(new Set([4_294_967_292]), before), true);
  assert.equal(isVisible(new Set([2]), before), false);
});

test("without a snapshot nothing is", () => {
  assert.equal(isVisible(new Set([1]), ""), false);
});
