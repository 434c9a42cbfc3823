// A step with what it sets on its own row, beside rules that compare it with what was.
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";

const start = products();

test("a step and what it sets first on its own row are one change, for rules that compare with what was", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Lot

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 40 | yes | |
| Price | integer | yes | 0 |
| Offer | integer | no | |
| Bids | integer | auto | 0 |
| State | state | auto | |

## 4. States and transitions

### Lot

| State | Kind |
| --- | --- |
| Open | start |
| Closed | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Bid | Open | same | button | | | Offer (required) |
| Close | Open | Closed | button | | | |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Lot | Bid | \`lot.offer != null\` | set | \`price = lot.offer\` |
| Lot | Bid | | set | \`bids = lot.bids + 1\` |
| Lot | Close | | set | \`offer = null\` |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Higher | Lot | Bid | | \`lot.offer == null or lot.offer > old.price\` | TOO_LOW |
| Had bids | Lot | Close | | \`old.offer != null\` | NO_BIDS |

${everything("Lot | create, read, update, delete, Bid, Close")}
${errors("TOO_LOW", "NO_BIDS")}
${settings}
`);
  await shows(
    start,
    source,
    {
      "5/Lot/Higher": ["bid refused", "bid allowed 2"],
      "5/Lot/Had bids": ["close refused", "close allowed"],
      "4/Effects/Lot/Bid/set": ["follows"],
      "4/Effects/Lot/Bid/set/2": ["follows"],
    },
    // The step asks for it.
    {
      "4/Effects/Lot/Bid/set#does not follow": "no row found among 2: REQUIRED of 4/Lot/Bid comes first",
      "5/Lot/Higher#bid allowed": "no row found among 60: TOO_LOW of 5/Lot/Higher comes first",
    },
  );
});
