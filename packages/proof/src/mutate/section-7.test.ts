// Documents whose section 7 lets in others, takes something else, or comes round at other times: each is caught by a case of
// that call.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { mutantsOf } from "@writ/language/mutants";
import { products } from "../../../server/src/testing/product.ts";
import type { Case } from "../plan/search/find.ts";
import { planOf } from "../plan/plan.ts";
import { runCases } from "../run/run-cases.ts";
import { source } from "../testing/calls-of-others.ts";
import { workshopOf } from "../testing/workshop.ts";
import { runMutants, type MutantResult } from "./run-mutants.ts";

const isLong = process.env["WRIT_LONG"] === "1";

const start = products();

test("each way to hear others, to take something, and to come round is shown to matter", async () => {
  const compiled = compile(source);
  const workshop = await workshopOf(start, source);
  const cases: Case[] = [];
  const site = await runCases(planOf(compiled, "7/").cases, workshop, (result) => {
    assert.equal(result.outcome, "passed", `${result.case.scenario.address}: ${result.evidence}`);
    cases.push(result.case);
  });
  const mutants = mutantsOf(compiled).filter(
    ({ clause, address }) => clause.startsWith("7/") && (isLong || clause === "7/Never" || addresses.includes(address)),
  );
  const tried: MutantResult[] = [];
  await runMutants(
    mutants,
    { compiled, cases, notTried: planOf(compiled).notTried, workshop, site },
    (one) => void tried.push(one),
  );
  const fates = (fate: MutantResult["fate"]) =>
    tried.filter((one) => one.fate === fate).map(({ mutant, evidence }) => `${mutant.address}: ${evidence}`);
  assert.deepEqual(fates("survived").toSorted(), []);
  assert.deepEqual(fates("no document"), []);
  assert.deepEqual(fates("caught elsewhere"), []);
  // What never comes is no more there at other hours that never come.
  const same = tried.filter(({ fate }) => fate === "equivalent").map(({ mutant }) => mutant.address);
  assert.deepEqual(
    same,
    ["1 0 30 2 *", "* 0 30 2 *", "0 1 30 2 *", "0 * 30 2 *"].map((line) => `7/Never~\`${line}\``),
  );
  const caught = tried.filter(({ fate }) => fate === "caught").map(({ mutant }) => mutant.address);
  for (const address of addresses) assert.ok(caught.includes(address), `${address} of ${caught.join("\n")}`);
});

/** One of each kind; all of them in the long run. */
const addresses = [
  "7/Paid~at another address",
  "7/Paid~POST is PUT",
  "7/Paid~not signed",
  "7/Paid~another header",
  "7/Paid~another secret",
  "7/Paid~of any time",
  "7/Paid~the time in another header",
  "7/Paid~5 is 6",
  "7/Paid~5 is 4",
  "7/Paid~Bill is not taken",
  "7/Paid~Bill may be left out",
  "7/Paid~Amount may not be left out",
  "7/Order~6 is 7",
  "7/Order~Code of any form",
  "7/Order~9 is 8",
  "7/Order~On may be left out",
  "7/Order~Site may not be left out",
  "7/Order~Site is not taken",
  "7/Remind~every weekday at 07:31",
  "7/Remind~every tuesday, wednesday, thursday, friday at 07:30",
  "7/Remind~every monday, tuesday, wednesday, thursday, friday, saturday at 07:30",
  "7/Count~every 3 hours",
  "7/Bill all~every month on the 4rd at 00:00",
  "7/Sweep~`20 5 * * 1-5`",
  "7/Sweep~`20 6 * 3,4 1-5`",
  "7/Never~`0 0 * 2 *`",
  "7/Never~`0 0 30 * *`",
];
