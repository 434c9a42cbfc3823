// Files of fields: their limits are tried with files, rows that must have one have it, and wrong limits are found out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { storyOf } from "../report/story.ts";
import { everything, settings } from "../testing/clauses.ts";
import { runCases } from "./run-cases.ts";
import type { Result } from "./run.ts";
import { groundOf } from "../testing/workshop.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Claim
- Unique together: About, Year

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |
| Year | integer 1900 to 2100 | yes | |
| Photo | image up to 20 KB | yes | |
| Papers | files up to 2, each up to 3 KB (docx, pdf) | no | |
| Notes | files up to \`most_notes\` | no | |
| Verdict | file up to \`most_verdict\` (txt) | no | |

${everything("Claim | create, read, update, delete")}
${settings}
| Constant | Value |
| --- | --- |
| Most notes | 3 |
| Most verdict | 2 KB |
`);
const compiled = compile(source);

async function tryOn(product: string): Promise<readonly Result[]> {
  const running = await start(product, { development: true, jobs: "asked" });
  const results: Result[] = [];
  await runCases(planOf(compiled).cases, await groundOf(running), (result) => void results.push(result));
  return results;
}

const failing = (results: readonly Result[]) =>
  results.filter(({ outcome }) => outcome === "failed").map((one) => `${one.case.scenario.address}: ${one.evidence}`);

test("sizes and numbers of files are tried at their edge, beside rows that must have a picture", async () => {
  const plan = planOf(compiled);
  // Whatever has an ending that no one knows is not looked into.
  assert.deepEqual(
    plan.notTried.map(({ scenario }) => scenario.address),
    ["3/Claim/Papers#of another type"],
  );
  const about = plan.cases.filter(({ scenario }) => /Photo|Papers|Notes|Verdict/.test(scenario.address));
  assert.deepEqual(
    about.map(({ scenario, outcome }) => [
      scenario.address,
      "refused" in outcome ? outcome.refused.map(({ code }) => code).join() : "done",
    ]),
    [
      ["3/Claim/Photo#required", "REQUIRED"],
      ["3/Claim/Photo#emptied", "REQUIRED"],
      ["3/Claim/Photo#of the greatest size", "done"],
      ["3/Claim/Photo#one byte larger", "TOO_LARGE"],
      ["3/Claim/Photo#of another type", "INVALID"],
      ["3/Claim/Photo#not brought", "INVALID"],
      ["3/Claim/Papers#of the greatest size", "done"],
      ["3/Claim/Papers#one byte larger", "TOO_LARGE"],
      ["3/Claim/Papers#with as many as fit", "done"],
      ["3/Claim/Papers#with one more", "INVALID"],
      ["3/Claim/Papers#not brought", "INVALID"],
      ["3/Claim/Notes#with as many as fit", "done"],
      ["3/Claim/Notes#with one more", "INVALID"],
      ["3/Claim/Notes#not brought", "INVALID"],
      ["3/Claim/Verdict#of the greatest size", "done"],
      ["3/Claim/Verdict#one byte larger", "TOO_LARGE"],
      ["3/Claim/Verdict#of another type", "INVALID"],
      ["3/Claim/Verdict#not brought", "INVALID"],
    ],
  );
  const larger = about.find(({ scenario }) => scenario.address === "3/Claim/Verdict#one byte larger");
  assert.match(
    larger === undefined ? "" : storyOf(larger).join("\n"),
    /create claim 1: .*photo = the file file-1\.png, verdict = the file file-1\.txt, with a file of 2049 bytes\./,
  );
  assert.deepEqual(failing(await tryOn(source)), []);
});

test("other sizes and numbers are found out", async () => {
  const other = source
    .replace("image up to 20 KB", "image up to 19 KB")
    .replace("files up to 2, each up to 3 KB", "files up to 3, each up to 4 KB")
    .replace("| Most notes | 3 |", "| Most notes | 2 |")
    .replace("| Most verdict | 2 KB |", "| Most verdict | 3 KB |");
  assert.deepEqual(
    failing(await tryOn(other)).map((one) => one.slice(0, one.indexOf(":"))),
    [
      "3/Claim/Photo#of the greatest size",
      "3/Claim/Papers#one byte larger",
      "3/Claim/Papers#with one more",
      "3/Claim/Notes#with as many as fit",
      "3/Claim/Verdict#one byte larger",
    ],
  );
});
