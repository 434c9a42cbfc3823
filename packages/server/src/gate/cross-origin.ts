// Which other sites' pages may use an address: all of them, since nothing here is done on the strength of a cookie.
import type { IncomingMessage, ServerResponse } from "node:http";

const exposed =
  "Content-Range, Content-Location, Content-Profile, Location, Preference-Applied, Range-Unit, Retry-After, X-Request-Id, X-Supabase-Api-Version, X-Total-Count, Link, " +
  "Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Upload-Offset, Upload-Length, Upload-Defer-Length, Upload-Metadata, Upload-Expires";

/**
 * A page of another site has to bring a token of its own; the browser adds nothing that would let it in. True where a
 * browser only asked whether it may ask, and was answered.
 */
export function allowOtherOrigins({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (headers.origin === undefined) return false;
  response.setHeader("Access-Control-Allow-Origin", "*");
  if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) {
    response.setHeader("Access-Control-Expose-Headers", exposed);
    return false;
  }
  response.setHeader("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
  response.setHeader("Access-Control-Allow-Headers", headers["access-control-request-headers"] ?? "*");
  response.setHeader("Access-Control-Max-Age", "86400");
  response.writeHead(204).end();
  return true;
}
