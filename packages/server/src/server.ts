// All addresses that are served, and what every request passes first. Read this to find where something is answered.
import { Hono } from "hono";
import type { HttpBindings } from "@hono/node-server";
import { crossOrigin } from "./gate/cross-origin.ts";
import { remoteAddress } from "./gate/remote-address.ts";
import type { Log } from "./operating/log.ts";
import { serveData, type DataService } from "./rest/serve.ts";

export type Services = {
  readonly data: DataService;
  readonly log: Log;
  /** Servers that stand before this one. */
  readonly proxies: number;
  /** Whether the database answers. */
  readonly isReady: () => Promise<boolean>;
};

type Environment = {
  readonly Bindings: HttpBindings;
  readonly Variables: { readonly id: string; readonly address: string };
};

export function makeServer(services: Services): Hono<Environment> {
  const app = new Hono<Environment>();

  app.use(async (c, next) => {
    const began = performance.now();
    const given = c.req.header("x-request-id");
    const id = given !== undefined && /^[\w.-]{8,64}$/.test(given) ? given : crypto.randomUUID();
    c.set("id", id);
    c.set(
      "address",
      remoteAddress(c.env.incoming?.socket.remoteAddress, c.req.header("x-forwarded-for"), services.proxies),
    );
    await next();
    c.header("X-Request-Id", id);
    services.log.request({
      id,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      address: c.get("address"),
      milliseconds: performance.now() - began,
    });
  });
  for (const path of ["/rest/v1/*", "/auth/v1/*"]) app.use(path, crossOrigin);

  app.all("/rest/v1", async (c) => serveData(c.req.raw, "/", c.get("address"), services.data));
  app.all("/rest/v1/*", async (c) =>
    serveData(c.req.raw, below("/rest/v1", c.req.raw.url), c.get("address"), services.data),
  );

  app.get("/health", (c) => c.json({ status: "ok" }));
  app.get("/ready", async (c) => {
    if (await services.isReady()) return c.json({ status: "ready" });
    c.header("Retry-After", "1");
    return c.json({ status: "the database is away" }, 503);
  });

  app.notFound((c) =>
    c.json({ code: "NOT_FOUND", message: "There is nothing at this address.", details: null, hint: null }, 404),
  );
  app.onError((failure, c) => {
    // The words of an unexpected failure may hold what is nobody's business; they are in the log, under the request's id.
    services.log.failure(failure, { id: c.get("id"), path: c.req.path });
    return c.json(
      { code: "UNEXPECTED", message: `Something went wrong. Request ${c.get("id")}.`, details: null, hint: null },
      500,
    );
  });
  return app;
}

/** What stands behind the prefix in the address, still percent-encoded. */
function below(prefix: string, url: string): string {
  const path = new URL(url).pathname;
  return path.slice(prefix.length) || "/";
}
