// Who may look at the metrics: whoever has the operator's token, or, where there is none, somebody on this machine.
import { createHash, timingSafeEqual } from "node:crypto";

export type MayWatch = (authorization: string | undefined, address: string | undefined) => boolean;

/** Behind another server every request comes from an address of its own machine: then only a token tells. */
export function watching(token: string | undefined, proxies: number): MayWatch {
  if (token === undefined || token === "") {
    return (_authorization, address = "") => proxies === 0 && /^(?:::1$|(?:::ffff:)?127\.)/.test(address);
  }
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(`Bearer ${token}`);
  // Texts of any length are compared in the same time.
  return (authorization = "") => timingSafeEqual(digest(authorization), expected);
}
