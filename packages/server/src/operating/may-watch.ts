// Who may read the metrics: a client with the operator's token, or, where there is none, a client on this machine.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isFromLoopback, isOfLoopback } from "../gate/own-page.ts";

export type MayWatch = (request: Pick<IncomingMessage, "headers" | "socket">) => boolean;

/**
 * Behind another server every request comes from an address of its own machine: then only a token tells, also where no
 * one has said that there is one. A name that someone else made to lead here is none of this machine's.
 */
export function metricsGuard(token: string | undefined, proxies: number): MayWatch {
  if (token === undefined || token === "")
    return (request) => proxies === 0 && isFromLoopback(request) && isOfLoopback(request.headers.host);
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(`Bearer ${token}`);
  // Texts of any length are compared in the same time.
  return ({ headers: { authorization = "" } }) => timingSafeEqual(digest(authorization), expected);
}
