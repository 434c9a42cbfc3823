// What a plan aims at in sums over several rows: their exact edge, which no single row reaches, and the first value beyond it.
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const start = products();

const bills = (entity: string, must: string) => `
## 3. Entities and their fields

### Bill

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Lines | list of Line | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Bill | belongs to Bill | yes | |
| Amount | integer 1 to 60 | yes | |
| Price | money 0.10 to 9 | yes | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Most | ${entity} | \`${must}\` | MUCH |
${everything("Bill | create, read, update, delete", "Line | create, read, update, delete")}
${errors("MUCH")}
${settings}`;

const ofSiblings = bills("Line", "line.bill.lines.map(l, l.amount).sum() <= 100");

test("the edge of a sum over a row and those beside it is reached by several of them", () => {
  catchesMutants("5/Line/Most", ["left out", "100 is 101", "100 is 99"], ofSiblings);
  const others = bills("Line", "line.bill.lines.filter(l, l != line).map(l, l.amount).sum() <= 80");
  catchesMutants("5/Line/Most", ["left out", "80 is 81", "80 is 79"], others);
});

test("the edge of a sum over a row's own list is reached by several rows of it", () => {
  catchesMutants(
    "5/Bill/Most",
    ["left out", "130 is 131", "130 is 129"],
    bills("Bill", "bill.lines.map(l, l.amount).sum() <= 130"),
  );
  const money = "bill.lines.map(l, l.price).sum() < money(30)";
  catchesMutants("5/Bill/Most", ["left out", "30 is 31", "30 is 29"], bills("Bill", money));
});

test("a product of that document shows both sides of it", async () => {
  const both = ["refused", "allowed"];
  await shows(start, completeDocument(ofSiblings).source, {
    "5/Line/Most": ["create", "update"].flatMap((deed) => both.map((what) => `${deed} ${what}`)),
  });
});
