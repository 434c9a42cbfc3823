// A process of its own for the tests that kill: serves the document in a file, on a database that is there already.
import { readFileSync, writeSync } from "node:fs";
import { compile } from "@writ/language";
import { openDatabase } from "../../postgres/index.ts";
import { serveProduct } from "../../serve.ts";

const [, , url = "", file = ""] = process.argv;
const source = readFileSync(file, "utf8");
const database = await openDatabase({ url });
await serveProduct(database, {
  port: 0,
  log: "silent",
  graceMilliseconds: 0,
  document: { file, source, compiled: compile(source) },
});
writeSync(1, "ready\n");
