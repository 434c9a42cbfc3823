// One account, asked from several tabs at once: every one of them is answered, and nobody is told of a deadlock.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { documentOf, newPerson, startProduct } from "./testing/product.ts";

const product = await startProduct({ after }, documentOf());

test("renewing while everything else is asked of the account", async () => {
  const { session } = await newPerson(product);
  let { access_token: token, refresh_token: renewing } = session;
  for (let turn = 0; turn < 15; turn++) {
    const renew = async () =>
      product.ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token: renewing } });
    const [first, second, ...others] = await Promise.all([
      renew(),
      renew(),
      ...Array.from({ length: 4 }, async () => product.ask("PUT", "/user", { token, body: { data: { turn } } })),
      ...Array.from({ length: 4 }, async () => product.ask("GET", "/user", { token })),
      product.ask("GET", "/user/sessions", { token }),
    ]);
    for (const { status, body } of [first, second, ...others]) assert.equal(status, 200, JSON.stringify(body));
    // Two tabs that renew at once get one token.
    assert.equal(first.body["refresh_token"], second.body["refresh_token"]);
    [token, renewing] = [String(first.body["access_token"]), String(first.body["refresh_token"])];
  }
});

test("renewing while the devices are signed out: a new token, or none", async () => {
  const { session } = await newPerson(product);
  const body = { refresh_token: session.refresh_token };
  const statuses = await Promise.all([
    product.ask("POST", "/logout", { token: session.access_token }),
    ...Array.from({ length: 6 }, async () => product.ask("POST", "/token?grant_type=refresh_token", { body })),
  ]);
  for (const { status, body: said } of statuses) assert.ok(status < 500, JSON.stringify(said));
  assert.equal((await product.ask("POST", "/token?grant_type=refresh_token", { body })).status, 400);
});
