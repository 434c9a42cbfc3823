// What the tests of the embedded database need of the machine: folders, processes, failures.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseFailure } from "../failure.ts";

export const isRoot = process.getuid?.() === 0;

/** A test, or a file of them (`{ after }`). */
export type Ending = { readonly after: (step: () => Promise<void> | void) => void };

/** An empty folder, gone after the test. What is killed here are processes: what they wrote is the system's either way. */
export function emptyFolder(context: Ending): string {
  const folder = mkdtempSync(join(tmpdir(), "writ-test-"));
  context.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** The processes that work in this folder or below; on other systems than Linux the server that its file names. */
export function processesIn(folder: string): readonly number[] {
  if (process.platform !== "linux") return serverOf(folder).filter(isAlive);
  const real = realpathSync(folder);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const works = readlinkSync(`/proc/${name}/cwd`);
        return works === real || works.startsWith(`${real}/`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** The number of the server, as it wrote it down itself. */
export function serverOf(folder: string): readonly number[] {
  try {
    return [Number(readFileSync(join(folder, "postgres/data/postmaster.pid"), "utf8").split("\n")[0])];
  } catch {
    return [];
  }
}

/** The processes that this one started, as Linux tells. */
export function childrenOf(number: number): readonly number[] {
  try {
    return readFileSync(`/proc/${number}/task/${number}/children`, "utf8")
      .trim()
      .split(" ")
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

export function isAlive(number: number): boolean {
  try {
    process.kill(number, 0);
    return true;
  } catch {
    return false;
  }
}

export function kill(number: number): void {
  try {
    process.kill(number, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

/** Fails with this code, and with words that have all of these in them. */
export async function failsWith(code: string, work: () => unknown, ...words: readonly string[]): Promise<void> {
  await assert.rejects(
    async () => work(),
    (error) => {
      assert.ok(error instanceof DatabaseFailure, String(error));
      assert.equal(error.code, code, error.message);
      for (const word of words) assert.ok(`${error.message} ${error.hint}`.includes(word), `${word}: ${error.message}`);
      return true;
    },
  );
}
