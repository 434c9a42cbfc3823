// What a call takes has the forms that rows take: addresses, numbers to call, patterns, and bounds that are not shown.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { products } from "../testing/product.ts";
import { codeOf, serveFragment, type Served } from "./testing/served.ts";

const start = products();
let product: Served;

before(async () => {
  product = await serveFragment(
    start,
    `
## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Anyone | anyone |

| For | May | Anyone |
| --- | --- | --- |
| Take | call | yes |
| Tell | call | yes |
| Print | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Take | function | button | below |
| Tell | function | button | below |
| Print | not shown | button | \`calls/print.ts\` |

### Take
- In: Mail (email, optional), Site (url, optional), Phone (phone, optional), Key (text up to 9000 matching \`^a*a*a*$\`, optional), Opens (time, optional), Number (integer 1 to \`most\`, optional), Last (text up to 3, optional)
- Out: Told (text)

\`\`\`ts
return { told: "taken" };
\`\`\`

### Tell
- In: Words (text)
- Out: Told (text matching \`^[a-z]+$\`)

\`\`\`ts
return { told: input.words };
\`\`\`

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | UTC |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Most | not shown |
`,
  );
});

const taken = [200, undefined];
const cases: readonly (readonly [Readonly<Record<string, unknown>>, readonly unknown[]])[] = [
  [{ mail: "ada@example.test" }, taken],
  [{ mail: "ada@example" }, [422, "INVALID"]],
  [{ mail: "ada@.test" }, [422, "INVALID"]],
  [{ mail: `${"a".repeat(2000)}@example.test` }, [422, "TOO_LONG"]],
  [{ site: "https://example.test/a?b=c#d" }, taken],
  [{ site: "https:///path" }, [422, "INVALID"]],
  [{ site: "javascript:alert(1)" }, [422, "INVALID"]],
  [{ site: "https://example.test/\0" }, [422, "INVALID"]],
  [{ site: `https://example.test/${"a".repeat(2000)}` }, [422, "TOO_LONG"]],
  [{ phone: "+33 1 23 45 67 89" }, taken],
  [{ phone: "call me" }, [422, "INVALID"]],
  [{ phone: 33 }, [422, "INVALID"]],
  [{ opens: "08:30" }, taken],
  [{ opens: "23:59:59.999" }, taken],
  [{ opens: "24:00" }, [422, "INVALID"]],
  [{ opens: "8:30" }, [422, "INVALID"]],
  [{ opens: 30600000 }, [422, "INVALID"]],
  [{ key: "aaaa" }, taken],
  [{ key: "" }, taken],
  // A pattern that takes others a lifetime for a text like this.
  [{ key: `${"a".repeat(8000)}!` }, [422, "INVALID"]],
  // What stands before is told first.
  [{ key: "b", last: "long" }, [422, "INVALID"]],
  [{ mail: "nobody", key: "b" }, [422, "INVALID"]],
  // Nobody knows what would be too much.
  [{ number: 1 }, [501, "NOT_SHOWN"]],
];

test("each form, as it is taken and as it is not", async () => {
  for (const [given, expected] of cases)
    assert.deepEqual(codeOf(await product.call("take", given)), expected, JSON.stringify(given).slice(0, 100));
});

test("the first invalid input is reported, whichever check finds it", async () => {
  const { body } = await product.call("take", { key: "b", last: "long" });
  assert.deepEqual(JSON.parse(String(body["details"]))[0]?.field, "key");
  const { body: other } = await product.call("take", { mail: "nobody", key: "b" });
  assert.deepEqual(JSON.parse(String(other["details"]))[0]?.field, "mail");
});

test("an answer of the wrong form is an error of the code and is not returned", async () => {
  assert.deepEqual((await product.call("tell", { words: "fine" })).body, { told: "fine" });
  assert.deepEqual(codeOf(await product.call("tell", { words: "Not fine" })), [500, "UNEXPECTED"]);
  assert.match(product.printed.join(), /its answer is not what Out says: told is INVALID/);
});

test("a call with a kind that is not shown answers NOT_SHOWN at both of its addresses", async () => {
  assert.deepEqual(codeOf(await product.call("print", {})), [501, "NOT_SHOWN"]);
  assert.deepEqual(codeOf(await product.call("tells", {})), [404, "NOT_FOUND"]);
  const procedure = await fetch(`${product.url}/rest/v1/rpc/print`, { method: "POST", body: "{}" });
  assert.equal(procedure.status, 501);
});
