// The watchdog alone: whatever it watches ends when its process is killed, and what remains is removed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { emptyFolder, isAlive, kill } from "../testing/surroundings.ts";
import { eventually } from "../../../../language/src/testing/eventually.ts";

const cases = [
  {
    name: "a server is asked to end in good order",
    kind: "server",
    script: 'trap "touch ended; exit" INT; echo $$; while :; do sleep 0.05; done',
    leaves: "ended",
  },
  {
    name: "a server that does not listen is ended all the same",
    kind: "server",
    script: 'trap "" INT; echo $$; while :; do sleep 0.05; done',
    leaves: "",
  },
  {
    name: "a preparation ends with all that it started",
    kind: "preparation",
    script: 'trap "" INT TERM QUIT; sleep 60 & echo $$ $!; while :; do sleep 0.05; done',
    leaves: "",
  },
] as const;

for (const { name, kind, script, leaves } of cases) {
  test(name, { skip: process.platform === "win32" }, async (context) => {
    const above = emptyFolder(context);
    const remains = join(above, "remains");
    mkdirSync(remains);
    const trace = leaves === "" ? "" : join(above, leaves);
    const file = fileURLToPath(new URL("../testing/keeper.ts", import.meta.url));
    const told = trace === "" ? script : script.replace(leaves, trace);
    const keeper = spawn(process.execPath, [file, kind, remains, told], { stdio: ["ignore", "pipe", "inherit"] });
    const [chunk]: unknown[] = await once(keeper.stdout, "data");
    const numbers = String(chunk).trim().split(/\s+/).map(Number);
    // What the program says of itself is what Node and the watchdog know.
    assert.equal(numbers[0], numbers[1]);
    assert.ok(numbers.every(isRunning));
    kill(keeper.pid ?? 0);
    await eventually(() => !numbers.some(isRunning), `${numbers.join(", ")} end`);
    await eventually(() => !existsSync(remains), "what remains is removed");
    assert.equal(trace === "" || existsSync(trace), true);
  });
}

/** A process that has ended may still have its number, until somebody asks how. */
function isRunning(number: number): boolean {
  if (process.platform !== "linux") return isAlive(number);
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${number}/status`, "utf8"));
  } catch {
    return false;
  }
}
