// Stops what a connection is running, from outside: PostgreSQL takes such a request on a connection of its own.
import { connect } from "node:net";
import type { ClientBase } from "pg";
import { serialize } from "pg-protocol";

type Known = {
  readonly host: string;
  readonly port: number;
  readonly processID: number | null;
  readonly secretKey: number | null;
};

/** Nothing is answered; a request that comes too late stops nothing. */
export function cancelQuery(client: ClientBase): void {
  const { host, port, processID, secretKey } = client as ClientBase & Known;
  if (processID === null || secretKey === null) return;
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on("error", () => undefined);
  socket.setTimeout(1000, () => socket.destroy());
  socket.on("connect", () => socket.end(serialize.cancel(processID, secretKey)));
}
