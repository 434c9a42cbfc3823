// The caller of a call without a request: the person whose write led to it, or none.
import type { Caller } from "../rest/handle.ts";

export const networkless = (person: string | undefined): Caller =>
  person === undefined
    ? { role: "anon", claims: { role: "anon" }, signedIn: false, settings }
    : { role: "authenticated", claims: { role: "authenticated", sub: person }, signedIn: true, settings };

const settings = { "request.headers": "{}", "request.method": "", "request.path": "" };
