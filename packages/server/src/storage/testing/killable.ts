// The process of `files-server.ts` as tests use it: started, asked over its wire, made to sweep, killed.
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export type Killable = {
  readonly process: ChildProcess;
  readonly url: string;
  readonly key: string;
  /** Takes away what nothing names, and tells the versions of all objects, and what can still be gone on with. */
  readonly sweep: () => Promise<{ readonly versions: readonly string[]; readonly unfinished: readonly string[] }>;
  readonly object: (method: string, name: string, body?: Buffer, headers?: Record<string, string>) => Promise<Response>;
  readonly ended: Promise<void>;
  /** As operators end it. */
  readonly end: () => Promise<void>;
};

export const startKillable = async (...args: readonly string[]): Promise<Killable> =>
  startScript(fileURLToPath(new URL("files-server.ts", import.meta.url)), args);

/** Of another script that says the same at its beginning. */
export async function startScript(script: string, args: readonly string[]): Promise<Killable> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<void>((resolve) => void child.once("close", () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`The server ended: ${said}`);
    return JSON.parse(String(value));
  };
  const { url, key } = await next();
  return {
    process: child,
    url,
    key,
    ended,
    sweep: async () => {
      child.stdin.write("sweep\n");
      return next();
    },
    object: async (method, name, body, headers = {}) =>
      fetch(`${url}/storage/v1/object/box/${name}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      }),
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
