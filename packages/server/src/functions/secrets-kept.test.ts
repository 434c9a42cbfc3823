// No table keeps what lets somebody in: not History, not the outbox with its failures, not the accounts.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { products } from "../testing/product.ts";
import { startReceiver, type Receiver } from "./testing/receiver.ts";
import { serveFragment, type Served } from "./testing/served.ts";

const fragment = `
## 3. Entities and their fields

### Seat
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 20 | yes | |

## 4. States and transitions

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Seat | create | call Follow | |
| Seat | create | call Tell | |
| Seat | create | call Tell nobody | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Seat | create, read, update | yes |
| Seat | delete | no |
| Greet | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Greet | function | button | below |
| Follow | function | effect | below |
| Told | webhook in | \`POST /hooks/told\` | below |
| Tell | webhook out | effect | |
| Tell nobody | webhook out | effect | |

### Greet
- Secrets: \`A_KEY\`

\`\`\`ts
console.log(secrets.A_KEY);
await system.seat.create({ label: "greeted" });
\`\`\`

### Follow
- Secrets: \`A_KEY\`
- Retries: 0

\`\`\`ts
throw new Error("No way with " + secrets.A_KEY);
\`\`\`

### Told
- Signature: header \`X-Signature\`, secret \`A_KEY\`

\`\`\`ts
await system.seat.create({ label: "told" });
\`\`\`

### Tell
- Sends: POST to secret \`HOOK\`
- Body: \`{"seat": seat.label}\`
- Signature: header \`X-Signature\`, secret \`A_KEY\`
- Retries: 0

### Tell nobody
- Sends: POST to secret \`CLOSED_HOOK\`
- Body: \`{"seat": seat.label}\`
- Signature: none
- Retries: 0

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;
const key = "a-secret-of-chance-4711";
const inAddress = "word-of-an-address-0815";
const start = products();
let receiver: Receiver;
let product: Served;
before(async () => {
  // It answers with all that it was sent, which a failure might quote.
  receiver = await startReceiver((received, response) => response.writeHead(500).end(JSON.stringify(received)));
  product = await serveFragment(start, fragment, {
    environment: {
      A_KEY: key,
      HOOK: `${receiver.url("/hook")}?token=${inAddress}`,
      CLOSED_HOOK: `http://127.0.0.1:9/${inAddress}`,
      WRIT_PRIVATE_HOSTS: `${receiver.host},127.0.0.1:9`,
    },
  });
});
after(async () => receiver.end());

/** Every row of every table that is not PostgreSQL's own, as text. */
async function all(): Promise<ReadonlyMap<string, string>> {
  const tables = await product.owner(
    "SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'm') AND n.nspname !~ '^(pg_|information_schema)'",
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await product.owner(`SELECT string_agg(to_jsonb(t)::text, E'\\n') AS text FROM ${String(name)} t`);
    texts.set(String(name), String(row?.["text"] ?? ""));
  }
  return texts;
}

test("no table keeps a secret, a password, a token or a key, and so no backup has one", async () => {
  const auth = async (path: string, body: object) =>
    product.ask(`/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: product.anonKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const token = await product.person("ann");
  const account = { email: "eve@example.test", password: "a-Word-of-eve-99!" };
  await auth("signup", account);
  await product.owner("UPDATE auth.users SET email_confirmed_at = now() WHERE email = $1", [account.email]);
  const signedIn = await auth("token?grant_type=password", account);
  assert.equal(signedIn.status, 200);
  const { access_token: access, refresh_token: first } = signedIn.body;
  const again = await auth("token?grant_type=refresh_token", { refresh_token: first });
  assert.equal(again.status, 200);

  assert.equal((await product.call("greet", {}, token)).status, 204);
  const body = JSON.stringify({ seat: "told" });
  const signature = createHmac("sha256", key).update(body).digest("hex");
  const headers = { "content-type": "application/json", "x-signature": signature };
  assert.equal((await product.ask("/hooks/told", { method: "POST", headers, body })).status, 204);
  await product.rowOf("SELECT 1 FROM writ.outbox WHERE kind = 'call' AND failure IS NOT NULL HAVING count(*) = 6");

  const texts = await all();
  // What is looked for would be found where it is.
  assert.match(texts.get("writ.history") ?? "", /greeted/);
  assert.match(texts.get("writ.outbox") ?? "", /No way with/);
  const hidden = { key, inAddress, password: account.password, access, first, second: again.body["refresh_token"] };
  const keys = { token, anon: product.anonKey, service: product.serviceKey };
  for (const [what, one] of Object.entries({ ...hidden, ...keys }))
    for (const [table, text] of texts)
      assert.ok(typeof one === "string" && !text.includes(one), `${what} stands in ${table}`);
});
