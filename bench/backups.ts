// Measures what a backup and an export cost a product that serves, and how long these, verification, restore and import of the
// export take: so many gigabytes of rows and of files.
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "@writ/language";
import { applyDocument } from "@writ/server/applying";
import { exportArchive, importArchive } from "@writ/server/archive";
import {
  findBackup,
  lockRepositoryInTurn,
  openRepository,
  restoreBackup,
  sourceOf,
  takeBackup,
  verifyBackup,
} from "@writ/server/backup";
import { openDatabase, type Database } from "@writ/server/postgres";
import { serveProduct } from "@writ/server/serve";
import { completeDocument } from "../packages/language/src/testing/run-cases.ts";

const [rowGigabytes = 1, fileGigabytes = 5] = process.argv.slice(2).map(Number);
const { source: document } = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | long text | yes | |
`);
const folder = mkdtempSync(join(tmpdir(), "writ-backups-"));
const [data, target, place] = ["data", "target", "place"].map((name) => join(folder, name)) as [string, string, string];
const database = await openDatabase({ folder: data });
try {
  await measure();
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function measure(): Promise<void> {
  const client = await database.connect();
  await applyDocument(client, document, compile(document), (before) => compile(before));
  const served = await serveProduct(database, { port: 0, log: "silent", files: join(data, "files") });
  // Half of it compresses well, and half does not, as rows do.
  const one = 2000;
  const rows = Math.round((rowGigabytes * 2 ** 30) / (one + 120));
  for (let left = rows; left > 0; left -= 20_000)
    await client.query(
      `INSERT INTO public.note (words)
       SELECT repeat(md5(n::text), 25) || (SELECT string_agg(md5(random()::text || m), '') FROM generate_series(1, 37) AS m WHERE n > 0)
       FROM generate_series(1, $1) AS n`,
      [Math.min(left, 20_000)],
    );
  await client.query("INSERT INTO storage.buckets (id, name) VALUES ('box', 'box')");
  const megabytes = 8;
  const files = Math.round((fileGigabytes * 1024) / megabytes);
  for (let n = 0; n < files; n++) {
    const { rows: made } = await client.query<{ version: string }>(
      "INSERT INTO storage.objects (bucket_id, name, version) VALUES ('box', $1, gen_random_uuid()) RETURNING version",
      [`file ${n}`],
    );
    const version = made[0]?.version ?? "";
    mkdirSync(join(data, "files", version.slice(0, 2)), { recursive: true });
    writeFileSync(join(data, "files", version.slice(0, 2), version), randomBytes(megabytes * 2 ** 20));
  }
  const { rows: sizes } = await client.query<{ bytes: string }>("SELECT pg_database_size('writ') AS bytes");
  console.log(
    `${rows} rows, ${gigabytes(Number(sizes[0]?.bytes))} of database, ${files} files, ${gigabytes(files * megabytes * 2 ** 20)}`,
  );

  const source = sourceOf(database, data, true);
  const backUp = async () => {
    const [repository, release] = await lockRepositoryInTurn(target, undefined);
    return takeBackup(source, repository, { version: "bench" }).finally(release);
  };
  const quiet = await writing(async () => new Promise((resolve) => setTimeout(resolve, 10_000)));
  const first = await writing(backUp);
  const second = await writing(backUp);
  show("writes alone", quiet);
  show("during the first backup", first, quiet);
  show("during the second, with the files there", second, quiet);
  console.log(
    `a backup takes ${gigabytes(first.result.bytes.database)} for the database, ${gigabytes(first.result.bytes.files)} for files`,
  );
  const archive = join(folder, "archive");
  const exported = await writing(async () => exportArchive(source, archive, { version: "bench" }));
  show("during an export into a folder", exported, quiet);
  console.log(`an export takes ${gigabytes(exported.result.bytes)}`);
  await served.stop();
  const repository = openRepository(target, undefined);
  const manifest = await findBackup(repository, {});
  const seconds = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return (performance.now() - began) / 1000;
  };
  console.log(
    `restored in ${(await seconds(async () => restoreBackup(repository, place, { manifest, target: "backup" }))).toFixed(1)} s`,
  );
  rmSync(place, { recursive: true, force: true });
  console.log(
    `verified in ${(await seconds(async () => verifyBackup(repository, manifest, undefined, folder))).toFixed(1)} s`,
  );
  console.log(
    `the export is imported in ${(await seconds(async () => importArchive(archive, place, {}))).toFixed(1)} s`,
  );
  await client.end();
}

type Written<Result> = { readonly result: Result; readonly seconds: number; readonly waits: readonly number[] };

/** Four people write rows, one after the other each, while the work goes on. */
async function writing<Result>(work: () => Promise<Result>): Promise<Written<Result>> {
  const over = new AbortController();
  const waits: number[] = [];
  const writers = [1, 2, 3, 4].map(async () => writer(database, over.signal, waits));
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  over.abort();
  await Promise.all(writers);
  return { result, seconds, waits };
}

async function writer(product: Database, over: AbortSignal, waits: number[]): Promise<void> {
  const client = await product.connect();
  while (!over.aborted) {
    const began = performance.now();
    await client.query("INSERT INTO public.note (words) VALUES ('written meanwhile')");
    waits.push(performance.now() - began);
  }
  await client.end();
}

function show(name: string, { seconds, waits }: Written<unknown>, beside?: Written<unknown>): void {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  const rate = waits.length / seconds;
  const ratio =
    beside === undefined ? "" : `, ${(rate / (beside.waits.length / beside.seconds)).toFixed(2)} of those alone`;
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${rate.toFixed(0)} writes a second${ratio}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(2)} GB`;
}
