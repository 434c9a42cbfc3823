// TLS without a proxy: who trusts the authority gets in, a renewed certificate is taken without a restart, one that ran out is
// told, and nobody without TLS or in the middle of a handshake keeps the others out.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { connect as connectSecure } from "node:tls";
import { WebSocket } from "ws";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { visitorsOnly } from "../testing/visitors-only.ts";
import { products } from "../testing/product.ts";
import { CertificateFailure, readCertificate, watchCertificate } from "./certificate.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-certificate-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const start = products();

/** Signed by itself; clients trust it as their own authority. */
function make(name: string, days = 30): { readonly certificate: string; readonly key: string } {
  const files = { certificate: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  const subject = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync(
    "openssl",
    ["req", "-x509", ...curve, "-days", String(days), ...subject, "-out", files.certificate, "-keyout", files.key],
    { stdio: "ignore" },
  );
  return files;
}

const [first, second] = [make("first"), make("second")];

/** What a client gets that trusts this authority alone. */
const asked = async (url: string, authority: string): Promise<{ readonly status: number; readonly headers: object }> =>
  new Promise((resolve, reject) => {
    get(url, { ca: readFileSync(authority), agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    }).once("error", reject);
  });

test("pages, data and sockets are served by TLS alone", async () => {
  const { url, port, anonKey } = await start(visitorsOnly("Note"), { tls: first });
  assert.equal(url, `https://127.0.0.1:${port}`);
  assert.equal((await asked(`${url}/ready`, first.certificate)).status, 200);
  await assert.rejects(asked(`${url}/ready`, second.certificate), /self-signed certificate/);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/ready`), "nothing answers without TLS");
  const socket = new WebSocket(`${url.replace("https", "wss")}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`, {
    ca: readFileSync(first.certificate),
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  socket.terminate();
});

test("versions of TLS that are broken are refused", async () => {
  const { port } = await start(visitorsOnly("Note"), { tls: first });
  const old = connectSecure({
    port,
    host: "127.0.0.1",
    ca: readFileSync(first.certificate),
    maxVersion: "TLSv1.1",
    minVersion: "TLSv1",
  });
  await new Promise((resolve, reject) => {
    old.once("error", resolve);
    old.once("secureConnect", () => reject(new Error("it was taken")));
  });
});

test("who only begins a handshake keeps nobody out, and the server still ends", async () => {
  const { port, url } = await start(visitorsOnly("Note"), { tls: first });
  const idle = connect(port, "127.0.0.1");
  await new Promise((resolve) => idle.once("connect", resolve));
  const closed = new Promise((resolve) => idle.resume().once("close", resolve).on("error", resolve));
  idle.write("GET / HTTP/1.1\r\n\r\n");
  const silent = connect(port, "127.0.0.1");
  await new Promise((resolve) => silent.once("connect", resolve));
  assert.equal((await asked(`${url}/ready`, first.certificate)).status, 200);
  await closed;
  silent.destroy();
});

test("a renewed certificate is taken while the server runs, and half of one is told and not taken", async () => {
  const files = { certificate: join(folder, "renewed.pem"), key: join(folder, "renewed.key") };
  const lay = (from: typeof first) => {
    writeFileSync(files.certificate, readFileSync(from.certificate));
    writeFileSync(files.key, readFileSync(from.key));
  };
  lay(first);
  const said: unknown[] = [];
  const log = {
    note: (_: string, about: unknown = {}) => void said.push(about),
    warning: (_: string, about: unknown) => void said.push(about),
  };
  const watch = watchCertificate(files, log, { every: 5 });
  const taken: string[] = [];
  watch.start(({ cert }) => void taken.push(cert));
  writeFileSync(files.certificate, readFileSync(second.certificate));
  await eventually(() => said.length > 0, "half of it is told");
  assert.match(JSON.stringify(said[0]), /is not that of the certificate in/);
  assert.deepEqual(taken, []);
  lay(second);
  await eventually(() => taken.length > 0, "the other one is taken");
  assert.deepEqual(taken, [readFileSync(second.certificate, "utf8")]);
  watch.stop();
});

test("a certificate that runs out is told ahead, and each day after", async () => {
  const files = make("short", 20);
  const said: string[] = [];
  const log = { note: () => undefined, warning: (_: string, about: unknown) => void said.push(JSON.stringify(about)) };
  let now = readCertificate(files).validTo.getTime() - 20 * 86_400_000;
  const watch = watchCertificate(files, log, { every: 5, now: () => now });
  watch.start(() => undefined);
  assert.deepEqual(said, []);
  assert.ok(watch.secondsLeft() > 19 * 86_400);
  now += 10 * 86_400_000;
  await eventually(() => said.length === 1, "runs out soon");
  assert.match(said[0] ?? "", /runs out soon/);
  now += 11 * 86_400_000;
  await eventually(() => said.length === 2, "has run out");
  assert.match(said[1] ?? "", /has run out: browsers refuse it/);
  assert.ok(watch.secondsLeft() < 0);
  watch.stop();
});

test("files that are no certificate are told apart", () => {
  const other = join(folder, "other.txt");
  writeFileSync(other, "nothing");
  for (const [files, why] of [
    [{ ...first, certificate: join(folder, "none.pem") }, /^there is no file .*none\.pem$/],
    [{ ...first, certificate: other }, /other\.txt holds no certificate in PEM form$/],
    [{ ...first, key: other }, /other\.txt holds no key without a passphrase in PEM form$/],
    [{ ...first, key: second.key }, /^the key in .*second\.key is not that of the certificate in .*first\.pem$/],
  ] as const)
    assert.throws(
      () => readCertificate(files),
      (failure: Error) => failure instanceof CertificateFailure && why.test(failure.message),
      String(why),
    );
});
