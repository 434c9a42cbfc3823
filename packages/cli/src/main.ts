// Where the process begins: the real console, and the exit code of the command.
import { existsSync, mkdirSync, watch, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { run } from "./command-line.ts";
import { endings } from "./process/endings.ts";
import { ownMistake } from "./process/own-mistake.ts";
import { readBytes } from "./document/read-bytes.ts";
import { reasonOf } from "./document/read-file.ts";
import { unwritable } from "./process/unwritable.ts";
import { visible } from "./terminal/visible.ts";

// A user who reads the output may stop reading, as `head` does; that is no failure.
process.stdout.on("error", (failure: NodeJS.ErrnoException) => {
  if (failure.code === "EPIPE") return;
  process.stderr.write(`writ: the output cannot be written: ${reasonOf(failure)}\n`);
  process.exitCode = 2;
});
// Then there is nowhere left to say anything.
process.stderr.on("error", () => (process.exitCode = 2));

const failed = (failure: unknown) => {
  const [name = "", ...rest] = process.argv.slice(2);
  const words = ownMistake(`writ ${name} failed.`, rest.find((one) => one.endsWith(".md")) ?? "the document", failure);
  process.stderr.write(`${words.map(visible).join("\n")}\n`);
  return 2;
};

process.exitCode = await Promise.resolve()
  .then(async () =>
    run(process.argv.slice(2), {
      out: (text) => process.stdout.write(text),
      error: (text) => process.stderr.write(text),
      colour: process.stdout.isTTY === true && process.env["NO_COLOR"] === undefined,
      columns: process.stdout.columns ?? 120,
      ...(process.stderr.isTTY === true ? { progress: (line) => process.stderr.write(`\r\u001B[2K${line}`) } : {}),
      read: readBytes,
      write: (path, text) => {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      },
      unwritable,
      create: (path, text) => {
        mkdirSync(dirname(path), { recursive: true });
        // A dangling link exists, too: it is not followed.
        writeFileSync(path, text, { flag: "wx" });
      },
      exists: existsSync,
      environment: process.env,
      untilStopped,
      watch: watchFile,
      ...(process.stdin.isTTY === true && process.stdout.isTTY === true ? { ask } : {}),
    }),
  )
  .catch(failed);

/** Editors write a file in several steps, or another one in its place: its folder says when, and a moment later it is whole. */
function watchFile(path: string, changed: () => void): () => void {
  let waiting: NodeJS.Timeout | undefined;
  // Of a file whose folder is not there yet, the way to it is watched.
  let [folder, file] = [dirname(path), basename(path)];
  while (!existsSync(folder) && folder !== dirname(folder)) [folder, file] = [dirname(folder), basename(folder)];
  const watcher = watch(folder, (_event, name) => {
    if (name !== null && name !== file) return;
    clearTimeout(waiting);
    waiting = setTimeout(changed, 30);
  });
  return () => {
    clearTimeout(waiting);
    watcher.close();
  };
}

/** A second time ends it at once; but a terminal tells all its processes, and those before this one tell it again. */
async function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of endings)
      process.on(signal, () => {
        resolve();
        setTimeout(() => process.removeAllListeners(signal), 2000).unref();
      });
  });
}

async function ask(question: string, signal?: AbortSignal): Promise<boolean> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await (signal === undefined ? lines.question(question) : lines.question(question, { signal }));
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
