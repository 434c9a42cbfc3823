// Bad days of a product in production: the disk is full, PostgreSQL is killed under load. What was acknowledged is there, what
// cannot be done is refused in words, and all mends itself when the cause is gone.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { eventually } from "../../language/src/testing/eventually.ts";
import { start, stop } from "./testing/bad-day.ts";
import { ownTemporary } from "./testing/own-temporary.ts";

const folder = ownTemporary();

/** A disk of its own takes a mount, which only root may make. */
const mayMount = process.platform === "linux" && process.getuid?.() === 0;

test(
  "on a full disk writes are refused and reads go on; with room again, nothing is missing",
  { skip: !mayMount },
  async () => {
    const disk = join(folder, "disk");
    mkdirSync(disk);
    assert.equal(spawnSync("mount", ["-t", "tmpfs", "-o", "size=160m,mode=755", "tmpfs", disk]).status, 0);
    after(() => spawnSync("umount", ["--lazy", disk]));
    const started = await start({ data: disk });
    assert.equal(await started.write("before"), 201);
    const filler = join(disk, "filler");
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
    // So many that a page has to be added.
    assert.equal(await started.write("while it is full", 20_000), 503);
    assert.deepEqual(await started.words(), ["before"]);
    assert.match(started.log(), /"level":50.*No space left on device.*"code":"53100"/);
    assert.equal(await started.ready(), 200);
    rmSync(filler);
    await eventually(async () => (await started.write("after")) === 201, "there is room again");
    assert.deepEqual(
      (await started.words()).filter((one) => one !== "after"),
      ["before"],
    );
    await stop(started);
  },
);

test(
  "PostgreSQL is killed under load, and every note that was acknowledged is there",
  { skip: process.platform !== "linux" },
  async () => {
    const data = join(folder, "killed");
    const started = await start({ data });
    const acknowledged: string[] = [];
    const load = { isOver: false };
    const writers = [1, 2, 3, 4].map(async (writer) => {
      for (let note = 1; !load.isOver; note++) {
        const words = `${writer}/${note}`;
        if ((await started.write(words)) === 201) acknowledged.push(words);
      }
    });
    for (let round = 1; round <= 3; round++) {
      const before = acknowledged.length;
      await eventually(() => acknowledged.length > before + 20, "writes before the kill");
      const [pid = ""] = readFileSync(join(data, "data/postgres/data/postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGKILL");
      const last = acknowledged.length;
      await eventually(() => acknowledged.length > last + 20, "writes after the kill");
    }
    load.isOver = true;
    await Promise.all(writers);
    const there = new Set(await started.words());
    assert.deepEqual(
      acknowledged.filter((words) => !there.has(words)),
      [],
    );
    await eventually(async () => (await started.ready()) === 200, "it is ready");
    await stop(started);
  },
);
