// Settings follow the size of the machine, within bounds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asFile, sizedSettings, thisMachine } from "./settings.ts";

const gigabyte = 2 ** 30;

test("a small, a usual and a large machine", () => {
  const sizes = [
    { bytes: gigabyte / 8, cores: 1 },
    { bytes: 8 * gigabyte, cores: 4 },
    { bytes: 1024 * gigabyte, cores: 128 },
  ].map((machine) => {
    const { shared_buffers, work_mem, max_connections, max_parallel_workers_per_gather } = sizedSettings(machine);
    return [shared_buffers, work_mem, max_connections, max_parallel_workers_per_gather].join(" ");
  });
  assert.deepEqual(sizes, ["32MB 4MB 40 0", "1024MB 8MB 40 1", "4096MB 32MB 200 2"]);
});

test("all connections at their largest leave half of the memory", () => {
  for (const gigabytes of [1, 2, 8, 64]) {
    const settings = sizedSettings({ bytes: gigabytes * gigabyte, cores: 8 });
    const megabytes = (name: string) => Number.parseInt(String(settings[name]), 10);
    const most = megabytes("shared_buffers") + megabytes("work_mem") * Number(settings["max_connections"]);
    assert.ok(most < gigabytes * 1024 * 0.75, `${gigabytes} GB: ${most} MB`);
  }
});

test("this machine has memory and cores", () => {
  const { bytes, cores } = thisMachine();
  assert.ok(bytes > 0 && bytes < 2 ** 50 && cores > 0);
  assert.match(asFile({ jit: "off" }), /^jit = 'off'$/m);
});
