// Every answer of accounts against GoTrue's description of itself, out of a checkout of supabase/auth.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CaseResult } from "../case-result.ts";
import { readDescription } from "./description.ts";
import { serveDocument } from "./served.ts";
import { tour } from "./tour.ts";

export async function judgeAnswers(checkout: string, only: readonly string[]): Promise<readonly CaseResult[]> {
  const description = readDescription(readFileSync(join(checkout, "openapi.yaml"), "utf8"));
  const served = await serveDocument({ fetch: google });
  const exchanges = await tour(served).finally(served.end);
  const seen = new Map<string, CaseResult>();
  for (const exchange of exchanges) {
    const { method, path, status, name } = exchange;
    const wrong = description.judge(exchange);
    const result: CaseResult = {
      file: `${method} ${path}`,
      name: `${name}: ${status}`,
      configuration: {},
      outcome: wrong.length === 0 ? "passed" : "failed",
      why: [...wrong, ...(wrong.length === 0 ? [] : [JSON.stringify(exchange.body)?.slice(0, 300) ?? ""])].join("\n"),
    };
    // Tried again and again, it is one case for each answer; a wrong one counts.
    const key = `${result.file} ${result.name}`;
    if (seen.get(key)?.outcome !== "failed") seen.set(key, result);
  }
  const asked = new Set(exchanges.map(({ method, path }) => `${method} ${path}`));
  const absent = description.operations.filter((operation) => !asked.has(operation));
  return [
    ...seen.values(),
    ...absent.map((file): CaseResult => ({
      file,
      name: "not asked",
      configuration: {},
      outcome: "left out",
      why: "is not there",
    })),
  ].filter(({ file, name }) => only.length === 0 || only.some((word) => `${file} ${name}`.includes(word)));
}

/** Only the way there is tried; nobody is asked who somebody is. */
const google: typeof fetch = async () =>
  Response.json({
    issuer: "https://accounts.google.com",
    authorization_endpoint: "https://accounts.google.com/authorize",
    token_endpoint: "https://accounts.google.com/token",
    jwks_uri: "https://accounts.google.com/keys",
  });
