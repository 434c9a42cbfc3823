// From a database with a document in it to an address that answers: keys, connections, what changes are heard of.
import { randomBytes } from "node:crypto";
import type { Compiled } from "@writ/language";
import { readConstraints } from "./applying/applied.ts";
import { readProduct } from "./applying/product.ts";
import { listPeople, type PreviewPerson } from "./auth/preview/list-people.ts";
import { listen } from "./gate/listen.ts";
import { openRoom, type RoomLimits } from "./gate/room.ts";
import { completeSchema } from "./auth/schema.ts";
import { readSettings } from "./auth/settings.ts";
import { startJobs } from "./jobs/jobs.ts";
import type { Mail } from "./mail/mail.ts";
import { mailboxSchema, readMailbox, type KeptMail } from "./mail/mailbox.ts";
import { openSender } from "./mail/sender.ts";
import { makeKeys, readKeyRing } from "./keys/key-ring.ts";
import { projectIssuer, projectKey, tokenChecker } from "./keys/tokens.ts";
import { openLog, type LogLevel } from "./operating/log.ts";
import { watching } from "./operating/may-watch.ts";
import { openMetrics } from "./operating/metrics.ts";
import type { Database } from "./postgres/index.ts";
import { requestPool, usualLimits, type PoolLimits, type RequestPool } from "./postgres/request-pool.ts";
import { catalogueCache } from "./rest/catalogue/catalogue-cache.ts";
import { readNarrowings, type Narrowings } from "./rest/narrowing.ts";
import { wordsOf } from "./rest/respond/in-words.ts";
import { openPages, type PageOptions } from "./pages/pages.ts";
import { makeListener } from "./server.ts";

export type { PreviewPerson };

export type ServeOptions = {
  /** 0 takes a free one. */
  readonly port: number;
  /** Loopback, unless somebody says otherwise. */
  readonly host?: string;
  /** The address that people know, where it is another one than that of this process. */
  readonly publicUrl?: string;
  readonly log?: LogLevel;
  readonly proxies?: number;
  readonly jwtSecret?: string;
  readonly limits?: Partial<PoolLimits>;
  readonly room?: RoomLimits;
  /** Somebody works on the document on this machine. */
  readonly development?: boolean;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Told of mails that went nowhere but into the mailbox of development. */
  readonly onMail?: (mail: Mail) => void;
  /** What people see in the browser. Without it, there is nothing to see. */
  readonly pages?: PageOptions;
  /** How providers of identities are reached. */
  readonly fetch?: typeof fetch;
};

export type Running = {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceKey: string;
  /** After the database was changed by something that does not say so. */
  readonly reload: () => Promise<void>;
  /** What people see in the browser from now on: the document as a module. */
  readonly show: (module: string) => void;
  /**
   * For the terminal and the console of whoever develops on this machine: people of samples and of roles, each with a link
   * that signs in. Nobody where the server is in production or can be reached from elsewhere.
   */
  readonly people: (compiled: Compiled) => Promise<readonly PreviewPerson[]>;
  /** What would have gone out while somebody develops; `to`: to one address. */
  readonly mailbox: (to?: string) => Promise<readonly KeptMail[]>;
  /** Requests that run are answered first. */
  readonly stop: () => Promise<void>;
};

/** What one request may bring. Files do not come this way. */
const bodyBytes = 10 * 2 ** 20;

export async function serveProduct(database: Database, options: ServeOptions): Promise<Running> {
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await start(database, options, undo)), stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

async function start(
  database: Database,
  options: ServeOptions,
  undo: (() => Promise<void>)[],
): Promise<Omit<Running, "stop">> {
  const host = options.host ?? "127.0.0.1";
  const log = openLog(options.log ?? "warn");
  const owner = requestPool(database, "owner", { ...usualLimits, connections: 8 });
  const pool = requestPool(database, "authenticator", { ...usualLimits, ...options.limits });
  undo.push(owner.end, pool.end);
  await owner.withConnection(async (client) => {
    await makeKeys(client);
    await completeSchema(client);
    await client.query(mailboxSchema);
  });
  const cache = await catalogueCache(database, ["public"], async (client) => ({
    constraints: await readConstraints(client),
    narrowings: { functions: await readNarrowings(client), known: new Map() } satisfies Narrowings,
    product: await readProduct(client),
    ring: await readKeyRing(client, options.jwtSecret),
  }));
  undo.push(cache.stop);
  const product = () => cache.beside().product;
  const ring = () => cache.beside().ring;
  const issuers = [projectIssuer];
  const checkToken = tokenChecker(ring, { issuers });
  const development = options.development ?? false;
  const environment = options.environment ?? {};
  const sender = openSender({ environment, development, pool: owner, onKept: options.onMail });
  const jobs = startJobs({ pool: owner, product, sender, log });
  undo.push(jobs.stop);
  const settings = readSettings(environment, { development });
  const inWords = wordsOf(() => cache.beside().constraints, owner);
  const secret = randomBytes(32);
  let url = "";
  const pages =
    options.pages &&
    openPages(options.pages, {
      title: () => product().title,
      key: () => projectKey("anon", ring()),
      isSecure: () => url.startsWith("https:"),
    });
  const listener = makeListener({
    auth: {
      pool: owner,
      product,
      ring,
      checkToken,
      url: () => url,
      settings: { ...settings, ...(options.fetch === undefined ? {} : { fetch: options.fetch }) },
      wake: jobs.wake,
      inWords,
    },
    pages,
    data: {
      pool,
      cache,
      inWords,
      narrowings: () => cache.beside().narrowings,
      checkToken,
      schemas: ["public"],
      maxRows: 1000,
      bodyBytes,
    },
    log,
    metrics: openMetrics([
      { name: "writ_connections", help: "Connections to the database for requests.", read: () => pool.load().size },
      { name: "writ_connections_busy", help: "Those of them in use.", read: () => pool.load().busy },
      { name: "writ_connections_waiting", help: "Requests that wait for one.", read: () => pool.load().waiting },
    ]),
    mayWatch: watching(options.environment?.["WRIT_METRICS_TOKEN"], options.proxies ?? 0),
    proxies: options.proxies ?? 0,
    room: openRoom(options.room),
    isReady: async () => isThere(owner),
  });
  const { port, close } = await listen(listener, { port: options.port, host });
  undo.push(close);
  url = options.publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  issuers.push(`${url}/auth/v1`);
  return {
    url,
    anonKey: projectKey("anon", ring()),
    serviceKey: projectKey("service_role", ring()),
    reload: cache.reload,
    show: (module) => pages?.setModule(module),
    people: async (compiled) =>
      development && isLoopback(host)
        ? owner.withConnection(async (client) => listPeople({ client, compiled, url, secret }))
        : [],
    mailbox: async (to) => owner.withConnection(async (client) => readMailbox(client, to)),
  };
}

const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || host.startsWith("127.");

async function isThere(owner: RequestPool): Promise<boolean> {
  return owner
    .withConnection(async (client) => client.query("SELECT 1"))
    .then(
      () => true,
      () => false,
    );
}
