// A product that keeps files, in a process of its own, for `bench/files.ts` and the sampling of its memory.
import { join } from "node:path";
import { compile } from "@writ/language";
import { applyDocument } from "@writ/server/applying";
import { openDatabase } from "@writ/server/postgres";
import { serveProduct } from "@writ/server/serve";
import { completeDocument } from "../../packages/language/src/testing/run-cases.ts";

const folder = process.argv[2] ?? ".";
const { source } = completeDocument("");
const database = await openDatabase({ folder: join(folder, "data") });
const client = await database.connect();
await applyDocument(client, source, compile(source), (before) => compile(before));
const { port, serviceKey, stop } = await serveProduct(database, {
  port: 0,
  log: "error",
  files: join(folder, "files"),
});
await client.query("INSERT INTO storage.buckets (id, name) VALUES ('box', 'box')");
await client.end();
console.log(JSON.stringify({ port, key: serviceKey }));
process.on("SIGTERM", async () => {
  await stop();
  await database.stop();
  process.exit(0);
});
