// What changes between two documents is listed in words of the document: whole things once, and nothing that only moved.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { explainChanges, nameClause } from "./changes.ts";

const { source } = completeDocument(`## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Queue | \`/\` | list of Ticket | Agent | yes |

### Queue
- Show: Subject

## 3. Entities and their fields

### Ticket
- Shown as: \`ticket.subject\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Subject | text up to 80 | yes | |
| State | state | | |

## 4. States and transitions

### Ticket

| State | Kind |
| --- | --- |
| Open | start |
| Shut | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Shut it | Open | Shut | button |

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Ticket | Shut it | mail shut | to \`"ann@example.test"\` |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Long | Ticket | \`ticket.subject.size() > short\` | TOO_SHORT |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Agent | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| brief | Ticket | \`ticket.subject.size() < 9\` |

| For | May | Agent |
| --- | --- | --- |
| Ticket | create, read, update, Shut it | yes |
| Ticket | delete | no |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| shut | Ticket | Shut | It is. |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_SHORT | A short one | 422 | Too short. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Short | 3 |
`);
const editionOf = (text: string) => {
  const compiled = compile(text);
  assert.deepEqual(
    compiled.problems.filter(({ severity }) => severity === "error").map(({ message }) => message),
    [],
  );
  return { source: text, compiled };
};
const first = editionOf(source);
const changed = (...edits: readonly (readonly [from: string, to: string])[]) => {
  const text = edits.reduce((all, [from, to]) => {
    assert.ok(all.includes(from), from);
    return all.replace(from, to);
  }, source);
  return explainChanges(first, editionOf(text)).map(({ about, how }) => `${about} ${how}`);
};

test("each kind of clause has its word", () => {
  const cases: readonly (readonly [from: string, to: string, words: string])[] = [
    ["| State | state | | |", "| State | state | | |\n| Due | date | no | |", "Ticket: field Due added"],
    ["text up to 80", "text up to 90", "Ticket: field Subject changed"],
    ["`ticket.subject`\n", "`string(ticket.state)`\n", "entity Ticket changed"],
    ["- Show: Subject", "- Show: Subject, State", "screen Queue changed"],
    ["| Shut it | Open | Shut |", "| Shut it | Open, Shut | Shut |", "Ticket: transition Shut it changed"],
    ["ann@example.test", "ben@example.test", "Ticket: effect Shut it / mail shut changed"],
    ["> short", ">= short", "Ticket: rule Long changed"],
    ["| Ticket | delete | no |", "| Ticket | delete | brief |", "Ticket: permission delete changed"],
    ["size() < 9", "size() < 8", "condition brief changed"],
    ["| It is. |", "| It is shut. |", "mail shut changed"],
    ["Too short.", "This is too short.", "error TOO_SHORT changed"],
    ["| Sign-in | email and password |", "| Sign-in | magic link |", "setting Sign-in changed"],
    ["| Short | 3 |", "| Short | 4 |", "constant Short changed"],
  ];
  for (const [from, to, words] of cases) assert.deepEqual(changed([from, to]), [words], to);
  const lose = "| Shut it | Open | Shut | button |";
  assert.deepEqual(
    changed(["| Shut | end |", "| Shut | end |\n| Lost | end |"], [lose, `${lose}\n| Lose | Open | Lost | effect |`]),
    ["Ticket: state Lost added", "Ticket: transition Lose added"],
  );
});

test("what only moves is no change, and a whole entity is one", () => {
  assert.deepEqual(changed(["## 3. Entities", "\n\n## 3. Entities"]), []);
  assert.deepEqual(changed(["| Subject | text up to 80 | yes | |", "| Subject   |  text up to 80 | yes | |"]), []);
  const note: readonly (readonly [string, string])[] = [
    [
      "## 4. States",
      "### Note\n\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| Text | text up to 9 | yes | |\n\n## 4. States",
    ],
    ["| Ticket | delete | no |", "| Ticket | delete | no |\n| Note | create, read, update, delete | yes |"],
  ];
  assert.deepEqual(changed(...note), ["entity Note added"]);
  const longer = editionOf(note.reduce((all, [from, to]) => all.replace(from, to), source));
  assert.deepEqual(
    explainChanges(longer, first).map(({ about, how }) => `${about} ${how}`),
    ["entity Note removed"],
  );
});

test("a clause of a document that is gone is called what its address tells", () => {
  assert.equal(nameClause("3/Claim/Place"), "Claim: field Place");
  assert.equal(nameClause("3/Seed: Kind/hw"), "Seed: Kind, hw");
  assert.equal(nameClause("9/Short"), "section 9 / Short");
});
