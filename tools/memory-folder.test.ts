// Tests in memory: where the folder is, that other users may work in it, and that it is given back, whatever ends.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { once } from "node:events";
import { test } from "node:test";
import { memoryFolder } from "./memory-folder.ts";

const file = `${import.meta.dirname}/memory-folder.ts`;

/** A process that has the folder and what it says of it. */
async function keeper(then: string) {
  const code = `import { memoryFolder } from ${JSON.stringify(file)}; console.log(String(memoryFolder())); ${then}`;
  const { TMPDIR: _own, ...environment } = process.env;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const [said] = (await once(child.stdout, "data")) as readonly Buffer[];
  return { child, ended, folder: String(said).trim() };
}

test("a folder in memory is open to other users, and gone with its process", async (context) => {
  const stays = await keeper("process.stdin.resume(); setInterval(() => undefined, 1000);");
  context.after(() => stays.child.kill("SIGKILL"));
  if (stays.folder === "undefined") return context.skip("no memory for it");
  assert.equal(statSync(stays.folder).mode & 0o7777, 0o1777);
  const ends = await keeper("");
  await ends.ended;
  assert.ok(!existsSync(ends.folder));
  // Somebody else's is not touched while they live, and taken away by the next one when they were killed.
  assert.ok(existsSync(stays.folder));
  stays.child.kill("SIGKILL");
  await stays.ended;
  assert.ok(existsSync(stays.folder));
  await (
    await keeper("")
  ).ended;
  assert.ok(!existsSync(stays.folder));
});

test("a disk is no memory, and neither is what is not there; whoever names a folder gets theirs", () => {
  assert.equal(memoryFolder(import.meta.dirname, ""), undefined);
  assert.equal(memoryFolder("/nowhere", ""), undefined);
  assert.equal(memoryFolder("/dev/shm", "/tmp"), undefined);
});
