// Where the process begins: the real console, and the exit code of the command.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { run } from "./command-line.ts";

// Whoever reads the output may stop reading, as `head` does; that is no failure.
process.stdout.on("error", (failure: NodeJS.ErrnoException) => {
  if (failure.code !== "EPIPE") throw failure;
});

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  colour: process.stdout.isTTY === true && process.env["NO_COLOR"] === undefined,
  columns: process.stdout.columns ?? 120,
  read: (path) => readFileSync(path === "-" ? 0 : path),
  write: (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  },
  exists: existsSync,
  environment: process.env,
  ...(process.stdin.isTTY === true && process.stdout.isTTY === true ? { ask } : {}),
});

async function ask(question: string): Promise<boolean> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(question);
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}
