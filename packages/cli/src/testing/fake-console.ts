// A console for tests: files in memory, output as text.
import { setImmediate as turn } from "node:timers/promises";
import { run } from "../command-line.ts";
import type { Console } from "../terminal/console.ts";

export type Ran = {
  readonly exit: number;
  readonly out: string;
  readonly error: string;
  readonly files: ReadonlyMap<string, string>;
};

export function runWith(
  files: Readonly<Record<string, string | Uint8Array>>,
  args: readonly string[],
  options: Partial<Console> = {},
): Ran {
  const { exit, ran } = start(files, args, options);
  if (exit instanceof Promise) throw new Error(`writ ${args[0]} takes its time: wait for it`);
  return ran(exit);
}

/** For commands that open a database. */
export async function waitFor(
  files: Readonly<Record<string, string | Uint8Array>>,
  args: readonly string[],
  options: Partial<Console> = {},
): Promise<Ran> {
  const { exit, ran } = start(files, args, options);
  return ran(await exit);
}

function start(
  files: Readonly<Record<string, string | Uint8Array>>,
  args: readonly string[],
  options: Partial<Console>,
) {
  let out = "";
  let error = "";
  const written = new Map<string, string>();
  const exit = run(args, {
    out: (text) => (out += text),
    error: (text) => (error += text),
    colour: false,
    columns: 100,
    read: (path) => {
      const content = files[path];
      if (content === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      return typeof content === "string" ? new TextEncoder().encode(content) : content;
    },
    write: (path, text) => void written.set(path, text),
    unwritable: () => undefined,
    create: (path, text) => {
      if (files[path] !== undefined) throw Object.assign(new Error("it is there"), { code: "EEXIST" });
      written.set(path, text);
    },
    exists: (path) => files[path] !== undefined,
    environment: {},
    watch: () => () => undefined,
    ...options,
    // A command listens for its end before it says that it is there.
    untilStopped: async () => {
      await turn();
      await options.untilStopped?.();
    },
  });
  return { exit, ran: (code: number): Ran => ({ exit: code, out, error, files: written }) };
}
