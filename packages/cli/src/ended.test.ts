// A command's process that is told to end, as terminals tell it: itself, and once more by what has started it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startingDocument } from "./starting-document.ts";
import { ownTemporary } from "./testing/own-temporary.ts";

const folder = ownTemporary();
const writ = join(import.meta.dirname, "../bin/writ.mjs");

test("the first Ctrl-C is heard twice, and takes the copy along all the same", async () => {
  const file = join(folder, "SPEC.md");
  writeFileSync(file, startingDocument("Shed"));
  const environment = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
  const child = spawn(process.execPath, [writ, "test", file], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (data) => (said += String(data)));
  const copies = () => readdirSync(folder).filter((one) => one !== "SPEC.md");
  while (!copies().some((one) => readdirSync(join(folder, one)).includes("data"))) await delay(5);
  child.kill("SIGINT");
  await delay(200);
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  assert.deepEqual([code, said], [130, "writ test: ended before all of it was tried\n"]);
  assert.deepEqual(copies(), []);
});
