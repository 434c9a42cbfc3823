// Files over HTTP: a request of the network becomes what a flow is asked, and its answer a response.
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { readCaller, type Entry } from "../gate/caller.ts";
import { idHeader, pathOf, type Exchange } from "../gate/exchange.ts";
import { headersOf } from "../gate/headers-of.ts";
import { BodyCutOff } from "../gate/read-body.ts";
import { networkOf } from "../gate/remote-address.ts";
import { requestSettings } from "../gate/request-settings.ts";
import { ClientGone } from "../postgres/request-pool.ts";
import { bodyOf, invalidKey, refusalIn, statusOf, StorageRefusal, wrongToken } from "./refusal.ts";
import { routes, type Route } from "./routes.ts";
import type { StorageAnswer, StorageService } from "./service.ts";

const prefix = "/storage/v1/";

export const isForFiles = (url: string): boolean => url.startsWith(prefix);

/** Fails where something happened that nobody expects. */
export async function serveFiles(exchange: Exchange, service: StorageService): Promise<void> {
  const { request, response, address, memory } = exchange;
  try {
    memory.reserve(0);
    const { url = "", method = "" } = request;
    const path = pathOf(url).slice(prefix.length - 1);
    const found = find(methodOf(request, path), pathOf(url).slice(prefix.length));
    if (found === undefined) throw new StorageRefusal(404, "InvalidRequest", `Route ${method}:${path} not found`);
    const headers = headersOf(request);
    const entry = found.route.isOpen === true ? visitor : await readCaller(headers, service.checkToken);
    if ("refusal" in entry) throw wrongToken(entry.refusal.said);
    const answer = await found.route.flow(
      {
        request,
        response,
        caller: { ...entry.caller, settings: requestSettings(request, path, address) },
        bucket: found.bucket,
        name: found.name,
        query: new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?") + 1) : ""),
        headers,
        turn: entry.caller.role === "service_role" ? undefined : networkOf(address),
        memory,
        operation: found.route.operation,
      },
      service,
    );
    await send(exchange, answer);
  } catch (failure) {
    // Nobody is there to be answered.
    if (failure instanceof BodyCutOff || failure instanceof ClientGone || response.destroyed) return;
    const refusal = refusalIn(failure);
    if (refusal === undefined) throw failure;
    await send(exchange, { status: statusOf(refusal), headers: refusal.headers, json: bodyOf(refusal) });
  }
}

const visitor: Extract<Entry, { readonly caller: unknown }> = {
  caller: { role: "anon", claims: { role: "anon" }, signedIn: false },
};

/** Some networks let no `PATCH` through; tus has another way to say it. */
function methodOf(request: IncomingMessage, path: string): string {
  const { method = "" } = request;
  const meant = headersOf(request).get("x-http-method-override");
  return method === "POST" && meant !== null && path.startsWith("/upload/resumable/") ? meant : method;
}

type Found = { readonly route: Route; readonly bucket: string; readonly name: string };

const patterns = routes.map((route) => ({ route, parts: route.path.split("/") }));

function find(method: string, path: string): Found | undefined {
  const parts = path.replace(/\/$/, "").split("/");
  for (const { route, parts: pattern } of patterns) {
    if (route.method !== method) continue;
    const isOpenEnded = pattern.at(-1) === "*";
    if (isOpenEnded ? parts.length < pattern.length : parts.length !== pattern.length) continue;
    if (!pattern.every((part, at) => part === "*" || part === ":bucket" || part === parts[at])) continue;
    const bucketAt = pattern.indexOf(":bucket");
    return {
      route,
      bucket: bucketAt < 0 ? "" : decoded(parts[bucketAt] ?? ""),
      name: isOpenEnded
        ? decoded(
            path
              .split("/")
              .slice(pattern.length - 1)
              .join("/"),
          )
        : "",
    };
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidKey(text);
  }
}

/** Nothing that is shown may run here, whatever it is and wherever somebody opens it. */
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
  // Whoever leaves in the middle has taken what they wanted.
  await pipeline(answer.bytes, response).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code !== "ERR_STREAM_PREMATURE_CLOSE" && !isGone(request, response)) throw failure;
  });
}

/** A download may take as long as its line needs, but not stand still. */
const silence = 60_000;
const patientWith = (response: ServerResponse) => response.setTimeout(silence, () => response.destroy());
const isGone = (request: IncomingMessage, response: ServerResponse) => request.destroyed || response.destroyed;
