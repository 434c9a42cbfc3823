// `npm run test:monitoring`: the alarms and the board of `deploy/` with a Prometheus that watches a product, configured as the
// page says. Each alarm fires and does not; each query is one that Prometheus takes, and finds something. For Debian.
import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { join } from "node:path";
import { eventually } from "../packages/language/src/testing/eventually.ts";
import { buildTelling } from "./build-telling.ts";
import { alarmCases, promtoolTests } from "./monitoring/alarm-cases.ts";
import { readAlarms, readBoard, rulesFile, selectorsIn } from "./monitoring/deployed.ts";

const root = join(import.meta.dirname, "..");
const writ = join(root, "packages/cli/bin/writ.mjs");
const document = join(root, "examples/help-desk/SPEC.md");
const folder = mkdtempSync(join(tmpdir(), "writ-monitoring-"));
const data = join(folder, "data");
/** Signed by itself, for this machine. */
const certificate = { cert: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
const token = "only Prometheus knows it";
const say = (text: string) => console.log(`  ${text}`);

function run(command: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, words, { encoding: "utf8" });
  assert.equal(status, 0, `${command} ${words.join(" ")}: ${stdout}${stderr}${error?.message ?? ""}`);
  return stdout;
}

/** False where it is missing and may not be installed. */
function hasPrometheus(): boolean {
  const isThere = () => ["prometheus", "promtool"].every((one) => spawnSync(one, ["--version"]).status === 0);
  if (isThere()) return true;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  // Debian starts what it installs as a service; here it is started below.
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "prometheus"], {
    env: { ...process.env, RUNLEVEL: "1", DEBIAN_FRONTEND: "noninteractive" },
    stdio: "inherit",
  });
  return isThere();
}

function tryAlarms(): void {
  run("promtool", ["check", "rules", rulesFile]);
  const tests = join(folder, "alarms.test.yml");
  writeFileSync(tests, promtoolTests(rulesFile, alarmCases));
  run("promtool", ["test", "rules", tests]);
  say(`${readAlarms().length} alarms fire and do not fire, in ${alarmCases.length} cases`);
}

type Server = { readonly child: ChildProcess; readonly ended: Promise<unknown>; readonly told: () => string };

function start(command: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Server {
  const child = spawn(command, words, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let told = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => (told += piece.toString()));
  return { child, ended: once(child, "close"), told: () => told };
}

async function stop({ child, ended }: Server): Promise<void> {
  child.kill("SIGTERM");
  await ended;
}

/** What comes first: what is looked for, or the end of the server, which is a failure. */
const whileRunning = async <Found>({ ended, told }: Server, found: Promise<Found>): Promise<Found> =>
  Promise.race([found, ended.then(() => assert.fail(told()))]);

type Product = { readonly server: Server; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** What this process asks over TLS from now on trusts it. */
function makeCertificate(): void {
  const { cert, key } = certificate;
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "90"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  run("openssl", ["req", "-x509", ...curve, ...subject, "-out", cert, "-keyout", key]);
  setDefaultCACertificates([...getCACertificates(), readFileSync(cert, "utf8")]);
}

/** Two processes, because each has series of its own. */
async function startDesk(running: Server[]): Promise<Product> {
  const words = ["start", document, "--apply", "--with-gaps", "--json", "--data", data, "--port", "0"];
  const tls = ["--tls", certificate.cert, certificate.key];
  const server = start(process.execPath, [writ, ...words, ...tls, "--processes", "2"], {
    WRIT_METRICS_TOKEN: token,
    WRIT_LOG: "silent",
    DATABASE_URL: "",
  });
  running.push(server);
  const line = () => /^\{"url".*\}$/m.exec(server.told())?.[0];
  const { url } = JSON.parse(await whileRunning(server, eventually(line, server.told))) as { readonly url: string };
  const key = run(process.execPath, [writ, "keys", "service", document, "--data", data]).trim();
  const headers = { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" };
  return { server, url, headers };
}

/** Something for every service; a call makes work, too. */
async function visit({ url, headers }: Product): Promise<void> {
  const ask = async (path: string, body?: object) => {
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    await (await fetch(`${url}${path}`, { headers, ...sent })).arrayBuffer();
  };
  for (const path of ["/", "/rest/v1/category", "/rest/v1/nothing", "/auth/v1/settings", "/storage/v1/bucket"])
    await ask(path);
  await ask("/functions/v1/export_tickets", { from: "2026-01-01", to: "2026-01-31" });
}

/** The configuration of the page, with this machine's addresses, and a shorter time between two looks. */
function configure(url: string): string {
  const page = readFileSync(join(root, "docs/production/monitoring.md"), "utf8");
  const [, shown = ""] = /```yaml\n(rule_files:[^]*?)```/.exec(page) ?? [];
  const place = join(folder, "prometheus");
  mkdirSync(place);
  cpSync(rulesFile, join(place, "writ-rules.yml"));
  writeFileSync(join(place, "writ-token"), token);
  const file = join(place, "prometheus.yml");
  writeFileSync(file, shown);
  run("promtool", ["check", "config", file]);
  const changes = [
    ["scrape_interval: 15s", "scrape_interval: 1s"],
    ["scheme: https", `scheme: https\n    tls_config:\n      ca_file: ${certificate.cert}`],
    ["desk.example.org", new URL(url).host],
  ] as const;
  const own = changes.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), `the page's configuration has ${from}`);
    return text.replace(from, to);
  }, `global:\n  evaluation_interval: 1s\n${shown}`);
  writeFileSync(file, own);
  return file;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

type Prometheus = {
  readonly ask: (path: string, words?: Readonly<Record<string, string>>) => Promise<unknown>;
};

async function startPrometheus(configuration: string, running: Server[]): Promise<Prometheus> {
  const address = `127.0.0.1:${await freePort()}`;
  const server = start("prometheus", [
    `--config.file=${configuration}`,
    `--storage.tsdb.path=${join(folder, "series")}`,
    `--web.listen-address=${address}`,
  ]);
  running.push(server);
  const isReady = async () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await whileRunning(server, eventually(isReady, server.told));
  const ask: Prometheus["ask"] = async (path, words = {}) => {
    const answer = await fetch(`http://${address}/api/v1/${path}?${new URLSearchParams(words).toString()}`);
    const { status, data: found, error } = (await answer.json()) as Readonly<Record<string, unknown>>;
    assert.equal(status, "success", `${JSON.stringify(words)}: ${String(error)}`);
    return found;
  };
  return { ask };
}

/** As the board asks, of all products, in the time in which there were requests. */
const asAsked = (query: string): string =>
  query.replaceAll("$__rate_interval", "1m").replaceAll("$job", "writ").replaceAll("$instance", ".*");

/** Each is taken, and finds something as soon as Prometheus has looked often enough; but alarms look for what is wrong. */
async function tryQueries({ ask }: Prometheus, desk: Product): Promise<void> {
  const find = async (query: string) =>
    ((await ask("query", { query })) as { readonly result: readonly { readonly value: readonly unknown[] }[] }).result;
  const hasNumbers = async (query: string) => {
    await visit(desk);
    const found = await find(query);
    return found.length > 0 && found.every(({ value: [, number] }) => Number.isFinite(Number(number)));
  };
  const alarms = readAlarms();
  for (const { expr } of alarms) await find(expr);
  const names = new Set(alarms.flatMap(({ expr }) => selectorsIn(expr).map(({ name }) => name)));
  for (const name of [...names, 'up{job="writ"}']) await eventually(async () => hasNumbers(name), name);
  say(`every series of the alarms is there: ${names.size}`);
  const board = readBoard();
  const queries = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => asAsked(expr)));
  for (const query of queries) await eventually(async () => hasNumbers(query), query);
  say(`every query of the board finds something: ${queries.length}`);
  for (const { name, definition = "" } of board.templating.list) {
    const [, series = "", label = ""] = /^label_values\((.*), (\w+)\)$/.exec(definition) ?? [];
    if (name === "datasource") continue;
    const values = await ask(`label/${label}/values`, { "match[]": asAsked(series) });
    assert.deepEqual(values, [label === "job" ? "writ" : new URL(desk.url).host], name);
  }
}

type Rule = { readonly name: string; readonly health: string; readonly state: string; readonly lastError?: string };

const rulesOf = async ({ ask }: Prometheus): Promise<readonly Rule[]> => {
  const { groups } = (await ask("rules")) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
};

async function tryProduct(): Promise<void> {
  const running: Server[] = [];
  try {
    makeCertificate();
    const desk = await startDesk(running);
    assert.equal((await fetch(`${desk.url}/metrics`)).status, 404);
    const prometheus = await startPrometheus(configure(desk.url), running);
    await tryQueries(prometheus, desk);
    const rules = () => rulesOf(prometheus);
    await eventually(async () => (await rules()).every(({ health }) => health === "ok"), rules);
    assert.deepEqual(
      (await rules()).filter(({ state }) => state === "firing"),
      [],
    );
    say("no alarm fires while the product serves");
    await stop(desk.server);
    const isTold = ({ name, state }: Rule) => name === "WritDoesNotAnswer" && state !== "inactive";
    await eventually(async () => (await rules()).some(isTold), rules);
    say("when it is stopped, Prometheus notices");
  } finally {
    for (const server of running) await stop(server);
  }
}

if (!hasPrometheus()) {
  console.error(
    "npm run test:monitoring needs Prometheus: the package prometheus of Debian, or prometheus and promtool on the path.",
  );
  process.exit(2);
}
await buildTelling();
try {
  tryAlarms();
  await tryProduct();
  console.log("The alarms and the board fit the product.");
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
