// Stories are what a person can repeat: names for ids, moments as people write them, and all that the outcome hangs on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { planOf } from "../plan/plan.ts";
import { storyOf } from "./story.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 300 | yes | |
| About | reference to User | no | |
| Seen at | datetime | auto | \`now\` |
| State | state | | |

## 4. States and transitions

### Note
| State | Kind |
| --- | --- |
| New | start |
| Old | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Age | New | Old | after \`patience\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Note | create, read | yes |
| Note | update | own |
| Note | delete | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_MANY | Too much in an hour | 429 | Enough. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | UTC |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Patience | 3 days |

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| New notes | 4 per hour per user | create Note | TOO_MANY |
`);

const stories = new Map(planOf(compile(source)).cases.map((one) => [one.scenario.address, storyOf(one)]));
const story = (address: string): string => {
  const result = stories.get(address);
  assert.ok(result, [...stories.keys()].join("\n"));
  return result.join("\n");
};

test("people and rows have names, each row with its id once", () => {
  const told = story("6/Note/update/Person#may not");
  assert.match(told, /^There is note 1 \([-0-9a-f]{36}\): .*created_by = Bo, /m);
  assert.match(told, /^Ann: update note 1: \w+ = .+\.\nIt is refused: FORBIDDEN \(6\/Note\/update\)\.$/m);
  assert.equal(told.match(/[-0-9a-f]{36}/g)?.length, 1);
});

test("moments are written as such, and of a long text its beginning and how long it is", () => {
  assert.match(story("3/Note/Seen at#given"), /^Ann: create note 1: .*seen_at = 2026-03-1\dT[0-9:.]+Z\.$/m);
  assert.match(story("3/Note/Text#of the greatest length"), /text = a{40}… \(300 characters\)/);
});

test("time that goes on has an end, and earlier counts of a limit are reported", () => {
  assert.match(
    story("4/Note/Age#due in new"),
    /^Time advances to 2026-03-20T[0-9:.]+Z\.\nEverything that is due happens\.$/m,
  );
  assert.match(story("4/Note/Age#early"), /^Time advances to .*\nNo row changes\.$/m);
  const full = story("9/New notes#full");
  assert.match(full, /^The limit new_notes has counted for Ann at 2026-03-17T09:00:01.000Z: 4 times\.$/m);
  assert.match(full, /It is refused: TOO_MANY/);
});
