// Runs the tests that auth-js has for itself against a document of ours: `node conformance/auth/run.ts CHECKOUT [WORDS]`.
// CHECKOUT is a copy of https://github.com/supabase/supabase-js; nothing of it is kept here.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "@writ/language";
import { applyDocument } from "@writ/server/applying";
import { openDatabase } from "@writ/server/postgres";
import { serveProduct } from "@writ/server/serve";

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

const [, , checkout, ...words] = process.argv;
assert.ok(checkout !== undefined, "which checkout of supabase-js?");
const folder = mkdtempSync(join(tmpdir(), "writ-auth-js-"));
const copy = join(folder, "packages/core/auth-js");

cpSync(join(checkout, "packages/core/auth-js"), copy, { recursive: true });
cpSync(join(checkout, "tsconfig.base.json"), join(folder, "tsconfig.base.json"));
const manifest = JSON.parse(readFileSync(join(copy, "package.json"), "utf8"));
writeFileSync(join(copy, "package.json"), JSON.stringify({ ...manifest, devDependencies: tools }));
// The server answers from this process, which must not stand still meanwhile.
const run = async (command: string, args: readonly string[]): Promise<number> => {
  const [status] = await once(spawn(command, args, { cwd: copy, stdio: "inherit" }), "exit");
  return Number(status ?? 1);
};
assert.equal(await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]), 0);

const source = readFileSync(`${import.meta.dirname}/SPEC.md`, "utf8");
const database = await openDatabase({ folder: join(folder, "data") });
const owner = await database.connect();
await applyDocument(owner, source, compile(source), (before) => compile(before));
const product = await serveProduct(database, {
  port: 0,
  log: "error",
  development: true,
  environment: { WRIT_GOOGLE_CLIENT_ID: "a client", WRIT_GOOGLE_CLIENT_SECRET: "a secret" },
});

// Its clients sign keys of their own with a key that the server would have to be given; they get ours instead.
const clients = join(copy, "test/lib/clients.ts");
const rest = readFileSync(clients, "utf8");
const replaced = rest
  .replace(/http:\/\/127\.0\.0\.1:54321/g, product.url)
  .replace(/\/\/ Load RSA private key[\s\S]*?(?=\/\/ Generate publishable)/, "")
  .replace(/SUPABASE_PUBLISHABLE_KEY = jwt\.sign\([\s\S]*?\n\)/, `SUPABASE_PUBLISHABLE_KEY = '${product.anonKey}'`)
  .replace(/SUPABASE_SECRET_KEY = jwt\.sign\([\s\S]*?\n\)/, `SUPABASE_SECRET_KEY = '${product.serviceKey}'`)
  .replace(/AUTH_ADMIN_JWT = jwt\.sign\([\s\S]*?\n\)/, `AUTH_ADMIN_JWT = '${product.serviceKey}'`)
  .replace(/^import (?:jwt|crypto|fs|path) from .*\n/gm, "");
assert.notEqual(replaced, rest);
writeFileSync(clients, replaced);

const status = await run("npx", [
  "jest",
  "--config",
  "jest.config.cli.js",
  "--coverage=false",
  "--runInBand",
  "--silent",
  "--forceExit",
  // Passkeys are not there, and say so.
  "--testPathIgnorePatterns=/node_modules/|docker-tests|example|passkey|webauthn",
  ...words,
]);
await product.stop();
await database.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = status;
