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
import { createAccess } from "./access.ts";
import { consoleRoutes, type ConsoleOptions } from "./console.ts";
import { createProof } from "./proof.ts";

export type ConsoleModule = ServerModule & {
  /** Lets its first visitor in. */
  readonly link: () => string | undefined;
  readonly people: (compiled: Compiled) => Promise<readonly PreviewPerson[]>;
  readonly mailbox: (to?: string) => Promise<readonly StoredMail[]>;
};

type Shown = Pick<ConsoleOptions, "store" | "calls"> & { readonly live: Live; readonly writing: Writing | undefined };

export function consoleModule(foundation: Foundation, { writing, live, ...shown }: Shown): ConsoleModule {
  const { options, development, environment, proxies, host, address, product, streams, records, signal } = foundation;
  const { owner } = product;
  const operatorKey = environment["WRIT_CONSOLE_KEY"];
  const isPreview = development && isLoopback(host);
  // Off, except in development on this very machine or with an operator's key.
  const isOn = development ? isPreview : operatorKey !== undefined && operatorKey !== "";
  const { port, url } = address;
  const access = createAccess({ development, operatorKey, port, url, onLink: options.console?.onLink });
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
          development,
          proxies,
          writing,
          pool: owner,
          streams,
          people: async ({ compiled }) => people(compiled),
          mailbox: async () => (development ? mailbox() : []),
          proof,
          live: live.look,
          records,
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
