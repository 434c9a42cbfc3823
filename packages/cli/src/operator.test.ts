// Operators of the console: named before there is an account, beside a product that runs, listed and removed.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startingDocument } from "./document/starting-document.ts";
import { waitFor } from "./testing/fake-console.ts";
import { eventually } from "../../language/src/testing/eventually.ts";

const data = mkdtempSync(join(tmpdir(), "writ-operator-"));
after(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
const files = { "SPEC.md": startingDocument("Tasks") };
const url = "https://desk.example.org";
const callWith = async (environment: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const { exit, out, error } = await waitFor(files, [...args, "--data", data], { environment });
  return [exit, out + error] as const;
};
const call = async (...args: readonly string[]) => callWith({}, "operator", ...args);

test("what does not fit is refused before anything is opened", async () => {
  assert.equal((await call("add", "SPEC.md", "ann"))[0], 2);
  assert.equal((await call("add", "SPEC.md"))[0], 2);
  assert.equal((await call("name", "SPEC.md", "ann@example.test"))[0], 2);
  assert.equal((await call("remove", "SPEC.md", "other.md", "ann@example.test"))[0], 2);
  const [exit, told] = await call("add", "SPEC.md", "ann@example.test", "--link");
  assert.deepEqual([exit, /in WRIT_PUBLIC_URL or as --url/.test(told)], [2, true]);
  for (const wrong of [
    ["--url", url],
    ["--link", "--url", "desk"],
    ["--link", "--url", `${url}?a`],
  ])
    assert.equal((await call("add", "SPEC.md", "ann@example.test", ...wrong))[0], 2, wrong.join(" "));
  assert.match((await call("remove", "SPEC.md", "ann@example.test", "--link"))[1], /belong to operator add/);
});

test("an operator is named, listed and removed, before and while the product runs", async () => {
  const early = await call("add", "SPEC.md", "ann@example.test");
  assert.deepEqual([early[0], /there is no database in/.test(early[1])], [2, true]);
  const stopped = Promise.withResolvers<undefined>();
  let line = "";
  const running = waitFor(files, ["start", "SPEC.md", "--apply", "--port", "0", "--json", "--data", data], {
    untilStopped: async () => stopped.promise,
    out: (text) => void (line += text),
  });
  await eventually(() => line.includes("\n"), "its first line");
  assert.match((await call("list", "SPEC.md"))[1], /^No account is an operator/);
  const named = await call("add", "SPEC.md", "Ann@Example.test");
  assert.deepEqual([named[0], /becomes an operator once the address is confirmed/.test(named[1])], [0, true]);
  assert.deepEqual((await call("add", "SPEC.md", "ann@example.test"))[0], 0);
  assert.match(
    (await call("list", "SPEC.md"))[1],
    /^ann@example\.test {2}since \d{4}-\d\d-\d\d {2}\(the address is not/,
  );
  const listed = JSON.parse((await call("list", "SPEC.md", "--json"))[1]);
  assert.deepEqual(
    listed.operators.map(({ email, isConfirmed }: { email: string; isConfirmed: boolean }) => [email, isConfirmed]),
    [["ann@example.test", false]],
  );
  assert.deepEqual((await call("remove", "SPEC.md", "ben@example.test"))[0], 1);
  assert.deepEqual((await call("remove", "SPEC.md", "ann@example.test"))[0], 0);
  assert.match((await call("list", "SPEC.md"))[1], /^No account/);
  const linked = await callWith(
    { WRIT_PUBLIC_URL: `${url}/` },
    "operator",
    "add",
    "SPEC.md",
    "ann@example.test",
    "--link",
  );
  assert.equal(linked[0], 0);
  const [link = ""] = /https:\S+/.exec(linked[1]) ?? [];
  assert.match(link, /^https:\/\/desk\.example\.org\/_\/return\?token_hash=[\da-f]{56}&type=recovery&then=%2F_%2F$/);
  assert.match(linked[1], /sets a new password and signs in\. It works once, for an hour:/);
  const local = JSON.parse(line).url;
  const followed = await fetch(`${local}/auth/v1/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "recovery", token_hash: new URL(link).searchParams.get("token_hash") }),
  });
  assert.equal(followed.status, 200);
  assert.match((await call("list", "SPEC.md"))[1], /^ann@example\.test {2}since \d{4}-\d\d-\d\d\n$/);
  const asLead = ["role", "add", "SPEC.md", "ben@example.test", "Lead", "--link", "--url", local];
  const [given, said] = await callWith({}, ...asLead);
  assert.deepEqual([given, said.includes(`  ${local}/_/return?token_hash=`), said.includes("then=")], [0, true, false]);
  stopped.resolve(undefined);
  assert.equal((await running).exit, 0);
});
