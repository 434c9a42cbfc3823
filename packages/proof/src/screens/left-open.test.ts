// What a screen leaves open is not expected: what its reader sees in no row, and what no browser can know.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { screenTrials, wordsOf } from "../testing/screen-trials.ts";
import { screenPlanOf } from "./plan.ts";

const { tryOn } = screenTrials();

const clubs = `
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Welcome | \`/\` | page | anyone | yes |
| Clubs | \`/clubs\` | list of Club | signed in | yes |
| Games | \`/c/:club.slug\` | list of Game | Player, Chair | |
| Game | \`/c/:club.slug/:game\` | detail of Game | Player, Chair | |
| By code | \`/code/:game.code\` | detail of Game | Player | |

### Welcome
- Buttons: Clubs

~~~markdown
Hello.
~~~

### Clubs
- Opens: Games

### Games
- Show: Name, Fee
- Opens: Game

### Game
- Show: Name, Fee
- Buttons: By code

## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Slug | text up to 40, unique | yes | |

### Membership

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Person | reference to User | yes | |
| Chair | yes/no | no | no |

### Game

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Code | random code \`{aaaaaa}\` | | |
| Name | text up to 40 | yes | |
| Host | reference to Membership | no | |
| Fee | integer 0 to 9 | yes | 5 |
| State | state | | |

## 4. States and transitions

### Game
| State | Kind |
| --- | --- |
| Open | start |
| Over | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| End | Open | Over | button |
| Strike | Open | Over | button |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Visitor | anyone | |
| Player | Membership where \`not membership.chair\` | Club |
| Chair | Membership where \`membership.chair\` | Club |

| Condition | For | Holds when |
| --- | --- | --- |
| hosted | Game | \`game.host == my_membership\` |

| For | May | Visitor | Player | Chair |
| --- | --- | --- | --- | --- |
| Club | read | yes | yes | yes |
| Club | create, update, delete | no | no | no |
| Membership | read | no | yes | yes |
| Membership | create, update, delete | no | no | no |
| Game | read | no | yes | yes |
| Game | create, update, delete | no | no | no |
| Game | see Fee | no | no | yes |
| Game | End | no | hosted | yes |
| Game | Strike | no | no | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

test("pages with buttons, hidden content, random codes in addresses, and steps that ask for a membership", async () => {
  const { source } = completeDocument(clubs);
  const { notTried, cases } = screenPlanOf(compile(source));
  assert.deepEqual(
    notTried.map(({ scenario, why }) => `${scenario.screen}: ${why}`),
    Array.from({ length: notTried.length }, () => "by_code: what its address names cannot be foretold"),
  );
  assert.ok(notTried.length > 0);
  const game = cases.find(({ scenario }) => scenario.address === "2/Game#Player");
  assert.deepEqual(game?.expected?.commands, { there: ["By code"], absent: ["Strike"] });
  assert.deepEqual(wordsOf(await tryOn(source, source)), []);
});

test("a way to change a row that is not theirs to change, and rows below it of which they read none, are not expected", async () => {
  const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Songs | \`/\` | list of Song | Singer, Conductor | yes |
| Song | \`/songs/:song\` | detail of Song | Singer, Conductor | |
| Retitle | \`/songs/:song/title\` | edit Song | Singer, Conductor | |

### Song
- Show: Title, Remarks
- Buttons: Retitle

## 3. Entities and their fields

### Song

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 40 | yes | |
| Remarks | list of Remark | | |

### Remark

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Song | belongs to Song | yes | |
| Words | text up to 40 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Singer | named at installation |
| Conductor | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| untitled | Song | \`song.title == 'Untitled'\` |

| For | May | Singer | Conductor |
| --- | --- | --- | --- |
| Song | create, read | yes | yes |
| Song | update | untitled | yes |
| Song | delete | no | no |
| Remark | create, read, update, delete | no | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
  const { cases } = screenPlanOf(compile(source), "2/Song#");
  assert.deepEqual(
    cases.map(({ scenario: { address }, expected }) => [
      address,
      expected?.names.there,
      expected?.commands.there.includes("Retitle"),
    ]),
    [
      ["2/Song#A visitor who is not signed in", undefined, undefined],
      ["2/Song#A user without a role", undefined, undefined],
      ["2/Song#Singer", ["Title"], false],
      ["2/Song#Conductor", ["Title", "Remarks"], true],
    ],
  );
  assert.deepEqual(wordsOf(await tryOn(source, source)), []);
});
