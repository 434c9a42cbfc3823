// What a plan aims at where what effects give, and what each row of a list gives, is worked out on several branches.
import { test } from "node:test";
import { errors, settings } from "../testing/clauses.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const orders = `
## 3. Entities and their fields

### Basket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Pieces | integer 0 to 500 | yes | |
| Trade | yes/no | no | no |
| Rate | integer 0 to 50 | yes | |
| Lines | list of Line | | |
| Sum | computed integer \`basket.lines.map(l, l.gift and l.amount > 20 ? 0 : l.amount * 3).sum()\` | | |
| Fee | integer | auto | |
| Rest | money | auto | |
| Good lines | integer | auto | |
| State | state | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Basket | belongs to Basket | yes | |
| Gift | yes/no | no | no |
| Amount | integer 1 to 99 | yes | |
| Points | integer | auto | |

### Entry

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Basket | belongs to Basket | yes | |
| Worth | integer | yes | |

## 4. States and transitions

### Basket
| State | Kind |
| --- | --- |
| Open | start |
| Placed | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Place | Open | Placed | button |

### Effects
| For | After | On | Do | With |
| --- | --- | --- | --- | --- |
| Basket | Place | | set | \`fee = basket.trade and basket.pieces > 10 ? 5 : basket.pieces * 2\` |
| Basket | Place | | set | \`rest = money(basket.pieces * basket.rate), good_lines = basket.lines.filter(l, not l.gift and l.amount > 7).size()\` |
| Basket | Place | on \`basket.lines\` | set | \`points = line.amount > 50 ? 4 : 1\` |
| Basket | Place | | create Entry | \`basket = basket, worth = basket.pieces > 100 ? 9 : 3\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Basket | create, read, update, delete, Place | yes |
| Line | create, read, update, delete | yes |
| Entry | read | yes |
| Entry | create, update, delete | no |
${errors("WRONG")}
${settings}
`;

test("each row of a list gives its value on each branch, by each part of what decides between them", () =>
  catchesMutants(
    "3/Basket/Sum",
    ["without l.gift", "without l.amount > 20", "20 is 21", "20 is 19", "3 is 4"],
    orders,
  ));

test("what an effect sets is worked out on each branch, by each part of what decides between them", () =>
  catchesMutants(
    "4/Effects/Basket/Place/set",
    ["without basket.trade", "without basket.pieces > 10", "10 is 11", "10 is 9", "always 5", "2 is 3"],
    orders,
  ));

test("what an effect counts in a list is so of one that is let in, and of one that is not", () =>
  catchesMutants("4/Effects/Basket/Place/set/2", ["without not l.gift", "7 is 8", "7 is 6"], orders));

test("of the rows that an effect happens to one is on each branch", () =>
  catchesMutants("4/Effects/Basket/Place/set/3", ["50 is 51", "50 is 49"], orders));

test("what an effect gives to a row that it makes is worked out on each branch", () =>
  catchesMutants("4/Effects/Basket/Place/create Entry", ["100 is 101", "100 is 99"], orders));
