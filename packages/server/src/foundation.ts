// What all modules of a server stand on: its options, its database, keys and sessions, its log, its address.
import type { Database } from "./postgres/index.ts";
import { readSettings, type AuthSettings } from "./auth/settings.ts";
import { onlySlot, type ProcessSlot } from "./bus/slot.ts";
import { createEventStreams, type EventStreams } from "./gate/events.ts";
import { serverAddress, type ServerAddress } from "./gate/server-address.ts";
import { WakeSignal } from "./jobs/wake-signal.ts";
import { sessionsModule, type Sessions } from "./keys/sessions.ts";
import { projectIssuer } from "./keys/tokens.ts";
import { createRecentRecords, type RecentRecords } from "./operating/recent-records.ts";
import { createClaims, type Claims } from "./outbox/claims.ts";
import { productDatabase, type ProductDatabase } from "./product-database.ts";
import { readOperatorSettings, type OperatorSettings } from "./rest/operator-settings.ts";
import { wordsOf, type WordsOf } from "./rest/respond/in-words.ts";
import type { ServeOptions } from "./serve-options.ts";
import { createLog, type Log } from "./telemetry/log.ts";
import { createMetrics, type Metrics } from "./telemetry/metrics.ts";
import type { Tracing } from "./telemetry/tracing.ts";

export type Foundation = {
  readonly database: Database;
  readonly options: ServeOptions;
  /** Of this process among those that serve the product. */
  readonly slot: ProcessSlot;
  /** A developer works on the document on this machine. */
  readonly development: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Servers that stand before this one. */
  readonly proxies: number;
  readonly host: string;
  readonly settings: AuthSettings;
  readonly operator: OperatorSettings;
  readonly address: ServerAddress;
  readonly log: Log;
  /** The last records of the log, for the console. */
  readonly records: RecentRecords;
  readonly metrics: Metrics;
  /** Undefined: no traces are asked for. */
  readonly tracing: Tracing | undefined;
  /** What waits in the outbox is looked at now. */
  readonly signal: WakeSignal;
  readonly streams: EventStreams;
  readonly product: ProductDatabase;
  readonly sessions: Sessions;
  readonly claims: Claims;
  /** What PostgreSQL refuses, in the words of the document. */
  readonly inWords: WordsOf;
};

/** Nothing of it is started. */
export function layFoundation(database: Database, options: ServeOptions, tracing?: Tracing): Foundation {
  const { development = false, environment = {}, proxies = 0, host = "127.0.0.1", limits, jwtSecret } = options;
  const { slot = onlySlot() } = options;
  const records = createRecentRecords(slot.count === 1 ? undefined : slot.number);
  const operator = readOperatorSettings(environment);
  const settings = readSettings(environment, { development });
  const address = serverAddress({ host, publicUrl: options.publicUrl, isSecure: options.tls !== undefined });
  const product = productDatabase(database, {
    connections: slot.connections,
    limits,
    jwtSecret,
    schemas: operator.schemas,
    tracing,
  });
  const issuers = () => [projectIssuer, `${address.url()}/auth/v1`];
  const { graceMilliseconds: grace } = options;
  const log = createLog(options.log ?? "warn", {
    ...(options.console === undefined ? {} : { kept: records }),
    ...(slot.count === 1 ? {} : { process: slot.number }),
    ...(tracing === undefined ? {} : { traceId: tracing.traceId }),
  });
  tracing?.logTo(log);
  return {
    database,
    options,
    slot,
    development,
    environment,
    proxies,
    host,
    settings: { ...settings, ...(options.fetch === undefined ? {} : { fetch: options.fetch }) },
    operator,
    address,
    log,
    records,
    metrics: createMetrics(slot.number),
    tracing,
    signal: new WakeSignal(),
    streams: createEventStreams(),
    product,
    sessions: sessionsModule(database, product.ring, { issuers, bus: slot.bus }),
    claims: createClaims(database, grace === undefined ? {} : { grace }),
    inWords: wordsOf(() => product.catalogue.beside().constraints, product.owner),
  };
}
