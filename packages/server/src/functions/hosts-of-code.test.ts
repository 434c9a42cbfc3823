// Hosts of code that lead behind this server: refused unless the operator names them, also where a name changes its mind.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { after, test } from "node:test";
import { products } from "../testing/product.ts";
import { findDeno } from "./process/deno.ts";
import { closedHostIn, reachOf } from "./hosts-of-code.ts";
import { privateHostsOf } from "./outgoing/private-addresses.ts";
import { CodeProcess } from "./process/process.ts";
import { codeOf, serveFragment } from "./testing/served.ts";

let asked = 0;
const inside = createServer((request, response) => {
  asked++;
  // The same machine by another name, which nobody has named.
  const elsewhere = `http://${request.headers.host?.replace("localhost", "127.0.0.1")}/`;
  if (request.url === "/moved") response.writeHead(302, { Location: elsewhere }).end();
  else response.end("inside");
});
await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
after(() => inside.close());
const host = `localhost:${(inside.address() as AddressInfo).port}`;
const start = products();

const fragment = `
## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Look | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Look | function | button | below |

### Look
- Out: Told (text)
- Hosts: \`${host}\`
\`\`\`ts
return { told: await (await fetch("http://${host}/")).text() };
\`\`\`

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

test("a name that leads to this machine is refused, and allowed where the operator names it", async () => {
  const closed = await serveFragment(start, fragment);
  assert.deepEqual(codeOf(await closed.call("look", {}, await closed.person("ann"))), [500, "UNEXPECTED"]);
  assert.ok(
    closed.printed.some((line) => line.includes("private address")),
    closed.printed.join("\n"),
  );
  assert.equal(asked, 0);
  const open = await serveFragment(start, fragment, { environment: { WRIT_PRIVATE_HOSTS: host } });
  assert.deepEqual((await open.call("look", {}, await open.person("ann"))).body, { told: "inside" });
});

test("the process itself refuses what a name leads to by then", async () => {
  const deno = findDeno();
  assert.ok(deno !== undefined);
  const before = asked;
  const run = {
    version: "one",
    code: `const said = [];
for (const connect of [async () => (await fetch("http://${host}/")).text(), async () => Deno.connect({ hostname: "localhost", port: ${host.split(":")[1]} }), async () => fetch("http://${host}/moved")])
  said.push(await connect().then(() => "reached", () => "refused"));
return said.join();`,
    isFunction: false,
    input: {},
    me: null,
    now: new Date().toISOString(),
    secrets: {},
    constants: {},
    apis: [],
    mails: {},
  };
  const told = async (allowed: string) => {
    const process = new CodeProcess(
      deno,
      reachOf([host], privateHostsOf({ WRIT_PRIVATE_HOSTS: allowed })),
      tmpdir(),
      () => undefined,
    );
    const outcome = await process.run(run, 30_000, { asked: async () => ({ wrong: "" }), log: () => undefined });
    process.end();
    return "done" in outcome ? outcome.done.answer : outcome;
  };
  assert.equal(await told(""), "refused,refused,refused");
  assert.equal(asked, before);
  assert.equal(await told(host), "reached,reached,refused");
  // The two that reached it; the second only connected.
  assert.equal(asked, before + 2);
});

test("addresses that are written out, and names of the operator's own", async () => {
  const none = privateHostsOf({});
  for (const one of ["127.0.0.1:80", "10.1.2.3", "169.254.169.254", "localhost"])
    assert.equal(await closedHostIn([one], none), one);
  assert.equal(await closedHostIn(["93.184.215.14", "*.example.com", "nowhere.invalid"], none), undefined);
  assert.equal(
    await closedHostIn(["localhost:8080"], privateHostsOf({ WRIT_PRIVATE_HOSTS: "localhost:8080" })),
    undefined,
  );
  assert.equal(
    await closedHostIn(["localhost:8081"], privateHostsOf({ WRIT_PRIVATE_HOSTS: "localhost:8080" })),
    "localhost:8081",
  );
});
