// Where requests of a product may go: not to this machine, its network, nor to whatever a name or a redirect leads to.
import assert from "node:assert/strict";
import type { LookupAddress } from "node:dns";
import { after, before, test } from "node:test";
import { isPublicAddress, createLookup, privateHostsOf } from "./private-addresses.ts";
import { RequestFailed, sendOut } from "./request-out.ts";
import { startReceiver, type Receiver } from "../testing/receiver.ts";

let receiver: Receiver;
before(async () => {
  receiver = await startReceiver(({ url }, response) => {
    if (url === "/moved") response.writeHead(302, { Location: "/elsewhere" }).end();
    else if (url === "/other") response.writeHead(101, { Upgrade: "other", Connection: "Upgrade" }).end();
    else if (url === "/slow") response.writeHead(200).write("{");
    else if (url === "/large") response.end("x".repeat(2 ** 21));
    else if (url === "/broken") response.writeHead(500).end("inner words");
    else response.end('{"ok":true}');
  });
});
after(async () => receiver.end());

const go = async (
  url: string,
  allowed: string,
  { milliseconds = 60_000, ending = new AbortController().signal } = {},
): Promise<string> =>
  sendOut(
    { method: "POST", url: new URL(url), headers: {}, body: "{}" },
    privateHostsOf({ WRIT_PRIVATE_HOSTS: allowed }),
    { milliseconds, ending },
  );
const why = async (work: Promise<string>): Promise<string> =>
  work.then(
    () => "it went out",
    (failure: unknown) => (failure instanceof RequestFailed ? failure.message : `unexpected: ${String(failure)}`),
  );
const isPrivate = "its address is a private one";

test("addresses of this machine, of networks behind it and those that stand for others are not open", () => {
  const closed =
    "127.0.0.1 127.8.8.8 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1 255.255.255.255 192.0.0.1 " +
    ":: ::1 fe80::1 fc00::1 fd12:3456::1 fec0::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::a00:1 2002:7f00:1:: 2001:0:1:: no.address";
  for (const address of closed.split(" ")) assert.equal(isPublicAddress(address), false, address);
  for (const address of "1.1.1.1 8.8.8.8 172.32.0.1 93.184.216.34 2606:4700:4700::1111 ::ffff:8.8.8.8".split(" "))
    assert.equal(isPublicAddress(address), true, address);
});

test("no private address is reached, however it is written, nor one that a name leads to", async () => {
  const port = receiver.host.split(":")[1] ?? "";
  const connected = receiver.connections();
  for (const host of [
    "127.0.0.1",
    "localhost",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "0.0.0.0",
    "169.254.169.254",
    "user:word@127.0.0.1",
    "[fe80::1]",
  ])
    assert.equal(await why(go(`https://${host}:${port}/`, "")), isPrivate, host);
  // Plain text goes nowhere but to a host that the operator names.
  assert.match(await why(go("http://93.184.216.34/", "")), /https:/);
  assert.match(await why(go(receiver.url("/"), "127.0.0.1:1")), /https:/);
  assert.match(await why(go("file:///etc/passwd", "")), /https:/);
  assert.equal(receiver.connections(), connected);
  assert.equal(await go(receiver.url("/"), `other.example, ${receiver.host}`), '{"ok":true}');
  assert.equal(await go(receiver.url("/"), "127.0.0.1"), '{"ok":true}');
});

test("what is connected to is what was looked at", async () => {
  const ask = async (all: boolean) =>
    new Promise<readonly [Error | null, string | LookupAddress[]]>((resolve) => {
      createLookup("localhost", { all }, (failure, found) => resolve([failure, found]));
    });
  for (const all of [true, false]) {
    const [failure, found] = await ask(all);
    assert.equal(failure?.message, isPrivate);
    assert.equal(found, "");
  }
});

test("requests follow no redirects, time out, and have a maximum answer size", async () => {
  const { host } = receiver;
  assert.match(await why(go(receiver.url("/moved"), host)), /^it answers 302/);
  assert.deepEqual(receiver.at("/elsewhere"), []);
  assert.equal(await why(go(receiver.url("/slow"), host, { milliseconds: 300 })), "no answer in time");
  assert.equal(await why(go(receiver.url("/large"), host)), "its answer is too large");
  assert.match(await why(go(receiver.url("/other"), host)), /^it answers 101/);
  assert.equal(await why(go(receiver.url("/broken"), host)), "it answers 500");
  const ending = new AbortController();
  const waiting = why(go(receiver.url("/slow"), host, { ending: ending.signal }));
  ending.abort();
  assert.equal(await waiting, "this server ended meanwhile");
  assert.match(await why(go("http://127.0.0.1:1/secret-path", "127.0.0.1")), /^it cannot be reached: ECONNREFUSED$/);
});
