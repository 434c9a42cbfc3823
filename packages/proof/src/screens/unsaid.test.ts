// Rights that are not shown, and fields that may not be set: what their screens say is as the document has it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { screenTrials, wordsOf } from "../testing/screen-trials.ts";
import { screenPlanOf } from "./plan.ts";

const { tryOn } = screenTrials();

const { source: choir } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Songs | \`/\` | list of Song | Singer | yes |
| Song | \`/songs/:song\` | detail of Song | Singer | |
| New song | \`/songs/new\` | new Song | Singer | |
| Change song | \`/songs/:song/change\` | edit Song | Singer | |
| Tapes | \`/tapes\` | list of Tape | Singer | yes |
| Tape | \`/tapes/:tape\` | detail of Tape | Singer | |
| New tape | \`/tapes/new\` | new Tape | Singer | |
| By side | \`/sides\` | board of Tape by Side | Singer | yes |
| Numbers | \`/numbers\` | dashboard | Singer | yes |

### Songs
- Show: Title, Price

### Song
- Show: Title, Price, Key

### Change song
- Ask: Title, Price, Key, Words

### Numbers

| Tile | Chart | Measure | Of |
| --- | --- | --- | --- |
| Recorded | number | count | Tape |

## 3. Entities and their fields

### Song
- Shown as: \`song.title\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 40 | yes | |
| Price | integer 0 to 9 | no | |
| Key | text up to 9 | no | |
| Words | text up to 40 | no | |

### Tape

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Side | one of: front, back | yes | front |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Singer | signed in |

| For | May | Singer |
| --- | --- | --- |
| Song | create, read, update | yes |
| Song | delete | no |
| Song | see Price | not shown |
| Song | set Price | no |
| Song | set Key | no |
| Song | set Words | not shown |
| Tape | read, create | not shown |
| Tape | update, delete | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

test("screens say what is not shown, and a form keeps to be read what may not be set", async () => {
  const { cases, notTried } = screenPlanOf(compile(choir));
  const change = cases.find(({ scenario }) => scenario.address === "2/Change song#A user without a role");
  assert.deepEqual(change?.expected?.names, { there: ["Title", "Key"], absent: [] });
  assert.deepEqual(
    cases.find(({ scenario }) => scenario.address === "2/Songs#A user without a role")?.expected?.columns,
    ["Title", "Price"],
  );
  assert.deepEqual(
    [...new Set(notTried.map(({ scenario, why }) => `${scenario.screen}: ${why}`))],
    ["tape: whether they may is not shown", "new_tape: whether they may is not shown"],
  );
  assert.deepEqual(wordsOf(await tryOn(choir, choir)), []);
});
