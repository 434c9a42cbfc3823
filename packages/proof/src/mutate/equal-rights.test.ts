// Documents whose rights come to the same although a cell differs, and such that do not: the proof must not take one for the other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { note, roles } from "../testing/notes.ts";
import { settings } from "../testing/clauses.ts";
import { haveEqualRights } from "./equal-rights.ts";

const product = (rows: string, given = roles) =>
  compile(
    completeDocument(`${note}
## 6. Roles and permissions
${given}

| Condition | For | Holds when |
| --- | --- | --- |
| open | Note | \`note.public\` |
| mine | Note | \`note.author == me\` |

| For | May | Visitor | Person | Agent | Lead |
| --- | --- | --- | --- | --- | --- |
${rows}
${settings}`).source,
  );

const read = "| Note | read | open | own or open | yes | yes |";

/** What the cells say, what they say instead, and whether that is the same. */
const pairs: readonly (readonly [string, string, boolean, string])[] = [
  [
    `${read}\n| Note | delete | no | yes | yes | yes |`,
    `${read}\n| Note | delete | no | yes | no | yes |`,
    true,
    "an agent is a person too",
  ],
  [
    `${read}\n| Note | delete | no | own | yes | yes |`,
    `${read}\n| Note | delete | no | own | no | yes |`,
    false,
    "an agent may more than a person",
  ],
  [read, "| Note | read | open | own | yes | yes |", true, "whoever is a person is a visitor"],
  [
    `${read}\n| Note | update | no | no | yes | no |\n| Note | set Text on update | no | no | yes | no |`,
    `${read}\n| Note | update | no | no | yes | no |\n| Note | set Text on update | yes | yes | yes | yes |`,
    true,
    "who may not change a note sets nothing of it, but an agent, who may anyway",
  ],
  [
    `${read}\n| Note | update | no | own | yes | no |\n| Note | set Text on update | no | no | yes | no |`,
    `${read}\n| Note | update | no | own | yes | no |\n| Note | set Text on update | no | yes | yes | no |`,
    false,
    "who changes a note of their own sets its text",
  ],
  [
    `${read}\n| Note | create, update | no | no | yes | no |\n| Note | set Text | no | no | yes | no |`,
    `${read}\n| Note | create, update | no | no | yes | no |\n| Note | set Text | no | no | no | no |`,
    false,
    "who makes a note sets its text",
  ],
  [
    `${read}\n| Note | update | no | no | open | no |\n| Note | set Text on update | no | no | open | no |`,
    `${read}\n| Note | update | no | no | open | no |\n| Note | set Text on update | no | no | yes | no |`,
    false,
    "a note that is no longer open was open",
  ],
  [read, "| Note | read | no | own or open | yes | yes |", false, "a visitor is nobody's person"],
  [read, "| Note | read | open | open | yes | yes |", false, "what is one's own is not open"],
  [read, "| Note | read | open | mine or open | yes | yes |", true, "what is one's own has a name"],
  [
    `${read}\n| Note | delete | no | own or open | no | yes |`,
    `${read}\n| Note | delete | no | yes | no | yes |`,
    false,
    "an agent reads all, and may then delete it as a person",
  ],
  [
    "| Note | read | no | own | no | no |\n| Note | delete | no | own | no | no |",
    "| Note | read | no | own | no | no |\n| Note | delete | no | yes | no | no |",
    true,
    "what cannot be read is not there",
  ],
  [
    "| Note | read | no | own | no | no |\n| Note | create | no | own | no | no |",
    "| Note | read | no | own | no | no |\n| Note | create | no | yes | no | no |",
    false,
    "what is made needs not be read",
  ],
];

for (const [one, other, isSame, why] of pairs)
  test(`${isSame ? "the same" : "not the same"}: ${why}`, () => {
    assert.equal(haveEqualRights(product(one), product(other)), isSame);
    assert.equal(haveEqualRights(product(other), product(one)), isSame);
  });

test("where a role is given otherwise nothing is said of its rights", () => {
  assert.equal(haveEqualRights(product(read), product(read)), true);
  const others = roles.replace("named at installation", "signed in");
  assert.notEqual(others, roles);
  assert.equal(haveEqualRights(product(read), product(read, others)), false);
});

test("an error of a condition's own says nothing of other entities, and nothing where there is nothing to be told", () => {
  const words = (rows: string) =>
    compile(
      completeDocument(`${note}
### Label

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |

## 6. Roles and permissions
${roles}

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| open | Note | \`note.public\` | NOT_OPEN |

| For | May | Visitor | Person | Agent | Lead |
| --- | --- | --- | --- | --- | --- |
${rows}

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_OPEN | A note that is not open | 403 | It is not open. |
${settings}`).source,
    );
  const said = words("| Label | read | yes | yes | yes | yes |\n| Note | read | open | open | no | yes |");
  const same = words("| Label | read | yes | no | yes | yes |\n| Note | read | open | open | no | yes |");
  const other = words("| Label | read | yes | yes | yes | yes |\n| Note | read | open | no | no | yes |");
  assert.equal(haveEqualRights(said, same), true);
  // What may not be read is answered like what is not there.
  assert.equal(haveEqualRights(said, other), true);
});

const houses = (rows: string) =>
  compile(
    completeDocument(`
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Badge | text up to 10 | no | |

### House

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |

### Post

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Person | reference to User | yes | |
| Job | one of: cook, chief, guest | yes | |
| Late | yes/no | no | no |

### Meal
- Owner: Cook

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Cook | reference to User | no | |
| Hot | yes/no | no | no |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Cook | Post where \`post.job in ['cook', 'chief']\` | House |
| Chief | Post where \`post.job == 'chief'\` | House |
| Late | Post where \`post.job != 'guest' and post.late\` | House |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| hot | Meal | \`meal.hot\` | NOT_HOT |
| warm | Meal | \`meal.hot\` | NOT_WARM |
| prompt | Meal | \`not my_post.late\` | LATE |

| For | May | Person | Cook | Chief | Late |
| --- | --- | --- | --- | --- | --- |
| Post | create, read, update, delete | yes | no | no | no |
| House | read | yes | no | no | no |
| User | read | yes | no | no | no |
${rows}

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_HOT | A cold meal | 403 | It is cold. |
| NOT_WARM | A cold meal, too | 403 | It is not warm. |
| LATE | Somebody late | 403 | Too late. |
${settings}`).source,
  );

/** A row of the matrix, what it says instead, and whether that is the same. */
const cells: readonly (readonly [string, string, boolean, string])[] = [
  ["| Meal | delete | no | yes | yes | no |", "| Meal | delete | no | yes | no | no |", true, "a chief is a cook"],
  [
    "| Meal | delete | no | no | yes | no |",
    "| Meal | delete | no | yes | yes | no |",
    false,
    "not every cook is a chief",
  ],
  ["| Meal | delete | no | yes | no | yes |", "| Meal | delete | no | yes | no | no |", true, "whoever is late cooks"],
  [
    "| House | create | yes | no | no | no |",
    "| House | create | yes | no | yes | no |",
    true,
    "nobody is chief of a house that is not there",
  ],
  [
    "| House | create | no | no | no | no |",
    "| House | create | no | no | yes | no |",
    true,
    "nobody makes it as its chief",
  ],
  [
    "| House | delete | no | no | no | no |",
    "| House | delete | no | no | yes | no |",
    false,
    "a house that is there has a chief",
  ],
  [
    "| Meal | delete | no | hot | no | no |",
    "| Meal | delete | no | hot | hot | no |",
    true,
    "the same is said of what is cold",
  ],
  [
    "| Meal | delete | no | hot | no | no |",
    "| Meal | delete | no | warm | no | no |",
    false,
    "the reason is another one",
  ],
  [
    "| Meal | delete | no | hot | no | no |",
    "| Meal | delete | no | hot | prompt | no |",
    false,
    "each row that gives a role is asked by itself",
  ],
  [
    "| User | update | no | no | no | no |",
    "| User | update | own | no | no | no |",
    true,
    "everybody changes their own account",
  ],
  ["| User | update | no | no | no | no |", "| User | update | yes | no | no | no |", false, "and nobody else's"],
];

for (const [one, other, isSame, why] of cells)
  test(`with roles by rows, ${isSame ? "the same" : "not the same"}: ${why}`, () => {
    const rights = (row: string) => houses(["| Meal | read | yes | no | no | no |", row].join("\n"));
    assert.equal(haveEqualRights(rights(one), rights(other)), isSame);
    assert.equal(haveEqualRights(rights(other), rights(one)), isSame);
  });
