// What every request passes first: its number, who sent it, what other sites may do, and a line in the log at its end.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "../telemetry/log.ts";
import { serviceOf, type Metrics } from "../telemetry/metrics.ts";
import { beginRequest, type RequestSpan } from "../telemetry/request-span.ts";
import type { Tracing } from "../telemetry/tracing.ts";
import { networkOf, remoteAddress } from "./remote-address.ts";
import type { RequestMemory, MemoryBudget } from "./memory-budget.ts";

/** A request with its response, and what is known of it before it is read. */
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly address: string;
  readonly memory: RequestMemory;
  /** Where traces are asked for. */
  readonly span?: RequestSpan | undefined;
  /** For the log of the console: an account, or what else a token stands for. */
  readonly identify: (caller: string) => void;
};

export type GateOptions = {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  /** Servers that stand before this one. */
  readonly proxies: number;
  readonly memoryBudget: MemoryBudget;
};

/** In every response, whichever code writes it. */
export const idHeader = "X-Request-Id";

const restMilliseconds = 20_000;

/** `route`: the address of the route that answers, as it is written there. */
export function beginExchange(
  request: IncomingMessage,
  response: ServerResponse,
  route: string,
  options: GateOptions,
): Exchange {
  const began = performance.now();
  const { headers, method = "", url = "" } = request;
  const given = headers["x-request-id"];
  const id = typeof given === "string" && /^[\w.-]{8,64}$/.test(given) ? given : crypto.randomUUID();
  const address = addressOf(request, options);
  const { tracing, proxies } = options;
  const span = tracing === undefined ? undefined : beginRequest(tracing, request, { id, route, proxies });
  let caller: string | undefined;
  response.once("close", () => {
    const status = response.writableFinished ? response.statusCode : 499;
    // It was answered before it was all there. What is still sent is thrown away, and not for ever.
    if (!request.complete) setTimeout(() => request.complete || request.destroy(), restMilliseconds).unref();
    const milliseconds = performance.now() - began;
    const path = pathOf(url);
    options.metrics.request(serviceOf(path), status, milliseconds);
    const traced = span?.traceId === undefined ? {} : { trace_id: span.traceId };
    const agent = headers["user-agent"];
    options.log.request({ id, method, path, status, address, milliseconds, caller, agent, ...traced });
    span?.end(status);
  });
  const identify = (known: string) => void (caller = known);
  const memory = options.memoryBudget.forRequest(networkOf(address), response);
  return { request, response, id, address, memory, span, identify };
}

/** The client at the other end, as far as this server can see. */
export const addressOf = ({ socket, headers }: IncomingMessage, { proxies }: Pick<GateOptions, "proxies">): string =>
  remoteAddress(socket.remoteAddress, headers["x-forwarded-for"], proxies);

/** Of `GET http://name:password@host/path`, as proxies are asked: what comes after the host, for the rest is in no log. */
export const withoutHost = (url: string): string => url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, "/");

export const pathOf = (url: string): string => {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
};
