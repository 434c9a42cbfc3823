// `npm run conformance -- SUITE CHECKOUT [WORDS]`: runs somebody else's suite from its own checkout, and tells what passes.
import { parseArgs } from "node:util";
import { judgeAnswers } from "./auth/judge-answers.ts";
import { runClientTests } from "./auth/client-tests.ts";
import type { CaseResult } from "./case-result.ts";
import { runSuite } from "./postgrest/run.ts";
import { runStorageTests } from "./storage/client-tests.ts";
import { judgePolicies } from "./storage/policies.ts";

const suites: Readonly<Record<string, (checkout: string, only: readonly string[]) => Promise<readonly CaseResult[]>>> =
  {
    postgrest: runSuite,
    auth: judgeAnswers,
    "auth-js": runClientTests,
    storage: judgePolicies,
    "storage-js": runStorageTests,
  };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many failing cases are shown. */
    show: { type: "string", default: "1000" },
  },
});
const [name = "", checkout, ...only] = positionals;
const run = suites[name];
if (run === undefined || checkout === undefined) {
  console.error(`Usage: npm run conformance -- ${Object.keys(suites).join("|")} CHECKOUT [WORDS] [--show COUNT]`);
  process.exit(2);
}

const results = await run(checkout, only);
const counted = (some: readonly CaseResult[]) => {
  const passed = some.filter(({ outcome }) => outcome === "passed").length;
  const tried = passed + some.filter(({ outcome }) => outcome === "failed").length;
  return `${passed}/${tried}`;
};

for (const [file, some] of Map.groupBy(results, (one) => one.file))
  console.log(`${counted(some).padStart(9)}  ${file}`);
const listed = results.filter(({ outcome }) => outcome === "failed" || outcome === "not read");
for (const { file, name: called, configuration, outcome, why } of listed.slice(0, Number(options.show))) {
  const settings = Object.keys(configuration).length === 0 ? "" : ` ${JSON.stringify(configuration).slice(0, 120)}`;
  console.log(`\n${outcome}: ${file}: ${called}${settings}\n  ${why.split("\n").join("\n  ")}`);
}
const isDefault = ({ configuration }: CaseResult) => Object.keys(configuration).length === 0;
const count = (outcome: CaseResult["outcome"]) => results.filter((one) => one.outcome === outcome).length;
console.log(`\nThe default configuration: ${counted(results.filter(isDefault))}`);
console.log(`Other configurations: ${counted(results.filter((one) => !isDefault(one)))}`);
console.log(`Left out: ${count("left out")}. Not read: ${count("not read")}.`);
