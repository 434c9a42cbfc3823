// What of a server that runs is watched: its sockets, what waits to be done, its connections.
import type { OutboxLoad } from "../jobs/jobs.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import type { Gauge } from "../telemetry/metrics.ts";

type Loads = {
  readonly live: () => { readonly sockets: number; readonly channels: number };
  readonly outbox: () => OutboxLoad;
  readonly pool: Pick<RequestPool, "load">;
};

export const gaugesOf = ({ live, outbox, pool }: Loads): readonly Gauge[] => [
  { name: "writ_live_sockets", help: "Sockets that are open.", read: () => live().sockets },
  { name: "writ_live_channels", help: "Channels that they have joined.", read: () => live().channels },
  {
    name: "writ_outbox_waiting",
    help: "Mails, notices and calls that wait to be done.",
    read: () => outbox().waiting,
  },
  { name: "writ_outbox_given_up", help: "Those that nobody tries any more.", read: () => outbox().givenUp },
  { name: "writ_connections", help: "Connections to the database for requests.", read: () => pool.load().size },
  { name: "writ_connections_busy", help: "Those of them in use.", read: () => pool.load().busy },
  { name: "writ_connections_waiting", help: "Requests that wait for one.", read: () => pool.load().waiting },
];
