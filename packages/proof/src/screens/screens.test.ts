// Screens in a browser: all is as the document has it on a product that is of it, and what a product of another document
// shows otherwise is found out at its screen.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { findBrowser, missingBrowser } from "./browser.ts";
import { screenPlanOf } from "./plan.ts";
import { screenTrials, wordsOf } from "../testing/screen-trials.ts";

const { tryOn } = screenTrials();

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Loans | \`/\` | list of Loan | Person | yes |
| Loan | \`/loans/:loan\` | detail of Loan | Person, Clerk | |
| New loan | \`/new\` | new Loan | Person | |
| Desk | \`/desk\` | board of Loan by State | Clerk | yes |

### Loans
- Show: Title, Borrower
- Where: \`loan.borrower == me\`
- Buttons: New loan

### Loan
- Show: Title, Days

### New loan
- Ask: Title, Days

## 3. Entities and their fields

### Loan
- Owner: Borrower

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 40 | yes | |
| Days | integer 1 to 30 | yes | |
| Remark | text up to 40 | no | |
| Borrower | reference to User | auto | \`me\` |
| State | state | | |

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Phone | phone | yes | |

## 4. States and transitions

### Loan
| State | Kind |
| --- | --- |
| Asked | start |
| Out | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Give | Asked | Out | button |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Clerk | named at installation |

| For | May | Person | Clerk |
| --- | --- | --- | --- |
| Loan | create | yes | no |
| Loan | read | own | yes |
| Loan | update, delete | no | no |
| Loan | Give | no | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

test("every screen, as everybody, with rows and without", async () => {
  const plan = screenPlanOf(compile(source));
  assert.deepEqual(plan.notTried, []);
  assert.deepEqual(
    plan.cases.filter(({ expected }) => expected === undefined).map(({ scenario }) => scenario.address),
    [
      "2/Loans#A visitor who is not signed in",
      "2/Loans#A visitor who is not signed in, empty",
      "2/Loan#A visitor who is not signed in",
      "2/New loan#A visitor who is not signed in",
      "2/Desk#A visitor who is not signed in",
      "2/Desk#A visitor who is not signed in, empty",
      "2/Desk#A user without a role",
      "2/Desk#A user without a role, empty",
    ],
  );
  const results = await tryOn(source, source);
  assert.deepEqual(wordsOf(results), []);
  assert.equal(results.length, plan.cases.length);
});

/** What the product's document says instead, the screen that is opened, and what is found there. */
const changes: readonly (readonly [string, string, string, RegExp])[] = [
  ["| Clerk | yes |", "| Person, Clerk | yes |", "2/Desk#A user without a role", /should not be available to them/],
  ["- Show: Title, Borrower", "- Show: Title", "2/Loans#Clerk", /the columns are Title and not Title, Borrower/],
  ["`loan.borrower == me`", "`loan.borrower != me`", "2/Loans#A user without a role", /there are 0 rows and not 1/],
  ["- Show: Title, Days", "- Show: Title, Days, Remark", "2/Loan#Clerk", /"Remark" is there and should not be/],
  ["- Ask: Title, Days", "- Ask: Days, Title, Remark", "2/New loan#Clerk", /"Remark" is there and should not be/],
  ["- Buttons: New loan", "", "2/Loans#Clerk", /the command "New loan" is not there/],
  [
    "| Loan | Give | no | yes |",
    "| Loan | Give | yes | yes |",
    "2/Loan#A user without a role",
    /the command "Give" is there/,
  ],
];

test("a product that shows something else is found out", async () => {
  // All at once, each at a screen of its own: every product takes seconds.
  const changed = changes.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), from);
    return text.replace(from, to);
  }, source);
  const addresses = changes.map(([, , address]) => address);
  const results = await tryOn(changed, source, addresses);
  for (const [, , address, told] of changes) {
    const evidence = results.find(({ case: one }) => one.scenario.address === address)?.evidence ?? "";
    assert.match(evidence, told);
  }
  assert.equal(results.length, new Set(addresses).size);
});

test("what is not for a visitor is nothing for them, also at an address that may be a row's", async () => {
  const open = source
    .replace(
      "| Loan | `/loans/:loan` | detail of Loan | Person, Clerk |",
      "| Loan | `/loans/:loan` | detail of Loan | anyone |",
    )
    .replace(
      "| New loan | `/new` |",
      "| Facts | `/loans/:loan/facts` | detail of Loan | anyone | |\n| New loan | `/loans/new` |",
    );
  const visitor = "A visitor who is not signed in";
  const nothing = screenPlanOf(compile(open)).cases.filter((one) => one.me === null && one.expected === undefined);
  assert.ok(nothing.some(({ path }) => path === "/loans/new") && nothing.some(({ path }) => path === "/"));
  const results = await tryOn(open, open, [`2/New loan#${visitor}`, `2/Loan#${visitor}`, `2/Facts#${visitor}`]);
  assert.deepEqual([results.length, wordsOf(results)], [3, []]);
});

test("their day is that of their rows; what only a row tells that they may not read is seen when it is tried", async () => {
  const boxed = source
    .replace(
      "| Title | text up to 40 |",
      "| Box | reference to Box | yes | |\n| Until | date | auto | `today + days(1)` |\n| Title | text up to 40 |",
    )
    .replace(
      "### User\n",
      "### Box\n\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| Open | yes/no | no | no |\n\n### User\n",
    )
    .replace("| Give | Asked | Out | button |", "| Give | Asked | Out | button |\n| Keep | Asked | Out | button |")
    .replace(
      "| For | May | Person | Clerk |",
      "| Condition | For | Holds when |\n| --- | --- | --- |\n| in time | Loan | `loan.until > today` |\n| from an open box | Loan | `loan.box.open` |\n\n| For | May | Person | Clerk |",
    )
    .replace(
      "| Loan | Give | no | yes |",
      "| Loan | Give | in time | yes |\n| Loan | Keep | from an open box | yes |\n| Box | read, create, update, delete | no | no |",
    );
  const who = "2/Loan#A user without a role";
  const { cases, notTried } = screenPlanOf(compile(boxed), "2/Loan#");
  const seen = cases.find(({ scenario }) => scenario.address === who)?.expected?.commands;
  assert.deepEqual([notTried, seen], [[], { there: ["Give"], absent: [] }]);
  assert.deepEqual(wordsOf(await tryOn(boxed, boxed, [who])), []);
});

test("cards of a board are counted by a field whose identifier is not its name", () => {
  const phased = source
    .replace("board of Loan by State", "board of Loan by Phase")
    .replace("| State | state | | |", "| Phase (`stage`) | state | | |");
  const desk = screenPlanOf(compile(phased), "2/Desk#Clerk").cases.map(({ expected }) => expected?.rows);
  assert.deepEqual(
    desk,
    screenPlanOf(compile(source), "2/Desk#Clerk").cases.map(({ expected }) => expected?.rows),
  );
  assert.ok(desk.some((rows) => rows !== undefined && rows > 0));
});

test("a screen of a user's own that cannot be made is none that passed", async () => {
  const roadmap = source
    .replace("| Desk |", "| Roadmap | `/roadmap` | component | Person | yes |\n| Desk |")
    .replace("### New loan", "### Roadmap\n- Code: `screens/roadmap.tsx`\n\n### New loan");
  const who = "2/Roadmap#A user without a role";
  const results = await tryOn(roadmap, roadmap, [who], new Map([["roadmap", { failure: "x".repeat(1000) }]]));
  assert.match(wordsOf(results).join("\n"), /^2\/Roadmap#.* shows "Roadmap": it says "[^"]* x{9}[^"]{0,250}…"$/);
});

test("the examples' screens are planned, and little of them is left out", () => {
  const most: Readonly<Record<string, number>> = { "help-desk": 0, "equipment-lending": 12, "project-tracker": 20 };
  for (const [name, untried] of Object.entries(most)) {
    const example = readFileSync(`${import.meta.dirname}/../../../../examples/${name}/SPEC.md`, "utf8");
    const plan = screenPlanOf(compile(example));
    assert.ok(plan.cases.length > 40, `${name}: ${plan.cases.length}`);
    assert.ok(
      plan.notTried.length <= untried,
      plan.notTried.map(({ scenario, why }) => `${scenario.address}: ${why}`).join("\n"),
    );
  }
});

test("the one row of an entity is there, and its screen is looked at without an address that names it", () => {
  const one = source
    .replace("| Desk |", "| House | `/house` | edit House | Clerk | yes |\n| Desk |")
    .replace(
      "### Loan\n- Owner",
      "### House\n- One row: yes\n\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| Open | yes/no | no | no |\n\n### Loan\n- Owner",
    )
    .replace(
      "| Loan | create | yes | no |",
      "| House | read | yes | yes |\n| House | update | no | yes |\n| Loan | create | yes | no |",
    );
  const { cases, notTried } = screenPlanOf(compile(one), "2/House");
  assert.deepEqual(notTried, []);
  const seen = cases.find(({ scenario }) => scenario.address === "2/House#Clerk");
  assert.deepEqual(seen?.expected?.names.there, ["Open"]);
});

test("where there is no browser, it is said what to install", () => {
  assert.equal(findBrowser("/nowhere/chromium"), undefined);
  assert.match(missingBrowser("/nowhere/chromium"), /none at \/nowhere\/chromium/);
  assert.match(missingBrowser(undefined), /apt-get install chromium/);
});
