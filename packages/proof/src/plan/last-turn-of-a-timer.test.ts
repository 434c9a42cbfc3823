// What a plan aims at in timers that come again and count: their last turn, after which their condition no longer holds.
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const start = products();

const bills = `
## 3. Entities and their fields

### Bill

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Told | integer 0 to 9 | yes | 0 |
| State | state | | |

## 4. States and transitions

### Bill
| State | Kind |
| --- | --- |
| Open | start |
| Paid | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Pay | Open | Paid | button | | |
| Remind | Open | same | after \`wait\` | \`bill.told < 3\` | NO |

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Bill | Remind | | set | \`told = bill.told + 1\` |
${everything("Bill | create, read, update, delete", "Bill | Pay")}
${errors("NO")}
${settings}
| Constant | Value |
| --- | --- |
| Wait | 2 days |
`;

test("a timer that counts up what clients may set is tried in its last turn", async () => {
  catchesMutants("4/Bill/Remind", ["left out", "possible never", "3 is 4", "3 is 2"], bills);
  catchesMutants("4/Effects/Bill/Remind/set", ["left out", "1 is 2", "1 is 0"], bills);
  await shows(
    start,
    completeDocument(bills).source,
    {
      "4/Bill/Remind": ["due in open", "early", "not in paid", "open", "closed"],
      "4/Effects/Bill/Remind/set": ["follows"],
    },
    // It would have to be nine, and is done below three.
    {
      "3/Bill/Told#beyond its most by an effect": "no row found among 3: no row where it is due",
      "8/NO#en": "no case of another clause is refused with it",
    },
  );
});
