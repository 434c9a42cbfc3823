// Accounts: what follows from signing up, confirming, changing and leaving, and what people may do to their own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();
const said = (answer: Answer) =>
  "rows" in answer ? answer.rows : answer.problems.map(({ code, field }) => `${code} ${field}`);

const { source } = completeDocument(`
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Phone | phone | yes | |
| Level | integer | auto | 1 |
| Rank | one of: low, high | yes | low |
| City | reference to City | no | |
| Topics | several of: art, music | no | |
| Known since | date | no | |

### City

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Mayor | reference to User, cleared on delete | no | |
| Founder | reference to User | no | |
| Secret | yes/no | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |
| Chief | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| open | City | \`not city.secret\` |

| For | May | Visitor | Chief |
| --- | --- | --- | --- |
| City | create, update, delete | no | yes |
| City | read | open | yes |
| User | read | no | yes |
| User | set Rank | no | yes |
`);

const signUp = (database: TestDatabase, email: string, data: Readonly<Record<string, unknown>>, confirmed = true) =>
  database.owner(
    "INSERT INTO auth.users (email, raw_user_meta_data, email_confirmed_at) VALUES ($1, $2, CASE WHEN $3 THEN now() END) RETURNING id",
    [email, data, confirmed],
  );
const own = async (database: TestDatabase, id: unknown) =>
  (
    await database.owner(
      "SELECT name, email, phone, level, rank, topics, known_since::text FROM public.user WHERE id = $1",
      [id],
    )
  )[0];

test("signing up asks for the fields of User, and takes only those that people may set", async () => {
  const town = await open(source);
  const data = {
    name: "Ann",
    phone: "+33 12345",
    level: 9,
    rank: "high",
    topics: ["art"],
    known_since: "2026-01-31",
    id: "x",
    email: "boss@example.test",
  };
  const [account] = await signUp(town, "Ann@Example.test", data);
  assert.deepEqual(await own(town, account?.["id"]), {
    name: "Ann",
    email: "ann@example.test",
    phone: "+33 12345",
    level: "1",
    rank: "low",
    topics: ["art"],
    known_since: "2026-01-31",
  });
  await assert.rejects(signUp(town, "bob@example.test", {}), (failure: Error) => {
    const { code, details } = JSON.parse(failure.message);
    const [{ field, clause }] = JSON.parse(details);
    assert.deepEqual({ code, field, clause }, { code: "REQUIRED", field: "phone", clause: "3/User/Phone" });
    return true;
  });
  assert.equal((await town.owner("SELECT FROM auth.users WHERE email = 'bob@example.test'")).length, 0);
  await assert.rejects(signUp(town, "bob@example.test", { phone: "x" }), /INVALID/);
});

test("at sign-up a user names only rows that everyone may read", async () => {
  const town = await open(source);
  const [seen] = await town.owner("INSERT INTO city (name) VALUES ('Paris') RETURNING id");
  const [unseen] = await town.owner("INSERT INTO city (name, secret) VALUES ('Hidden', true) RETURNING id");
  const [account] = await signUp(town, "ann@example.test", { phone: "12345", city: seen?.["id"] });
  assert.deepEqual(await town.owner("SELECT city FROM public.user WHERE id = $1", [account?.["id"]]), [
    { city: seen?.["id"] },
  ]);
  await assert.rejects(signUp(town, "bob@example.test", { phone: "12345", city: unseen?.["id"] }), /INVALID/);
});

test("an address counts once it is confirmed, and follows when it changes", async () => {
  const town = await open(source);
  const [account] = await signUp(town, "ann@example.test", { phone: "12345" }, false);
  assert.deepEqual(
    [(await own(town, account?.["id"]))?.["name"], (await own(town, account?.["id"]))?.["email"]],
    ["ann", null],
  );
  await town.owner("UPDATE auth.users SET email_confirmed_at = now()");
  assert.equal((await own(town, account?.["id"]))?.["email"], "ann@example.test");
  await town.owner("UPDATE auth.users SET email = 'Ann@Other.test'");
  assert.equal((await own(town, account?.["id"]))?.["email"], "ann@other.test");
});

test("people read and change their own account, but neither their address nor what others set", async () => {
  const town = await open(source);
  const ann = String((await signUp(town, "ann@example.test", { phone: "12345" }))[0]?.["id"]);
  const bob = String((await signUp(town, "bob@example.test", { phone: "12345" }))[0]?.["id"]);
  assert.deepEqual(said(await town.as(ann, "SELECT name FROM public.user")), [{ name: "ann" }]);
  const change = (sql: string) => town.as(ann, `UPDATE public.user SET ${sql} RETURNING name, phone`);
  assert.deepEqual(said(await change("name = 'Ann', phone = '67890'")), [{ name: "Ann", phone: "67890" }]);
  assert.deepEqual(said(await change("name = ' '")), ["REQUIRED name"]);
  assert.deepEqual(said(await change("email = 'bob@example.test'")), ["FORBIDDEN email"]);
  assert.deepEqual(said(await change("level = 2")), ["FORBIDDEN level"]);
  assert.deepEqual(said(await change("rank = 'high'")), ["FORBIDDEN rank"]);
  assert.deepEqual(
    said(await town.as(ann, "UPDATE public.user SET name = 'x' WHERE id = $1 RETURNING name", [bob])),
    [],
  );
  assert.deepEqual(said(await town.as(ann, "DELETE FROM public.user WHERE id = $1", [ann])), ["FORBIDDEN undefined"]);
  assert.deepEqual(said(await town.as(ann, "INSERT INTO public.user (name, phone) VALUES ('x', '12345')")), [
    "FORBIDDEN undefined",
  ]);
});

test("a user who leaves is forgotten, and what they did stays", async () => {
  const town = await open(source);
  const ann = String((await signUp(town, "ann@example.test", { phone: "12345" }))[0]?.["id"]);
  await town.owner("INSERT INTO writ.assigned_role (person, role) VALUES ($1, 'chief')", [ann]);
  await town.as(ann, "INSERT INTO city (name, mayor, founder) VALUES ('Paris', $1, $1)", [ann]);
  await town.owner("DELETE FROM auth.users");
  const account = await own(town, ann);
  assert.deepEqual([account?.["name"], account?.["email"]], ["", null]);
  assert.deepEqual(await town.owner("SELECT mayor, founder, created_by FROM city"), [
    { mayor: null, founder: ann, created_by: ann },
  ]);
  assert.deepEqual(await town.owner("SELECT FROM writ.assigned_role"), []);
});

test("without User in the document there are accounts as soon as anything is stored", async () => {
  const plain = await open(
    completeDocument(
      "## 3. Entities and their fields\n\n### Note\n\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| Text | text | yes | |\n",
    ).source,
  );
  const ann = await plain.account("Ann");
  assert.deepEqual(said(await plain.as(ann, "SELECT name, email FROM public.user")), [
    { name: "Ann", email: "ann@example.test" },
  ]);
  assert.deepEqual(said(await plain.as(ann, "UPDATE public.user SET name = 'Anna' RETURNING name")), [
    { name: "Anna" },
  ]);
});

test("where nothing is stored and no user signs in, there are none", async () => {
  const empty = await open(completeDocument("").source);
  assert.deepEqual(await empty.owner("SELECT to_regclass('public.user') AS there"), [{ there: null }]);
  assert.equal((await signUp(empty, "ann@example.test", {})).length, 1);
});
