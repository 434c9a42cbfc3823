// `writ mail test` against mail servers that take a mail, refuse it, want a password, or are not there.
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { SMTPServer } from "smtp-server";
import { waitFor } from "./testing/fake-console.ts";

const mails: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  allowInsecureAuth: true,
  onAuth: ({ password }, _session, done) =>
    password === "right" ? done(undefined, { user: "desk" }) : done(new Error("Invalid username or password")),
  onRcptTo: ({ address }, _session, done) =>
    address.startsWith("nobody@") ? done(Object.assign(new Error("No such user"), { responseCode: 550 })) : done(),
  onData: (stream, _session, done) => {
    let mail = "";
    stream.on("data", (piece: Buffer) => (mail += piece.toString()));
    stream.on("end", () => {
      mails.push(mail);
      done();
    });
  },
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.server.address() as AddressInfo;
after(async () => new Promise<void>((resolve) => server.close(resolve)));

const sent = async (address: string, url: string) =>
  waitFor({}, ["mail", "test", address], {
    environment: { WRIT_SMTP_URL: url, WRIT_MAIL_FROM: "Desk <desk@example.org>" },
  });

test("a mail goes out, and the answer of the server is shown", async () => {
  const { exit, out } = await sent("ann@example.org", `smtp://desk:right@127.0.0.1:${port}`);
  assert.equal(exit, 0, out);
  assert.match(
    out,
    new RegExp(`^✓ Server  127\\.0\\.0\\.1:${port} answers and accepts desk\n✓ Mail    taken for ann@example\\.org`),
  );
  assert.match(mails.at(-1) ?? "", /^From: Desk <desk@example\.org>\r\nTo: ann@example\.org\r\n/m);
});

test("a wrong password is told, and not repeated", async () => {
  const { exit, out } = await sent("ann@example.org", `smtp://desk:wrong@127.0.0.1:${port}`);
  assert.equal(exit, 1);
  assert.match(out, /^✗ Server  it refuses the user or the password in WRIT_SMTP_URL/);
  assert.doesNotMatch(out, /wrong/);
});

test("a refused address is told", async () => {
  const { exit, out } = await sent("nobody@example.org", `smtp://127.0.0.1:${port}`);
  assert.equal(exit, 1);
  assert.match(out, /^✓ Server .*\n✗ Mail {4}it refuses the sender or the recipient \(.*No such user\)/);
});

test("a server that speaks no TLS is told from one that is away", async () => {
  const tls = await sent("ann@example.org", `smtps://127.0.0.1:${port}`);
  assert.match(tls.out, /^✗ Server  it does not speak TLS as expected: smtps:\/\/ is for port 465/);
  const away = await sent("ann@example.org", "smtp://127.0.0.1:1");
  assert.deepEqual([tls.exit, away.exit], [1, 1]);
  assert.match(away.out, /^✗ Server  it cannot be reached/);
});

test("what is missing, or is no address, is said", async () => {
  const none = await waitFor({}, ["mail", "test", "ann@example.org"]);
  assert.equal(none.exit, 2);
  assert.match(none.error, /no mail server is set/);
  const { exit, out } = await sent("ann", `smtp://127.0.0.1:${port}`);
  assert.deepEqual([exit, out], [1, "✗ Address ann is no email address\n"]);
  assert.equal((await waitFor({}, ["mail", "send", "ann@example.org"])).exit, 2);
});
