// What of a server that runs is watched: whether its database answers, its sockets, what waits to be done, its connections.
import type { CertificateWatch } from "../gate/certificate.ts";
import type { BackupHealth } from "../backup/state.ts";
import type { OutboxLoad } from "../jobs/jobs.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import type { Gauge } from "../telemetry/metrics.ts";

export type Loads = {
  readonly live: () => { readonly sockets: number; readonly channels: number };
  readonly outbox: () => OutboxLoad;
  readonly backup: () => BackupHealth | undefined;
  readonly refused: () => number;
  readonly pool: Pick<RequestPool, "load">;
  readonly certificate: Pick<CertificateWatch, "secondsLeft"> | undefined;
};

export const gaugesOf = ({ live, outbox, backup, pool, refused, certificate }: Loads): readonly Gauge[] => [
  { name: "writ_live_sockets", help: "Sockets that are open.", among: "sum", read: () => live().sockets },
  { name: "writ_live_channels", help: "Channels that they have joined.", among: "sum", read: () => live().channels },
  {
    name: "writ_outbox_waiting",
    help: "Mails, notices and calls that wait to be done.",
    among: "same",
    read: () => outbox().waiting,
  },
  {
    name: "writ_outbox_given_up",
    help: "Those that nobody tries any more.",
    among: "same",
    read: () => outbox().givenUp,
  },
  {
    name: "writ_backup_age_seconds",
    help: "Since the last backup, where backups are scheduled.",
    among: "same",
    read: () => backup()?.ageSeconds ?? undefined,
  },
  {
    name: "writ_backup_every_seconds",
    help: "How far apart backups are meant to be.",
    among: "same",
    read: () => backup()?.everySeconds ?? undefined,
  },
  {
    name: "writ_backup_failing_seconds",
    help: "For how long no backup has been made, because each try failed; 0 where they are made.",
    among: "same",
    read: () => (typeof backup()?.everySeconds === "number" ? (backup()?.failingSeconds ?? 0) : undefined),
  },
  {
    name: "writ_clients_refused_total",
    help: "Clients whose connection was closed at once, because no more are let in.",
    among: "sum",
    counts: true,
    read: refused,
  },
  {
    name: "writ_connections",
    help: "Connections to the database for requests.",
    among: "sum",
    read: () => pool.load().size,
  },
  { name: "writ_connections_busy", help: "Those of them in use.", among: "sum", read: () => pool.load().busy },
  {
    name: "writ_connections_waiting",
    help: "Requests that wait for one.",
    among: "sum",
    read: () => pool.load().waiting,
  },
  ...(certificate === undefined
    ? []
    : [
        {
          name: "writ_certificate_seconds",
          help: "Until the certificate runs out.",
          among: "same" as const,
          read: certificate.secondsLeft,
        },
      ]),
];

/** As `/ready` says it. */
export async function readyGauge(isReady: () => Promise<boolean>): Promise<Gauge> {
  const ready = await isReady();
  return { name: "writ_ready", help: "1 when the database answers, else 0.", among: "same", read: () => Number(ready) };
}
