// Killed in the middle of applying: what is there is one document or the other, whole, and the next start needs no help.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../postgres/index.ts";
import { drawFrom } from "../../../language/src/testing/draw.ts";
import { findDrift, readApplied } from "./index.ts";
import { eventually, pause } from "../../../language/src/testing/eventually.ts";

const draw = drawFrom(21);
const rounds = process.env["WRIT_LONG"] === "1" ? 60 : 4;
const folder = mkdtempSync(join(tmpdir(), "writ-killed-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("kill -9 while documents are applied", async () => {
  const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
  const wider = source
    .replace(
      "| Name | text up to 60, unique | yes | | |",
      "| Name | text up to 60 | yes | | |\n| Hidden since | date | no | | |",
    )
    .replace("| Comment | delete | no | no | yes |", "| Comment | delete | no | own | yes |");
  assert.notEqual(wider, source);
  const files = [source, wider].map((text, index) => {
    const file = join(folder, `${index}.md`);
    writeFileSync(file, text);
    return file;
  });
  const seen = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    await killedApplier(join(folder, "data"), files);
    const database = await openDatabase({ folder: join(folder, "data") });
    const client = await database.connect();
    const applied = await readApplied(client);
    if (applied !== undefined) {
      assert.ok(applied.source === source || applied.source === wider);
      seen.add(applied.source);
      assert.deepEqual(await findDrift(client, applied), []);
      const { rows } = await client.query("SELECT to_regclass('public.category') IS NOT NULL AS is_there");
      assert.equal(rows[0].is_there, true);
    }
    await database.stop();
  }
  assert.ok(seen.size > 0, "at least one document was applied before a kill");
});

/** Ends somewhere in the middle of the work. */
async function killedApplier(data: string, files: readonly string[]): Promise<void> {
  const applier = fileURLToPath(new URL("testing/applier.ts", import.meta.url));
  const child = spawn(process.execPath, [applier, data, ...files], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let wrong = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (wrong += chunk.toString()));
  const closed = new Promise((resolve) => child.once("close", resolve));
  await eventually(() => said.includes("0\n") || child.exitCode !== null, "the first document");
  await pause(draw.number(0, 800), "a moment in the middle of the work");
  assert.equal(child.exitCode, null, `it ended by itself: ${wrong}`);
  child.kill("SIGKILL");
  await closed;
}
