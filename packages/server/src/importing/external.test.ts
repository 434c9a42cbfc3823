// Rows of files into a database that is there already, whose owner has no privileges.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { applyDocument } from "../applying/index.ts";
import { openDatabase } from "../postgres/index.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { theirDatabase } from "../postgres/testing/their-database.ts";
import { importRows, type ImportOptions, type ImportRefused } from "./index.ts";

const { source } = completeDocument(`## 3. Entities and their fields

### Book

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 40 | yes | |
| Pages | integer 1 to 5000 | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |
| Keeper | named at installation |

| For | May | Reader | Keeper |
| --- | --- | --- | --- |
| Book | read | yes | yes |
| Book | create | no | yes |
| Book | update, delete | no | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

test("by the rights of an account, and not by those of the service, which has none there", async () => {
  const database = await openDatabase({ url: await theirDatabase({ after }) });
  const client = await database.connect();
  after(async () => {
    await client.end();
    await database.stop();
  });
  await applyDocument(client, source, compile(source), (before) => compile(before));
  for (const [name, role] of [["kim", "keeper"], ["rob"]] as const) {
    const { rows } = await client.query("INSERT INTO auth.users (email) VALUES ($1) RETURNING id", [
      `${name}@example.test`,
    ]);
    if (role !== undefined)
      await client.query("INSERT INTO writ.assigned_role (person, role) VALUES ($1, $2)", [rows[0]?.id, role]);
  }
  const path = join(emptyFolder({ after }), "books.csv");
  writeFileSync(path, "Title,Pages\nMoby Dick,635\nNothing,0\n");
  const run = async (options: Partial<ImportOptions>) =>
    importRows({
      database,
      path,
      entity: "Book",
      map: [],
      ignore: [],
      as: undefined,
      updateBy: undefined,
      mode: "only good",
      how: "new",
      ...options,
    });
  const titles = async () => (await client.query("SELECT title FROM public.book")).rows.map(({ title }) => title);
  const byRob = await run({ as: "rob@example.test" });
  assert.deepEqual([byRob.created, byRob.refused, await titles()], [0, 2, []]);
  const byKim = await run({ as: "kim@example.test", how: "again" });
  assert.deepEqual([byKim.created, byKim.refused, await titles()], [1, 1, ["Moby Dick"]]);
  await assert.rejects(run({ how: "again" }), (refused: ImportRefused) =>
    /lacks BYPASSRLS\. Name one with --as/.test(refused.command),
  );
});
