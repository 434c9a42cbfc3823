// Settings from the environment: all that are wrong are told at once, and names that nothing reads are told too.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { knownSettings, unknownIn } from "./commands/environment.ts";
import { startingDocument } from "./document/starting-document.ts";
import { waitFor } from "./testing/fake-console.ts";

const files = { "SPEC.md": startingDocument("Tasks") };

test("all wrong settings are told at once, each on a line, and what may be secret is not", async () => {
  const environment = {
    WRIT_JWT_SECRET: "hush",
    WRIT_PASSWORD_LENGTH: "two",
    WRIT_SMTP_URL: "desk:hush@mail",
    WRIT_PUBLIC_URL: "desk",
    WRIT_PROXIES: "many",
    WRIT_LOG: "loud\u001b[31m",
    WRIT_PROCESSES: "0",
    WRIT_PLANS: "yes",
    WRIT_SCHEMAS: "auth,writ",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    OTEL_TRACES_SAMPLER: "sometimes",
  };
  const { exit, out, error } = await waitFor(files, ["start", "SPEC.md", "--tls", "no.pem", "no.pem"], { environment });
  assert.deepEqual([exit, out], [2, ""]);
  const lines = error.trimEnd().split("\n");
  assert.equal(
    lines
      .map((line) => /^writ start: ((?:WRIT|OTEL)_\w+|--tls)/.exec(line)?.[1])
      .toSorted()
      .join(" "),
    "--tls OTEL_EXPORTER_OTLP_PROTOCOL OTEL_TRACES_SAMPLER WRIT_JWT_SECRET WRIT_LOG WRIT_PASSWORD_LENGTH WRIT_PLANS WRIT_PROCESSES WRIT_PROXIES WRIT_PUBLIC_URL WRIT_SCHEMAS WRIT_SCHEMAS WRIT_SMTP_URL",
  );
  assert.match(error, /WRIT_SMTP_URL must be an address .*, and needs WRIT_MAIL_FROM/);
  assert.deepEqual([error.includes("hush"), error.includes("\u001b")], [false, false]);
  const run = await waitFor(files, ["run", "SPEC.md"], { environment });
  assert.equal(run.exit, 2);
  assert.match(run.error, /^writ run: WRIT_PASSWORD_LENGTH /m);
  assert.doesNotMatch(run.error, /WRIT_PROXIES/, "only writ start reads it");
});

test("a name that nothing reads is told with the one that may be meant; the document may name secrets so", async () => {
  const environment = {
    WRIT_PUBLIC_ULR: "https://desk.example.org",
    writ_log: "warn",
    WRIT_GOOGLE_CLIENTID: "a",
    WRIT_COFFEE: "yes",
    WRIT_TEA: "",
    WRIT_OPENID_LOGIN_EXAMPLE_ORG_CLIENT_ID: "a",
    WRIT_GITHUB_URL: "https://code.example.org",
    WRIT_BILLING_SECRET: "a",
    WRITER: "me",
    WRIT_HOST: "127.0.0.1",
  };
  assert.deepEqual(unknownIn(environment, "- Secrets: WRIT_BILLING_SECRET"), [
    "WRIT_COFFEE is no setting of Writ.",
    'WRIT_GOOGLE_CLIENTID is no setting of Writ. Did you mean "WRIT_GOOGLE_CLIENT_ID"?',
    'WRIT_PUBLIC_ULR is no setting of Writ. Did you mean "WRIT_PUBLIC_URL"?',
    'writ_log is no setting of Writ. Did you mean "WRIT_LOG"?',
  ]);
  const told = await waitFor(files, ["mail", "test", "ann@example.test"], { environment: { WRIT_SMPT_URL: "a" } });
  assert.match(
    told.error,
    /^writ mail: WRIT_SMPT_URL is no setting of Writ\. Did you mean "WRIT_SMTP_URL"\?\nwrit mail: /,
  );
});

test("each known setting is read somewhere", () => {
  const sources = globSync("packages/*/src/**/*.ts", { cwd: join(import.meta.dirname, "../../..") })
    .filter((path) => !path.endsWith(".test.ts") && !path.replaceAll("\\", "/").endsWith("commands/environment.ts"))
    .map((path) => readFileSync(join(import.meta.dirname, "../../..", path), "utf8"));
  for (const name of knownSettings)
    assert.ok(
      sources.some((text) => text.includes(name)),
      name,
    );
});
