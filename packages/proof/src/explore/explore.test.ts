// Random people on a running product: nothing differs where it is what its document says, and where it is that of another
// document the difference is found and told as a short story.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { explore, type Explored } from "./explore.ts";
import { exploredReport, exploredText } from "./report.ts";
import { groundOf } from "../testing/workshop.ts";

const start = products();
const isLong = process.env["WRIT_LONG"] === "1";

const { source } = completeDocument(`
## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20, unique | yes | |

### Membership

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Person | reference to User | yes | |

### Loan
- Owner: Borrower

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Number | sequence number per Club | | |
| Days | integer 1 to 30 | yes | 7 |
| Borrower | reference to User | auto | \`me\` |
| Remark | text up to 20 | no | |
| Code | random code \`{aaaa}\` | | |
| Photo | image up to 1 MB (png) | no | |
| Papers | files up to 2, each up to 2 KB (pdf, txt) | no | |
| Helper | reference to User, cleared on delete | no | \`me\` |
| State | state | | |

## 4. States and transitions

### Loan

| State | Kind |
| --- | --- |
| Asked | start |
| Out | |
| Back | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Give | Asked | Out | button | \`loan.days <= 20\` | TOO_LONG_FOR_US | Remark (optional) |
| Return | Out | Back | button | | | |
| Lapse | Asked | Back | after \`patience\` | | | |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Club | create | | create Membership | \`club = club, person = me\` |
| Loan | Give | \`loan.remark == null\` | set | \`remark = 'given'\` |
| Loan | Lapse | | notify lapsed | to \`loan.borrower\` |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Long ones say why | Loan | \`loan.days > 10\` | \`loan.remark != null\` | SAY_WHY |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Visitor | anyone | |
| Person | signed in | |
| Member | Membership where \`membership.person != null\` | Club |
| Clerk | named at installation, assigned by Clerk | |

| Condition | For | Holds when |
| --- | --- | --- |
| still asked | Loan | \`loan.state == 'asked'\` |

| For | May | Visitor | Person | Member | Clerk |
| --- | --- | --- | --- | --- | --- |
| Club | read | yes | yes | yes | yes |
| Club | create | no | yes | no | no |
| Club | update, delete | no | no | yes | no |
| Membership | read, create, delete | no | no | yes | no |
| Membership | update | no | no | no | no |
| Loan | read | no | own | yes | yes |
| Loan | create | no | no | yes | no |
| Loan | update | no | own and still asked | no | yes |
| Loan | delete | no | no | no | yes |
| Loan | Give, Return | no | no | yes | yes |
| Loan | see Remark | no | no | yes | no |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| lapsed | Loan | Lapsed | Over. |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_LONG_FOR_US | More than twenty days | 422 | Twenty days at most. |
| SAY_WHY | A long one without a remark | 422 | Say why. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
| Sign-in | magic link |

| Constant | Value |
| --- | --- |
| Patience | 3 days |
`);

type Budget = {
  readonly seed?: number;
  readonly steps: number;
  /** What is done to its database first. */
  readonly broken?: string;
};

/** On a product that is what another document says. */
async function exploreOn(product: string, { seed = 1, steps, broken = "SELECT" }: Budget): Promise<Explored> {
  const running = await start(product, { development: true, jobs: "asked" });
  await running.owner(broken);
  const over = new AbortController();
  return explore(compile(source), await groundOf(running), {
    seed,
    milliseconds: 600_000,
    signal: over.signal,
    onStep: (count, result) => {
      if (count >= steps || result > 0) over.abort();
    },
  });
}

test("nothing differs on a product that is what its document says", async (context: TestContext) => {
  const explored = await exploreOn(source, { steps: isLong ? 5000 : 600 });
  const report = exploredReport(compile(source), explored, 1);
  assert.deepEqual(report.cases, []);
  assert.deepEqual(report.explored.neverDone, []);
  const told = report.explored.leftOut.map(({ what }) => what);
  for (const part of ["with random codes", "that effects created", "only the values are compared"])
    assert.ok(
      told.some((what) => what.includes(part)),
      part,
    );
  context.diagnostic(exploredText(report, false).trim().split("\n").at(-1) ?? "");
});

test("a story has a number, which tells it again by itself", async () => {
  const story = 150;
  const first = await exploreOn(source, { seed: 6, steps: story });
  const two = await exploreOn(source, { seed: 6, steps: story + 40 });
  const second = await exploreOn(source, { seed: 7, steps: 40 });
  assert.deepEqual([first.stories, two.stories, second.stories], [1, 2, 1]);
  const since = [...two.endings]
    .map(([ending, count]) => [ending, count - (first.endings.get(ending) ?? 0)] as const)
    .filter(([, count]) => count > 0);
  assert.deepEqual(new Map(since), new Map(second.endings));
});

/** What the product's document says instead, the most steps to show it, what is told, and which story finds it soon. */
const changes: readonly (readonly [string, string, number, RegExp, number?])[] = [
  ["`loan.days <= 20`", "`loan.days <= 6`", 3, /the document says done; the product 422 TOO_LONG_FOR_US/],
  ["(pdf, txt)", "(pdf)", 3, /a file for papers of loan: the document says (?:done|FORBIDDEN); the product 415/, 5],
  ["User, cleared on delete", "User", 3, /when the account has gone: helper of/, 6],
  [
    "| Loan | delete | no | no | no | yes |",
    "| Loan | delete | no | no | yes | yes |",
    3,
    /FORBIDDEN \(6\/Loan\/delete\)/,
  ],
  ["| Loan | see Remark | no | no | yes | no |", "| Loan | see Remark | no | yes | yes | no |", 5, /remark/],
  ["| Patience | 3 days |", "| Patience | 30 days |", 4, /when time has gone on/],
  ["`remark = 'given'`", "`remark = 'gone'`", 3, /remark of .*: the document says given; the product gone/],
  [
    "| SAY_WHY | A long one without a remark | 422 |",
    "| SAY_WHY | A long one without a remark | 409 |",
    3,
    /status of SAY_WHY.* 422.* 409/,
  ],
  ["text up to 20, unique", "text up to 21, unique", 1, /TOO_LONG/],
  [
    "each up to 2 KB",
    "each up to 3 KB",
    3,
    /a file for papers of loan: the document says .*TOO_LARGE .*; the product (?:done|403)/,
  ],
];

test("a product that differs is detected by a short story", async () => {
  // Each needs a product of its own.
  for (const [from, to, most, told, soon = 1] of isLong ? changes : changes.slice(0, 3)) {
    const product = source.replace(from, to);
    assert.notEqual(product, source);
    const explored = await exploreOn(product, { seed: isLong ? 1 : soon, steps: 4000 });
    const [result] = explored.found;
    assert.ok(result, `${to} is not found out in ${explored.steps} steps`);
    const [case_] = exploredReport(compile(source), explored, 1).cases;
    assert.match(case_?.evidence ?? "", told);
    assert.ok(result.story.steps.length <= most, case_?.steps.join("\n") ?? "");
    assert.equal(case_?.steps.at(-1), `Found after ${result.length} steps with seed ${result.seed}.`);
  }
});

test("files that others may fetch are found out", async () => {
  const broken = "ALTER POLICY \"writ_select_loan.papers\" ON storage.objects USING (bucket_id = 'loan.papers')";
  const explored = await exploreOn(source, { steps: 4000, broken });
  const [case_] = exploredReport(compile(source), explored, 1).cases;
  assert.match(
    case_?.evidence ?? "",
    /fetches a file of papers of loan: the document says it is not there; the product done/,
  );
});
