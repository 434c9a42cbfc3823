// Stops what a connection is running, from outside: PostgreSQL takes such a request on a connection of its own.
import { connect } from "node:net";
import type { ClientBase } from "pg";

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
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(80_877_102, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on("error", () => undefined);
  socket.setTimeout(1000, () => socket.destroy());
  socket.on("connect", () => socket.end(message));
}
