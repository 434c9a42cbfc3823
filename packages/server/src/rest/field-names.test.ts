// A reference is embedded by the name of its field, whether or not fields are hidden where it leads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../testing/product.ts";

const startProduct = products();

const document = (see: string) =>
  completeDocument(`
## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Prize | reference to Item | no | |
| Second prize | reference to Item | no | |

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Cost | integer | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Office | named at installation |

| For | May | Member | Office |
| --- | --- | --- | --- |
| Club | create, read, update, delete | yes | yes |
| Item | create, read, update, delete | yes | yes |
${see}`).source;

for (const [what, see] of [
  ["nothing", ""],
  ["a field of what it leads to", "| Item | see Cost | no | yes |\n"],
  ["a field beside it", "| Club | see Second prize | no | yes |\n"],
  ["fields at both ends", "| Item | see Cost | no | yes |\n| Club | see Second prize | no | yes |\n"],
] as const) {
  test(`hidden: ${what}`, async () => {
    const product = await startProduct(document(see));
    const token = await product.person("Ann");
    const ann = createClient(product.url, product.anonKey, {
      accessToken: async () => token,
      auth: { persistSession: false },
    });
    const { data: item } = await ann.from("item").insert({ name: "cup" }).select("id").single();
    await ann.from("club").insert({ name: "chess", prize: item?.id }).throwOnError();
    for (const named of ["prize(name)", "prize:item!prize(name)"]) {
      const { data, error } = await ann.from("club").select(`name, ${named}`);
      assert.deepEqual([data, error], [[{ name: "chess", prize: { name: "cup" } }], null], named);
    }
    const { data } = await ann.from("club").select("name, prize!inner(name)").eq("prize.name", "cup");
    assert.deepEqual(data, [{ name: "chess", prize: { name: "cup" } }]);
  });
}
