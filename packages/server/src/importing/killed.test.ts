// Killed in the middle of an import: it goes on where it was, no row is there twice, and none is left out.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { drawFrom } from "../../../language/src/testing/draw.ts";
import { pause } from "../../../language/src/testing/eventually.ts";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../testing/product.ts";

const start = products();
const draw = drawFrom(31);
const rows = 20_000;
const kills = process.env["WRIT_LONG"] === "1" ? 30 : 4;
const importer = fileURLToPath(new URL("testing/importer.ts", import.meta.url));

const { source } = completeDocument(`## 3. Entities and their fields

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | integer 1 to 100000 | yes | |
`);

/** Killed once it has said that so many rows are read; undefined: never. */
async function imports(args: readonly string[], until: number | undefined): Promise<string> {
  const child = spawn(process.execPath, [importer, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  let isChosen = false;
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    const read = Number(said.match(/^\d+$/gm)?.at(-1) ?? 0);
    // Somewhere in the batches that come next.
    if (until !== undefined && read >= until && !isChosen) {
      isChosen = true;
      void pause(draw.number(0, 120), "a moment in the middle of the work").then(() => child.kill("SIGKILL"));
    }
  });
  await new Promise((resolve) => child.once("close", resolve));
  return said;
}

test("kill -9 in the middle, and continue", async () => {
  const { database, folder, owner } = await start(source);
  const path = join(folder, "items.csv");
  // Every hundredth is refused.
  const lines = Array.from({ length: rows }, (_, at) => (at % 100 === 99 ? 0 : at + 1));
  writeFileSync(path, `Number\n${lines.join("\n")}\n`);
  const args = [database.url, path, "Item"];
  await imports([...args, "new"], 1000);
  for (let kill = 0; kill < kills; kill++) {
    const [{ done }] = (await owner("SELECT rows::int AS done FROM writ.import")) as [{ done: number }];
    const counted = await owner("SELECT count(*)::int AS n FROM public.item");
    assert.deepEqual(counted, [{ n: done - Math.floor(done / 100) }]);
    await imports([...args, "continue"], done + 1 + draw.number(0, 300));
  }
  const end = await imports([...args, "continue"], undefined);
  assert.match(end, /^created 19800, refused 200$/m);
  const counted = await owner("SELECT count(*)::int AS n, count(DISTINCT number)::int AS different FROM public.item");
  assert.deepEqual(counted, [{ n: 19_800, different: 19_800 }]);
});
