// A product whose backups go on while it serves, in a process of its own, which tests kill.
import { createInterface } from "node:readline";
import { join } from "node:path";
import { compile } from "@writ/language";
import { applyDocument } from "../../applying/index.ts";
import { openDatabase } from "../../postgres/index.ts";
import { serveProduct } from "../../serve.ts";
import { startBackups } from "../schedule.ts";
import { sourceOf } from "../source.ts";
import { notes } from "./notes.ts";

const [folder = "", target = ""] = process.argv.slice(2);
const database = await openDatabase({ folder });
const client = await database.connect();
await applyDocument(client, notes, compile(notes), (before) => compile(before));
await client.query("INSERT INTO storage.buckets (id, name) VALUES ('box', 'box') ON CONFLICT DO NOTHING");
await client.end();
const running = await serveProduct(database, { port: 0, log: "silent", files: join(folder, "files") });
const backups = startBackups(
  sourceOf(database, folder, true),
  { target, key: undefined, everyMilliseconds: 3000, keep: 1000 },
  {
    version: "test",
    log: { note: () => undefined, warning: (message, about) => console.error(message, about) },
    pauseMilliseconds: 20,
  },
);
console.log(JSON.stringify({ url: running.url, key: running.serviceKey }));
for await (const line of createInterface({ input: process.stdin })) void line;
await running.stop();
await backups.stop();
await database.stop();
