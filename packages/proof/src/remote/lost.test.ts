// A product that stops answering in the middle: what was made there is taken away when it answers again, and told where not.
import assert from "node:assert/strict";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { lending } from "../testing/lending.ts";
import { planOf } from "../plan/plan.ts";
import { RemoteUnavailable } from "./unavailable.ts";
import { findRemote } from "./product.ts";
import { runRemote } from "./run-remote.ts";
import { leeway } from "./tables.ts";
import { pause } from "../../../language/src/testing/eventually.ts";

const start = products();
const { source } = completeDocument(lending);
const compiled = compile(source);

type Door = { readonly url: string; says: "go on" | "nothing" | 503; isLate: (asked: IncomingMessage) => boolean };

/** What stands before a product, as in front of many. */
async function doorTo(url: string): Promise<Door> {
  const door = { url: "", says: "go on" as Door["says"], isLate: (_asked: IncomingMessage) => false };
  const server: Server = createServer(async (incoming, outgoing) => {
    if (door.says === "nothing") return void incoming.socket.destroy();
    if (door.says === 503) return void outgoing.writeHead(503, { "content-type": "text/html" }).end("<h1>Away</h1>");
    const { method, headers } = incoming;
    if (door.isLate(incoming)) await pause(leeway + 500, "later than moments may differ by themselves");
    const onwards = request(`${url}${incoming.url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onwards);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close());
  door.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return door;
}

for (const says of ["nothing", 503] as const)
  test(`what was made before is taken away by a run that is answered again: ${says}`, async () => {
    const product = await start(source, { document: { file: "SPEC.md", source, compiled } });
    const door = await doorTo(product.url);
    const elsewhere = await findRemote(door.url, product.serviceKey, source);
    const plan = planOf(compiled, "6/Loan", Date.now());
    // In the middle of a case, whose rows are there.
    await product.owner(
      `CREATE FUNCTION public.told() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NOTIFY made; RETURN NULL; END'`,
    );
    await product.owner("CREATE TRIGGER told AFTER INSERT ON writ_data.loan FOR EACH ROW EXECUTE FUNCTION told()");
    const listener = await product.database.connect();
    await listener.query("LISTEN made");
    let made = 0;
    listener.on("notification", () => {
      made++;
      if (made !== 3) return;
      door.says = says;
      void pause(1500, "it is away for longer than one question takes").then(() => (door.says = "go on"));
    });
    const { left, failure } = await runRemote(plan, elsewhere, { send: false }, () => undefined);
    await listener.end();
    assert.ok(failure instanceof RemoteUnavailable, String(failure));
    assert.match(failure.message, /^http:\/\/127\.0\.0\.1:\d+ no longer answers: /);
    assert.deepEqual(left, []);
    assert.deepEqual(await product.owner("SELECT id FROM writ_data.loan UNION ALL SELECT id FROM auth.users"), []);
  });

test("a late answer of a product does not count as a different one", async () => {
  const product = await start(source, { document: { file: "SPEC.md", source, compiled } });
  const door = await doorTo(product.url);
  const elsewhere = await findRemote(door.url, product.serviceKey, source);
  const plan = planOf(compiled, "3/Loan/Days", Date.now());
  const one = plan.cases.find(({ situation, outcome }) => situation.attempt.kind === "create" && "done" in outcome);
  assert.ok(one);
  let late = 0;
  door.isLate = ({ method, url = "", headers }) => {
    const isOfCase = headers.authorization !== `Bearer ${product.serviceKey}`;
    if (!isOfCase || method !== "POST" || !url.startsWith("/rest/v1/loan")) return false;
    late++;
    return true;
  };
  const { results, notTried } = await runRemote({ ...plan, cases: [one] }, elsewhere, { send: false }, () => undefined);
  assert.equal(late, 1);
  assert.deepEqual([results.map(({ outcome, wrong }) => [outcome, wrong]), notTried], [[["passed", []]], []]);
});
