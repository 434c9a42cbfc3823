// Files over HTTP: a request of the network becomes what a flow is asked, and its answer a response.
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { nameOfCaller, readCaller, type CallerResult } from "../gate/caller.ts";
import { idHeader, pathOf, type Exchange } from "../gate/exchange.ts";
import { headersOf } from "../gate/headers-of.ts";
import { wireOf } from "../gate/failures.ts";
import type { PathParameters, Route } from "../gate/route-table.ts";
import { networkOf } from "../gate/remote-address.ts";
import { requestSettings } from "../gate/request-settings.ts";
import { bodyOf, invalidKey, refusalIn, refusals, statusOf, StorageRefusal, wrongToken } from "./refusal.ts";
import { operations, type Operation } from "./routes.ts";
import type { StorageAnswer, StorageService } from "./service.ts";

const prefix = "/storage/v1";

const wire = wireOf<StorageRefusal>({
  refusals,
  refusalIn,
  send: async (exchange, refusal) =>
    send(exchange, { status: statusOf(refusal), headers: refusal.headers, json: bodyOf(refusal) }),
});

export function storageRoutes(service: StorageService): readonly Route[] {
  const routes = operations.map((operation): Route => ({
    method: operation.method,
    path: `${prefix}/${operation.path.replace(":bucket", ":bucket?")}`,
    answer: async (exchange, parameters) => serveFiles(exchange, parameters, operation, service),
    wire,
    ignoresLastSlash: true,
  }));
  return [...routes.flatMap(overridden), ...routes, { method: "*", path: `${prefix}/*`, answer: refuseAddress, wire }];
}

/** Some networks let no `PATCH` through; tus has another way to say it. */
function overridden(route: Route): readonly Route[] {
  if (!route.path.startsWith(`${prefix}/upload/resumable/`) || route.method === "POST") return [];
  const accepts: Route["accepts"] = ({ headers }) => headers["x-http-method-override"] === route.method;
  return [{ ...route, method: "POST", accepts }];
}

function refuseAddress({ request: { url = "", method = "" }, memory }: Exchange): void {
  memory.reserve(0);
  const path = pathOf(url).slice(prefix.length);
  throw new StorageRefusal(404, "InvalidRequest", `Route ${method}:${path} not found`);
}

async function serveFiles(
  exchange: Exchange,
  parameters: PathParameters,
  { isPublic, flow, operation }: Operation,
  service: StorageService,
): Promise<void> {
  const { request, response, address, memory } = exchange;
  memory.reserve(0);
  const { url = "" } = request;
  const [bucket, name] = [decoded(parameters["bucket"] ?? ""), decoded(parameters["*"] ?? "")];
  const headers = headersOf(request);
  const entry = isPublic === true ? visitor : await readCaller(headers, service.checkToken);
  if ("refusal" in entry) throw wrongToken(entry.refusal.message);
  exchange.identify(nameOfCaller(entry.caller));
  const settings = requestSettings(request, pathOf(url).slice(prefix.length), address);
  const answer = await flow(
    {
      request,
      response,
      caller: { ...entry.caller, settings },
      bucket,
      name,
      query: new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?") + 1) : ""),
      headers,
      queueKey: entry.caller.role === "service_role" ? undefined : networkOf(address),
      memory,
      operation,
    },
    service,
  );
  await send(exchange, answer);
}

const visitor: Extract<CallerResult, { readonly caller: unknown }> = {
  caller: { role: "anon", claims: { role: "anon" }, signedIn: false },
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidKey(text);
  }
}

/** No file that is shown may run scripts here, whatever its type and wherever a user opens it. */
const safely = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

async function send({ request, response, id }: Exchange, answer: StorageAnswer): Promise<void> {
  if (!("bytes" in answer)) {
    const body = "text" in answer ? answer.text : JSON.stringify(answer.json);
    response
      .writeHead(answer.status ?? 200, {
        "Content-Type": `${"text" in answer ? "text/plain" : "application/json"}; charset=utf-8`,
        "Content-Length": Buffer.byteLength(body),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        [idHeader]: id,
        ...answer.headers,
      })
      .end(request.method === "HEAD" ? undefined : body);
    return;
  }
  response.writeHead(answer.status, { ...safely, [idHeader]: id, ...answer.headers });
  if (answer.bytes === undefined) return void response.end();
  patientWith(response);
  // A client that disconnects in the middle is no failure.
  await pipeline(answer.bytes, response).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code !== "ERR_STREAM_PREMATURE_CLOSE" && !isGone(request, response)) throw failure;
  });
}

/** A download may take as long as its line needs, but not stand still. */
const silence = 60_000;
const patientWith = (response: ServerResponse) => response.setTimeout(silence, () => response.destroy());
const isGone = (request: IncomingMessage, response: ServerResponse) => request.destroyed || response.destroyed;
