// Routes, and which of them answers a request: the first whose method and address fit, and that accepts it.
import type { IncomingMessage } from "node:http";
import type { Exchange } from "./exchange.ts";
import type { Wire } from "./failures.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** What an address names, as it was sent: still encoded. */
export type PathParameters = Readonly<Record<string, string>>;

export type Route = {
  readonly method: Method | "*";
  /**
   * `/auth/v1/user/:id`: `:id` is one part of the address, `:id?` may be empty; `*` at the end is all that follows. `*`
   * alone is any address: such a route is asked after all others.
   */
  readonly path: string;
  /** Where method and address do not decide alone. */
  readonly accepts?: (request: IncomingMessage) => boolean;
  readonly answer: (exchange: Exchange, parameters: PathParameters) => Promise<void> | void;
  /** How its failures are answered; without one each of them is unexpected. */
  readonly wire?: Wire;
  /** No page of another site has anything to find there, least of all one that an operator happens to look at. */
  readonly isOwn?: true;
  /** A slash at the end of the address makes no difference. */
  readonly ignoresLastSlash?: true;
  /** Its answers name the request themselves: heads that are written in one piece are written faster. */
  readonly writesId?: true;
};

export type Match = { readonly route: Route; readonly parameters: PathParameters };

type Pattern = { readonly route: Route; readonly parts: readonly string[] };

export function routeTable(routes: readonly Route[]): (request: IncomingMessage, path: string) => Match | undefined {
  const anywhere = routes.filter(({ path }) => path === "*").map((route) => ({ route, parts: [] }));
  const fixed = Map.groupBy(
    routes.filter(({ path }) => path !== "*").map((route) => ({ route, parts: route.path.split("/") })),
    ({ parts }) => parts[1],
  );
  return (request, path) => {
    const parts = path.split("/");
    for (const patterns of [fixed.get(parts[1]) ?? [], anywhere])
      for (const pattern of patterns) {
        if (pattern.route.method !== "*" && pattern.route.method !== request.method) continue;
        const parameters = pattern.parts.length === 0 ? {} : parametersIn(pattern, parts);
        if (parameters !== undefined && pattern.route.accepts?.(request) !== false)
          return { route: pattern.route, parameters };
      }
    return undefined;
  };
}

/** Undefined where the address does not fit. */
function parametersIn({ route, parts: pattern }: Pattern, sent: readonly string[]): PathParameters | undefined {
  const parts = route.ignoresLastSlash === true && sent.at(-1) === "" ? sent.slice(0, -1) : sent;
  const goesOn = pattern.at(-1) === "*";
  if (goesOn ? parts.length < pattern.length : parts.length !== pattern.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [at, expected] of pattern.entries()) {
    const part = parts[at] ?? "";
    if (expected === "*") parameters["*"] = sent.slice(at).join("/");
    else if (!expected.startsWith(":")) {
      if (expected !== part) return undefined;
    } else if (expected.endsWith("?")) parameters[expected.slice(1, -1)] = part;
    else if (part === "") return undefined;
    else parameters[expected.slice(1)] = part;
  }
  return parameters;
}
