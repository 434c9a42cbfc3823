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

test("an error of a condition's own says nothing of other entities", () => {
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
  assert.equal(haveEqualRights(said, other), false);
});
