// Keys beside a product that runs: shown without what is secret, changed without a restart, and no one is signed out.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { waitFor } from "./testing/fake-console.ts";
import { eventually } from "../../language/src/testing/eventually.ts";

const source = readFileSync(`${import.meta.dirname}/../../../examples/help-desk/SPEC.md`, "utf8");
const data = mkdtempSync(join(tmpdir(), "writ-keys-"));
after(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
const files = { "SPEC.md": source };

const keys = async (...args: readonly string[]) => waitFor(files, ["keys", ...args, "SPEC.md", "--data", data]);

test("before the first start there are none; while it runs they change, and who is in stays in", async () => {
  const nowhere = await keys();
  assert.equal(nowhere.exit, 2);
  assert.match(nowhere.error, /^writ: there is no database in .*Name its folder with --data/);
  assert.equal(existsSync(join(data, "postgres")), false);
  assert.equal((await waitFor(files, ["apply", "--yes", "--data", data])).exit, 0);
  const none = await keys();
  assert.deepEqual([none.exit, none.out, none.error], [0, "there are no keys yet; the first start creates them\n", ""]);
  const stopped = Promise.withResolvers<void>();
  let line = "";
  const running = waitFor(files, ["run", "SPEC.md", "--port", "0", "--json", "--data", data], {
    untilStopped: async () => stopped.promise,
    out: (text) => void (line += text),
  });
  await eventually(() => line.includes("\n"), "its first line");
  const { url, anonKey } = JSON.parse(line);
  const published = async (): Promise<readonly string[]> => {
    const answered = await fetch(`${url}/auth/v1/.well-known/jwks.json`);
    const { keys: there } = (await answered.json()) as { readonly keys: readonly { readonly kid: string }[] };
    return there.map(({ kid }) => kid);
  };
  const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  await client.auth.signUp({ email: "ann@example.test", password: "correct horse battery" });
  const [before = ""] = await published();
  const shown = await keys();
  assert.match(
    shown.out,
    new RegExp(`^${before}  ES256  created \\S+Z  signs tokens\n[\\w-]+  HS256  created \\S+Z  the shared secret`),
  );
  const changed = await keys("rotate");
  assert.deepEqual([changed.exit, changed.error], [0, ""]);
  assert.match(
    changed.out,
    new RegExp(`^(?!${before})[\\w-]+  ES256  created \\S+Z  signs tokens\n${before}  ES256 .* valid until \\S+Z\n`),
  );
  await eventually(async () => (await published()).length === 2, "the new key");
  assert.ok((await published()).includes(before));
  assert.equal((await client.from("category").select("id")).error, null);
  const told = await keys("--json");
  const { keys: listed } = JSON.parse(told.out);
  assert.deepEqual(Object.keys(listed[0]).sort(), ["algorithm", "kid", "madeAt"]);
  // Neither half of any key.
  for (const { out } of [shown, changed, told]) assert.doesNotMatch(out, /"[dkxy]"|kty|[A-Za-z0-9_-]{40}/);
  stopped.resolve();
  assert.equal((await running).exit, 0);
});

test("a missing document or an unknown verb is refused", async () => {
  assert.equal((await waitFor({}, ["keys"])).exit, 2);
  assert.equal((await waitFor({}, ["keys", "rotate"])).exit, 2);
  assert.equal((await waitFor(files, ["keys", "turn", "SPEC.md"])).exit, 2);
});
