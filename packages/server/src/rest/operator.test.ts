// What an operator allows in the environment: schemas of their own, plans and transactions that are taken back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../testing/product.ts";
import { wrongOperatorSettings } from "./operator-settings.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Invitation

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Email | email | yes | |
| Words | text up to 200 | yes | |
| Code | text up to 9, unique | no | |

## 4. States and transitions

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Invitation | create | | mail invited | to \`invitation.email\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Invitation | create, read, delete | yes |
| Invitation | update | no |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| invited | Invitation | Hello | Come in. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

async function serve(environment: Readonly<Record<string, string>>) {
  const desk = await start(source, { environment, jobs: "asked" });
  const ann = await desk.person("Ann");
  const ask = async (token: string, method: string, path: string, headers = {}, body?: unknown) => {
    const answer = await fetch(`${desk.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: desk.anonKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const found = (text === "" ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>;
    return { status: answer.status, body: found, headers: answer.headers };
  };
  return { desk, ann, ask };
}

const plan = { accept: "application/vnd.pgrst.plan+json; options=analyze" };
const rollback = { prefer: "tx=rollback, return=representation" };
const invitation = { email: "stranger@example.org", words: "Hello" };

test("with nothing in the environment there is one schema, no plan, and what is done stays", async () => {
  const { desk, ann, ask } = await serve({});
  const other = await ask(ann, "GET", "invitation", { "accept-profile": "reports" });
  assert.deepEqual(
    [other.status, other.body],
    [
      406,
      {
        code: "PGRST106",
        details: null,
        hint: "Only the following schemas are exposed: public",
        message: "Invalid schema: reports",
      },
    ],
  );
  for (const token of [ann, desk.anonKey, desk.serviceKey])
    for (const [method, path] of [
      ["GET", "invitation"],
      ["GET", "invitation?select=email&email=eq.a"],
      ["DELETE", "invitation"],
      ["POST", "rpc/my_roles"],
    ] as const) {
      const { status, body } = await ask(token, method, path, plan, method === "POST" ? {} : undefined);
      assert.deepEqual([status, body["code"]], [406, "PGRST107"], `${method} ${path}`);
      assert.deepEqual(Object.keys(body).toSorted(), ["code", "details", "hint", "message"]);
    }
  const made = await ask(ann, "POST", "invitation", rollback, invitation);
  assert.deepEqual([made.status, made.headers.get("preference-applied")], [201, "return=representation"]);
  assert.equal((await desk.owner("SELECT FROM invitation")).length, 1);
});

test("schemas that the operator names are shown beside public, to whom their grants let", async () => {
  const { desk, ann, ask } = await serve({ WRIT_SCHEMAS: "reports, nowhere" });
  const missing = desk.missingSettings().filter((one) => one.includes("WRIT_SCHEMAS"));
  assert.deepEqual(
    missing.map((one) => one.split(": ")[1]),
    ["reports", "nowhere"],
  );
  await desk.owner(`CREATE SCHEMA reports;
    CREATE TABLE reports.sale (id int PRIMARY KEY, amount int); INSERT INTO reports.sale VALUES (1, 5);
    CREATE TABLE reports.secret (id int PRIMARY KEY);
    CREATE TABLE reports.kept (id int PRIMARY KEY, person uuid REFERENCES auth.users, invited uuid REFERENCES public.invitation);
    GRANT SELECT ON reports.kept TO authenticated;
    CREATE FUNCTION reports.total() RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT sum(amount) FROM reports.sale $$;
    GRANT USAGE ON SCHEMA reports TO authenticated; GRANT SELECT, INSERT ON reports.sale TO authenticated`);
  await desk.reload();
  const there = { "accept-profile": "reports" };
  const got = await ask(ann, "GET", "sale", there);
  assert.deepEqual(
    [got.status, got.body, got.headers.get("content-profile")],
    [200, [{ id: 1, amount: 5 }], "reports"],
  );
  const put = { "content-profile": "reports" };
  assert.equal((await ask(ann, "POST", "sale", put, { id: 2, amount: 7 })).status, 201);
  assert.deepEqual((await ask(ann, "POST", "rpc/total", put, {})).body, 12);
  // Without a profile it is the document's own, and what is refused names the whole list.
  assert.deepEqual((await ask(ann, "GET", "sale")).body["code"], "PGRST205");
  assert.equal((await ask(ann, "GET", "invitation")).status, 200);
  assert.deepEqual((await ask(ann, "GET", "invitation", there)).body["code"], "PGRST205");
  const wrong = await ask(ann, "POST", "sale", { "content-profile": "auth" }, { id: 3 });
  assert.deepEqual(
    [wrong.status, wrong.body["hint"]],
    [406, "Only the following schemas are exposed: public, reports, nowhere"],
  );
  // What is embedded is of the same schema: no key leads into one that is not shown.
  for (const name of ["users", "invitation"])
    assert.deepEqual((await ask(ann, "GET", `kept?select=id,${name}(id)`, there)).body["code"], "PGRST200", name);
  // The description at the root is of the schema that is asked for.
  const described = (await ask(ann, "GET", "", there)).body["definitions"];
  assert.deepEqual(Object.keys(described as object).toSorted(), ["kept", "sale"]);
  // Grants decide, as they do in PostgreSQL.
  assert.equal((await ask(ann, "GET", "secret", there)).status, 403);
  assert.equal((await ask(desk.anonKey, "GET", "sale", there)).status, 401);
});

test("a violated constraint of an operator's table is reported as by PostgreSQL, even if its name is one of the document's", async () => {
  const { desk, ann, ask } = await serve({ WRIT_SCHEMAS: "reports" });
  const [own] = await desk.owner(
    "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'public.invitation'::regclass AND indisunique AND NOT indisprimary",
  );
  const name = String(own?.["name"]).replaceAll('"', "");
  assert.notEqual(own, undefined);
  await desk.owner(`CREATE SCHEMA reports; CREATE TABLE reports.code (id int CONSTRAINT "${name}" UNIQUE);
    GRANT USAGE ON SCHEMA reports TO authenticated; GRANT SELECT, INSERT ON reports.code TO authenticated`);
  await desk.reload();
  const put = async () => ask(ann, "POST", "code", { "content-profile": "reports" }, { id: 1 });
  assert.equal((await put()).status, 201);
  const again = await put();
  assert.deepEqual([again.status, again.body["code"]], [409, "23505"]);
});

test("query plans are for the callers that the operator allows, also after another caller sent the same request", async () => {
  const { desk, ann, ask } = await serve({ WRIT_PLANS: "service" });
  const seen = await ask(desk.serviceKey, "GET", "invitation", plan);
  assert.equal(seen.status, 200, JSON.stringify(seen.body));
  for (const token of [ann, desk.anonKey])
    assert.deepEqual((await ask(token, "GET", "invitation", plan)).body["code"], "PGRST107");
  assert.equal((await ask(desk.serviceKey, "GET", "invitation", plan)).status, 200);
});

test("what is taken back leaves no row, no mail and nothing counted, and only for whom the operator says", async () => {
  const { desk, ann, ask } = await serve({ WRIT_ROLLBACKS: "service" });
  const left = async () => [
    (await desk.owner("SELECT FROM invitation")).length,
    (await desk.owner("SELECT FROM writ.outbox")).length,
  ];
  const made = await ask(desk.serviceKey, "POST", "invitation", rollback, invitation);
  assert.deepEqual(
    [made.status, made.headers.get("preference-applied")],
    [201, "return=representation, tx=rollback"],
    JSON.stringify(made.body),
  );
  await desk.work();
  assert.deepEqual(await left(), [0, 0]);
  assert.equal((await ask(ann, "POST", "invitation", rollback, invitation)).status, 201);
  assert.deepEqual(await left(), [1, 1]);
  const kept = await ask(desk.serviceKey, "POST", "invitation", { prefer: "tx=commit" }, invitation);
  assert.deepEqual([kept.status, kept.headers.get("preference-applied")], [201, "tx=commit"]);
  assert.deepEqual(await left(), [2, 2]);
  await ask(desk.serviceKey, "DELETE", "invitation?email=neq.a", { prefer: "tx=rollback" });
  assert.deepEqual(await left(), [2, 2]);
});

test("invalid settings of an operator are reported", () => {
  for (const name of ["auth", "public,writ_data", "pg_catalog", "information_schema"])
    assert.match(wrongOperatorSettings({ WRIT_SCHEMAS: name }).join(), /is the system's/);
  assert.match(wrongOperatorSettings({ WRIT_PLANS: "yes" }).join(), /WRIT_PLANS is service or everyone/);
  assert.match(wrongOperatorSettings({ WRIT_ROLLBACKS: "yes" }).join(), /WRIT_ROLLBACKS is service or everyone/);
  assert.deepEqual(wrongOperatorSettings({ WRIT_SCHEMAS: "public, reports", WRIT_PLANS: "service" }), []);
  const all = { WRIT_SCHEMAS: "auth,writ", WRIT_PLANS: "yes", WRIT_ROLLBACKS: "no" };
  assert.equal(wrongOperatorSettings(all).length, 4);
});
