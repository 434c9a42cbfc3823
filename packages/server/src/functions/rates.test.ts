// How often somebody may make a call: section 9 limits it by person or by address, whatever the call's code does.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../testing/product.ts";

const { source } = completeDocument(`
## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Guard | named at installation |

| For | May | Person | Guard |
| --- | --- | --- | --- |
| Ring | call | yes | no |
| Knock | call | yes | no |
| Open | call | no | yes |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Ring | function | button | below | NOT_NOW |
| Knock | function | button | below | |
| Open | function | button | below | |

### Ring
- In: Times (integer)

\`\`\`ts
if (input.times > 5) throw problem("NOT_NOW");
\`\`\`

### Knock

\`\`\`ts
await Promise.resolve();
\`\`\`

### Open

\`\`\`ts
await Promise.resolve();
\`\`\`

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_NOW | Too much at once | 409 | Not now. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
| Sign-in | email and password |

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Rings | 2 per hour per user | Ring | RATE_LIMITED |
| Knocks | 1 per hour per address | Knock | RATE_LIMITED |
| Openings | 1 per hour per address | Open | RATE_LIMITED |
`);

const start = products();
let product: TestProduct;
let [ann, ben] = ["", ""];

before(async () => {
  product = await start(source, { document: { file: "SPEC.md", source, compiled: compile(source) } });
  [ann, ben] = [await product.person("ann"), await product.person("ben")];
});

const call = async (name: string, given: unknown, token: string) => {
  const answer = await fetch(`${product.url}/functions/v1/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify(given),
  });
  const told = (await answer.json().catch(() => undefined)) as { readonly code?: string } | undefined;
  return [answer.status, told?.code, answer.headers.has("retry-after")];
};

test("each user has as many calls as the limit allows, not counting calls that were refused before they began", async () => {
  assert.deepEqual(await call("ring", { times: "often" }, ann), [422, "INVALID", false]);
  assert.deepEqual(await call("ring", {}, ann), [422, "REQUIRED", false]);
  assert.deepEqual(await call("ring", { times: 1 }, ann), [204, undefined, false]);
  // What the code itself refuses has been done all the same.
  assert.deepEqual(await call("ring", { times: 9 }, ann), [409, "NOT_NOW", false]);
  assert.deepEqual(await call("ring", { times: 1 }, ann), [429, "RATE_LIMITED", true]);
  assert.deepEqual(await call("ring", { times: 1 }, ben), [204, undefined, false]);
});

test("a limit per address counts all callers of the address together", async () => {
  assert.deepEqual(await call("knock", {}, ann), [204, undefined, false]);
  assert.deepEqual(await call("knock", {}, ben), [429, "RATE_LIMITED", true]);
});

test("calls without permission do not count for the limit", async () => {
  assert.deepEqual(await call("open", {}, ann), [403, "FORBIDDEN", false]);
  assert.deepEqual(await call("open", {}, ann), [403, "FORBIDDEN", false]);
  assert.deepEqual(await product.owner("SELECT FROM writ.rate WHERE name = 'openings'"), []);
});

test("a program that has the key of the service is limited by nothing", async () => {
  for (let time = 0; time < 3; time++)
    assert.deepEqual(await call("knock", {}, product.serviceKey), [204, undefined, false]);
});
