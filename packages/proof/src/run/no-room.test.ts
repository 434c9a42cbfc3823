// A disk that is full while a plan is tried: that is told, and is no failure of what the document says.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { emptyFolder } from "../../../server/src/postgres/testing/surroundings.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { everything, settings } from "../testing/clauses.ts";
import { groundOf } from "../testing/workshop.ts";
import { runCases } from "./run-cases.ts";

const start = products();
const above = emptyFolder({
  after: (remove) =>
    after(() => {
      spawnSync("umount", ["-l", files], { stdio: "ignore" });
      return remove();
    }),
});
const files = join(above, "small-disk");
mkdirSync(files);
const isMounted =
  process.platform === "linux" &&
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", files], { stdio: "ignore" }).status === 0;

const { source } = completeDocument(`
## 3. Entities and their fields

### Claim

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Photo | image up to 5 MB | no | |

${everything("Claim | create, read, update, delete")}
${settings}
`);

test("a file that finds no room ends it", { skip: !isMounted && "needs a right to mount" }, async () => {
  const running = await start(source, { development: true, files, jobs: "asked" });
  const { cases } = planOf(compile(source), "3/Claim/Photo#of the greatest size");
  assert.equal(cases.length, 1);
  await assert.rejects(
    runCases(cases, await groundOf(running), () => undefined),
    { code: "ENOSPC", message: "507 There is no room for the file" },
  );
});
