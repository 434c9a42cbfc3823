// All addresses that are served, and what every request passes first. Read this to find where something is answered.
import type { MayWatch } from "./operating/may-watch.ts";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { allowOtherOrigins } from "./gate/cross-origin.ts";
import { callAt, isForCalls, serveCall } from "./functions/serve.ts";
import type { CallService } from "./functions/service.ts";
import { serveWebhook, webhookAt } from "./functions/webhooks/webhook-in.ts";
import { beginExchange, idHeader, pathOf, type Exchange, type GateOptions } from "./gate/exchange.ts";
import { productAddress, serveProductPart } from "./pages/for-caller.ts";
import type { Pages } from "./pages/pages.ts";
import { isForData, serveData, type DataService } from "./rest/serve.ts";
import { isForLive, serveLive } from "./realtime/serve.ts";
import type { LiveService } from "./realtime/service.ts";
import { isForFiles, serveFiles } from "./storage/serve.ts";
import type { StorageService } from "./storage/service.ts";
import { authRoutes } from "./auth/routes.ts";
import type { AuthService } from "./auth/service.ts";

export type Services = GateOptions & {
  readonly data: DataService;
  readonly auth: AuthService;
  /** Files, where there is a folder for them. */
  readonly storage: StorageService | undefined;
  /** Sockets have their own way in. */
  readonly live: LiveService;
  readonly calls: CallService;
  /** The product in the browser, where there is one to show. */
  readonly pages: Pages | undefined;
  /** What only pages of this very address may use; whether it was answered. */
  readonly own: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly mayWatch: MayWatch;
  /** Whether the database answers. */
  readonly isReady: () => Promise<boolean>;
};

const metricsPath = "/metrics";

/** Data is answered without a detour: most requests are for it, and each is short. */
export function makeListener(services: Services): RequestListener {
  const others = getRequestListener(makeRoutes(services).fetch, { overrideGlobalObjects: false });
  return (request, response) => {
    const exchange = beginExchange(request, response, services);
    const forData = isForData(request.url ?? "") && callAt(request.url ?? "", services.calls) === undefined;
    const isPlain = forData && request.headers.origin === undefined;
    // Heads that are written in one piece are written faster: most requests for data say it there.
    if (!isPlain) response.setHeader(idHeader, exchange.id);
    // No page of another site has anything to find in there, least of all one that an operator happens to look at.
    const path = pathOf(request.url ?? "");
    if (services.own(request, response)) return;
    if (path !== metricsPath && allowOtherOrigins(request, response)) return;
    const { pages } = services;
    const webhook = forData ? undefined : webhookAt({ method: request.method, path }, services.calls);
    if (path === productAddress && request.method === "GET" && pages !== undefined)
      serveProductPart(exchange, services.data, pages).catch((failure: unknown) =>
        unexpected(failure, exchange, services),
      );
    else if (forData)
      serveData(exchange, services.data).catch((failure: unknown) => unexpected(failure, exchange, services));
    else if (services.storage !== undefined && isForFiles(path))
      serveFiles(exchange, services.storage).catch((failure: unknown) => unexpected(failure, exchange, services));
    else if (isForLive(path))
      serveLive(exchange, services.live).catch((failure: unknown) => unexpected(failure, exchange, services));
    else if (isForCalls(path) || callAt(path, services.calls) !== undefined)
      serveCall(exchange, services.calls).catch((failure: unknown) => unexpected(failure, exchange, services));
    else if (webhook !== undefined)
      serveWebhook(exchange, webhook, services.calls).catch((failure: unknown) =>
        unexpected(failure, exchange, services),
      );
    else if (pages?.answer(request, response) === true) return;
    else others(request, response).catch((failure: unknown) => unexpected(failure, exchange, services));
  };
}

function makeRoutes(services: Services): Hono<{ readonly Bindings: HttpBindings }> {
  const app = new Hono<{ readonly Bindings: HttpBindings }>();
  app.route("/auth/v1", authRoutes(services.auth, services));
  app.get("/health", (c) => c.json({ status: "ok" }));
  app.get("/ready", async (c) => {
    if (await services.isReady()) return c.json({ status: "ready" });
    return c.json({ status: "the database is away" }, 503, { "Retry-After": "1" });
  });
  // Of no use to people, and it tells how busy a product is: loopback only, or whoever an operator lets through.
  app.get(metricsPath, (c) =>
    services.mayWatch(c.env.incoming)
      ? c.text(services.metrics.print(), 200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" })
      : c.notFound(),
  );
  app.notFound((c) =>
    c.json({ code: "NOT_FOUND", message: "There is nothing at this address.", details: null, hint: null }, 404),
  );
  app.onError((failure) => {
    throw failure;
  });
  return app;
}

/** The words of an unexpected failure may hold what is nobody's business; they are in the log, under the request's id. */
function unexpected(failure: unknown, { request, response, id }: Exchange, { log }: Services): void {
  log.failure(failure, { id, path: pathOf(request.url ?? "") });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({
    code: "UNEXPECTED",
    message: `Something went wrong. Request ${id}.`,
    details: null,
    hint: null,
  });
  response.writeHead(500, { "Content-Type": "application/json; charset=utf-8", [idHeader]: id }).end(body);
}
