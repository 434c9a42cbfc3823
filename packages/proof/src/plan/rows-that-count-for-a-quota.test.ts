// What a plan aims at where rows count for a quota: that they still do when everything has been done, beside such as do not.
import { test } from "node:test";
import { errors, everything, settings } from "../testing/clauses.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const stays = `
## 3. Entities and their fields

### House

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |

### Stay

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Kind | one of: short, long | yes | |
| Nights | integer 1 to 30 | yes | |
| Guest | reference to User | auto | \`me\` |
| State | state | | |

## 4. States and transitions

### Stay
| State | Kind |
| --- | --- |
| Asked | start |
| Over | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Leave | Asked | Over | button |

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Stay | create | \`stay.kind == 'long' and stay.nights < 3\` | delete | |
${everything("House | create, read, update, delete", "Stay | create, read, update, delete", "Stay | Leave")}
${errors("FULL")}
${settings}
| Limit | Value | Counts | When | Otherwise |
| --- | --- | --- | --- | --- |
| Long | 2 per House | Stay | \`stay.kind == 'long'\` | FULL |
| Open | 3 per User via Guest | Stay | \`not stay.ended\` | FULL |
`;

test("the last row that fits is one that no effect takes away again", () => {
  catchesMutants("9/Long", ["left out", "2 is 3", "2 is 1", "counted always"], stays);
});

test("what does not count stands beside the last row that fits", () => {
  catchesMutants("9/Open", ["left out", "3 is 4", "3 is 2", "counted always"], stays);
});
