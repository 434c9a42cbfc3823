// What rows have by themselves that effects alone make: it is shown where they are made, which counts as their own clause's.
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const receipts = `
## 3. Entities and their fields

### Sale

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |

### Receipt

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Sale | belongs to Sale | yes | |
| Due on | date | auto | \`today + days(3)\` |
| State | state | | |

## 4. States and transitions

### Receipt

| State | Kind |
| --- | --- |
| New | start |
| Held | |
| Sent | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Hold | New | Held | button |
| Send | New, Held | Sent | button |

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Sale | create | create Receipt | \`sale = sale\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Sale | create, read, update, delete | yes |
| Receipt | read, Hold, Send | yes |
| Receipt | create, update, delete | no |
${settings}
`;

test("a default is detected where an effect creates the row", () =>
  catchesMutants("3/Receipt/Due on", ["no default", "3 is 4", "3 is 2"], receipts));

test("so is the state in which it begins", () =>
  catchesMutants("4/Receipt/State/New", ["rows begin as Held"], receipts));

test("so is in which zone days begin", () =>
  catchesMutants("9/Time zone", ["days of Pacific/Kiritimati", "days of Pacific/Pago_Pago"], receipts));

test("where effects alone give money, they show how many decimals it has", () =>
  catchesMutants(
    "9/Currency",
    ["money of 3 decimals", "money of 0 decimals"],
    receipts
      .replace("| State | state", "| Cost | money | auto | |\n| State | state")
      .replace(
        "| Sale | create | create Receipt | `sale = sale` |",
        "$&\n| Receipt | Send | set | `cost = money(2.5)` |",
      ),
  ));

const start = products();

test("what follows where rows are made and changed that nobody makes or changes is tried by what sets that off", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Total | integer 0 to 100 | yes | 5 |
| State | state | auto | |

### Invoice

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Of | reference to Order | yes | |
| Amount | integer | yes | |
| Fee | integer | no | |

### Entry

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text up to 40 | yes | |

## 4. States and transitions

### Order

| State | Kind |
| --- | --- |
| Open | start |
| Closed | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Close | Open | Closed | button | | | |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Order | Close | | create Invoice | \`of = order, amount = order.total\` |
| Invoice | create | \`invoice.amount > 10\` | set | \`fee = 3\` |
| Invoice | create | | create Entry | \`words = 'Invoice made'\` |
| Invoice | change of Fee | | create Entry | \`words = 'Fee'\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Order | create, read, update, delete, Close | yes |
| Invoice | read | yes |
| Invoice | create, update, delete | no |
| Entry | read | yes |
| Entry | create, update, delete | no |

${settings}
`);
  await shows(start, source, {
    "4/Effects/Invoice/create/set": ["follows", "does not follow"],
    "4/Effects/Invoice/create/create Entry": ["follows"],
    "4/Effects/Invoice/change of Fee/create Entry": ["follows"],
  });
});
