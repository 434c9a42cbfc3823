// Measures a first start on an empty folder until the help desk is applied, a start after that, and applying it unchanged.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "@writ/language";
import { applyDocument } from "@writ/server/applying";
import { openDatabase } from "@writ/server/postgres";

const source = readFileSync(`${import.meta.dirname}/../examples/help-desk/SPEC.md`, "utf8");

async function timed<Result>(work: () => Promise<Result>): Promise<readonly [Result, number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const rounds = 5;
const first: number[] = [];
const next: number[] = [];
const unchanged: number[] = [];
for (let round = 0; round < rounds; round++) {
  const folder = mkdtempSync(join(tmpdir(), "writ-bench-"));
  const apply = async (database: Awaited<ReturnType<typeof openDatabase>>) => {
    const client = await database.connect();
    await applyDocument(client, source, compile(source), (before) => compile(before));
    await client.end();
  };
  const [made, whole] = await timed(async () => {
    const database = await openDatabase({ folder });
    await apply(database);
    return database;
  });
  first.push(whole);
  unchanged.push((await timed(() => apply(made)))[1]);
  await made.stop();
  const [again, start] = await timed(() => openDatabase({ folder }));
  next.push(start);
  await again.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`empty folder until the help desk is applied: ${median(first).toFixed(0)} ms`);
console.log(`a start on a folder that is there: ${median(next).toFixed(0)} ms`);
console.log(`applying an unchanged document: ${median(unchanged).toFixed(0)} ms (medians of ${rounds})`);
