// What becomes of every request: its route, what other sites' pages may do, and an answer where something failed.
import type { RequestListener } from "node:http";
import { allowOtherOrigins } from "./cross-origin.ts";
import { beginExchange, idHeader, pathOf, withoutHost, type Exchange, type GateOptions } from "./exchange.ts";
import { isOfGoneClient } from "./failures.ts";
import { routeTable, type Match, type Route } from "./route-table.ts";
import { sendJson } from "./send-json.ts";

export function makeRouter(routes: readonly Route[], gate: GateOptions): RequestListener {
  const find = routeTable(routes);
  return (request, response) => {
    request.url = withoutHost(request.url ?? "");
    const match = find(request, pathOf(request.url)) ?? { route: nothingThere, parameters: {} };
    const { route } = match;
    const exchange = beginExchange(request, response, route.path, gate);
    if (route.writesId !== true || request.headers.origin !== undefined) response.setHeader(idHeader, exchange.id);
    if (route.isOwn !== true && allowOtherOrigins(request, response)) return;
    const { span } = exchange;
    if (span === undefined) void answer(exchange, match, gate);
    else void span.within(async () => answer(exchange, match, gate));
  };
}

export const notFound: Route["answer"] = ({ response }) =>
  sendJson(response, 404, {
    code: "NOT_FOUND",
    message: "There is nothing at this address.",
    details: null,
    hint: null,
  });

const nothingThere: Route = { method: "*", path: "*", answer: notFound };

/** The one place where an exception becomes an answer. */
async function answer(exchange: Exchange, { route, parameters }: Match, gate: GateOptions): Promise<void> {
  try {
    await route.answer(exchange, parameters);
  } catch (failure) {
    if (isOfGoneClient(failure) || exchange.response.destroyed) return;
    try {
      if ((await route.wire?.refuse(failure, exchange)) !== true) answerUnexpected(failure, exchange, route, gate);
    } catch (another) {
      answerUnexpected(another, exchange, route, gate);
    }
  }
}

/** The words of an unexpected failure may hold what no client is to know; they are in the log, under the request's id. */
function answerUnexpected(failure: unknown, exchange: Exchange, { wire }: Route, { log }: GateOptions): void {
  const { request, response, id } = exchange;
  log.failure(failure, { id, path: pathOf(request.url ?? "") });
  if (response.headersSent) response.destroy();
  else if (wire?.sendUnexpected !== undefined) wire.sendUnexpected(exchange);
  else {
    const message = `Something went wrong. Request ${id}.`;
    const headers = { "Content-Type": "application/json; charset=utf-8", [idHeader]: id };
    sendJson(response, 500, { code: "UNEXPECTED", message, details: null, hint: null }, headers);
  }
}
