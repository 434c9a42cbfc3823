// Whether a request comes from a page of this very address: for what no page of another site may use or read.
import type { IncomingMessage } from "node:http";

/** Addresses of this machine, by the names that only it has: another name that leads here is an attack. */
export const loopbackHosts = (port: number): readonly string[] =>
  ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`);

/**
 * `hosts`: the names that it is known by, with the port. A page of a stranger whose name was made to lead here sends its
 * own; one of another port of this machine is of the same site for cookies, but not of the same origin.
 */
export function isOwnPage({ method, headers }: IncomingMessage, hosts: readonly string[]): boolean {
  const host = headers.host?.toLowerCase();
  if (host === undefined || !hosts.includes(host)) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = headers.origin?.toLowerCase();
  const isReading = method === "GET" || method === "HEAD";
  if (origin === undefined) return isReading;
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** Whether the client is on this machine, and no proxy that forwards for others. */
export const isFromLoopback = ({ socket, headers }: Pick<IncomingMessage, "headers" | "socket">): boolean =>
  /^(?:::1$|(?:::ffff:)?127\.)/.test(socket.remoteAddress ?? "") &&
  passedOn.every((name) => headers[name] === undefined);

/** What servers in between say that they are. */
const passedOn = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];

/** Of any port: a request by such a name comes from this machine, or from something that passes requests on to it. */
export const isOfLoopback = (host = ""): boolean => /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d+)?$/i.test(host);

/** A name or address that only this machine reaches itself by. */
export const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || host.startsWith("127.");
