// What a browser foresees of a right by whom a field with several of them names, of the row itself and behind a reference.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { productModule, type Application, type Context } from "@writ/language/product";
import { runtime, type Runtime } from "@writ/language/runtime";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { rowFor } from "../field-types/row-values.ts";
import { may } from "../product/rights.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### House

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Keepers | several User | no | |

### Repair

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | reference to House | yes | |
| Helpers | several User | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| keeper | Repair | \`me in repair.house.keepers\` |
| alone | Repair | \`repair.helpers.size() == 0\` |

| For | May | Person |
| --- | --- | --- |
| House | create, read, update, delete | yes |
| Repair | create, read | yes |
| Repair | update | keeper |
| Repair | delete | alone |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

test("a user on the list may, others may not, and where it is unreadable only the database can tell", async () => {
  const module = `data:text/javascript;base64,${Buffer.from(productModule(compile(source))).toString("base64")}`;
  const { describe } = (await import(module)) as { readonly describe: (given: Runtime) => Application };
  const application = describe(runtime);
  const { roles: all } = application;
  const roles = all.map(({ id }) => ({ role: id, within: null }));
  const answers = (wire: Readonly<Record<string, unknown>>) => {
    const context = {
      me: rowFor("user", { id: "ann" }, application),
      scope: { repair: rowFor("repair", { id: "one", ...wire }, application) },
    } as unknown as Context;
    return ["update", "delete"].map((action) => may(action, "repair", context, { application, roles }));
  };
  const house = (keepers: readonly string[]) => ({ house: "here", _house: { id: "here", keepers } });
  assert.deepEqual(answers({ ...house(["bob", "ann"]), helpers: null }), ["yes", "yes"]);
  assert.deepEqual(answers({ ...house(["bob"]), helpers: ["bob"] }), ["no", "no"]);
  assert.deepEqual(answers({ ...house([]), helpers: [] }), ["no", "yes"]);
  assert.deepEqual(answers({ house: "here", _house: null }), ["perhaps", "perhaps"]);
});
