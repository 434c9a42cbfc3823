// What the operator of a server asks it: whether it lives, whether its database answers, how busy it is.
import { notFound } from "../gate/router.ts";
import type { Route } from "../gate/route-table.ts";
import { sendJson } from "../gate/send-json.ts";
import type { Reading } from "../telemetry/metrics.ts";
import { printMetrics } from "../telemetry/print-metrics.ts";
import type { MayWatch } from "./may-watch.ts";

type Operated = {
  /** What all processes have counted, this one first. */
  readonly readings: () => Promise<readonly Reading[]>;
  /** Undefined where there is one. */
  readonly processes: (() => ProcessCounts) | undefined;
  readonly mayWatch: MayWatch;
  /** Whether the database answers. */
  readonly isReady: () => Promise<boolean>;
};

/** How many there are to be, and how many serve. */
type ProcessCounts = { readonly wanted: number; readonly ready: number };

export function operatingRoutes({ readings, processes, mayWatch, isReady }: Operated): readonly Route[] {
  const answerHealth: Route["answer"] = ({ response }) => sendJson(response, 200, { status: "ok" });
  const answerReady: Route["answer"] = async ({ response }) => {
    const counts = processes === undefined ? {} : { processes: processes() };
    if (await isReady()) sendJson(response, 200, { status: "ready", ...counts });
    else sendJson(response, 503, { status: "the database is away" }, { "Retry-After": "1" });
  };
  // Of no use to people, and it reveals how busy a product is: for loopback only, or with the operator's token.
  const answerMetrics: Route["answer"] = async (exchange) => {
    const { request, response } = exchange;
    if ((request.method !== "GET" && request.method !== "HEAD") || !mayWatch(request)) return notFound(exchange, {});
    const text = printMetrics(await readings());
    const type = "text/plain; version=0.0.4; charset=utf-8";
    response.writeHead(200, { "Content-Type": type, "Content-Length": Buffer.byteLength(text) }).end(text);
  };
  return [
    ...(["GET", "HEAD"] as const).flatMap((method): readonly Route[] => [
      { method, path: "/health", answer: answerHealth },
      { method, path: "/ready", answer: answerReady },
    ]),
    { method: "*", path: "/metrics", answer: answerMetrics, isOwn: true },
  ];
}
