// Calls over HTTP: `/functions/v1/<call>`, for callers whom section 6 lets make them.
import type { IncomingMessage } from "node:http";
import type { Call } from "@writ/language/model";
import { pathOf, type Exchange } from "../gate/exchange.ts";
import type { Route } from "../gate/route-table.ts";
import { notFound } from "../gate/router.ts";
import { readBody } from "../gate/read-body.ts";
import { readShallow } from "../gate/read-json.ts";
import { failed } from "../rest/handle.ts";
import { dataWire, serveCaller } from "../rest/serve.ts";
import { emptyAnswer, refused, jsonAnswer } from "./answers.ts";
import { bodyLimitsOf } from "./files.ts";
import { invoke } from "./invoke.ts";
import { tellProblem } from "./rights.ts";
import type { CallService } from "./service.ts";
import { serveWebhook, webhookAt } from "./webhooks/webhook-in.ts";

const prefix = "/functions/v1/";
/** The data API's name for a call, as for a transition. */
const procedures = "/rest/v1/rpc/";

export function callRoutes(service: CallService): readonly Route[] {
  const wire = dataWire(service.data);
  const answer: Route["answer"] = async (exchange) => serveCall(exchange, service);
  const webhookOf = ({ method, url = "" }: IncomingMessage) => webhookAt({ method, path: pathOf(url) }, service);
  return [
    { method: "*", path: `${prefix}*`, answer, wire },
    { method: "*", path: `${procedures}:call`, accepts: ({ url = "" }) => hasProcedure(url, service), answer, wire },
    {
      method: "*",
      path: "*",
      accepts: (request) => webhookOf(request) !== undefined,
      answer: async (exchange) => {
        const call = webhookOf(exchange.request);
        if (call === undefined) await notFound(exchange, {});
        else {
          exchange.span?.route(pathOf(exchange.request.url ?? ""));
          await serveWebhook(exchange, call, service);
        }
      },
      wire,
    },
  ];
}

/** Where none has this name, something else answers there. */
function hasProcedure(url: string, { edition }: CallService): boolean {
  const name = pathOf(url).slice(procedures.length);
  const call = edition()?.compiled.lookup.calls.get(name);
  return call !== undefined && call.kind !== "webhook in" && call.name.id === name && isCallable(call);
}

async function serveCall(exchange: Exchange, service: CallService): Promise<void> {
  const { request, memory } = exchange;
  const path = pathOf(request.url ?? "");
  const name = path.slice((path.startsWith(prefix) ? prefix : procedures).length);
  const call = service.edition()?.compiled.lookup.calls.get(name);
  if (call?.kind === "webhook in" && call.name.id === name && path.startsWith(prefix)) {
    const { on } = call;
    if (on?.kind !== "route" || on.method === request.method) return serveWebhook(exchange, call, service);
  }
  if (call?.name.id === name) exchange.span?.route(path);
  await serveCaller(exchange, service.data, path, async ({ caller }) => {
    // What schedules and effects set off is at no address of its own.
    if (call === undefined || call.name.id !== name || !isCallable(call))
      return refused(404, "NOT_FOUND", "This call does not exist.");
    if (call.kind === "webhook in")
      return refused(405, "WRONG_METHOD", "This call is a webhook: send requests to its address in section 7.");
    if (request.method !== "POST") return refused(405, "WRONG_METHOD", "Use POST for calls.");
    if (call.kind === undefined || call.on === undefined || call.bodyNotShown)
      return failed(
        await service.owner.withConnection(async (client) =>
          tellProblem(client, { code: "NOT_SHOWN", clause: call.address }, caller),
        ),
      );
    const body = await readBody(request, bodyLimitsOf(call), memory);
    let input: unknown;
    try {
      input = body.length === 0 ? {} : readShallow(typeof body === "string" ? body : new TextDecoder().decode(body));
    } catch {
      return refused(400, "WRONG_BODY", "The body is not JSON.");
    }
    if (typeof input !== "object" || input === null || Array.isArray(input))
      return refused(400, "WRONG_BODY", "The body must be a JSON object with the inputs of the call.");
    const answer = await invoke(
      { call, input, caller, isRequested: true, address: exchange.address, requestId: exchange.id },
      service,
    );
    if ("failure" in answer) return failed(answer.failure);
    return answer.value === null ? emptyAnswer : jsonAnswer(answer.value);
  });
}

/** A call that is not shown yet is reported as that, and not as an unknown address. */
const isCallable = ({ kind, on }: Call): boolean =>
  kind === "webhook in" || ((kind === undefined || kind === "function") && on?.kind !== "effect");
