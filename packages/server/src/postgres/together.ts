// Several statements for one connection go out in one packet.
import type { ClientBase } from "pg";

/** What is sent in here leaves when it is all there. */
export function together<Result>(client: ClientBase, send: () => Result): Result {
  const { stream } = (client as ClientBase & { readonly connection: { readonly stream: NodeJS.WritableStream } })
    .connection;
  const socket = stream as NodeJS.WritableStream & { readonly cork: () => void; readonly uncork: () => void };
  socket.cork();
  try {
    return send();
  } finally {
    socket.uncork();
  }
}
