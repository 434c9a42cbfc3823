// `writ start` as a command of its own, with several processes, for tests: asked over the wire, ended by signals.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after } from "node:test";

export const writ = join(import.meta.dirname, "../../bin/writ.mjs");

export type Started = {
  readonly child: ChildProcess;
  readonly url: string;
  readonly databaseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: () => readonly Readonly<Record<string, unknown>>[];
  /** How it ends, and what stands on its standard error that is no line of the log. */
  readonly ended: Promise<readonly [number | null, string]>;
};

const isJson = (line: string) => line.startsWith("{");

/** `file`: the document; `data`: the folder of its database. */
export async function start(
  { file, data }: { readonly file: string; readonly data: string },
  processes: number,
  isDetached = false,
): Promise<Started> {
  const args = [writ, "start", file, "--apply", "--json", "--port", "0", "--data", data];
  const child = spawn(process.execPath, [...args, "--processes", String(processes)], {
    env: { ...process.env, WRIT_LOG: "info" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: isDetached,
  });
  after(() => child.kill("SIGKILL"));
  let error = "";
  child.stderr.on("data", (text) => (error += String(text)));
  const ended = once(child, "close").then(
    ([code]) =>
      [
        code as number | null,
        error
          .split("\n")
          .filter((line) => !isJson(line))
          .join("\n"),
      ] as const,
  );
  const [said] = await Promise.race([once(child.stdout, "data"), ended.then(([, why]) => assert.fail(why))]);
  const { url, anonKey, databaseUrl } = JSON.parse(String(said)) as Readonly<Record<string, string>>;
  return {
    child,
    url: url ?? "",
    databaseUrl: databaseUrl ?? "",
    headers: { apikey: anonKey ?? "", "content-type": "application/json", prefer: "return=representation" },
    log: () =>
      error
        .split("\n")
        .filter(isJson)
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>),
    ended,
  };
}

type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
};

/** On a connection of its own each, as clients do that are new. */
export const ask = async (url: string, { method = "GET", headers = {}, body = "" }: Sent = {}): Promise<Response> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => void parts.push(part)).once("error", reject);
      answer.once("end", () => resolve(new Response(Buffer.concat(parts), { status: answer.statusCode ?? 0 })));
    });
    asked.once("error", reject);
    Readable.from(typeof body === "string" ? [body] : body).pipe(asked);
  });

export const childrenOf = (pid: number | undefined): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

/** The processes that serve: the command's own node started them. */
export const serving = ({ child }: Started): readonly number[] =>
  childrenOf(child.pid).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("one-of-several"));

/** None, where the one that was asked has just ended. */
export const ready = async ({ url }: Started): Promise<number> => {
  const answer = await ask(`${url}/ready`).catch(() => undefined);
  const told = (await answer?.json()) as { readonly processes: { readonly ready: number } } | undefined;
  return told?.processes.ready ?? 0;
};

export const isReplaced = ({ msg }: Readonly<Record<string, unknown>>) => msg === "a process ended and is replaced";
