// Connections that come at the one port, handed in turn to the processes that serve.
import type { ChildProcess } from "node:child_process";
import type { Server, Socket } from "node:net";
import type { ToProcess } from "./messages.ts";

/**
 * Each process has one on its way to it at most: one that is busy takes the next later, and gets fewer. Node's own
 * `cluster` hands them on in the same way, but where a process ends before it has its connection, nobody closes that, and its
 * client waits for ever. Here it is kept until the process says that it has it.
 */
export class Spread {
  readonly #server: Server;
  /** In the order of their turns: one that got a connection goes to the end. */
  readonly #free = new Set<ChildProcess>();
  readonly #busy = new Map<ChildProcess, Socket>();
  readonly #waiting = new Set<Socket>();

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      // Someone who does not wait for their turn.
      socket.once("close", () => this.#waiting.delete(socket));
      socket.on("error", () => undefined);
      this.#waiting.add(socket);
      this.#hand();
    });
  }

  add(process: ChildProcess): void {
    this.#free.add(process);
    this.#hand();
  }

  /** It has its connection. */
  taken(process: ChildProcess): void {
    const socket = this.#busy.get(process);
    if (socket === undefined) return;
    // What the process has of it stays open.
    socket.destroy();
    this.#busy.delete(process);
    this.add(process);
  }

  remove(process: ChildProcess): void {
    this.#free.delete(process);
    this.#busy.get(process)?.destroy();
    this.#busy.delete(process);
  }

  /** No one is let in any more. */
  end(): void {
    this.#server.close();
    for (const socket of this.#waiting) socket.destroy();
    this.#free.clear();
  }

  #hand(): void {
    for (const socket of this.#waiting) {
      const [process] = this.#free;
      if (process === undefined) return;
      this.#waiting.delete(socket);
      this.#free.delete(process);
      this.#busy.set(process, socket);
      process.send({ kind: "connection" } satisfies ToProcess, socket, { keepOpen: true }, (failure) => {
        if (failure !== null) socket.destroy();
      });
    }
  }
}
