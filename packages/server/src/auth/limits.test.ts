// Limits that a document itself sets on signing in: tries count, wrong ones too, by the address that they come from.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { documentOf, newAddress, newPerson, password, startProduct } from "./testing/product.ts";

const limits = `
| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Signing in | 3 per hour per address | sign in | RATE_LIMITED |
`;
const product = await startProduct({ after }, documentOf({ limits }), { proxies: 1 });

test("three tries an hour from one address, in the document's words", async () => {
  const { email } = await newPerson(product);
  const tried = async (from: string, given: string) => {
    const headers = { "x-forwarded-for": from };
    const body = { email, password: given };
    return product.ask("POST", "/token?grant_type=password", { body, headers });
  };
  for (let turn = 0; turn < 3; turn++) assert.equal((await tried("203.0.113.7", "wrong one")).status, 400);
  const { status, body, headers } = await tried("203.0.113.7", password);
  assert.deepEqual([status, body["error_code"]], [429, "RATE_LIMITED"]);
  assert.ok(Number(headers.get("retry-after")) > 3000);
  // What a client writes into the header itself stands further left, and is nobody's address.
  assert.equal((await tried("198.51.100.1, 203.0.113.7", password)).status, 429);
  assert.equal((await tried("203.0.113.8", password)).status, 200);
});

test("from one network, many accounts are not guessed at either", async () => {
  const asked = async () =>
    product.ask("POST", "/verify", {
      body: { token_hash: newAddress(), type: "email" },
      headers: { "x-forwarded-for": "203.0.113.9" },
    });
  for (let turn = 0; turn < 60; turn++) assert.equal((await asked()).status, 403);
  assert.equal((await asked()).body["error_code"], "over_request_rate_limit");
});
