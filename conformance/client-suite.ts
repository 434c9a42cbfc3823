// The tests that a client of supabase/supabase-js has for itself: in a copy of it, with tools that run here, by its own runner.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { CaseResult } from "./case-result.ts";

/** Versions with which its tests run on the Node that is pinned here. */
const tools = {
  "@types/jest": "29.5.14",
  "@types/node": "24.0.0",
  jest: "29.7.0",
  "ts-jest": "29.4.0",
  typescript: "5.8.3",
};

/** A copy of one package of a checkout, installed. */
export async function copyPackage(
  checkout: string,
  folder: string,
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const copy = join(folder, "packages/core", name);
  cpSync(join(checkout, "packages/core", name), copy, { recursive: true });
  cpSync(join(checkout, "tsconfig.base.json"), join(folder, "tsconfig.base.json"));
  const manifest = JSON.parse(readFileSync(join(copy, "package.json"), "utf8"));
  writeFileSync(join(copy, "package.json"), JSON.stringify({ ...manifest, devDependencies: { ...tools, ...more } }));
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  assert.equal(await run(copy, "npm", install), 0);
  return copy;
}

/** Something that must be there becomes something else. */
export function rewrite(path: string, change: (text: string) => string): void {
  const before = readFileSync(path, "utf8");
  const after = change(before);
  assert.notEqual(after, before, `${path} is written in another way than before`);
  writeFileSync(path, after);
}

export async function runTests(copy: string, args: readonly string[]): Promise<readonly CaseResult[]> {
  const report = join(copy, "report.json");
  // Tests that fail make it end with 1; what they were stands in the report.
  await run(copy, "npx", [
    "jest",
    "--coverage=false",
    "--ci",
    "--runInBand",
    "--silent",
    "--forceExit",
    "--json",
    `--outputFile=${report}`,
    ...args,
  ]);
  return readReport(JSON.parse(readFileSync(report, "utf8")), copy);
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
