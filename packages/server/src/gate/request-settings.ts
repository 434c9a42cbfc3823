// What functions and policies of the database may know of a request.
import type { IncomingMessage } from "node:http";

/**
 * Tokens and cookies are kept from them: they would let a function act as the person elsewhere. The address is the one
 * that this server sees.
 */
export function requestSettings(
  request: IncomingMessage,
  path: string,
  address: string,
): Readonly<Record<string, string>> {
  const {
    authorization: _token,
    apikey: _key,
    cookie: _cookie,
    "proxy-authorization": _proxy,
    ...shown
  } = request.headers;
  return {
    "request.headers": JSON.stringify({ ...shown, "x-forwarded-for": address }),
    "request.method": request.method ?? "",
    "request.path": path,
  };
}
