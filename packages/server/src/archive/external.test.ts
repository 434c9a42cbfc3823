// To and from a database that is there already, whose user is no superuser: the same, and nothing else there is touched.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { openSource } from "../backup/source.ts";
import { openDatabase } from "../postgres/index.ts";
import { theirDatabase } from "../postgres/testing/their-database.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { products } from "../testing/product.ts";
import { exportArchive } from "./export.ts";
import { importArchive } from "./import.ts";
import { addPerson, exampleOf, exported, served, signIn, startSampled, upload } from "./testing/moved.ts";

const start = products();

test("there and back again by an owner without privileges", async () => {
  const product = await startSampled(start, exampleOf("help-desk"));
  await addPerson(product, "Zoe");
  await upload(product, "a.txt", "the file");
  const archive = await exported(product);
  const url = await theirDatabase({ after });
  const place = emptyFolder({ after });
  const theirs = await openDatabase({ url });
  const client = await theirs.connect();
  await client.query(
    "CREATE TABLE public.theirs (id int PRIMARY KEY, up int REFERENCES theirs); INSERT INTO theirs VALUES (1, 1)",
  );
  const { rows } = await client.query("SELECT rolsuper FROM pg_roles WHERE rolname = current_user");
  assert.deepEqual(rows, [{ rolsuper: false }]);
  await client.end();
  await theirs.stop();
  const { files } = await importArchive(archive, place, { url });
  assert.deepEqual([files, existsSync(join(place, "postgres"))], [1, false]);
  await assert.rejects(importArchive(archive, place, { url }), { code: "B034" });
  const own = await served(
    place,
    async (running, database) => {
      assert.equal((await signIn(running, "Zoe"))[0], 200);
      const owner = await database.connect();
      // Without BYPASSRLS there, the service key reads no file; its bytes and its row are there.
      const version = String((await owner.query("SELECT version FROM storage.objects")).rows[0]?.version);
      assert.equal(readFileSync(join(place, "files", version.slice(0, 2), version), "utf8"), "the file");
      assert.deepEqual((await owner.query("SELECT * FROM public.theirs")).rows, [{ id: 1, up: 1 }]);
      const tickets = await owner.query("SELECT one::text FROM public.ticket AS one");
      await owner.end();
      return tickets.rows;
    },
    url,
  );
  assert.deepEqual(own, await product.owner("SELECT one::text FROM public.ticket AS one"));
  const source = await openSource(place, url);
  const back = join(emptyFolder({ after }), "back.tar");
  const { leftOut } = await exportArchive(source, back, { version: "1.2.3" }).finally(source.end);
  assert.deepEqual(leftOut, ["public.theirs"]);
  const home = join(emptyFolder({ after }), "home");
  await importArchive(back, home, {});
  await served(home, async (running, database) => {
    assert.equal((await signIn(running, "Zoe"))[0], 200);
    const owner = await database.connect();
    assert.deepEqual((await owner.query("SELECT one::text FROM public.ticket AS one")).rows, own);
    await owner.end();
  });
});
