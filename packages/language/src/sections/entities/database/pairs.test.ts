// A field with several rows is a way to them: the rows that the caller may read, and of accounts their names.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases, type Answer } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();
const values = (answer: Answer): unknown =>
  "rows" in answer ? answer.rows.map((row) => Object.values(row).join(" ")) : answer.code;

test("the rows and people that a field names are read through it as far as the caller may read", async () => {
  const database = await open(
    completeDocument(`## 3. Entities and their fields

### Tag

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Word | text up to 30 | yes | |
| Secret | yes/no | no | no |

### Recipe

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Tags | several Tag | | |
| Cooks | several User | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Cook | signed in |
| Chef | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Tag | \`not tag.secret\` |
| shown | Recipe | \`recipe.name != 'Draft'\` |

| For | May | Cook | Chef |
| --- | --- | --- | --- |
| Tag | read | open | yes |
| Tag | create, update, delete | no | yes |
| Recipe | read | shown | yes |
| Recipe | create, update, delete | no | yes |
`).source,
  );
  const [ann, chef] = [await database.account("Ann"), await database.account("Chef")];
  await database.owner("SELECT writ.name_role('chef@example.test', 'Chef')");
  await database.owner("INSERT INTO tag (word, secret) VALUES ('hot', false), ('house', true)");
  const tags = "ARRAY(SELECT id FROM tag)";
  const people = "ARRAY(SELECT id FROM auth.users)";
  for (const name of ["Bread", "Draft"])
    await database.owner(`INSERT INTO recipe (name, tags, cooks) VALUES ('${name}', ${tags}, ${people})`);
  const named = async (who: string | null, field: string, of: string, from = "recipe") =>
    values(
      await database.as(who, `SELECT one.${of} FROM ${from} CROSS JOIN LATERAL ${field}(recipe) AS one ORDER BY 1`),
    );
  assert.deepEqual(await named(ann, "tags", "word"), ["hot"]);
  assert.deepEqual(await named(ann, "cooks", "name"), ["Ann", "Chef"]);
  assert.deepEqual(await named(chef, "tags", "word"), ["hot", "hot", "house", "house"]);
  assert.deepEqual(await named(null, "tags", "word"), []);
  // They are looked up by their keys as part of the statement around, not by a call for each row.
  const plan = await database.as(ann, "EXPLAIN SELECT one.word FROM recipe CROSS JOIN LATERAL tags(recipe) AS one");
  assert.doesNotMatch(JSON.stringify(plan), /Function Scan/);
  // A row that is made up names what the caller may read anyway, and nobody.
  const madeUp = (field: string) =>
    `jsonb_populate_record(NULL::recipe, jsonb_build_object('id', gen_random_uuid(), '${field}', (SELECT jsonb_agg(id) FROM unnest($1::uuid[]) AS id))) AS recipe`;
  const allTags = (await database.owner("SELECT id FROM tag")).map(({ id }) => id);
  const byHand = await database.as(
    ann,
    `SELECT one.word FROM ${madeUp("tags")} CROSS JOIN LATERAL tags(recipe) AS one`,
    [allTags],
  );
  assert.deepEqual(values(byHand), ["hot"]);
  const nobody = await database.as(
    ann,
    `SELECT one.name FROM ${madeUp("cooks")} CROSS JOIN LATERAL cooks(recipe) AS one`,
    [[ann, chef]],
  );
  assert.deepEqual(values(nobody), []);
});
