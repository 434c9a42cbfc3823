// How one comes in is tried as people do it: each way that the document names, those that it does not, and before and after
// an address is confirmed. Whatever a product does otherwise is found out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { mutantsOf } from "@writ/language/mutants";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { storyOf } from "../report/story.ts";
import { errors } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";

const start = products();

const clubOf = (ways: string, confirmed = "", limits = "") =>
  completeDocument(`
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Badge | text up to 6 matching \`^B[0-9]+$\`, unique | yes | |
| Age | integer 18 to 99 | yes | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Old enough | User | \`user.age >= 18\` | TOO_YOUNG |

${errors("TOO_YOUNG")}
## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | ${ways} |
${confirmed === "" ? "" : `| Confirmed address | ${confirmed} |`}
${limits}
`).source;

const tryOn = async (planned: string, of: string) => runPlan(start, planned, { of, only: "9/" });

test("each way is tried, and each that is none, by a user with all that the document asks of them", async () => {
  const source = clubOf("email and password, code by mail, Google", "yes");
  const { passed, failed } = await tryOn(source, source);
  assert.deepEqual(failed, []);
  assert.deepEqual(passed, [
    "9/Sign-in#email and password",
    "9/Sign-in#code by mail",
    "9/Sign-in#not magic link",
    "9/Sign-in#not anonymous",
    "9/Confirmed address#before",
    "9/Confirmed address#after",
  ]);
  const { cases, notTried } = planOf(compile(source), "9/");
  assert.deepEqual(
    notTried.map(({ scenario, why }) => `${scenario.address}: ${why}`),
    ["9/Sign-in#Google: it needs an account at Google, and that Google knows this product"],
  );
  const [signUp = "", refusal] = storyOf(cases[4] ?? assert.fail()).slice(-2);
  // The badge is any that fits its pattern.
  assert.match(
    signUp,
    /^A visitor who is not signed in: signs up with email and password, before the address is confirmed: name = Dora, email = dora@example\.test, badge = B\d{3}, age = 19\.$/,
  );
  assert.equal(refusal, "It is refused: email_not_confirmed (9/Confirmed address).");
});

test("links and visitors are let in where the document allows them", async () => {
  const source = clubOf("magic link, anonymous");
  const { passed, failed } = await tryOn(source, source);
  assert.deepEqual(failed, []);
  assert.equal(passed.length, 4);
});

test("a product that lets in others, or not those, fails", async () => {
  const planned = clubOf("email and password, magic link", "yes");
  const failing = async (ways: string, confirmed?: string) => (await tryOn(planned, clubOf(ways, confirmed))).failed;
  assert.deepEqual(await failing("email and password, magic link"), [
    "9/Confirmed address#before: done; done and not email_not_confirmed",
  ]);
  assert.deepEqual(await failing("email and password, code by mail", "yes"), [
    "9/Sign-in#magic link: no link in the mail; no link in the mail and not done",
    "9/Sign-in#not code by mail: done; done and not no code in the mail",
  ]);
  const disabled = "email_provider_disabled; email_provider_disabled and not";
  assert.deepEqual(await failing("magic link, anonymous", "yes"), [
    `9/Sign-in#email and password: ${disabled} done`,
    "9/Sign-in#not anonymous: done; done and not anonymous_provider_disabled",
    `9/Confirmed address#before: ${disabled} email_not_confirmed`,
    `9/Confirmed address#after: ${disabled} done`,
  ]);
});

test("what limits count of it is tried at their edge", async () => {
  const limits = (ups: number, ins: number) => `
| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| New ones | ${ups} per hour per address | sign up | RATE_LIMITED |
| Ways in | ${ins} per 10 minutes per address | sign in | RATE_LIMITED |
`;
  const of = (ways: string, ups: number, ins: number) => clubOf(ways, "yes", limits(ups, ins));
  const both = "email and password, magic link";
  const same = await tryOn(of(both, 3, 2), of(both, 3, 2));
  assert.deepEqual(same.failed, []);
  assert.deepEqual(
    same.passed.filter((address) => /New ones|Ways in/.test(address)),
    ["9/New ones#last", "9/New ones#full", "9/Ways in#last", "9/Ways in#full"],
  );
  const other = await tryOn(of(both, 3, 2), of(both, 4, 1));
  assert.deepEqual(
    other.failed.map((one) => one.replace(/: .*/, "")),
    ["9/New ones#full", "9/Ways in#last"],
  );
  // A link is asked for by a user who signs in; a user who signs up has chosen a password.
  const byLink = await tryOn(of("magic link", 3, 2), of("magic link", 3, 2));
  assert.deepEqual(byLink.failed, []);
  assert.deepEqual(
    planOf(compile(of("magic link", 3, 2)), "9/New ones").notTried.map(({ why }) => why),
    Array.from({ length: 2 }, () => "no way in of the document that needs nobody else counts as sign up"),
  );
});

test("each mutant of it is another document", () => {
  const mutants = mutantsOf(compile(clubOf("magic link, Google", "yes"))).filter(({ clause }) =>
    clause.startsWith("9/"),
  );
  assert.deepEqual(
    mutants.map(({ address, before, after }) => `${address}: ${before.trim()} > ${after.trim()}`.trim()),
    [
      "9/Sign-in~without magic link: magic link, >",
      "9/Sign-in~email and password as well:  > , email and password",
      "9/Sign-in~code by mail as well:  > , code by mail",
      "9/Sign-in~anonymous as well:  > , anonymous",
      "9/Confirmed address~left out: | Confirmed address | yes | >",
    ],
  );
});
