// A process of its own for the tests that kill: applies one document after the other to the database of a folder.
import { readFileSync, writeSync } from "node:fs";
import { compile } from "@writ/language";
import { openDatabase } from "../../postgres/index.ts";
import { applyDocument } from "../index.ts";

const [, , folder = "", ...files] = process.argv;
const sources = files.map((file) => readFileSync(file, "utf8"));
const database = await openDatabase({ folder });
const client = await database.connect();
writeSync(1, "ready\n");
for (let round = 0; ; round++) {
  const source = sources[round % sources.length] ?? "";
  const outcome = await applyDocument(client, source, compile(source), (before) => compile(before));
  if (outcome.is !== "applied") throw new Error(outcome.stops.map(({ step }) => step.what).join("; "));
  writeSync(1, `${round}\n`);
}
