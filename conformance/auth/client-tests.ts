// The tests that auth-js has for itself, run in a copy against a document of ours; out of a checkout of supabase/supabase-js.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { CaseResult } from "../case-result.ts";
import { serveDocument, type Served } from "./served.ts";

/** Versions with which its tests run on the Node that is pinned here. */
const tools = {
  "@faker-js/faker": "9.9.0",
  "@types/jest": "29.5.14",
  "@types/jsonwebtoken": "8.5.9",
  "@types/node": "24.0.0",
  jest: "29.7.0",
  "jest-environment-jsdom": "29.7.0",
  "jest-mock-server": "0.1.0",
  jsonwebtoken: "9.0.2",
  prettier: "2.8.8",
  "ts-jest": "29.4.0",
  typescript: "5.8.3",
};

export async function runClientTests(checkout: string, only: readonly string[]): Promise<readonly CaseResult[]> {
  const served = await serveDocument();
  try {
    const copy = await prepare(checkout, served);
    const report = join(served.folder, "report.json");
    // Tests that fail make it end with 1; what they were stands in the report.
    await run(copy, "npx", [
      "jest",
      "--config",
      "jest.config.cli.js",
      "--coverage=false",
      "--runInBand",
      "--silent",
      "--forceExit",
      "--json",
      `--outputFile=${report}`,
      // Passkeys are not there, and say so.
      "--testPathIgnorePatterns=/node_modules/|docker-tests|example|passkey|webauthn",
      ...only,
    ]);
    return readReport(JSON.parse(readFileSync(report, "utf8")), copy);
  } finally {
    await served.end();
  }
}

async function prepare(checkout: string, served: Served): Promise<string> {
  const copy = join(served.folder, "packages/core/auth-js");
  cpSync(join(checkout, "packages/core/auth-js"), copy, { recursive: true });
  cpSync(join(checkout, "tsconfig.base.json"), join(served.folder, "tsconfig.base.json"));
  const manifest = JSON.parse(readFileSync(join(copy, "package.json"), "utf8"));
  writeFileSync(join(copy, "package.json"), JSON.stringify({ ...manifest, devDependencies: tools }));
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  assert.equal(await run(copy, "npm", install), 0);
  // Its clients sign keys of their own with a key that the server would have to be given; they get ours instead.
  const clients = join(copy, "test/lib/clients.ts");
  const rest = readFileSync(clients, "utf8");
  const replaced = rest
    .replace(/http:\/\/127\.0\.0\.1:54321/g, served.url)
    .replace(/\/\/ Load RSA private key[\s\S]*?(?=\/\/ Generate publishable)/, "")
    .replace(/SUPABASE_PUBLISHABLE_KEY = jwt\.sign\([\s\S]*?\n\)/, `SUPABASE_PUBLISHABLE_KEY = '${served.anonKey}'`)
    .replace(/SUPABASE_SECRET_KEY = jwt\.sign\([\s\S]*?\n\)/, `SUPABASE_SECRET_KEY = '${served.serviceKey}'`)
    .replace(/AUTH_ADMIN_JWT = jwt\.sign\([\s\S]*?\n\)/, `AUTH_ADMIN_JWT = '${served.serviceKey}'`)
    .replace(/^import (?:jwt|crypto|fs|path) from .*\n/gm, "");
  assert.notEqual(replaced, rest);
  writeFileSync(clients, replaced);
  return copy;
}

/** The server answers from this process, which must not stand still meanwhile. */
async function run(folder: string, command: string, args: readonly string[]): Promise<number> {
  const [status] = await once(spawn(command, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] }), "exit");
  return Number(status ?? 1);
}

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

function readReport({ testResults }: Report, copy: string): readonly CaseResult[] {
  return testResults.flatMap(({ name, message, assertionResults }): readonly CaseResult[] => {
    const file = relative(copy, name);
    const none = { file, name: "", configuration: {}, outcome: "not read", why: message } as const;
    if (assertionResults.length === 0) return [none];
    return assertionResults.map(({ fullName, status, failureMessages }) => ({
      file,
      name: fullName,
      configuration: {},
      outcome: status === "passed" || status === "failed" ? status : "left out",
      why: failureMessages.join("\n").slice(0, 1000),
    }));
  });
}
