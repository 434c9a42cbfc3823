// `writ start` on a bad day, for tests: a product of notes that anyone writes and reads, in surroundings of the test's choice.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { after } from "node:test";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { visitorsOnly } from "../../../server/src/testing/visitors-only.ts";
import { writ } from "./several-processes.ts";

export type Surroundings = {
  /** The folder of its database. */
  readonly data: string;
  /** The document; that of notes, where it is not given. */
  readonly source?: string;
  readonly processes?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** As many files as it may have open, connections among them. */
  readonly openFiles?: number;
};

export type Line = Readonly<Record<string, unknown>>;

export type Started = {
  readonly child: ChildProcess;
  readonly url: string;
  readonly databaseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: () => string;
  readonly lines: () => readonly Line[];
  /** Status of a request that writes so many notes; 0 where it was not answered. */
  readonly write: (words: string, count?: number) => Promise<number>;
  readonly words: () => Promise<readonly string[]>;
  readonly ready: () => Promise<number>;
  /** A value of the metrics, of all processes together; on a connection that stays open. */
  readonly metric: (name: string) => Promise<number | undefined>;
};

export async function start(surroundings: Surroundings): Promise<Started> {
  const { data, source = visitorsOnly("Note"), processes = 1, environment = {}, openFiles } = surroundings;
  mkdirSync(data, { recursive: true });
  const file = join(data, "SPEC.md");
  writeFileSync(file, source);
  const places = ["--data", join(data, "data"), "--port", "0", "--processes", String(processes)];
  const command = [process.execPath, writ, "start", file, "--apply", "--json", ...places];
  const limited = openFiles === undefined ? [] : ["sh", "-c", `ulimit -n ${openFiles} && exec "$0" "$@"`];
  const [first = "", ...rest] = [...limited, ...command];
  const child = spawn(first, rest, { env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] });
  after(() => child.kill("SIGKILL"));
  let log = "";
  child.stderr.on("data", (text) => (log += String(text)));
  const ended = once(child, "close").then(() => assert.fail(log));
  ended.catch(() => undefined);
  const [said] = await Promise.race([once(child.stdout, "data"), ended]);
  const { url = "", anonKey = "", databaseUrl = "" } = JSON.parse(String(said)) as Readonly<Record<string, string>>;
  const headers = { apikey: anonKey, "content-type": "application/json" };
  const notes = `${url}/rest/v1/note`;
  const open = new Agent({ keepAlive: true, maxSockets: 1 });
  after(() => open.destroy());
  return {
    child,
    url,
    databaseUrl,
    headers,
    log: () => log,
    lines: () =>
      log
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Line),
    write: async (words, count = 1) => {
      const body = JSON.stringify(Array.from({ length: count }, () => ({ words })));
      return fetch(notes, { method: "POST", headers, body }).then(
        ({ status }) => status,
        () => 0,
      );
    },
    words: async () => {
      const all: string[] = [];
      // An answer has a thousand rows at most.
      for (;;) {
        const address = `${notes}?select=words&order=id&offset=${all.length}`;
        // A connection of before a bad day is found out by the request that is given it.
        const page = await eventually(async () => {
          const answer = await fetch(address, { headers });
          return answer.ok && answer;
        }, "notes are read");
        const rows = (await page.json()) as readonly { readonly words: string }[];
        if (rows.length === 0) return all;
        all.push(...rows.map(({ words }) => words));
      }
    },
    ready: async () => (await fetch(`${url}/ready`)).status,
    metric: async (name) => {
      const [, value] = new RegExp(`^${name} (\\S+)$`, "m").exec(await textOn(open, `${url}/metrics`)) ?? [];
      return value === undefined ? undefined : Number(value);
    },
  };
}

const textOn = async (agent: Agent, url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (answer) => {
      let text = "";
      answer.on("data", (part: Buffer) => (text += part.toString())).once("end", () => resolve(text));
    });
    asked.once("error", reject).end();
  });

export async function stop({ child, log }: Started): Promise<void> {
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  assert.equal(code, 0, log());
}
