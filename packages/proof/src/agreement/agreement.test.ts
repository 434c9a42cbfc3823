// The interpreter against the real database: random documents, worlds and people, and no difference between the two.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { databases } from "../../../language/src/testing/database.ts";
import { randomAct } from "../random/acts.ts";
import { noParts, randomDocument } from "../random/document.ts";
import type { Parts } from "../random/parts.ts";
import { drawFrom } from "../random/draw.ts";
import { randomWorld } from "../random/world.ts";
import { programOf } from "../interpreter/program.ts";
import { rowsOf } from "../interpreter/world.ts";
import { compareAct, compareReading, type Difference } from "./compare.ts";
import { databaseBackend } from "./testing/database-backend.ts";

const long = process.env["WRIT_LONG"] === "1";
const first = Number(process.env["SEED"] ?? 1);
const count = Number(process.env["COUNT"] ?? (long ? 200 : 8));
const { open } = databases();

const parts: Parts = { ...noParts, ...JSON.parse(process.env["PARTS"] ?? "{}") };
const moment = Date.UTC(2026, 2, 17, 10);

test("random documents", async (context) => {
  let compared = 0;
  const found = new Map<number, readonly Difference[]>();
  for (let seed = first; seed < first + count; seed++) {
    const source = randomDocument(seed, parts);
    const compiled = compile(source);
    if (compiled.problems.some(({ severity }) => severity === "error")) continue;
    const database = await open(source).catch((failure: unknown) => failure as Error);
    if (database instanceof Error) {
      found.set(seed, [{ what: "open", interpreter: "", database: database.message.slice(0, 1200) }]);
      continue;
    }
    const client = await database.connect();
    const program = programOf(compiled);
    const backend = await databaseBackend(client, program);
    const draw = drawFrom(seed);
    const differences: Difference[] = [];
    for (let round = 0; round < (long ? 5 : 2); round++) {
      const world = randomWorld(draw, program, moment);
      await backend.lay(world);
      const callers = [null, ...rowsOf(world, "user").map(({ id }) => id)];
      await backend.ask(async (asking) => {
        for (const me of callers)
          for (const entity of world.rows.keys()) {
            differences.push(...(await compareReading(world, me, entity, asking)));
            compared++;
          }
        for (let tried = 0; tried < 60; tried++) {
          const act = randomAct(draw, world);
          if (act === undefined) continue;
          differences.push(...(await compareAct(world, draw.pick(callers), act, asking)));
          compared++;
        }
      });
    }
    await client.end();
    await database.close();
    if (differences.length > 0) found.set(seed, differences);
  }
  context.diagnostic(`${compared} comparisons`);
  for (const [seed, differences] of found) {
    context.diagnostic(`seed ${seed}: ${differences.length}`);
    for (const one of differences.slice(0, 3)) context.diagnostic(JSON.stringify(one));
  }
  assert.equal(found.size, 0);
});
