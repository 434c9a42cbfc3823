// The tests that storage-js has for itself, run in a copy with its own rows and policies; out of a checkout of supabase/supabase-js.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serveDocument, type Served } from "../auth/served.ts";
import type { CaseResult } from "../case-result.ts";
import { copyPackage, rewrite, runTests } from "../client-suite.ts";

/** Those that speak to a server; all others make up its answers. */
const files = ["storageApi.test.ts", "storageFileApi.test.ts", "storageFileApiNode.test.ts"];

export async function runStorageTests(checkout: string, only: readonly string[]): Promise<readonly CaseResult[]> {
  const served = await serveDocument();
  try {
    const copy = await copyPackage(checkout, served.folder, "storage-js");
    await seed(served, readFileSync(join(copy, "test/supabase/seed.sql"), "utf8"));
    for (const file of files)
      rewrite(join(copy, "test", file), (text) =>
        text
          .replaceAll("http://127.0.0.1:54321", served.url)
          .replace(/(const KEY =\s*)'[^']+'/, `$1'${served.serviceKey}'`),
      );
    const names = only.length === 0 ? [] : ["--testNamePattern", only.join(" ")];
    return await runTests(copy, [`--testPathPattern=(${files.join("|").replaceAll(".", "\\.")})$`, ...names]);
  } finally {
    await served.end();
  }
}

/** Nobody of its people signs in, so they are left out: their rows are written for another table of accounts. */
async function seed({ database }: Served, sql: string): Promise<void> {
  const owner = await database.connect();
  await owner.query(sql.replace(/INSERT INTO auth\.users[\s\S]*?;/, ""));
  await owner.end();
}
