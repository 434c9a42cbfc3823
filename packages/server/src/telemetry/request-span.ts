// The span of a request, by the names that OpenTelemetry gives to what a server of HTTP knows of it.
import type { IncomingMessage } from "node:http";
import type { OpenSpan, Tracing } from "./tracing.ts";

export type RequestSpan = Pick<OpenSpan, "traceId" | "within"> & {
  /** What is known of the route by now: names of the document, and nothing else that was sent. */
  readonly route: (route: string) => void;
  readonly end: (status: number) => void;
};

type About = { readonly id: string; readonly route: string; readonly proxies: number };

/** Asked all the time by programs that watch the product. */
const watched = new Set(["/health", "/ready", "/metrics"]);

/** Any other word would be a name of the client's choice. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * No path and no address of a client: those name rows and people. A trace that a client began goes on only where servers of
 * the operator stand before this one and decide what they let through: else any client could decide what is kept.
 */
export function beginRequest(
  tracing: Tracing,
  request: IncomingMessage,
  { id, route, proxies }: About,
): RequestSpan | undefined {
  if (watched.has(route)) return undefined;
  const { traceparent } = request.headers;
  const given = typeof traceparent === "string" ? traceparent : undefined;
  const method = methods.has(request.method ?? "") ? String(request.method) : "_OTHER";
  const word = method === "_OTHER" ? "HTTP" : method;
  const at = (path: string) => ({ name: `${word} ${path}`, attributes: { "http.route": path } });
  // The address that fits every request says nothing.
  const known = route === "*" ? { name: word, attributes: {} } : at(route);
  const span = tracing.begin({
    name: known.name,
    kind: "server",
    attributes: {
      "http.request.method": method,
      "url.scheme": "encrypted" in request.socket ? "https" : "http",
      "network.protocol.version": request.httpVersion,
      "writ.request.id": id,
      ...known.attributes,
    },
    ...(given === undefined ? {} : proxies > 0 ? { parent: given } : { link: given }),
  });
  return {
    traceId: span.traceId,
    within: span.within,
    route: (path) => span.rename(at(path).name, at(path).attributes),
    end: (status) => {
      const isGone = status === 499;
      const failed = status >= 500 || isGone ? { "error.type": isGone ? "client_gone" : String(status) } : {};
      const answered = isGone ? {} : { "http.response.status_code": status };
      span.end({ ...answered, ...failed }, status >= 500 ? { code: String(status) } : undefined);
    },
  };
}
