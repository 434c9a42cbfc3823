// Data over HTTP: a request of the network becomes a request for data, and its answer a response.
import type { TokenChecker, TokenRefusal } from "../keys/tokens.ts";
import { readCaller } from "../gate/caller.ts";
import { BodyNotText, BodyTooLarge, readBody } from "../gate/read-body.ts";
import { DatabaseAway, PoolExhausted, type RequestPool } from "../postgres/request-pool.ts";
import type { Failure } from "./failure.ts";
import { failed, handle, type Service } from "./handle.ts";
import type { DataResponse } from "./respond/respond.ts";
import type { CatalogueCache } from "./catalogue/catalogue-cache.ts";
import type { WordsOf } from "./respond/in-words.ts";

export type DataService = {
  readonly pool: RequestPool;
  readonly cache: CatalogueCache;
  readonly inWords: WordsOf;
  readonly checkToken: TokenChecker;
  readonly schemas: readonly string[];
  readonly maxRows: number | undefined;
  readonly bodyBytes: number;
};

/** `address`: whoever is at the other end, as far as this server can see. */
export async function serveData(
  request: Request,
  path: string,
  address: string,
  service: DataService,
): Promise<Response> {
  try {
    const entry = await readCaller(request.headers, service.checkToken);
    if ("refusal" in entry) return toHttp(failed(tokenFailure(entry.refusal)));
    const body = await readBody(request, service.bodyBytes);
    const [, query = ""] = request.url.split(/\?(.*)/s);
    const settings = requestSettings(request, path, address);
    const raw = { method: request.method, path, query, headers: request.headers, body };
    const caller = { ...entry.caller, settings };
    const response = await handle(raw, caller, serviceFor(request, service));
    return toHttp(response);
  } catch (failure) {
    const known = failureOf(failure, service.bodyBytes);
    if (known === undefined) throw failure;
    return toHttp(failed(known));
  }
}

const serviceFor = ({ signal }: Request, service: DataService): Service => ({
  catalogue: service.cache.catalogue,
  schemas: service.schemas,
  maxRows: service.maxRows,
  aggregates: true,
  transactionEnd: "commit",
  preRequest: undefined,
  withConnection: async (work) => service.pool.withConnection(work, signal),
  inWords: service.inWords,
});

/**
 * What functions may know of a request. Tokens and cookies are kept from them: they would let a function act as the
 * person elsewhere. The address is the one that this server sees.
 */
const secret = new Set(["authorization", "apikey", "cookie", "proxy-authorization"]);

function requestSettings(request: Request, path: string, address: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) if (!secret.has(name)) headers[name] = value;
  headers["x-forwarded-for"] = address;
  return { "request.headers": JSON.stringify(headers), "request.method": request.method, "request.path": path };
}

function toHttp({ status, headers, body }: DataResponse): Response {
  return new Response(body, { status, headers: headers.map(([name, value]) => [name, value] as [string, string]) });
}

function tokenFailure({ why, said }: TokenRefusal): Failure {
  const expired =
    why === "expired" ? `, error="invalid_token", error_description="JWT expired"` : `, error="invalid_token"`;
  return {
    status: 401,
    body: { code: why === "malformed" ? "PGRST301" : "PGRST303", message: said, details: null, hint: null },
    headers: { "WWW-Authenticate": `Bearer${expired}` },
  };
}

function failureOf(failure: unknown, bodyBytes: number): Failure | undefined {
  const plain = (status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) => ({
    status,
    body: { code, message, details: null, hint: null },
    headers,
  });
  if (failure instanceof BodyTooLarge) return plain(413, "TOO_LARGE", `At most ${bodyBytes} bytes at a time.`);
  if (failure instanceof BodyNotText) return plain(400, "PGRST102", failure.message);
  if (failure instanceof PoolExhausted) return plain(503, "PGRST003", failure.message, { "Retry-After": "1" });
  if (failure instanceof DatabaseAway) return plain(503, "PGRST001", failure.message, { "Retry-After": "1" });
  return undefined;
}
