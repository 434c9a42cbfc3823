// The PostgreSQL of the tests leaves nothing behind, however the test that started it ends.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startPostgres } from "./postgres.ts";
import { eventually } from "./eventually.ts";

const isRunning = (server: number): boolean => {
  try {
    process.kill(server, 0);
    return true;
  } catch {
    return false;
  }
};

test("a stopped server and its folder are gone", async () => {
  const postgres = await startPostgres();
  const client = await postgres.connect();
  const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
  const data = rows[0]?.data_directory ?? "";
  const server = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  assert.ok(isRunning(server));
  await postgres.stop();
  assert.ok(!isRunning(server) && !existsSync(data));
});

test("databases order texts by the given collation", async () => {
  const postgres = await startPostgres();
  for (const [collation, isBefore] of [
    ["C", false],
    ["icu", true],
    ["unicode", false],
  ] as const) {
    await postgres.createDatabase(collation, { collation });
    const client = await postgres.connect(collation);
    const { rows } = await client.query<{ before: boolean }>("SELECT 'a' < 'B' AS before");
    assert.equal(rows[0]?.before, isBefore);
  }
  await postgres.stop();
});

// Windows has no shell that waits for the end of a pipe: there, only an ordinary end of the process is looked after.
test("a killed test takes its server with it", { skip: process.platform === "win32" }, async () => {
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL("./postgres.ts", import.meta.url).href)};
    const client = await (await startPostgres()).connect();
    const { rows } = await client.query("SHOW data_directory");
    console.log(rows[0].data_directory);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const data = await new Promise<string>((resolve) =>
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  const server = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  assert.ok(isRunning(server));
  child.kill("SIGKILL");
  await eventually(() => !isRunning(server) && !existsSync(data), "that nothing is left");
});
