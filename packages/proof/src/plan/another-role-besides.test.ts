// That a role may not do something is tried also where another role of theirs may under a condition with an error of its own.
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const start = products();

const meals = `
## 3. Entities and their fields

### Kitchen

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Open | yes/no | no | yes |

### Meal

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Kitchen | reference to Kitchen | yes | |
| Name | text up to 20 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Cook | named at installation |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| from an open kitchen | Meal | \`meal.kitchen.open\` | CLOSED |

| For | May | Person | Cook |
| --- | --- | --- | --- |
| Kitchen | create, read, update, delete | yes | yes |
| Meal | create, update | from an open kitchen | no |
| Meal | read | yes | yes |
| Meal | delete | yes | no |
${errors("CLOSED")}
${settings}`;

test("whom another role lets do it under a condition is refused where the condition does not hold", async () => {
  await shows(
    start,
    completeDocument(meals).source,
    {
      "6/Meal/create/Cook": ["may not"],
      "6/Meal/update/Cook": ["may not"],
      "6/Meal/create/Person": ["may", "may not"],
    },
    {
      // Of a meal of no kitchen no one knows whether it is open.
      "3/Meal/Kitchen#required": "no row found among 37: FORBIDDEN of 6/Meal/create comes first",
      "6/Meal/delete/Cook#may not": "no row found among 1: another role of the user allows it",
    },
  );
  catchesMutants("6/Meal/create/Cook", ["always"], meals);
  catchesMutants("6/Meal/update/Cook", ["always"], meals);
});
