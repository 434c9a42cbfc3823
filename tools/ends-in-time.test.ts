// A process of tests that something keeps from ending.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const run = (script: string, milliseconds: string) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [`--import=${new URL("ends-in-time.ts", import.meta.url).href}`, "--eval", script],
    { encoding: "utf8", env: { ...process.env, WRIT_TESTS_END: milliseconds } },
  );
  return { status, stderr };
};

test("what goes on for too long fails and says what keeps it", () => {
  const { status, stderr } = run('require("node:net").createServer().listen(0, "127.0.0.1")', "200");
  assert.equal(status, 1);
  assert.match(stderr, /did not end within 0.2 s\. It is kept by: .*1 TCPServerWrap/);
});

test("what ends by itself is not waited for", () => {
  assert.deepEqual(run("", "600000"), { status: 0, stderr: "" });
});
