// `writ plan --against`: what applying a document here would do, for whoever has the service key. Nothing is changed.
import { compile } from "@writ/language";
import { RenameRefused } from "@writ/language/plan";
import { stopsOf } from "../applying/apply.ts";
import { planNow } from "../applying/plan.ts";
import { readCaller } from "../gate/caller.ts";
import type { Exchange } from "../gate/exchange.ts";
import { headersOf } from "../gate/headers-of.ts";
import { readBody, usualBody } from "../gate/read-body.ts";
import type { Route } from "../gate/route-table.ts";
import { notFound } from "../gate/router.ts";
import { sendJson } from "../gate/send-json.ts";
import type { TokenChecker } from "../keys/tokens.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";

type Planned = { readonly owner: RequestPool; readonly checkToken: TokenChecker };

export const planRoute = ({ owner, checkToken }: Planned): Route => ({
  method: "POST",
  path: "/_/plan",
  isOwn: true,
  answer: async (exchange: Exchange) => {
    const { request, response, memory } = exchange;
    const entry = await readCaller(headersOf(request), checkToken);
    // Nobody else learns that there is something.
    if (!("caller" in entry) || entry.caller.role !== "service_role") return notFound(exchange, {});
    memory.reserve(0);
    const source = await readBody(request, usualBody, memory);
    const compiled = typeof source === "string" ? compile(source) : undefined;
    if (compiled === undefined || compiled.problems.some(({ severity }) => severity === "error"))
      return sendJson(response, 422, { message: "the document has errors" });
    const renames = new URLSearchParams(request.url?.split("?", 2)[1]).getAll("rename");
    const plan = await owner
      .withConnection(async (client) => planNow(client, compiled, (before) => compile(before), renames))
      .catch((failure: unknown) => {
        if (failure instanceof RenameRefused) return failure;
        throw failure;
      });
    if (plan instanceof RenameRefused)
      return sendJson(response, 422, { message: "this cannot be renamed", rename: plan.message });
    const { steps, drift, isFirst } = plan;
    sendJson(response, 200, { steps, drift, isFirst, stops: stopsOf(plan, new Set()) });
  },
});
