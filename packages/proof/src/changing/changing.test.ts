// One random document after the other on one database: what is there in the end is what an empty one would have become.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Client } from "pg";
import { compile } from "@writ/language";
import { applyDocument, findObjects } from "@writ/server/applying";
import type { Database } from "@writ/server/postgres";
import { openMade } from "../../../server/src/postgres/testing/copied.ts";
import { documentOf } from "../random/documents.ts";
import { firstSeed } from "../../../language/src/testing/seed.ts";

const long = process.env["WRIT_LONG"] === "1";
const first = firstSeed();
const count = Number(process.env["WRIT_COUNT"] ?? (long ? 100 : 6));

const folder = mkdtempSync(join(tmpdir(), "writ-changing-"));
let database: Database;
before(async () => {
  database = await openMade(folder);
});
after(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What would be lost is lost on purpose; there are no rows that could be in the way. */
async function apply(client: Client, source: string): Promise<void> {
  const outcome = await applyDocument(client, source, compile(source), (previous) => compile(previous));
  assert.equal(
    outcome.is,
    "applied",
    outcome.is === "stopped" ? outcome.stops.map(({ step }) => step.what).join("; ") : "",
  );
}

async function fresh(name: string): Promise<Client> {
  const owner = await database.connect();
  await owner.query(`CREATE DATABASE ${name}`);
  await owner.end();
  return database.connect({ database: name });
}

test("documents one after the other", async () => {
  const changing = await fresh("changing");
  for (let seed = first; seed < first + count; seed++) {
    const { source } = documentOf(seed);
    await apply(changing, source);
    const alone = await fresh(`alone_${seed}`);
    await apply(alone, source);
    const [there, wanted] = [await findObjects(changing), await findObjects(alone)];
    await alone.end();
    const differences = [...new Set([...there.keys(), ...wanted.keys()])].filter(
      (key) => there.get(key) !== wanted.get(key),
    );
    assert.deepEqual(differences, [], `after document ${seed} (WRIT_SEED=${first} WRIT_COUNT=${seed - first + 1})`);
  }
  await changing.end();
});
