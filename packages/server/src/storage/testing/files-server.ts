// A product with files in a process of its own, which tests kill.
import { createInterface } from "node:readline";
import { join } from "node:path";
import { compile } from "@writ/language";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { applyDocument } from "../../applying/index.ts";
import { openDatabase } from "../../postgres/index.ts";
import { requestPool } from "../../postgres/connections/request-pool.ts";
import { serveProduct } from "../../serve.ts";
import { createFileStore } from "../disk/file-store.ts";
import { sweepFiles } from "../sweep.ts";

const [folder = "", files = join(folder, "files")] = process.argv.slice(2);
const { source } = completeDocument("");
const database = await openDatabase({ folder });
const client = await database.connect();
await applyDocument(client, source, compile(source), (before) => compile(before));
await client.query("INSERT INTO storage.buckets (id, name) VALUES ('box', 'box') ON CONFLICT DO NOTHING");
await client.end();
const running = await serveProduct(database, { port: 0, log: "silent", files });
console.log(JSON.stringify({ url: running.url, key: running.serviceKey }));

for await (const line of createInterface({ input: process.stdin })) {
  if (line !== "sweep") continue;
  const owner = requestPool(database, "owner");
  await sweepFiles({ owner, store: createFileStore(files) });
  const { rows } = await owner.withConnection(async (one) =>
    one.query(`SELECT array(SELECT version FROM storage.objects WHERE version IS NOT NULL) AS versions,
      array(SELECT id::text FROM storage.unfinished) AS unfinished`),
  );
  await owner.end();
  console.log(JSON.stringify(rows[0]));
}
await running.stop();
await database.stop();
