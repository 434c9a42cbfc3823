// Calls of the outbox that hang, and others that wait behind them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { products } from "../testing/product.ts";
import { startReceiver, type Receiver } from "./testing/receiver.ts";
import { serveFragment, type Served } from "./testing/served.ts";

const fragment = `
## 3. Entities and their fields

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 20 | yes | |

## 4. States and transitions

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Seat | create | call Hang | |
| Seat | create | call Tell the slow | |
| Seat | update | call Follow | |
| Seat | update | call Tell the quick | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Seat | create, read, update | yes |
| Seat | delete | no |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Hang | function | effect | below |
| Follow | function | effect | below |
| Tell the slow | webhook out | effect | |
| Tell the quick | webhook out | effect | |

### Hang
- Timeout: 10 minutes

\`\`\`ts
await new Promise(() => undefined);
\`\`\`

### Follow

\`\`\`ts
await system.seat.create({ label: "followed" });
\`\`\`

### Tell the slow
- Sends: POST to secret \`SLOW_HOOK\`
- Body: \`{"seat": seat.label}\`
- Signature: none
- Timeout: 10 minutes

### Tell the quick
- Sends: POST to secret \`QUICK_HOOK\`
- Body: \`{"seat": seat.label}\`
- Signature: none
`;
const start = products();
let receiver: Receiver;
let product: Served;
before(async () => {
  receiver = await startReceiver(({ url }, response) => {
    if (url === "/quick") response.end("{}");
  });
  product = await serveFragment(start, fragment, {
    environment: {
      SLOW_HOOK: receiver.url("/slow"),
      QUICK_HOOK: receiver.url("/quick"),
      WRIT_PRIVATE_HOSTS: receiver.host,
    },
  });
});
after(async () => receiver.end());

test("what hangs takes not all places: other calls and other programs have their turn", async () => {
  const headers = { Authorization: `Bearer ${await product.person("ann")}`, "Content-Type": "application/json" };
  const seats = Array.from({ length: 20 }, (_, n) => ({ label: `seat ${n}` }));
  const made = await product.ask("/rest/v1/seat", { method: "POST", headers, body: JSON.stringify(seats) });
  assert.equal(made.status, 201);
  // All that may hang does so by now.
  await product.rowOf("SELECT 1 FROM writ.outbox WHERE name = 'hang' AND tries = 1 HAVING count(*) = 3");
  await product.rowOf("SELECT 1 FROM writ.outbox WHERE name = 'tell_the_slow' AND tries = 1 HAVING count(*) = 12");
  const changed = { method: "PATCH", headers, body: JSON.stringify({ label: "changed" }) };
  assert.equal((await product.ask("/rest/v1/seat?label=eq.seat%201", changed)).status, 204);
  await product.rowOf("SELECT 1 FROM writ.outbox WHERE name = 'follow' AND done_at IS NOT NULL");
  await product.rowOf("SELECT 1 FROM writ.outbox WHERE name = 'tell_the_quick' AND done_at IS NOT NULL");
  const hanging = await product.owner(
    "SELECT name, count(*) FILTER (WHERE tries = 1)::integer AS going, count(*) FILTER (WHERE done_at IS NOT NULL)::integer AS done FROM writ.outbox WHERE name IN ('hang', 'tell_the_slow') GROUP BY name ORDER BY name",
  );
  assert.deepEqual(hanging, [
    { name: "hang", going: 3, done: 0 },
    { name: "tell_the_slow", going: 12, done: 0 },
  ]);
});
