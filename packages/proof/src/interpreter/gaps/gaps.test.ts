// What is not shown, one cell at a time: what would need it is refused with NOT_SHOWN at its address, and the rest goes on.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { play, type PlainRow } from "../../testing/play.ts";
import { attempt, type Outcome } from "../attempt.ts";

const document = `
## 3. Entities and their fields

### Box
- Owner: Keeper

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Heavy | yes/no | no | no |
| Weight | integer | auto | \`usual_weight\` |
| Keeper | reference to User | auto | \`me\` |
| Mark | text up to 5 | no | |
| Tested on | date | auto | |
| State | state | | |

## 4. States and transitions

### Box

| State | Kind |
| --- | --- |
| In | start |
| Out | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Test | In | Out | button | \`not box.heavy\` | WRONG | Tested on (required) |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Box | update | \`box.mark == 'x'\` | set | \`weight = 7\` |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Named | Box | | \`not box.heavy\` | \`box.name.size() > 2\` | WRONG |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Farmer | signed in |
| Boss | named at installation |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| light | Box | \`not box.heavy\` | HEAVY |

| For | May | Farmer | Boss |
| --- | --- | --- | --- |
| Box | create, read, Test | yes | yes |
| Box | update | light | yes |
| Box | delete | own | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| WRONG | Wrong | 422 | Wrong. |
| HEAVY | Heavy | 422 | Too heavy. |
| FULL | Full | 422 | Full. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Usual weight | 10 |

| Limit | Value | Counts | When | Otherwise |
| --- | --- | --- | --- | --- |
| Testing | 1 per hour per user | Test | | FULL |
| Making | 2 per User via Keeper | Box | \`box.mark != 'free'\` | FULL |
`;

type What = "create" | "update" | "delete" | "Test";

type Trial = {
  /** The row of a table, and the same one with something that is not shown. */
  readonly row: string;
  readonly opened: string;
  readonly what: What;
  readonly with?: PlainRow;
  /** Of the row that is there. */
  readonly before?: PlainRow;
  readonly gives: string;
};

const named = "| Named | Box | | `not box.heavy` | `box.name.size() > 2` | WRONG |";
const tested = "| Test | In | Out | button | `not box.heavy` | WRONG | Tested on (required) |";
const light = "| light | Box | `not box.heavy` | HEAVY |";
const effect = "| Box | update | `box.mark == 'x'` | set | `weight = 7` |";
const weight = "| Weight | integer | auto | `usual_weight` |";
const making = "| Making | 2 per User via Keeper | Box | `box.mark != 'free'` | FULL |";

const trials: readonly Trial[] = [
  {
    row: named,
    opened: named.replace("`not box.heavy`", "not shown"),
    what: "create",
    gives: "NOT_SHOWN 5/Box/Named/When",
  },
  {
    row: named,
    opened: named.replace("`box.name.size() > 2`", "not shown"),
    what: "create",
    gives: "NOT_SHOWN 5/Box/Named/Must hold",
  },
  { row: named, opened: named.replace("| |", "| not shown |"), what: "update", gives: "NOT_SHOWN 5/Box/Named/On" },
  { row: named, opened: named.replace("| |", "| not shown |"), what: "delete", gives: "NOT_SHOWN 5/Box/Named/On" },
  {
    row: named,
    opened: named.replace("WRONG", "not shown"),
    what: "create",
    with: { name: "a" },
    gives: "NOT_SHOWN 5/Box/Named/Otherwise",
  },
  { row: named, opened: named.replace("WRONG", "not shown"), what: "create", gives: "done" },
  {
    row: tested,
    opened: tested.replace("Out", "not shown"),
    what: "Test",
    before: { state: "out" },
    gives: "NOT_SHOWN 4/Box/Test/To",
  },
  {
    row: tested,
    opened: tested.replace("`not box.heavy`", "not shown"),
    what: "Test",
    gives: "NOT_SHOWN 4/Box/Test/Only if",
  },
  {
    row: tested,
    opened: tested.replace("Tested on (required)", "not shown"),
    what: "Test",
    gives: "NOT_SHOWN 4/Box/Test/Asks for",
  },
  {
    row: tested,
    opened: tested.replace("WRONG", "not shown"),
    what: "Test",
    before: { heavy: true },
    gives: "NOT_SHOWN 4/Box/Test/Otherwise",
  },
  { row: tested, opened: tested.replace("WRONG", "not shown"), what: "Test", gives: "done" },
  { row: "| In | start |", opened: "| In | not shown |", what: "create", gives: "NOT_SHOWN 4/Box/State/In/Kind state" },
  {
    row: effect,
    opened: effect.replace("`weight = 7`", "not shown"),
    what: "update",
    with: { mark: "x" },
    gives: "NOT_SHOWN 4/Effects/Box/update/set/With",
  },
  {
    row: effect,
    opened: effect.replace("`weight = 7`", "not shown"),
    what: "update",
    with: { mark: "y" },
    gives: "done",
  },
  {
    row: effect,
    opened: effect.replace("`box.mark == 'x'`", "not shown"),
    what: "update",
    gives: "NOT_SHOWN 4/Effects/Box/update/set/If",
  },
  { row: effect, opened: effect.replace("update", "not shown"), what: "update", with: { mark: "x" }, gives: "done" },
  {
    row: light,
    opened: light.replace("`not box.heavy`", "not shown"),
    what: "update",
    gives: "NOT_SHOWN 6/Box/update/Farmer",
  },
  {
    row: light,
    opened: light.replace("HEAVY", "not shown"),
    what: "update",
    before: { heavy: true },
    gives: "NOT_SHOWN 6/Box/update/Farmer",
  },
  { row: "- Owner: Keeper", opened: "- Owner: not shown", what: "delete", gives: "NOT_SHOWN 6/Box/delete/Farmer" },
  {
    row: "| WRONG | Wrong | 422 |",
    opened: "| WRONG | Wrong | not shown |",
    what: "create",
    with: { name: "a" },
    gives: "NOT_SHOWN 8/WRONG/Status",
  },
  {
    row: "Too heavy.",
    opened: "not shown",
    what: "update",
    before: { heavy: true },
    gives: "NOT_SHOWN 8/HEAVY/Message",
  },
  {
    row: "| yes/no | no | no |",
    opened: "| yes/no | no | not shown |",
    what: "create",
    gives: "NOT_SHOWN 3/Box/Heavy heavy",
  },
  {
    row: "| yes/no | no | no |",
    opened: "| yes/no | no | not shown |",
    what: "create",
    with: { heavy: false },
    gives: "done",
  },
  {
    row: weight,
    opened: weight.replace("auto", "not shown"),
    what: "create",
    with: { weight: 7 },
    gives: "NOT_SHOWN 3/Box/Weight/Required weight",
  },
  { row: weight, opened: weight.replace("auto", "not shown"), what: "create", gives: "done" },
  { row: "| 10 |", opened: "| not shown |", what: "create", gives: "NOT_SHOWN 3/Box/Weight weight" },
  { row: "| 10 |", opened: "| not shown |", what: "update", gives: "done" },
  { row: "| 1 per hour per user |", opened: "| not shown |", what: "Test", gives: "NOT_SHOWN 9/Testing/Value" },
  {
    row: making,
    opened: making.replace("2 per User via Keeper", "not shown"),
    what: "create",
    gives: "NOT_SHOWN 9/Making/Value",
  },
  {
    row: making,
    opened: making.replace("`box.mark != 'free'`", "not shown"),
    what: "create",
    gives: "NOT_SHOWN 9/Making/When",
  },
  { row: making, opened: making.replace("FULL", "not shown"), what: "create", gives: "done" },
  // A name that may be missing has no length; one that is looked for first has.
  {
    row: "| text up to 20 | yes |",
    opened: "| text up to 20 | not shown |",
    what: "create",
    gives: "NOT_SHOWN 5/Box/Named/Must hold",
  },
  { row: "| text up to 20 |", opened: "| not shown |", what: "create", gives: "NOT_SHOWN 5/Box/Named/Must hold" },
  { row: "| text up to 5 |", opened: "| not shown |", what: "create", gives: "NOT_SHOWN 9/Making/When" },
];

describe("what is not shown", () => {
  for (const { row, opened, what, with: given = {}, before = {}, gives } of trials)
    test(`${opened}: ${what} ${JSON.stringify({ ...before, ...given })} gives ${gives}`, () => {
      assert.ok(document.includes(row), row);
      const product = play(document.replace(row, opened));
      const world = product.world({ box: { b: { name: "some", keeper: "ann", state: "in", weight: 1, ...before } } });
      const acts = {
        create: product.create("box", { ...(row === "| text up to 20 |" ? {} : { name: "some" }), ...given }),
        update: product.update("box", "b", { mark: "z", ...(row === "| text up to 5 |" ? {} : given) }),
        delete: product.remove("box", "b"),
        Test: product.step("box", "b", "test", { tested_on: "2026-03-17" }),
      };
      assert.equal(wordsOf(attempt(world, "ann", acts[what])), gives);
    });
});

const wordsOf = (outcome: Outcome): string =>
  "done" in outcome
    ? "done"
    : outcome.refused.map(({ code, clause, field }) => [code, clause, field ?? ""].join(" ").trim()).join(", ");
