// What rows have by themselves that effects alone make: it is shown where they are made, which counts as their own clause's.
import { test } from "node:test";
import { settings } from "../testing/clauses.ts";
import { tells } from "../testing/tells.ts";

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

test("a default is told where an effect makes the row", () =>
  tells("3/Receipt/Due on", ["no default", "3 is 4", "3 is 2"], receipts));

test("so is the state in which it begins", () => tells("4/Receipt/State/New", ["rows begin as Held"], receipts));

test("so is in which zone days begin", () =>
  tells("9/Time zone", ["days of Pacific/Kiritimati", "days of Pacific/Pago_Pago"], receipts));

test("where effects alone give money, how many decimals it has is told there", () =>
  tells(
    "9/Currency",
    ["money of 3 decimals", "money of 0 decimals"],
    receipts
      .replace("| State | state", "| Cost | money | auto | |\n| State | state")
      .replace(
        "| Sale | create | create Receipt | `sale = sale` |",
        "$&\n| Receipt | Send | set | `cost = money(2.5)` |",
      ),
  ));
