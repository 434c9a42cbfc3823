// A document that is being written: `writ run` on a file in memory, for tests that edit it and look into a browser.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { waitFor, type Ran } from "../../../cli/src/testing/fake-console.ts";
import type { Console } from "../../../cli/src/terminal/console.ts";

export type Written = {
  readonly url: string;
  readonly serviceKey: string;
  readonly consoleUrl: string;
  readonly people: readonly { readonly email: string; readonly link: string }[];
  readonly edit: (source: string) => void;
  /** A file beside the document was written. */
  readonly touch: (path: string) => void;
  readonly source: () => string;
  /** What the terminal shows. */
  readonly said: () => string;
  readonly stop: () => Promise<Ran>;
};

/** `args`: further ones of the command. `file`: where the document is, for what lies beside it. */
export type Write = (
  first: string,
  args?: readonly string[],
  options?: Partial<Console> & { readonly file?: string },
) => Promise<Written>;

/** For a file of tests; all that is written ends with it. */
export function writings(): Write {
  const endings: (() => Promise<unknown>)[] = [];
  after(async () => {
    for (const end of endings) await end();
  });
  return async (first, args = ["--sample"], options = {}) => {
    const written = await start(first, args, options);
    endings.push(written.end);
    return written;
  };
}

async function start(
  first: string,
  args: readonly string[],
  { file = "SPEC.md", ...options }: Partial<Console> & { readonly file?: string },
) {
  const data = mkdtempSync(join(tmpdir(), "writ-writing-"));
  const files: Record<string, string> = { [file]: first };
  const watched = new Map<string, () => void>();
  let out = "";
  let said = "";
  const stopped = Promise.withResolvers<undefined>();
  const ready = Promise.withResolvers<undefined>();
  const ran = waitFor(files, ["run", file, "--json", "--port", "0", "--data", data, ...args], {
    out: (text) => void (out += text),
    error: (text) => void (said += text),
    untilStopped: async () => {
      ready.resolve(undefined);
      await stopped.promise;
    },
    watch: (path, told) => {
      watched.set(path, told);
      return () => void watched.delete(path);
    },
    ...options,
  });
  const stop = async () => {
    stopped.resolve(undefined);
    return ran;
  };
  const end = async () => {
    await stop();
    rmSync(data, { recursive: true, force: true });
  };
  await Promise.race([ready.promise, ran]);
  const told = out.split("\n").find((one) => one.startsWith("{"));
  if (told === undefined) throw new Error(`nothing is served:\n${out}${said}`);
  const line = JSON.parse(told);
  return {
    ...line,
    edit: (source: string) => {
      files[file] = source;
      watched.get(file)?.();
    },
    touch: (path: string) => watched.get(path)?.(),
    source: () => files[file] ?? "",
    said: () => `${out}${said}`,
    stop,
    end,
  };
}
