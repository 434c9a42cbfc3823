// Bounds of what only effects give: those that they reach are tried, and beyond all that they give nothing is different.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../compile.ts";
import { mutantsOf } from "../../proving/mutants-of.ts";
import { scenariosOf } from "../../proving/scenarios-of.ts";
import { completeDocument } from "../../testing/run-cases.ts";

const document = (rights: string) =>
  compile(
    completeDocument(`
## 3. Entities and their fields

### Loan

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Days | integer 0 to 90 | yes | |
| Fee | integer 0 to 40 | auto | |

## 4. States and transitions

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Loan | create | set | \`fee = min(30, loan.days)\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Loan | create, read, update, delete${rights} | yes |
`).source,
  );

const bounds = (rights = "") =>
  mutantsOf(document(rights))
    .filter(({ clause, what }) => clause === "3/Loan/Fee" && / is /.test(what))
    .map(({ what, same, through }) => [what, same, through.some((one) => one.startsWith("4/Effects/Loan/create/"))]);

test("a bound that is never reached comes to the same; one that is has its case", () => {
  const same = "nobody but effects gives it a value, and they give it 0 to 30";
  assert.deepEqual(bounds(), [
    ["0 is 1", undefined, true],
    ["0 is -1", same, true],
    ["40 is 41", same, true],
    ["40 is 39", same, true],
  ]);
  const reached = scenariosOf(document("")).filter(({ address }) => /fee at its/.test(address));
  assert.deepEqual(
    reached.map(({ address }) => address),
    ["4/Effects/Loan/create/set#follows fee at its least"],
  );
});

test("what is set in other rows that an effect names is none of it", () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Loan

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Copy | reference to Copy | yes | |
| Days | integer | yes | |
| Fee | integer 0 to 40 | auto | |

### Copy

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Lost | yes/no | auto | no |
| Name | text up to 20 | yes | |

## 4. States and transitions

### Effects

| For | After | On | Do | With |
| --- | --- | --- | --- | --- |
| Loan | create | | set | \`fee = min(30, loan.days)\` |
| Loan | create | on \`loan.copy\` | set | \`lost = true\` |
`);
  assert.deepEqual(
    mutantsOf(compile(source))
      .filter(({ clause, what }) => clause === "3/Loan/Fee" && what.startsWith("40 is "))
      .map(({ same }) => same),
    ["41", "39"].map(() => "nobody but effects gives it a value, and they give it 30 and less"),
  );
});

test("where a user may give it themselves nothing is taken for the same", () => {
  assert.deepEqual(
    bounds(", set Fee").map(([what, same]) => [what, same]),
    [
      ["0 is 1", undefined],
      ["0 is -1", undefined],
      ["40 is 41", undefined],
      ["40 is 39", undefined],
    ],
  );
});

test("what effects alone give to rows that they alone make is never left empty, whether it is required or not", () => {
  const sameness = (rights: string) =>
    mutantsOf(
      compile(
        completeDocument(`
## 3. Entities and their fields

### Loan

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Days | integer | yes | |

### Entry

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Worth | integer | yes | |

## 4. States and transitions

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Loan | create | create Entry | \`worth = loan.days\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Loan | create, read, update, delete | yes |
| Entry | read | yes |
${rights}
`).source,
      ),
    ).flatMap(({ what, same }) => (what === "not required" ? [same] : []));
  const never = "nobody but effects gives it a value, and they never leave it empty";
  assert.deepEqual(sameness("| Entry | create, update, delete | no |"), [undefined, never]);
  assert.deepEqual(sameness("| Entry | create | yes |\n| Entry | update, delete | no |"), [undefined, undefined]);
  assert.deepEqual(sameness("| Entry | update | yes |\n| Entry | create, delete | no |"), [undefined, undefined]);
});

test("a value that begins with its default and only effects change lies around both; without changes it stays", () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Letter

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Sent on | date | yes | \`today\` |
| Words | text up to 20 | no | |
| Reminders | integer 0 to 3 | auto | 0 |
| Lost | integer 0 to 9 | auto | 2 |
| State | state | | |

## 4. States and transitions

### Letter

| State | Kind |
| --- | --- |
| Open | start |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Remind | Open | same | button | Words (optional) |

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Letter | Remind | set | \`reminders = min(3, letter.reminders + 1)\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Letter | create, read, Remind | yes |
| Letter | update, delete | no |
`);
  const proven = (clause: string) =>
    mutantsOf(compile(source)).flatMap((one) =>
      one.clause === clause && one.same !== undefined ? [`${one.what}: ${one.same}`] : [],
    );
  assert.deepEqual(proven("3/Letter/Reminders"), [
    "0 is -1: nobody but effects and its default gives it a value, and they give it 0 to 3",
    "3 is 4: nobody but effects and its default gives it a value, and they give it 0 to 3",
  ]);
  assert.deepEqual(
    proven("3/Letter/Lost"),
    ["0 is 1", "0 is -1", "9 is 10", "9 is 8"].map(
      (what) => `${what}: nothing but its default gives it a value, which is 2`,
    ),
  );
  // It is not what the step asks for.
  assert.deepEqual(proven("3/Letter/Sent on"), ["not required: a new row has its default, and nothing changes it"]);
});
