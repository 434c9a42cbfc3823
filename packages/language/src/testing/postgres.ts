// A real PostgreSQL for tests: an empty cluster of its own in a temporary folder, gone when the test is.
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import {
  copyBinaries,
  databaseAccount,
  findBinaries,
  freePort,
  startPostmaster,
  startWatchdog,
  type Account,
  type Watchdog,
} from "@writ/server/postgres";
import { copied } from "../../../server/src/postgres/testing/copied.ts";

export type Postgres = {
  /** A connection as the superuser; `stop` closes those that are still open. */
  readonly connect: (database?: string) => Promise<Client>;
  readonly createDatabase: (name: string, options?: DatabaseOptions) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/**
 * How texts are ordered where no collation is given: by code point, as ICU does for en-US, or by Unicode's own rules; or
 * which database it is a copy of.
 */
export type DatabaseOptions = { readonly collation?: "C" | "icu" | "unicode"; readonly template?: string };

const locales = {
  C: "locale_provider builtin builtin_locale 'C.UTF-8'",
  icu: "locale_provider icu icu_locale 'en-US'",
  unicode: "locale_provider builtin builtin_locale 'PG_UNICODE_FAST'",
} as const;

/** A database that others are copied from, made once: `make` as the superuser, anew where `edition` is another one. */
export type Template = {
  readonly name: string;
  readonly edition: string;
  readonly make: (client: Client) => Promise<void>;
};

const isWindows = process.platform === "win32";

export async function startPostgres(template?: Template): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "writ-pg-"));
  const watchdog = startWatchdog([folder]);
  const remove = () => {
    watchdog.dismiss();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const data = join(folder, "data");
    const account = databaseAccount(data);
    give(folder, account);
    const binaries = findBinaries(account) ?? copyBinaries(account, folder);
    mkdirSync(data);
    give(data, account);
    const port = isWindows ? await freePort() : 5432;
    const start = async () => startPostmaster({ data, account, binaries, settings: settings(folder, port), watchdog });
    const clients = new Set<Client>();
    const connect = async (database = "postgres") => {
      const client = new Client({ host: isWindows ? "127.0.0.1" : folder, port, user: "postgres", database });
      await client.connect();
      clients.add(client);
      return client;
    };
    const createDatabase: Postgres["createDatabase"] = async (name, { collation = "C", template: from } = {}) => {
      const client = await connect();
      const like = from === undefined ? `template0 ${locales[collation]}` : client.escapeIdentifier(from);
      await client.query(`create database ${client.escapeIdentifier(name)} template ${like}`);
      await client.end();
    };
    const make = async () => makeCluster(watchdog, binaries, data, account);
    if (template === undefined) await copied(data, "cluster", make);
    else
      await copied(data, `${template.name}-${template.edition}`, async () => {
        await make();
        const making = await start();
        await createDatabase(template.name);
        const client = await connect(template.name);
        await template.make(client);
        await client.end();
        await making.stop();
      });
    const server = await start();
    return {
      connect,
      createDatabase,
      stop: async () => {
        await Promise.all([...clients].map((client) => client.end().catch(() => undefined)));
        await server.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function give(path: string, { uid, gid }: Account): void {
  if (uid === undefined || gid === undefined) return;
  chownSync(path, uid, gid);
  chmodSync(path, 0o700);
}

async function makeCluster(watchdog: Watchdog, binaries: string, data: string, account: Account): Promise<void> {
  const options = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
  const {
    process: initdb,
    errors,
    output,
  } = watchdog.start("preparation", join(binaries, "initdb"), [...options, "--no-instructions"], {
    account,
    folder: data,
  });
  const ended = new Promise<number | null>((resolve, reject) => initdb.once("error", reject).once("exit", resolve));
  const [status, said] = await Promise.all([ended, text(errors), text(output)]);
  if (status !== 0) throw new Error(`initdb failed: ${said}`);
}

/** Nothing survives a test, so nothing needs to reach the disk. */
function settings(folder: string, port: number) {
  return {
    port,
    listen_addresses: isWindows ? "127.0.0.1" : "",
    ...(isWindows ? {} : { unix_socket_directories: folder }),
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
    autovacuum: "off",
    jit: "off",
    max_connections: 20,
    deadlock_timeout: "100ms",
    timezone: "UTC",
  };
}
