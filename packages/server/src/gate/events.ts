// Events from the server to a page: one response that stays open, with a sign of life now and then.
import type { IncomingMessage, ServerResponse } from "node:http";

export type EventStream = {
  readonly send: (name: string, data: unknown) => void;
  readonly isOpen: () => boolean;
};

export type EventStreams = {
  /** Undefined where too many are open: the response has said so. */
  readonly open: (request: IncomingMessage, response: ServerResponse, ended: () => void) => EventStream | undefined;
  readonly start: () => Promise<void>;
  /** Those that are open would keep the server from ending. */
  readonly stop: () => Promise<void>;
};

/** Of all pages together; browsers open six to one address. */
const most = 100;
/** Whatever stands between gives up on silence after a minute or so. */
const beat = 15_000;

export function createEventStreams(): EventStreams {
  const responses = new Set<ServerResponse>();
  let hearts: NodeJS.Timeout | undefined;
  return {
    open: (request, response, ended) => {
      if (responses.size >= most) {
        response.writeHead(503, { "Retry-After": "5" }).end();
        return undefined;
      }
      responses.add(response);
      response.once("close", () => {
        responses.delete(response);
        ended();
      });
      response.writeHead(200, {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        // Nothing that stands between is to wait for more of it.
        "X-Accel-Buffering": "no",
      });
      response.write("retry: 1000\n\n");
      request.resume();
      return {
        send: (name, data) => void response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
        isOpen: () => !response.destroyed,
      };
    },
    start: async () => {
      hearts = setInterval(() => {
        for (const response of responses) response.write(": \n\n");
      }, beat);
      hearts.unref();
    },
    stop: async () => {
      clearInterval(hearts);
      for (const response of responses) response.end();
    },
  };
}
