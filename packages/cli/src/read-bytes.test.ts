// Reading from files that never end, and from pipes that give nothing yet.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { readBytes } from "./document/read-bytes.ts";
import { pause } from "../../language/src/testing/eventually.ts";

test("no more than one byte over the limit is read", { skip: process.platform === "win32" }, () => {
  assert.equal(readBytes("/dev/zero", 3_000_000).length, 3_000_001);
  assert.equal(readBytes("/dev/null", 10).length, 0);
  assert.deepEqual(Buffer.from(readBytes(import.meta.filename, 3)).toString(), "// R");
  assert.throws(() => readBytes(import.meta.dirname, 10), { code: "EISDIR" });
});

test("standard input is waited for, however slowly it comes", async () => {
  const main = `${import.meta.dirname}/main.ts`;
  const writ = spawn(process.execPath, [main, "fmt", "-"], { stdio: ["pipe", "pipe", "inherit"] });
  let out = "";
  writ.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  const closed = once(writ, "close");
  writ.stdin.write("# Slow ");
  await pause(300, "what comes later is to come after it was looked for");
  writ.stdin.end("and steady\n");
  assert.deepEqual(await closed, [0, null]);
  assert.equal(out, "# Slow and steady\n");
});

test("output that cannot be written is reported in a sentence", { skip: process.platform !== "linux" }, async () => {
  const writ = spawn("/bin/sh", [
    "-c",
    `"$0" "$1" --help > /dev/full`,
    process.execPath,
    `${import.meta.dirname}/main.ts`,
  ]);
  let error = "";
  writ.stderr.setEncoding("utf8").on("data", (text: string) => (error += text));
  assert.deepEqual(await once(writ, "close"), [2, null]);
  assert.equal(error, "writ: the output cannot be written: there is no space left\n");
});
