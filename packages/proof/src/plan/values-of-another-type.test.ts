// What is worked out is of another kind than what it is worked out of: nothing is wished of a field that it cannot hold.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { isRow } from "../interpreter/values/value.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";
import { kindOf } from "../field-types/measure.ts";
import { planOf } from "./plan.ts";

const start = products();

const kinds: Readonly<Record<string, string>> = {
  count: "number",
  size: "number",
  share: "number",
  price: "money",
  day: "date",
  moment: "datetime",
  length: "duration",
  name: "string",
  flag: "boolean",
  boss: "row",
};

const fields = `
| Count | integer 0 to 9 | yes | |
| Size | number 0 to 9 | yes | |
| Share | percent 0 to 100 | yes | |
| Price | money 0 to 9 | yes | |
| Day | date | yes | |
| Moment | datetime | yes | |
| Length | duration | yes | |
| Name | text up to 3 | yes | |
| Flag | yes/no | no | |
| Boss | reference to User, cleared on delete | no | |
`.trim();

/** What each kind of field may be worked out of. */
const workedOut: readonly (readonly [type: string, ...expressions: readonly string[]])[] = [
  [
    "text up to 2",
    "string(item.count)",
    "string(item.count * 2)",
    "'a' + string(item.count)",
    "string(item.count) + item.name",
    "string(weekday(item.day))",
    "string(weekday(date('2026-01-01')))",
    "string(size(item.name))",
    "string(days_between(item.day, today))",
    "slug(item.name)",
    "item.flag ? string(item.count) : item.name",
  ],
  [
    "integer 0 to 3",
    "size(item.name)",
    "size(string(item.count))",
    "weekday(item.day)",
    "weekday(date(item.moment))",
    "days_between(item.day, date(now))",
    "days_between(date(item.moment), item.day)",
    "div(item.count, 2, 0)",
    "item.count % 4",
    "-item.count + 5",
    "round(item.size, 0)",
    "min(item.count, 3)",
    "item.name == 'a' ? item.count : 4",
    "item.length > hours(2) ? 1 : item.count",
  ],
  ["money 0 to 5", "item.price * 2", "money(item.count)", "max(item.price, money(2))"],
  [
    "yes/no",
    "item.flag == (item.count > 3)",
    "item.name.contains('a')",
    "item.boss != null and item.boss.has_role('Person')",
  ],
];

const documentOf = (type: string, expression: string) =>
  completeDocument(`
## 3. Entities and their fields

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
${fields}
| Result | ${type} | auto | |
| Same | ${type} | no | |

## 4. States and transitions

### Effects

| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Item | change of Size | | | set | \`result = ${expression}\` |
| Item | change of Share | | \`item.same == (${expression})\` | set | \`size = 1\` |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Other | Item | update | \`item.count != 5\` | \`item.same != (${expression})\` | BAD |

${everything("Item | create, read, update, delete")}
${errors("BAD")}
${settings}
`).source;

test("whatever is wished of what is worked out, each field holds what is of its kind", () => {
  for (const [type, ...expressions] of workedOut)
    for (const expression of expressions) {
      const compiled = compile(documentOf(type, expression));
      assert.deepEqual(
        compiled.problems.map(({ message }) => message),
        [],
        expression,
      );
      const { cases } = planOf(compiled);
      assert.ok(cases.length > 0, expression);
      for (const { situation, scenario } of cases)
        for (const row of situation.world.rows.get("item")?.values() ?? [])
          for (const [name, value] of row.values) {
            const kind = kinds[name];
            if (value === null || kind === undefined) continue;
            assert.equal(isRow(value) ? "row" : kindOf(value), kind, `${expression}: ${name} in ${scenario.address}`);
          }
    }
});

test("a number that an effect writes as a text is tried at what it may be", async () => {
  const source = completeDocument(`
## 3. Entities and their fields

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Weight | integer 0 to 19 | yes | 1 |
| Label | text up to 1 | auto | |

## 4. States and transitions

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Item | update | \`string(item.weight) != '7'\` | set | \`label = string(item.weight)\` |
${everything("Item | create, read, update, delete")}
${settings}
`).source;
  await shows(start, source, {
    "3/Item/Label": ["given", "given later", "of the greatest length by an effect", "one longer by an effect"],
    "4/Effects/Item/update/set": ["follows", "does not follow"],
  });
});
