// A disk that is full: it is said, nothing half-done stays, and what was there before is there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { emptyFolder } from "../../postgres/testing/surroundings.ts";
import { startKillable } from "../testing/killable.ts";
import { beginRaw, piece, tus } from "../testing/tus.ts";

const unmount = () => void spawnSync("umount", ["-l", files], { stdio: "ignore" });
const folder = emptyFolder({
  after: (remove) =>
    after(() => {
      unmount();
      return remove();
    }),
});
const files = join(folder, "small-disk");
mkdirSync(files);
const isMounted =
  process.platform === "linux" &&
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", files], { stdio: "ignore" }).status === 0;

const kept = () => readdirSync(files, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;

test("a full disk is reported and damages nothing", { skip: !isMounted && "needs a right to mount" }, async () => {
  const server = await startKillable(folder, files);
  const before = await server.object("POST", "before", Buffer.alloc(1_000_000, "b"));
  assert.equal(before.status, 200);
  const large = await server.object("POST", "large", Buffer.alloc(6_000_000, "l"));
  const { code, message } = (await large.json()) as { readonly code: string; readonly message: string };
  assert.deepEqual([large.status, code, message], [507, "InsufficientStorage", "There is no room for the file"]);
  const replaced = await server.object("POST", "before", Buffer.alloc(6_000_000, "r"), { "x-upsert": "true" });
  assert.equal(replaced.status, 507);
  assert.equal(kept(), 1);
  const by = { product: server, token: server.key };
  const url = await beginRaw(by, "pieces", 6_000_000, { bucket: "box" });
  const put = async (offset: number, bytes: Buffer) =>
    tus({ ...by, method: "PATCH", url }, { ...piece, "upload-offset": String(offset) }, bytes);
  assert.equal((await put(0, Buffer.alloc(1_000_000))).status, 204);
  const second = await put(1_000_000, Buffer.alloc(5_000_000));
  assert.deepEqual([second.status, await second.text()], [507, message]);
  // What was taken before is still good, once there is room.
  assert.equal((await tus({ ...by, method: "HEAD", url })).headers.get("upload-offset"), "1000000");
  assert.equal((await server.object("POST", "small", Buffer.alloc(1_000_000, "s"))).status, 200);
  const bytes = Buffer.from(await (await server.object("GET", "before")).arrayBuffer());
  assert.ok(bytes.equals(Buffer.alloc(1_000_000, "b")));
  await server.end();
});
