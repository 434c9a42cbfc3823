// Measures a large file on its way up and down: Writ against a short server on the same disk, and Writ's memory meanwhile.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request, type RequestOptions } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const size = Number(process.argv[2] ?? 1024) * 2 ** 20;
const rounds = Number(process.argv[3] ?? 3);
const piece = Buffer.alloc(256 * 1024, "writ ");

type Server = { readonly port: number; readonly key?: string; readonly process: ChildProcess };

async function start(script: string, folder: string): Promise<Server> {
  mkdirSync(folder);
  const child = spawn(process.execPath, [join(import.meta.dirname, "files", script), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
  return { ...JSON.parse(line), process: child };
}

/** Bytes that came. */
async function ask(options: RequestOptions, write?: (send: (bytes: Buffer) => Promise<void>) => Promise<void>) {
  return new Promise<number>((resolve, reject) => {
    const asking = request({ host: "127.0.0.1", ...options }, (response) => {
      let count = 0;
      response.on("data", (bytes: Buffer) => (count += bytes.byteLength));
      response.on("end", () =>
        response.statusCode === 200 ? resolve(count) : reject(new Error(`status ${response.statusCode}`)),
      );
    });
    asking.on("error", reject);
    if (write === undefined) return void asking.end();
    void write(async (bytes) => {
      if (!asking.write(bytes)) await new Promise((resume) => void asking.once("drain", resume));
    }).then(() => asking.end(), reject);
  });
}

async function up({ port }: Server, options: RequestOptions): Promise<number> {
  const began = performance.now();
  await ask({ port, ...options, headers: { ...options.headers, "content-length": size } }, async (send) => {
    for (let left = size; left > 0; left -= piece.byteLength) await send(piece);
  });
  return performance.now() - began;
}

async function down({ port }: Server, options: RequestOptions): Promise<number> {
  const began = performance.now();
  const count = await ask({ port, ...options });
  if (count !== size) throw new Error(`${count} bytes came`);
  return performance.now() - began;
}

const memoryOf = ({ process: { pid } }: Server): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

const folder = mkdtempSync(join(tmpdir(), "writ-files-"));
const servers: Server[] = [];
try {
  const plain = await start("plain-server.ts", join(folder, "plain"));
  servers.push(plain);
  const writ = await start("writ-server.ts", join(folder, "writ"));
  servers.push(writ);
  const headers = { authorization: `Bearer ${writ.key}`, "x-upsert": "true" };
  const path = "/storage/v1/object/box/file";
  const memory: number[] = [];
  const rest = memoryOf(writ);
  const sampling = setInterval(() => memory.push(memoryOf(writ)), 100);
  const taken: Readonly<Record<string, number[]>> = {
    "up, plain": [],
    "up, Writ": [],
    "down, plain": [],
    "down, Writ": [],
  };
  // In turn, round by round: a machine that slows down slows both.
  for (let round = 0; round < rounds; round++) {
    taken["up, plain"]?.push(await up(plain, { method: "PUT", path: "/" }));
    taken["up, Writ"]?.push(await up(writ, { method: "POST", path, headers }));
    taken["down, plain"]?.push(await down(plain, { path: "/" }));
    taken["down, Writ"]?.push(await down(writ, { path, headers }));
  }
  clearInterval(sampling);
  const median = (name: string) => taken[name]?.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const speed = (name: string) => Math.round(size / 2 ** 20 / (median(name) / 1000));
  for (const way of ["up", "down"])
    console.log(
      `${way}: a short server ${speed(`${way}, plain`)} MB/s, Writ ${speed(`${way}, Writ`)} MB/s, ratio ${(median(`${way}, plain`) / median(`${way}, Writ`)).toFixed(2)}`,
    );
  const later = memory.slice(Math.floor(memory.length / 2));
  console.log(
    `memory of Writ: ${Math.round(rest)} MB at rest, at most ${Math.round(Math.max(...memory))} MB, in the second half at most ${Math.round(Math.max(...later))} MB`,
  );
} finally {
  for (const { process: child } of servers) child.kill("SIGTERM");
  await Promise.all(servers.map(async ({ process: child }) => new Promise((resolve) => child.once("exit", resolve))));
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
