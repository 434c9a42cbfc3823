// `a_b` of c and `a` of `b_c` are two: whatever is made for a part of an entity has a name of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { databases } from "../testing/database.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { databaseOf } from "../database/database.ts";
import { keyOf } from "./objects.ts";

const { open } = databases();

const part = (entity: string, words: string, most: number) => {
  const identifier = (name: string) => name.toLowerCase().replaceAll(" ", "_");
  const id = identifier(entity);
  const named = (name: string) => `${words} ${name}`.trim();
  const own = (name: string) => identifier(named(name));
  return {
    fields: `### ${entity}

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| ${named("Count")} | integer 0 to 100 | yes | 1 |
| ${named("Total")} | computed integer \`${id}.${own("Count")} * ${most}\` | | |
| ${named("Start")} | integer 0 to 1000 | yes | \`${id}.${own("Count")} + ${most}\` |
| ${named("Secret")} | text up to 10 | no | |
| ${named("Other")} | reference to Thing, among \`Thing.filter(t, t.size == ${most})\` | no | |
| ${named("Others")} | several Thing, among \`Thing.filter(t, t.size == ${most})\` | no | |
| ${named("State")} | state | | |
`,
    states: `### ${entity}

| State | Kind | Meaning |
| --- | --- | --- |
| Small | start if \`${id}.${own("Count")} < ${most}\` | |
| Large | start if \`${id}.${own("Count")} >= ${most}\` | |
| Gone | end | |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Drop | any | Gone | button |
`,
    rule: `| ${named("Fits")} | ${entity} | | | \`${id}.${own("Count")} <= ${most}\` | FITS |`,
    rights: `| ${entity} | create, read, update, delete, Drop | yes |
| ${entity} | see ${named("Secret")} | ${named("Mine")} |
| ${entity} | set ${named("Other")} | ${named("Mine")} |`,
    condition: `| ${named("Mine")} | ${entity} | \`${id}.${own("Count")} == ${most}\` |`,
  };
};
const [order, line] = [part("Order", "Line", 10), part("Order line", "", 20)];

const { source } = completeDocument(`## 3. Entities and their fields

### Order key

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Opens | reference to Order | no | |

### Order newest

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Opens | reference to Order | no | |

### Thing

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Size | integer 0 to 100 | yes | |

${order.fields}
${line.fields}
## 4. States and transitions

${order.states}
${line.states}
## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
${order.rule}
${line.rule}

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Clerk | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
${order.condition}
${line.condition}

| For | May | Clerk |
| --- | --- | --- |
| Thing | create, read, update, delete | yes |
| Order key | create, read, update, delete | yes |
| Order newest | create, read, update, delete | yes |
${order.rights}
${line.rights}

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| FITS | too many | 422 | Too many. |
`);

test("no object is made twice", () => {
  const keys = databaseOf(compile(source)).map(keyOf);
  assert.deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  );
});

test("each entity works out, begins, hides, offers and keeps what is its own", async () => {
  const database = await open(source);
  const ann = await database.account("Ann");
  await database.owner("INSERT INTO thing (size) VALUES (10), (20)");
  const thing = (size: number) => `(SELECT id FROM thing WHERE size = ${size})`;
  for (const [entity, prefix, most] of [
    ["order", "line_", 10],
    ["order_line", "", 20],
  ] as const) {
    const table = `public."${entity}"`;
    const insert = async (count: number, size: number) => {
      const answer = await database.as(
        ann,
        `INSERT INTO ${table} (${prefix}count, ${prefix}secret, ${prefix}others) VALUES ($1, 'x', ARRAY[${thing(size)}]) RETURNING ${prefix}total AS total, ${prefix}start AS start, ${prefix}state AS state, ${prefix}secret AS secret`,
        [count],
      );
      return "rows" in answer ? answer.rows : answer.code;
    };
    assert.deepEqual(
      [
        await insert(most, most),
        await insert(most - 1, most),
        await insert(most + 1, most),
        await insert(1, 30 - most),
      ],
      [
        [{ total: String(most * most), start: String(2 * most), state: "large", secret: "x" }],
        [{ total: String((most - 1) * most), start: String(2 * most - 1), state: "small", secret: null }],
        "FITS",
        "INVALID",
      ],
      entity,
    );
  }
});
