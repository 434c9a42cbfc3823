// Deleting: what the right reads of the row that goes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases } from "../../../testing/database.ts";

const { open } = databases();

test("a right to delete that comes back to the row's own fields is judged while the row is there", async () => {
  const database = await open(
    completeDocument(`## 3. Entities and their fields

### Folder

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Notes | list of Note via Folder | | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Folder | belongs to Folder | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| made before its notes | Folder | \`folder.notes.exists(n, n.folder.created_at <= n.created_at)\` |

| For | May | Person |
| --- | --- | --- |
| Folder | read | yes |
| Folder | delete | made before its notes |
| Folder | create, update | no |
| Note | create, read, update, delete | no |
`).source,
  );
  const ann = await database.account("Ann");
  const folder = async (): Promise<string> =>
    String((await database.owner("INSERT INTO folder (title) VALUES ('A') RETURNING id"))[0]?.["id"]);
  const [full, empty] = [await folder(), await folder()];
  await database.owner("INSERT INTO note (folder) VALUES ($1)", [full]);
  const refused = await database.as(ann, `DELETE FROM folder WHERE id = '${empty}'`);
  assert.equal("code" in refused && refused.code, "FORBIDDEN");
  assert.ok("rows" in (await database.as(ann, `DELETE FROM folder WHERE id = '${full}'`)));
  assert.equal((await database.owner("SELECT FROM folder WHERE id = $1", [full])).length, 0);
});
