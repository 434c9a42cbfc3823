// scratch
import { test } from "node:test";
import { compile } from "@writ/language";
import { databases } from "../../../language/src/testing/database.ts";
import { noParts, randomDocument } from "../random/document.ts";
import { drawFrom } from "../random/draw.ts";
import { randomWorld } from "../random/world.ts";
import { programOf } from "../interpreter/program.ts";
import { databaseBackend } from "./testing/database-backend.ts";
const { open } = databases();
test("debug", async () => {
  const seed = Number(process.env["SEED"]);
  const source = randomDocument(seed, { ...noParts, ...JSON.parse(process.env["PARTS"] ?? "{}") });
  const compiled = compile(source);
  const database = await open(source);
  const client = await database.connect();
  const program = programOf(compiled);
  const backend = await databaseBackend(client, program);
  const draw = drawFrom(seed);
  const world = randomWorld(draw, program, Date.UTC(2026, 2, 17, 10));
  await backend.lay(world);
  for (const sql of (process.env["SQL"] ?? "").split(";")) {
    const r = await client.query(sql);
    console.log(JSON.stringify(r.rows, null, 1));
  }
  await client.end();
  await database.close();
});
