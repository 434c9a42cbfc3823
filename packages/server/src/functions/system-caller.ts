// In whose name a call runs that no one asked for over the network: of the person whose write led to it, or of no one.
import type { Caller } from "../rest/handle.ts";

export const networkless = (person: string | undefined): Caller =>
  person === undefined
    ? { role: "anon", claims: { role: "anon" }, signedIn: false, settings }
    : { role: "authenticated", claims: { role: "authenticated", sub: person }, signedIn: true, settings };

const settings = { "request.headers": "{}", "request.method": "", "request.path": "" };
