// Archives of earlier formats, as they were written then: this version reads each.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { importArchive } from "./import.ts";
import { format } from "./manifest.ts";
import { addressOf, ask, served, signIn } from "./testing/moved.ts";

const folder = join(import.meta.dirname, "testing");
const archives = readdirSync(folder).filter((name) => name.endsWith(".tar"));

test("each format is frozen, the present one too (testing/freeze.ts makes it)", () => {
  const expected = Array.from({ length: format }, (_, index) => `format-${index + 1}.tar`);
  assert.deepEqual(archives.toSorted(), expected.toSorted());
});

for (const archive of archives)
  test(`${archive} is read`, async () => {
    const place = emptyFolder({ after });
    const { manifest, files, leftOut } = await importArchive(join(folder, archive), place, {});
    assert.deepEqual([files, leftOut], [1, []]);
    await served(place, async (running) => {
      assert.equal((await signIn(running, "Zoe"))[0], 200);
      const token = running.serviceKey;
      const [status, text] = await ask(`${addressOf(running)}/rest/v1/ticket?select=id`, { token });
      const tickets = manifest.tables.find(({ name }) => name === "rows/ticket.ndjson")?.rows ?? 0;
      assert.deepEqual([status, JSON.parse(text).length, tickets > 5], [200, tickets, true]);
      const file = await ask(`${addressOf(running)}/storage/v1/object/box/a/b.txt`, { token });
      assert.deepEqual(file, [200, "the file"]);
    });
  });
