// Measures the embedded database: made, started, connected to, a transaction as a user, stopped.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@writ/server/postgres";
import { transactionAs, type Identity } from "../packages/server/src/postgres/testing/transaction-as.ts";

const rounds = 5;

type Times = Record<string, number[]>;

async function time<Result>(times: Times, name: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  (times[name] ??= []).push(performance.now() - began);
  return result;
}

async function measure(times: Times): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "writ-bench-"));
  try {
    const made = await time(times, "first start, on an empty folder", () => openDatabase({ folder }));
    await made.stop();
    const database = await time(times, "start", () => openDatabase({ folder }));
    const client = await time(times, "connection", () => database.connect({ as: "authenticator" }));
    const somebody: Identity = { role: "anon", claims: { sub: "somebody" } };
    const read = () => client.query("select 1");
    await transactionAs(client, somebody, read);
    const count = 500;
    await time(times, `${count} bare statements`, async () => {
      for (let index = 0; index < count; index++) await read();
    });
    await time(times, `${count} transactions as somebody, a statement each`, async () => {
      for (let index = 0; index < count; index++) await transactionAs(client, somebody, read);
    });
    await time(times, "stop", database.stop);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const times: Times = {};
  for (let round = 0; round < rounds; round++) await measure(times);
  console.log("| what | ms |\n| --- | --- |");
  for (const [name, taken] of Object.entries(times)) {
    const median = taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0;
    console.log(`| ${name} | ${median.toFixed(median < 10 ? 1 : 0)} |`);
  }
}
