// What a program with the key of the service may do, and that nobody else may.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { nameRole } from "./accounts/named-roles.ts";
import { documentOf, newAddress, newPerson, password, startProduct } from "./testing/product.ts";

const product = await startProduct({ after }, documentOf());
const admin = product.admin.auth.admin;

test("accounts are made, shown, changed, listed in pages and deleted", async () => {
  const email = newAddress();
  const { data, error } = await admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { name: "Ann", colour: "red" },
    app_metadata: { plan: "paid" },
  });
  assert.equal(error, null);
  const id = data.user?.id ?? "";
  assert.deepEqual(data.user?.app_metadata, { plan: "paid", provider: "email", providers: ["email"] });
  assert.equal((await admin.createUser({ email, password })).error?.code, "email_exists");
  assert.equal((await admin.getUserById(id)).data.user?.email, email);
  const { data: changed } = await admin.updateUserById(id, {
    user_metadata: { colour: null },
    app_metadata: { plan: "free" },
    email: newAddress(),
  });
  assert.deepEqual([changed.user?.user_metadata, changed.user?.app_metadata["plan"]], [{ name: "Ann" }, "free"]);
  for (let one = 0; one < 3; one++) await admin.createUser({ email: newAddress() });
  const pages = await admin.listUsers({ page: 1, perPage: 2 });
  assert.equal(pages.data.users.length, 2);
  assert.ok("nextPage" in pages.data && pages.data.nextPage === 2 && pages.data.total >= 4);
  assert.equal((await admin.listUsers({ page: -1, perPage: 10 })).error?.status, 400);
  assert.equal((await admin.deleteUser(id)).error, null);
  assert.equal((await admin.getUserById(id)).error?.code, "user_not_found");
  assert.equal((await admin.getUserById("83fd9e20-7a80-46e4-bf29-a86e3d6bbf66")).error?.code, "user_not_found");
});

test("a banned user is signed out and cannot sign in again", async () => {
  const { client, email, user, session } = await newPerson(product);
  assert.equal((await admin.updateUserById(user.id, { ban_duration: "24h" })).error, null);
  assert.equal((await product.client().auth.signInWithPassword({ email, password })).error?.code, "user_banned");
  assert.notEqual((await client.auth.refreshSession({ refresh_token: session.refresh_token })).error, null);
  assert.equal((await admin.updateUserById(user.id, { ban_duration: "soon" })).error?.status, 400);
  await admin.updateUserById(user.id, { ban_duration: "none" });
  assert.equal((await product.client().auth.signInWithPassword({ email, password })).error, null);
});

test("links and invitations", async () => {
  const email = newAddress();
  const { data } = await admin.inviteUserByEmail(email);
  assert.equal(data.user?.email, email);
  const invited = product.client();
  const { token } = await product.mail(email);
  const { data: came } = await invited.auth.verifyOtp({ token_hash: token, type: "invite" });
  assert.equal(came.user?.id, data.user?.id);
  assert.equal((await invited.auth.updateUser({ password })).error, null);
  assert.equal((await product.client().auth.signInWithPassword({ email, password })).error, null);
  assert.equal((await admin.inviteUserByEmail(email)).error?.code, "email_exists");

  const link = await admin.generateLink({ type: "magiclink", email });
  assert.deepEqual([link.data.properties?.verification_type, link.data.user?.email], ["magiclink", email]);
  const { error } = await product
    .client()
    .auth.verifyOtp({ email, token: link.data.properties?.email_otp ?? "", type: "magiclink" });
  assert.equal(error, null);
  assert.equal((await admin.generateLink({ type: "recovery", email: newAddress() })).error?.code, "user_not_found");
  const made = await admin.generateLink({ type: "signup", email: newAddress(), password });
  assert.equal(made.error, null);
  assert.equal(
    (await product.client().auth.verifyOtp({ token_hash: made.data.properties?.hashed_token ?? "", type: "signup" }))
      .error,
    null,
  );
  const moved = newAddress("moved");
  const change = await admin.generateLink({ type: "email_change_new", email, newEmail: moved });
  assert.equal(change.data.user?.new_email, moved);
});

test("an administrator signs a user out by their token", async () => {
  const { session } = await newPerson(product);
  assert.equal((await admin.signOut(session.access_token)).error, null);
  assert.equal((await product.ask("GET", "/user", { token: session.access_token })).status, 403);
});

test("other callers may do none of it, whatever their token claims", async () => {
  const { session, user } = await newPerson(product);
  const tries = [
    ["GET", "/admin/users"],
    ["POST", "/admin/users"],
    ["GET", `/admin/users/${user.id}`],
    ["PUT", `/admin/users/${user.id}`],
    ["DELETE", `/admin/users/${user.id}`],
    ["POST", `/admin/users/${user.id}/logout`],
    ["GET", `/admin/users/${user.id}/factors`],
    ["DELETE", `/admin/users/${user.id}/factors/${user.id}`],
    ["POST", "/admin/generate_link"],
    ["POST", "/invite"],
  ] as const;
  for (const [method, path] of tries) {
    const body = method === "GET" ? {} : { body: { email: "eve@example.test", type: "magiclink" } };
    const asked = async (token?: string) => {
      const got = await product.ask(method, path, { token, ...body, headers: { apikey: product.serviceKey } });
      return [got.status, got.body["error_code"]];
    };
    assert.deepEqual(await asked(session.access_token), [403, "not_admin"], path);
    assert.deepEqual(await asked(product.anonKey), [403, "not_admin"], path);
    // The key beside the token lets nobody in: it is in `Authorization` that somebody says who they are.
    assert.deepEqual(await asked(), [401, "no_authorization"], path);
  }
  assert.equal((await admin.getUserById(user.id)).data.user?.id, user.id);
});

test("a role that an operator names for an address is there as soon as the address is confirmed", async () => {
  const owner = await product.connect();
  const email = newAddress("lea");
  assert.equal(await nameRole(owner, email, "Boss"), "no such role");
  assert.equal(await nameRole(owner, email.toUpperCase(), "Lead"), "when the address is confirmed");
  const { data } = await admin.createUser({ email, password });
  const roles = async () => product.owner("SELECT role FROM writ.assigned_role WHERE person = $1", [data.user?.id]);
  // Whoever typed it is nobody yet.
  assert.deepEqual(await roles(), []);
  await admin.updateUserById(data.user?.id ?? "", { email_confirm: true });
  assert.deepEqual(await roles(), [{ role: "lead" }]);
  assert.equal(await nameRole(owner, email, "Lead"), "given");
  await owner.end();
});
