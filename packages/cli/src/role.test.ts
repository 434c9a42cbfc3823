// Roles that are named at installation: before there is an account, beside a product that runs, and for no one else.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { waitFor } from "./testing/fake-console.ts";
import { eventually } from "../../language/src/testing/eventually.ts";

const source = readFileSync(`${import.meta.dirname}/../../../examples/help-desk/SPEC.md`, "utf8");
const data = mkdtempSync(join(tmpdir(), "writ-role-"));
after(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
const files = { "SPEC.md": source };
const password = "correct horse battery";

test("an operator names a user for a role before and after they sign up", async () => {
  const stopped = Promise.withResolvers<void>();
  let line = "";
  let told = "";
  const running = waitFor(
    files,
    ["run", "SPEC.md", "--port", "0", "--json", "--data", data, "--role", "lea@example.test=Lead"],
    {
      untilStopped: async () => stopped.promise,
      out: (text) => void (line += text),
      error: (text) => void (told += text),
    },
  );
  await eventually(() => line.includes("\n"), "its first line");
  const { url, anonKey, serviceKey } = JSON.parse(line);
  const client = () => createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });

  const lea = client();
  assert.equal((await lea.auth.signUp({ email: "lea@example.test", password })).error, null);
  assert.equal((await lea.from("category").insert({ name: "Phones" })).error, null);

  // Beside the process that has the database, for a user who comes later.
  const named = await waitFor(files, ["role", "add", "SPEC.md", "max@example.test", "Lead", "--data", data]);
  assert.deepEqual([named.exit, named.error], [0, ""]);
  assert.match(named.out, /once the address is confirmed/);
  const agent = await waitFor(files, ["role", "add", "SPEC.md", "max@example.test", "Agent", "--data", data]);
  assert.deepEqual([agent.exit, agent.error.includes("named at installation")], [1, true]);
  const admin = createClient(url, serviceKey, { auth: { persistSession: false } });
  await admin.auth.admin.createUser({ email: "max@example.test", password, email_confirm: true });
  const max = client();
  await max.auth.signInWithPassword({ email: "max@example.test", password });
  assert.equal((await max.from("category").insert({ name: "Chairs" })).error, null);

  const eve = client();
  await eve.auth.signUp({ email: "eve@example.test", password });
  assert.equal((await eve.from("category").insert({ name: "Doors" })).error?.code, "FORBIDDEN");
  await eventually(
    () => told.includes("mail to eve@example.test"),
    () => told,
  );
  assert.match(told, /mail to eve@example\.test: Confirm your email address for Corner Desk\n {2}http\S+verify/);

  stopped.resolve();
  assert.equal((await running).exit, 0);
});

test("invalid roles and addresses are refused", async () => {
  assert.equal((await waitFor(files, ["role", "add", "SPEC.md", "ann", "Lead"])).exit, 2);
  assert.equal((await waitFor(files, ["role", "remove", "SPEC.md", "ann@example.test", "Lead"])).exit, 2);
  assert.equal((await waitFor(files, ["run", "SPEC.md", "--role", "Lead"])).exit, 2);
  const { exit, error } = await waitFor(files, ["run", "SPEC.md", "--data", data, "--role", "a@example.test=Boss"]);
  assert.deepEqual([exit, error.includes('no role "Boss"')], [1, true]);
});
