// A command's process that is signalled to end, as terminals do: by the terminal, and once more by its parent.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startingDocument } from "./document/starting-document.ts";
import { ownTemporary } from "./testing/own-temporary.ts";
import { eventually, pause } from "../../language/src/testing/eventually.ts";

const folder = ownTemporary();
const writ = join(import.meta.dirname, "../bin/writ.mjs");
const file = join(folder, "SPEC.md");

/** What is there beside the document: folders with a database of a copy in them. */
const copies = () => readdirSync(folder).filter((one) => one !== "SPEC.md");
const isThere = (one: string) => existsSync(join(folder, one, "postgres/data"));

function start(document: string, isDetached = false) {
  writeFileSync(file, document);
  const environment = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
  return spawn(process.execPath, [writ, "test", file], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    detached: isDetached,
  });
}

async function ending(child: ReturnType<typeof start>) {
  let said = "";
  child.stderr.on("data", (data) => (said += String(data)));
  const [code] = await once(child, "exit");
  return [code, said];
}

test("the first Ctrl-C is heard twice, and takes the copy along all the same", async () => {
  const child = start(startingDocument("Shed"));
  const ended = ending(child);
  await eventually(() => copies().some(isThere), "a copy");
  child.kill("SIGINT");
  await pause(200, "as long as a terminal takes to say it again");
  child.kill("SIGINT");
  assert.deepEqual(await ended, [130, "writ test: stopped before the end\n"]);
  assert.deepEqual(copies(), []);
});

test("a killed process leaves no copy behind", async () => {
  const child = start(readFileSync(`${import.meta.dirname}/../../../examples/equipment-lending/SPEC.md`, "utf8"));
  await eventually(() => copies().some(isThere), "a copy");
  child.kill("SIGKILL");
  await eventually(() => copies().length === 0, "that no copy is left");
});

for (const signal of ["SIGINT", "SIGHUP"] as const)
  test(
    `a terminal tells all its processes of ${signal}, and the copy is taken along`,
    { skip: process.platform === "win32" },
    async () => {
      const child = start(
        readFileSync(`${import.meta.dirname}/../../../examples/equipment-lending/SPEC.md`, "utf8"),
        true,
      );
      const ended = ending(child);
      await eventually(() => copies().some(isThere), "a copy");
      process.kill(-(child.pid ?? 0), signal);
      assert.deepEqual(await ended, [130, "writ test: stopped before the end\n"]);
      assert.deepEqual(copies(), []);
    },
  );
