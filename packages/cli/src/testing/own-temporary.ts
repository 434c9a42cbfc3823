// A folder of the test's own for what a run makes beside everything else: what it leaves behind would be there.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

export function ownTemporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "writ-test-"));
  // The database may work as another account than this process.
  chmodSync(folder, 0o755);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  after(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
