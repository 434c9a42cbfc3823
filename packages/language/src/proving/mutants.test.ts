// A document and all documents that differ from it in one clause: where they differ, and what is said of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { databaseOf } from "../database/index.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { mutantsOf } from "./mutants-of.ts";
import { movedNumbers } from "../mutant/numbers.ts";
import { stillTyped } from "../mutant/still-typed.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### Box
- Unique together: Name, Size

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40, unique | yes | |
| Size | integer 1 to \`largest\` | no | 3 |
| Keeper | reference to User, among \`User.filter(u, u.has_role('Keeper'))\` | auto | \`me\` |
| State | state | | |

## 4. States and transitions

### Box
| State | Kind |
| --- | --- |
| Open | start |
| Shut | |
| Gone | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Shut | Open | Shut | button | \`box.size in [1, 2]\` | NOT_NOW | Size (required) |
| Lose | any | Gone | button | | | |

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Box | Shut | \`box.size > 1\` | set | \`size = 1, name = "shut"\` |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Fits | Box | create, update | mine | \`box.size == null or box.size < largest or (box.name == 'a' and box.size < 9)\` | NOT_NOW |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Keeper | named at installation, assigned by Keeper, Person |

| Condition | For | Holds when |
| --- | --- | --- |
| mine | Box | \`box.size == 2\` |

| For | May | Person | Keeper |
| --- | --- | --- | --- |
| Box | create, read, update | own and not mine | yes |
| Box | Shut, Lose | no | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_NOW | It is so | 422 | It is so. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | UTC |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Largest | 20 |

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Boxes | 5 per hour per user | create Box | NOT_NOW |
`);

const compiled = compile(source);
const mutants = mutantsOf(compiled);

test("each clause that decides something is dropped, weakened part by part, moved by one, always and never", () => {
  assert.deepEqual(
    mutants.map(({ address }) => address),
    [
      "3/Box/Unique together~left out",
      "3/Box/Name~not required",
      "3/Box/Name~40 is 41",
      "3/Box/Name~40 is 39",
      '3/Box/Name~without "unique"',
      "3/Box/Size~no default",
      "3/Box/Size~1 is 2",
      "3/Box/Size~1 is 0",
      "3/Box/Keeper~no default",
      "3/Box/Keeper~without \"among `User.filter(u, u.has_role('Keeper'))`\"",
      "4/Box/State/Open~rows begin as Shut",
      "4/Box/Shut~left out",
      "4/Box/Shut~from Shut too",
      "4/Box/Shut~from Gone too",
      "4/Box/Shut~the state stays",
      "4/Box/Shut~possible always",
      "4/Box/Shut~possible never",
      "4/Box/Shut~without 1",
      "4/Box/Shut~without 2",
      "4/Box/Shut~1 is 2",
      "4/Box/Shut~1 is 0",
      "4/Box/Shut~2 is 3",
      "4/Box/Shut~2 is 1",
      "4/Box/Shut~Size is not asked for",
      "4/Box/Shut~Size may be left out",
      "4/Box/Lose~left out",
      "4/Box/Lose~from Gone too",
      "4/Box/Lose~the state stays",
      "4/Effects/Box/Shut/set~left out",
      "4/Effects/Box/Shut/set~happens always",
      "4/Effects/Box/Shut/set~1 is 2",
      "4/Effects/Box/Shut/set~1 is 0",
      "4/Effects/Box/Shut/set~size is not set",
      "4/Effects/Box/Shut/set~name is not set",
      "4/Effects/Box/Shut/set~1 is 2 (2)",
      "4/Effects/Box/Shut/set~1 is 0 (2)",
      "5/Box/Fits~left out",
      "5/Box/Fits~not on create",
      "5/Box/Fits~not on update",
      "5/Box/Fits~looked at always",
      "5/Box/Fits~never kept",
      "5/Box/Fits~without box.size == null",
      "5/Box/Fits~without box.size < largest",
      "5/Box/Fits~without box.name == 'a' and box.size < 9",
      "5/Box/Fits~< is <=",
      "5/Box/Fits~without box.name == 'a'",
      "5/Box/Fits~without box.size < 9",
      "5/Box/Fits~9 is 10",
      "5/Box/Fits~9 is 8",
      "6/Keeper~not named at installation",
      "6/Keeper~not assigned by Keeper",
      "6/Keeper~not assigned by Person",
      "6/mine~always",
      "6/mine~never",
      "6/mine~2 is 3",
      "6/mine~2 is 1",
      "6/Box/create/Person~always",
      "6/Box/create/Person~never",
      "6/Box/create/Person~without own",
      "6/Box/create/Person~without not mine",
      "6/Box/create/Keeper~never",
      "6/Box/read/Person~always",
      "6/Box/read/Person~never",
      "6/Box/read/Person~without own",
      "6/Box/read/Person~without not mine",
      "6/Box/read/Keeper~never",
      "6/Box/update/Person~always",
      "6/Box/update/Person~never",
      "6/Box/update/Person~without own",
      "6/Box/update/Person~without not mine",
      "6/Box/update/Keeper~never",
      "6/Box/Shut/Person~always",
      "6/Box/Shut/Keeper~never",
      "6/Box/Lose/Person~always",
      "6/Box/Lose/Keeper~never",
      "8/NOT_NOW~422 is 423",
      "8/NOT_NOW~other words",
      "9/Sign-in~magic link in place of email and password",
      "9/Sign-in~magic link as well",
      "9/Sign-in~code by mail as well",
      "9/Sign-in~anonymous as well",
      "9/Largest~20 is 21",
      "9/Largest~20 is 19",
      "9/Boxes~left out",
      "9/Boxes~5 is 6",
      "9/Boxes~5 is 4",
    ],
  );
});

test("a mutant shows the replaced text and the new one", () => {
  const shown = (address: string) => {
    const found = mutants.find((one) => one.address === address);
    return [found?.before, found?.after];
  };
  assert.deepEqual(shown("4/Box/Shut~without 1"), ["box.size in [1, 2]", "box.size in [2]"]);
  assert.deepEqual(shown("5/Box/Fits~without box.name == 'a'"), [
    "box.size == null or box.size < largest or (box.name == 'a' and box.size < 9)",
    "box.size == null or box.size < largest or ((box.size < 9))",
  ]);
  assert.deepEqual(shown("6/Box/read/Person~without own"), ["own and not mine", "not mine"]);
  assert.deepEqual(shown("4/Box/Lose~from Gone too"), ["any", "Open, Shut, Gone"]);
});

test("of a row for several actions only one is changed", () => {
  const mutant = mutants.find(({ address }) => address === "6/Box/read/Keeper~never");
  const { rights } = compile(mutant?.source ?? "").model.permissions;
  assert.deepEqual(
    rights.map(
      ({ cells }) => cells.find(({ address }) => /^6\/Box\/(create|read|update)\/Keeper$/.test(address))?.grant?.kind,
    ),
    ["yes", "yes", "no", undefined, undefined],
  );
});

test("what a constant or a condition means is tried where it is used", () => {
  const through = (address: string) => mutants.find((one) => one.address === address)?.through;
  assert.deepEqual(through("9/Largest~20 is 21"), ["5/Box/Fits/Must hold", "3/Box/Size"]);
  assert.deepEqual(through("6/mine~always"), [
    "6/Box/create/Person",
    "6/Box/read/Person",
    "6/Box/update/Person",
    "5/Box/Fits",
  ]);
});

test("numbers move in their last digit and keep what stands behind them", () => {
  assert.deepEqual(movedNumbers("7 days"), ["8 days", "6 days"]);
  assert.deepEqual(movedNumbers("1.00 EUR"), ["1.01 EUR", "0.99 EUR"]);
  assert.deepEqual(movedNumbers("0.05"), ["0.06", "0.04"]);
  assert.deepEqual(movedNumbers("0"), ["1", "-1"]);
  assert.deepEqual(movedNumbers("-0.1"), ["0.0", "-0.2"]);
});

test("of every mutant of the examples a database can be made, or its own clause is what the check refuses", () => {
  for (const name of ["help-desk", "equipment-lending", "project-tracker"]) {
    const original = compile(readFileSync(`${import.meta.dirname}/../../../../examples/${name}/SPEC.md`, "utf8"));
    const all = mutantsOf(original);
    assert.ok(all.length > 150, `${name}: ${all.length}`);
    assert.equal(new Set(all.map(({ source: text }) => text)).size, all.length);
    assert.equal(new Set(all.map(({ address }) => address)).size, all.length);
    // Each is compiled and planned, which takes a while; a few of them here, and all where the plan is tried on them.
    for (const mutant of all.filter((_, at) => process.env["WRIT_LONG"] === "1" || at % 29 === 0)) {
      const mutated = stillTyped(compile(mutant.source, original), original);
      const lost = [...mutated.checked].find(([, { typed }]) => typed === undefined);
      if (lost === undefined) assert.ok(databaseOf(mutated).length > 0);
      else assert.ok(lost[0].address.startsWith(mutant.clause), `${mutant.address}: ${lost[0].address}`);
    }
  }
});

test("denying all changes of an account without changeable fields makes no difference", () => {
  const sameOf = (fields: string) =>
    mutantsOf(
      compile(
        completeDocument(`
## 3. Entities and their fields

### User
${fields}
## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| User | read | yes |
| User | update | no |
`).source,
      ),
    ).flatMap(({ clause, same }) => (clause === "6/User/update/Person" ? [same] : []));
  assert.deepEqual(sameOf(""), ["section 3 gives accounts nothing that could be changed"]);
  assert.deepEqual(
    sameOf("\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| Phone | phone | no | |\n"),
    [undefined],
  );
});
