// The module that lets requests in, when all that answers them has started.
import type { Incoming } from "../bus/slot.ts";
import type { ServerModule } from "../module.ts";
import type { CertificateWatch } from "./certificate.ts";
import { listen, type Listening, type Upgrade } from "./listen.ts";
import type { GateOptions } from "./exchange.ts";
import type { Route } from "./route-table.ts";
import type { RefusedClients } from "./refused-clients.ts";
import { makeRouter } from "./router.ts";
import type { ServerAddress } from "./server-address.ts";

type Options = {
  /** Of all modules. */
  readonly routes: () => readonly Route[];
  readonly gate: GateOptions;
  readonly port: number;
  readonly host: string;
  readonly sockets: Upgrade;
  readonly certificate: CertificateWatch | undefined;
  readonly incoming: Incoming | undefined;
  readonly refused: RefusedClients;
  readonly address: ServerAddress;
};

export function listenerModule({
  routes,
  gate,
  port,
  host,
  sockets,
  certificate,
  incoming,
  refused,
  address,
}: Options): ServerModule {
  let listening: Listening | undefined;
  return {
    name: "listener",
    start: async () => {
      listening = await listen(makeRouter(routes(), gate), { port, host, sockets, certificate, incoming, refused });
      address.listensOn(listening.port);
    },
    stop: async () => listening?.close(),
  };
}
