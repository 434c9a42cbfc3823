// Calls by other programs: whom they are believed, what they lead to, and that nothing happens twice.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { before, test } from "node:test";
import { products } from "../testing/product.ts";
import { codeOf, serveFragment, type Served } from "./testing/served.ts";

const secret = "not-told-to-anybody";
const calls: readonly (readonly [name: string, on: string, properties: string, code: string])[] = [
  [
    "Paid",
    "POST /hooks/paid",
    "- In: Number (integer), Shop (text up to 10, optional)\n- Signature: header `X-Signature`, secret `PAID_SECRET`",
    "await system.order.create({ number: input.number, note: input.shop ?? null });",
  ],
  [
    "Timed",
    "POST /hooks/timed",
    "- In: Number (integer)\n- Signature: header `X-Signature`, secret `PAID_SECRET`\n- Timestamp: header `X-Time`, within 5 minutes",
    "await system.order.create({ number: input.number });",
  ],
  [
    "Whole",
    "PUT /hooks/whole",
    "- Signature: header `X-Signature`, secret `PAID_SECRET`",
    "await system.order.create({ number: input.data.lines[0], note: me === null ? 'nobody' : 'somebody' });",
  ],
  [
    "Shaky",
    "POST /hooks/shaky",
    "- In: Number (integer)\n- Signature: header `X-Signature`, secret `PAID_SECRET`",
    `const [order] = await system.order.find({ number: 500 });
if (!order) throw problem("NOT_YET");
await system.order.create({ number: input.number });`,
  ],
  [
    "As caller",
    "POST /hooks/caller",
    "- In: Number (integer)\n- Signature: none",
    "await db.order.create({ number: input.number });",
  ],
  [
    "Keyless",
    "POST /hooks/keyless",
    "- In: Number (integer)\n- Signature: header `X-Signature`, secret `NOBODY_GAVE_IT`",
    "await system.order.create({ number: input.number });",
  ],
];
const fragment = `
## 3. Entities and their fields

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | integer | yes | |
| Note | text up to 20 | no | |

### Trace

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | integer | yes | |

## 4. States and transitions

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Order | create | create Trace | \`number = order.number\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Order | create | no |
| Order | read | yes |
| Order | update | no |
| Order | delete | no |
| Trace | create | no |
| Trace | read | yes |
| Trace | update | no |
| Trace | delete | no |
| Add | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
${calls.map(([name, on]) => `| ${name} | webhook in | \`${on}\` | below | ${name === "Shaky" ? "NOT_YET" : ""} |`).join("\n")}
| Add | function | button | below | |

${calls.map(([name, , properties, code]) => `### ${name}\n${properties}\n\n\`\`\`ts\n${code}\n\`\`\`\n`).join("\n")}

### Add
- In: Number (integer)
- Out: Twice (integer)

\`\`\`ts
return { twice: 2 * input.number };
\`\`\`

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_YET | Too early | 425 | Not yet. |
`;

const start = products();
let product: Served;
before(async () => {
  product = await serveFragment(start, fragment, { environment: { PAID_SECRET: secret } });
});

const hmac = (text: string, form: "hex" | "base64" = "hex", key = secret) =>
  createHmac("sha256", key).update(text).digest(form);

const send = async (path: string, body: string, headers: Readonly<Record<string, string>> = {}, method = "POST") =>
  product.ask(path, { method, body, headers });
const numbers = async (from: number) =>
  (await product.owner("SELECT number::integer AS n FROM public.trace WHERE number >= $1 ORDER BY 1", [from])).map(
    ({ n }) => n,
  );
const seconds = () => String(Math.floor(Date.now() / 1000));

test("what is signed runs, and what the document says follows from it", async () => {
  const first = JSON.stringify({ number: 1, shop: "north", more: { than: "named" } });
  assert.equal((await send("/hooks/paid", first, { "X-Signature": hmac(first) })).status, 204);
  const second = '{ "number":  2 }';
  const headers = {
    "X-Signature": `sha256=${hmac(second).toUpperCase()}`,
    // Its sender has a key of its own there, which is none of ours.
    Authorization: "Basic bm90Om91cnM=",
  };
  assert.equal((await send("/functions/v1/paid", second, headers)).status, 204);
  const third = '{"number":3}';
  assert.equal((await send("/hooks/paid", third, { "X-Signature": hmac(third, "base64") })).status, 204);
  const whole = '{"data":{"lines":[4]}}';
  assert.equal((await send("/hooks/whole", whole, { "X-Signature": hmac(whole) }, "PUT")).status, 204);
  assert.deepEqual(await numbers(1), [1, 2, 3, 4]);
  const notes = await product.owner("SELECT note FROM public.order ORDER BY number");
  assert.deepEqual(
    notes.map(({ note }) => note),
    ["north", null, null, "nobody"],
  );
});

test("what is not signed is refused before anything of it is read", async () => {
  const body = '{"number":100}';
  const signature = hmac(body);
  const wrong: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    [body, {}],
    [body, { "X-Signature": "" }],
    [body, { "X-Signature": hmac(body, "hex", "another key") }],
    [body, { "X-Signature": signature.slice(0, -1) }],
    [body, { "X-Signature": `${signature}, ${signature}` }],
    ['{"number":101}', { "X-Signature": signature }],
    [`${body} `, { "X-Signature": signature }],
    // No message about its form either: that would be read by whoever is not known.
    ['{"number":', { "X-Signature": signature }],
    // A key of ours lets nobody in here.
    [body, { Authorization: `Bearer ${product.serviceKey}` }],
  ];
  for (const [sent, headers] of wrong)
    assert.deepEqual(
      codeOf(await send("/hooks/paid", sent, headers)),
      [401, "WRONG_SIGNATURE"],
      JSON.stringify(headers),
    );
  assert.deepEqual(codeOf(await send("/hooks/keyless", body, { "X-Signature": hmac(body, "hex", "") })), [
    500,
    "UNEXPECTED",
  ]);
  assert.equal((await send("/hooks/paid", "x".repeat(2 ** 21), {})).status, 413);
  assert.notEqual((await send("/hooks/paid", body, { "X-Signature": signature }, "PUT")).status, 204);
  assert.equal((await send("/functions/v1/paid", body, { "X-Signature": signature }, "PUT")).status, 405);
  assert.deepEqual(await numbers(100), []);
  assert.ok(!product.printed.join("\n").includes(secret));
});

test("a signed but invalid request is refused with a reason", async () => {
  for (const [body, told] of [
    ['{"number":', [400, "WRONG_BODY"]],
    ["[1]", [400, "WRONG_BODY"]],
    ['{"number":"many"}', [422, "INVALID"]],
    ['{"shop":"north"}', [422, "REQUIRED"]],
  ] as const)
    assert.deepEqual(codeOf(await send("/hooks/paid", body, { "X-Signature": hmac(body) })), told, body);
});

test("the same request is carried out once, however often and how fast it comes", async () => {
  const body = '{"number":200}';
  const all = await Promise.all(
    Array.from({ length: 6 }, async () => send("/hooks/paid", body, { "X-Signature": hmac(body) })),
  );
  assert.deepEqual(all.map(({ status }) => status).sort(), [204, 409, 409, 409, 409, 409]);
  // In another form it is the same signature.
  assert.deepEqual(codeOf(await send("/hooks/paid", body, { "X-Signature": hmac(body, "base64") })), [409, "REPLAYED"]);
  assert.deepEqual(await numbers(200), [200]);
});

test("what failed may be sent again", async () => {
  const body = '{"number":501}';
  const headers = { "X-Signature": hmac(body) };
  assert.deepEqual(codeOf(await send("/hooks/shaky", body, headers)), [425, "NOT_YET"]);
  await product.owner("INSERT INTO public.order (number) VALUES (500)");
  assert.equal((await send("/hooks/shaky", body, headers)).status, 204);
  assert.deepEqual(codeOf(await send("/hooks/shaky", body, headers)), [409, "REPLAYED"]);
});

test("a request must be recent, and an unsigned timestamp does not renew an old one", async () => {
  const body = (number: number) => JSON.stringify({ number });
  const timed = (number: number, time: string, covered = `${time}.${body(number)}`) =>
    send("/hooks/timed", body(number), { "X-Signature": hmac(covered), "X-Time": time });
  assert.equal((await timed(600, seconds())).status, 204);
  assert.equal((await timed(601, new Date().toISOString())).status, 204);
  const time = String(Date.now());
  assert.equal((await timed(602, time)).status, 204);
  assert.deepEqual(codeOf(await timed(602, time)), [409, "REPLAYED"]);
  // Only the body is signed: it is remembered whatever time is put before it.
  assert.equal((await timed(603, seconds(), body(603))).status, 204);
  const later = String(Date.now() + 60_000);
  assert.deepEqual(codeOf(await timed(603, later, body(603))), [409, "REPLAYED"]);
  const old = String(Number(seconds()) - 301);
  for (const wrong of [old, String(Number(seconds()) + 330), "yesterday", "1e9", ""])
    assert.deepEqual(codeOf(await timed(604, wrong, body(604))), [401, "TOO_OLD"], wrong);
  assert.deepEqual(codeOf(await timed(604, seconds(), `${old}.${body(604)}`)), [401, "WRONG_SIGNATURE"]);
  assert.deepEqual(await numbers(600), [600, 601, 602, 603]);
  const kept = await product.owner(
    "SELECT call, count(*) FILTER (WHERE until < 'infinity')::integer AS passing FROM writ.heard GROUP BY call ORDER BY call",
  );
  assert.deepEqual(
    kept.find(({ call }) => call === "timed"),
    { call: "timed", passing: 3 },
  );
  assert.deepEqual(
    kept.find(({ call }) => call === "paid"),
    { call: "paid", passing: 0 },
  );
});

test("without a signature everyone can call the webhook, without any permissions", async () => {
  const answer = await send("/hooks/caller", '{"number":700}', { Authorization: `Bearer ${product.serviceKey}` });
  assert.deepEqual(codeOf(answer), [401, "NOT_SIGNED_IN"]);
  assert.deepEqual(await numbers(700), []);
});

test("a call is found under the data API's name too", async () => {
  const ann = await product.person("ann");
  const ask = async (name: string, token?: string) =>
    product.ask(`/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: '{"number":21}',
    });
  const answer = await ask("add", ann);
  assert.deepEqual([answer.status, answer.body], [200, { twice: 42 }]);
  assert.deepEqual(codeOf(await ask("add")), [401, "NOT_SIGNED_IN"]);
  assert.deepEqual(codeOf(await ask("paid", ann)), [404, "PGRST202"]);
  assert.deepEqual(codeOf(await ask("nothing", ann)), [404, "PGRST202"]);
  const role = await product.ask("/rest/v1/rpc/my_roles", {
    method: "POST",
    headers: { Authorization: `Bearer ${ann}` },
  });
  assert.equal(role.status, 200);
});
