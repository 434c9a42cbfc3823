// A document that is applied while its product is served: what connections of the server remember is of the tables before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../testing/product.ts";
import { applyDocument } from "./index.ts";

const start = products();
const source = completeDocument(`
## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Height | integer | yes | |
| Volume | computed integer \`box.height * 2\` | | |
| Full at | datetime | auto | |
| Remark | text up to 40 | auto | |
| State | state | | |

## 4. States and transitions

### Box

| State | Kind |
| --- | --- |
| Open | start |
| Closed | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Close | Open | Closed | button |

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Box | Close | | set | \`full_at = now\` |
| Box | Close | \`box.volume > 5\` | set | \`remark = 'large'\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Box | create, read, update, delete | yes |
| Box | Close | yes |
`).source;

test("columns that are dropped and added anew break nothing on connections that were there before", async () => {
  const product = await start(source, { limits: { connections: 1 } });
  const token = await product.person("ann");
  const ann = createClient(product.url, product.anonKey, {
    accessToken: async () => token,
    auth: { persistSession: false },
  });
  const closed = async (height: number): Promise<unknown> => {
    const made = await ann.from("box").insert({ height }).select("id").single();
    assert.equal(made.error, null);
    const step = await ann.rpc("box_close", { id: made.data?.id });
    assert.equal(step.error, null, JSON.stringify(step.error));
    const { data } = await ann.from("box").select("volume, remark").eq("id", made.data?.id).single();
    return data;
  };
  assert.deepEqual(await closed(2), { volume: 4, remark: null });
  let before = source;
  for (const factor of [3, 4, 5]) {
    const now = source.replace("box.height * 2", `box.height * ${factor}`);
    const owner = await product.database.connect();
    const made = await applyDocument(owner, now, compile(now), (text) => compile(text));
    await owner.end();
    assert.notEqual(now, before, String(made));
    before = now;
    await product.reload();
    assert.deepEqual(await closed(2), { volume: 2 * factor, remark: 2 * factor > 5 ? "large" : null });
  }
});
