// Devices: everybody sees their own, and ends them one by one; nobody those of others.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { documentOf, newPerson, password, startProduct } from "./testing/product.ts";

const product = await startProduct({ after }, documentOf());

type Listed = readonly { readonly id: string; readonly is_this: boolean; readonly user_agent: string }[];
const list = async (token: string): Promise<Listed> => {
  const { body } = await product.ask("GET", "/user/sessions", { token });
  return (body["sessions"] ?? []) as Listed;
};

test("users see their sessions and can end them", async () => {
  const { email, session } = await newPerson(product);
  const other = product.client();
  const { data } = await other.auth.signInWithPassword({ email, password });
  const devices = await list(session.access_token);
  assert.deepEqual(
    devices.map((one) => one.is_this),
    [true, false],
  );
  // Nothing by which a device renews its tokens.
  assert.doesNotMatch(JSON.stringify(devices), /refresh_key|refresh_counter/);
  const [, there] = devices;
  const end = async (id: string | undefined, token: string) =>
    (await product.ask("DELETE", `/user/sessions/${id}`, { token })).status;
  const stranger = await newPerson(product);
  assert.equal(await end(there?.id, stranger.session.access_token), 404);
  assert.equal(await end("no-id", session.access_token), 404);
  assert.equal((await list(session.access_token)).length, 2);
  assert.equal(await end(there?.id, session.access_token), 204);
  assert.equal((await list(session.access_token)).length, 1);
  assert.equal((await product.ask("GET", "/user", { token: data.session?.access_token })).status, 403);
  assert.equal((await product.ask("GET", "/user/sessions")).status, 401);
  assert.equal((await product.ask("GET", "/user/sessions", { token: product.anonKey })).status, 403);
});
