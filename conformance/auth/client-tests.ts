// The tests that auth-js has for itself, run in a copy against a document of ours; out of a checkout of supabase/supabase-js.
import { join } from "node:path";
import type { CaseResult } from "../case-result.ts";
import { copyPackage, rewrite, runTests } from "../client-suite.ts";
import { serveDocument } from "./served.ts";

const tools = {
  "@faker-js/faker": "9.9.0",
  "@types/jsonwebtoken": "8.5.9",
  "jest-environment-jsdom": "29.7.0",
  "jest-mock-server": "0.1.0",
  jsonwebtoken: "9.0.2",
  prettier: "2.8.8",
};

export async function runClientTests(checkout: string, only: readonly string[]): Promise<readonly CaseResult[]> {
  const served = await serveDocument();
  try {
    const copy = await copyPackage(checkout, served.folder, "auth-js", tools);
    // Its clients sign keys of their own with a key that the server would have to be given; they get ours instead.
    rewrite(join(copy, "test/lib/clients.ts"), (text) =>
      text
        .replace(/http:\/\/127\.0\.0\.1:54321/g, served.url)
        .replace(/\/\/ Load RSA private key[\s\S]*?(?=\/\/ Generate publishable)/, "")
        .replace(/SUPABASE_PUBLISHABLE_KEY = jwt\.sign\([\s\S]*?\n\)/, `SUPABASE_PUBLISHABLE_KEY = '${served.anonKey}'`)
        .replace(/SUPABASE_SECRET_KEY = jwt\.sign\([\s\S]*?\n\)/, `SUPABASE_SECRET_KEY = '${served.serviceKey}'`)
        .replace(/AUTH_ADMIN_JWT = jwt\.sign\([\s\S]*?\n\)/, `AUTH_ADMIN_JWT = '${served.serviceKey}'`)
        .replace(/^import (?:jwt|crypto|fs|path) from .*\n/gm, ""),
    );
    return await runTests(copy, [
      "--config",
      "jest.config.cli.js",
      // Passkeys are not there, and say so.
      "--testPathIgnorePatterns=/node_modules/|docker-tests|example|passkey|webauthn",
      ...only,
    ]);
  } finally {
    await served.end();
  }
}
