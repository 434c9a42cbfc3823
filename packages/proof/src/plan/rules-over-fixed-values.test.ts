// What a plan aims at where a rule reads what is set once: a change of something else is judged by what stands there.
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const start = products();

const offers = `
## 3. Entities and their fields

### Offer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Maker | reference to User, among \`User.filter(u, u.name != 'Nobody')\`, set once | no | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| One's own | Offer | \`offer.maker == null or offer.maker == offer.created_by\` | SELF |
${everything("Offer | create, read, update, delete")}
${errors("SELF")}
${settings}
`;

test("what is set once and compared with whoever made the row decides each part of a rule", () =>
  catchesMutants(
    "5/Offer/One's own",
    ["left out", "never kept", "without offer.maker == null", "without offer.maker == offer.created_by"],
    offers,
  ));

test("a change of what may be changed is tried with each of them", () =>
  shows(start, completeDocument(offers).source, {
    "5/Offer/One's own": [
      "create refused",
      "create allowed",
      "create allowed 2",
      "update refused",
      "update allowed",
      "update allowed 2",
    ],
  }));
