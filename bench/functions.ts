// Measures a call of section 7 against a bare server in Deno, side by side: when its process is there, and when it is not.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findDeno } from "../packages/server/src/functions/process/deno.ts";

const rounds = Number(process.argv[2] ?? "400");
const coldRounds = 15;
const here = `${import.meta.dirname}/functions`;
const deno = findDeno() ?? "";
const body = JSON.stringify({ words: "hello" });

type Said = { readonly url: string; readonly anonKey: string };

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("it has an output");
  const [said] = await once(child.stdout, "data");
  return String(said).split("\n")[0] ?? "";
}

const startBare = (): ChildProcess =>
  spawn(deno, ["run", "--quiet", "--no-remote", "--no-npm", "--allow-net=127.0.0.1", `${here}/bare.js`], {
    stdio: ["ignore", "pipe", "inherit"],
  });

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function post(url: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  const said = await response.text();
  if (response.status !== 200 || !said.includes("hello")) throw new Error(`${url}: ${response.status} ${said}`);
}

function print(what: string, taken: Readonly<Record<string, readonly number[]>>): void {
  const at = (some: readonly number[], part: number) =>
    (some.toSorted((a, b) => a - b)[Math.floor(some.length * part)] ?? 0).toFixed(2);
  const told = Object.entries(taken).map(([name, some]) => `${name} p50 ${at(some, 0.5)} p95 ${at(some, 0.95)}`);
  console.log(`${what}: ${told.join(", ")} ms`);
}

const folder = mkdtempSync(join(tmpdir(), "writ-functions-"));
cpSync(`${here}/SPEC.md`, join(folder, "SPEC.md"));
mkdirSync(join(folder, "calls"));
const writeCode = (edition: number) =>
  writeFileSync(join(folder, "calls/echo.ts"), `// ${edition}\nreturn { told: input.words };\n`);
writeCode(0);
const writ = spawn(
  process.execPath,
  [
    `${here}/../../packages/cli/bin/writ.mjs`,
    "run",
    join(folder, "SPEC.md"),
    "--port",
    "0",
    "--json",
    "--data",
    join(folder, "data"),
  ],
  { stdio: ["ignore", "pipe", "inherit"] },
);
const bare = startBare();
try {
  const { url, anonKey } = JSON.parse(await firstLine(writ)) as Said;
  const bareUrl = `http://127.0.0.1:${await firstLine(bare)}/`;
  const signedUp = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: anonKey, "content-type": "application/json" },
    body: JSON.stringify({ email: "bench@example.test", password: "a long password" }),
  });
  const { access_token: token } = (await signedUp.json()) as { readonly access_token: string };
  const call = async () => post(`${url}/functions/v1/echo`, { authorization: `Bearer ${token}` });
  const read = async () => {
    const response = await fetch(`${url}/rest/v1/note?limit=1`, { headers: { authorization: `Bearer ${token}` } });
    if (response.status !== 200) throw new Error(await response.text());
    await response.text();
  };
  for (let n = 0; n < 30; n++) for (const warm of [call, read, async () => post(bareUrl)]) await warm();
  const warm = { call: [] as number[], bare: [] as number[], row: [] as number[] };
  for (let n = 0; n < rounds; n++) {
    warm.call.push(await timed(call));
    warm.bare.push(await timed(async () => post(bareUrl)));
    warm.row.push(await timed(read));
  }
  print("warm", { "a call": warm.call, "bare Deno": warm.bare, "a row read over the data API": warm.row });
  const cold = { call: [] as number[], bare: [] as number[] };
  for (let n = 1; n <= coldRounds; n++) {
    // Code that has changed has no process.
    writeCode(n);
    cold.call.push(await timed(call));
    cold.bare.push(
      await timed(async () => {
        const fresh = startBare();
        await post(`http://127.0.0.1:${await firstLine(fresh)}/`);
        void end(fresh);
      }),
    );
  }
  print("cold", { "a call": cold.call, "bare Deno": cold.bare });
} finally {
  await Promise.all([end(writ), end(bare)]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}
