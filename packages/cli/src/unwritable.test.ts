// A place where no file can be written is found before anything begins.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { waitFor } from "./testing/fake-console.ts";
import { unwritable } from "./process/unwritable.ts";

test("a folder, and a path through a file, cannot be written; a folder that is missing is made", () => {
  const folder = mkdtempSync(join(tmpdir(), "writ-unwritable-"));
  try {
    const file = join(folder, "SPEC.md");
    writeFileSync(file, "");
    assert.equal(unwritable(folder), `${folder} is a folder; name a file in it, such as ${join(folder, "report.xml")}`);
    const through = join(file, "deep", "out.xml");
    assert.equal(
      unwritable(through),
      `${through} leads through ${file}, which is a file; name a path in a folder, such as ${join(folder, "out.xml")}`,
    );
    assert.equal(unwritable(file), undefined);
    assert.equal(unwritable(join(folder, "out.xml")), undefined);
    assert.equal(unwritable(join(folder, "reports", "of", "today.xml")), undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a long name, circular links and an unwritable place are reported, and nothing is left behind", () => {
  const folder = mkdtempSync(join(tmpdir(), "writ-unwritable-"));
  try {
    const because = (path: string) => /, because (.*); name another path$/.exec(unwritable(path) ?? "")?.[1];
    assert.equal(because(join(folder, "reports", `${"a".repeat(300)}.xml`)), "a name in it is too long");
    assert.equal(because(join(folder, "b".repeat(300), "out.xml")), "a name in it is too long");
    symlinkSync(join(folder, "two"), join(folder, "one"));
    symlinkSync(join(folder, "one"), join(folder, "two"));
    assert.equal(because(join(folder, "one")), "links on it form a circle");
    assert.notEqual(unwritable(join(folder, "one", "out.xml")), undefined);
    symlinkSync(join(folder, "later.xml"), join(folder, "link.xml"));
    assert.equal(unwritable(join(folder, "link.xml")), undefined);
    assert.equal(unwritable(join(folder, "reports", "of", "today.xml")), undefined);
    assert.deepEqual(readdirSync(folder).toSorted(), ["link.xml", "one", "two"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("nothing is made where the system keeps its processes", { skip: !existsSync("/proc/self") }, () => {
  assert.match(unwritable("/proc/writ/deep/out.xml") ?? "", /^\/proc\/writ\/deep\/out\.xml cannot be written/);
});

test("writ test checks the file of its report before it reads the document", async () => {
  for (const more of [[], ["--explore", "60s"], ["--watch"], ["--url", "http://localhost:1"]]) {
    const { exit, out, error, files } = await waitFor({}, ["test", "SPEC.md", "--junit", "reports", ...more], {
      unwritable: () => "reports is a folder",
    });
    assert.deepEqual([exit, out, error, files.size], [2, "", "writ test: --junit: reports is a folder\n", 0]);
  }
});
