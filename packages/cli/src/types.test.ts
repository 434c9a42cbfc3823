// `writ types`: what it prints compiles, and catches what the document does not say.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { waitFor } from "./testing/fake-console.ts";

const root = `${import.meta.dirname}/../../..`;
// Beside the packages, so that the compiler finds them.
const folder = mkdtempSync(join(root, "node_modules", ".types-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const good = `import { createClient } from "@supabase/supabase-js";
import type { Database } from "./help-desk.ts";
const supabase = createClient<Database>("http://127.0.0.1", "key");
const { data } = await supabase.from("ticket").select("subject, state, requester(name), category(name), comment(text)");
const state: "new" | "open" | "waiting" | "solved" | "closed" | null | undefined = data?.[0]?.state;
const names: (string | null)[] = (data ?? []).map((one) => one.requester?.name ?? null);
const category: string | undefined = data?.[0]?.category.name;
await supabase.from("ticket").insert({ subject: "a", body: "b", category: "c", priority: "low" });
const taken = await supabase.rpc("ticket_take", { id: "x" });
const number: string | null | undefined = taken.data?.number;
await supabase.rpc("assign_role", { user_id: "x", role: "agent" });
export { state, names, category, number };
`;
const bad = [
  `await supabase.from("tickets").select();`,
  `await supabase.from("ticket").insert({ subject: "a", body: "b", category: "c", priority: "lowest" });`,
  `await supabase.from("ticket").insert({ subject: "a", body: "b" });`,
  `await supabase.from("ticket").update({ state: "closed" });`,
  `await supabase.rpc("ticket_take", {});`,
];

test("types of every example compile, and mistakes do not", async () => {
  for (const name of readdirSync(join(root, "examples"))) {
    const source = readFileSync(join(root, "examples", name, "SPEC.md"), "utf8");
    const { exit, out, error } = await waitFor({ "SPEC.md": source }, ["types", "SPEC.md"]);
    assert.equal(exit, 0, error);
    writeFileSync(join(folder, `${name}.ts`), out);
  }
  writeFileSync(join(folder, "good.ts"), good);
  const head = good.slice(0, good.indexOf("const { data }"));
  bad.forEach((line, index) => writeFileSync(join(folder, `bad-${index}.ts`), `${head}${line}\nexport {};\n`));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"], exclude: [] }),
  );
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", folder],
    { encoding: "utf8" },
  );
  const wrong = new Set([...stdout.matchAll(/([\w-]+)\.ts\(/g)].map(([, file]) => file));
  assert.deepEqual(
    [...wrong].sort(),
    bad.map((_, index) => `bad-${index}`),
    stdout,
  );
});

test("a document with errors has no types", async () => {
  const { exit, out } = await waitFor({ "SPEC.md": "# A\n" }, ["types", "SPEC.md"]);
  assert.equal(exit, 1);
  assert.match(out, /N001/);
});
