// The console of a product that is served: its addresses, who is let in, and the proof that it runs.
import { randomBytes } from "node:crypto";
import type { Compiled } from "@writ/language";
import { listPeople, type PreviewPerson } from "../auth/preview/list-people.ts";
import type { Foundation } from "../foundation.ts";
import { isLoopback } from "../gate/own-page.ts";
import { readMailbox, type StoredMail } from "../mail/mailbox.ts";
import type { ServerModule } from "../module.ts";
import type { Live } from "../realtime/live.ts";
import type { Writing } from "../writing/writing.ts";
import { allProcesses } from "./all-processes.ts";
import { createAccess } from "./access.ts";
import { consoleRoutes, type ConsoleOptions } from "./console.ts";
import { DeployTurn } from "./deploys/deploy.ts";
import { operatorSessions } from "./operators/operator-sessions.ts";
import { readerRole } from "./sql/reader-role.ts";
import { sqlRunner } from "./sql/run.ts";
import { createProof } from "./proof.ts";

export type ConsoleModule = ServerModule & {
  /** Lets its first visitor in. */
  readonly link: () => string | undefined;
  readonly people: (compiled: Compiled) => Promise<readonly PreviewPerson[]>;
  readonly mailbox: (to?: string) => Promise<readonly StoredMail[]>;
};

type Shown = Pick<ConsoleOptions, "store" | "calls" | "data" | "health"> & {
  readonly live: Live;
  readonly imports: ConsoleOptions["imports"];
  readonly writing: Writing | undefined;
};

export function consoleModule(foundation: Foundation, { writing, live, ...shown }: Shown): ConsoleModule {
  const { options, slot, development, environment, proxies, host, address, product, sessions, streams, signal } =
    foundation;
  const { owner } = product;
  const operatorKey = environment["WRIT_CONSOLE_KEY"];
  const isPreview = development && isLoopback(host);
  // In production an operator can be named while it runs.
  const isOn = development ? isPreview : true;
  const hasKey = !development && operatorKey !== undefined && operatorKey !== "";
  const { port, url } = address;
  const operators = development ? undefined : operatorSessions({ pool: owner, checkToken: sessions.checkSession, url });
  const access = createAccess({
    development,
    operatorKey: hasKey ? operatorKey : undefined,
    bus: slot.bus,
    pool: owner,
    port,
    url,
    onLink: options.console?.onLink,
  });
  const proof = createProof(development ? options.console?.prove : undefined);
  const secret = randomBytes(32);
  const people = async (compiled: Compiled) =>
    isPreview ? owner.withConnection(async (client) => listPeople({ client, compiled, url: url(), secret })) : [];
  const mailbox = async (to?: string) => owner.withConnection(async (client) => readMailbox(client, to));
  const routes =
    isOn && options.console !== undefined && writing !== undefined
      ? consoleRoutes({
          ...shown,
          folder: options.console.folder,
          access,
          hasKey,
          operators,
          development,
          proxies,
          writing,
          pool: owner,
          deployTurn: new DeployTurn(),
          connect: async () => foundation.database.connect(),
          requests: product.pool,
          streams,
          people: async ({ compiled }) => people(compiled),
          mailbox: async () => (development ? mailbox() : []),
          proof,
          product: product.product,
          sql: sqlRunner(
            readerRole({
              database: foundation.database,
              owner,
              secret: () => product.ring().secret,
              schemas: foundation.operator.schemas,
            }),
          ),
          processes: allProcesses(slot, { live: live.look, records: foundation.records, calls: shown.calls }),
          wake: signal.wake,
          bodyMilliseconds: Math.min(20_000, options.body?.milliseconds ?? 20_000),
        })
      : undefined;
  return {
    name: "console",
    routes: routes ?? [],
    link: () => (routes === undefined ? undefined : access.link()),
    people,
    mailbox,
    stop: async () => proof?.stop(),
  };
}
