// The log of a product that runs: a line for each request, and nothing in it that lets anybody in.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { SignJWT } from "jose";

const root = `${import.meta.dirname}/../../../..`;
const folder = mkdtempSync(join(tmpdir(), "writ-log-"));
after(() => rmSync(folder, { recursive: true, force: true }));

type Line = { readonly anonKey: string; readonly url: string };

test("requests are logged with their path, without tokens and filters", async () => {
  const command = [
    `${root}/packages/cli/bin/writ.mjs`,
    "start",
    `${root}/examples/help-desk/SPEC.md`,
    "--with-gaps",
    "--apply",
  ];
  const child = spawn(process.execPath, [...command, "--port", "0", "--json", "--data", folder], {
    env: {
      ...process.env,
      WRIT_LOG: "info",
      // Nothing answers there.
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://user:hidden-words@127.0.0.1:9",
      WRIT_CONSOLE_KEY: "hidden-words of an operator",
      WRIT_JWT_SECRET: "hidden-words that sign the key of the service",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (data: Buffer) => (log += data.toString()));
  const [said] = await once(child.stdout, "data");
  const { url } = JSON.parse(String(said)) as Line;
  const serviceKey = await new SignJWT({ role: "service_role", iss: "writ" })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode("hidden-words that sign the key of the service"));
  const headers = {
    authorization: `Bearer ${serviceKey}`,
    "x-request-id": "first-request",
    "user-agent": "a b",
  };
  await fetch(`${url}/rest/v1/ticket?subject=eq.hidden-words`, { headers });
  await fetch(`${url}/rest/v1/nothing%0Ahere?token=hidden-words`, { headers: { "x-request-id": "second-request" } });
  const whole = { port: new URL(url).port, path: "http://me:hidden-words@desk.example/rest/v1/ticket?limit=1" };
  const [answer] = await once(get({ ...whole, headers: { "x-request-id": "third-request" } }), "response");
  assert.equal((answer as IncomingMessage).resume().statusCode, 200);
  // Neither the console's tokens nor its key.
  await fetch(`${url}/_/?token=hidden-words`, { redirect: "manual" });
  const body = JSON.stringify({ key: "hidden-words of an operator" });
  const json = { "content-type": "application/json", origin: url };
  const entered = await fetch(`${url}/_/console/api/session`, { method: "POST", headers: json, body });
  assert.equal(entered.status, 200);
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "none";
  await fetch(`${url}/_/console/api/state`, { headers: { cookie } });
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  assert.equal(code, 0, log);
  const lines = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const first = lines.find(({ id }) => id === "first-request");
  assert.deepEqual(
    [first?.["method"], first?.["path"], first?.["status"], first?.["address"]],
    ["GET", "/rest/v1/ticket", 200, "127.0.0.1"],
  );
  assert.match(String(first?.["trace_id"]), /^[0-9a-f]{32}$/);
  assert.equal(lines.filter(({ msg }) => msg === "traces are not taken and are lost").length, 1);
  assert.equal(lines.find(({ id }) => id === "second-request")?.["path"], "/rest/v1/nothing%0Ahere");
  assert.equal(lines.find(({ id }) => id === "third-request")?.["path"], "/rest/v1/ticket");
  for (const secret of [serviceKey, "hidden-words", "Bearer", cookie.split("=")[1] ?? ""])
    assert.ok(!log.includes(secret), secret);
});
