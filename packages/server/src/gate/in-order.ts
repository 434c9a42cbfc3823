// Requests that a client sends ahead on one connection, without waiting for answers: one after the other.
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";

/** Browsers do not pipeline requests; a program may, but must not fill the memory. */
const mostAhead = 100;

/**
 * Each begins when its response may go out. Until then nothing would say that the client has left, and one connection
 * would ask as much of the database as a thousand.
 */
export function inOrder(listener: RequestListener): RequestListener {
  const ahead = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (response.socket !== null) return listener(request, response);
    const count = (ahead.get(socket) ?? 0) + 1;
    if (count > mostAhead) return void socket.destroy();
    ahead.set(socket, count);
    response.once("socket", () => {
      ahead.set(socket, (ahead.get(socket) ?? 1) - 1);
      listener(request, response);
    });
  };
}
