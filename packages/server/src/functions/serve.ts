// Calls over HTTP: `/functions/v1/<call>`, by whoever section 6 lets make them.
import { pathOf, type Exchange } from "../gate/exchange.ts";
import { readBody, type BodyLimits } from "../gate/read-body.ts";
import { readJson } from "../gate/read-json.ts";
import type { Failure } from "../rest/failure.ts";
import { failed } from "../rest/handle.ts";
import type { DataResponse } from "../rest/respond/respond.ts";
import { serveCaller } from "../rest/serve.ts";
import { invoke } from "./invoke.ts";
import { tellProblem } from "./rights.ts";
import type { CallService } from "./service.ts";

const prefix = "/functions/v1/";

export const isForCalls = (path: string): boolean => path.startsWith(prefix);

const limits: BodyLimits = { bytes: 2 ** 20, milliseconds: 60_000 };

export async function serveCall(exchange: Exchange, service: CallService): Promise<void> {
  const { request, held } = exchange;
  const path = pathOf(request.url ?? "");
  await serveCaller(exchange, service.data, path, async ({ caller }) => {
    const name = path.slice(prefix.length);
    const call = service.edition()?.compiled.lookup.calls.get(name);
    // What programs, schedules and effects set off is at no address of its own.
    if (call === undefined || call.name.id !== name || call.kind !== "function" || call.on?.kind === "effect")
      return refused(404, "NOT_FOUND", "There is no such call.");
    if (request.method !== "POST") return refused(405, "WRONG_METHOD", "A call is made with POST.");
    if (call.on === undefined || call.bodyNotShown)
      return failed(
        await service.owner.withConnection(async (client) =>
          tellProblem(client, { code: "NOT_SHOWN", clause: call.address }, caller),
        ),
      );
    const body = await readBody(request, limits, held);
    let given: unknown;
    try {
      given = body.length === 0 ? {} : readJson(typeof body === "string" ? body : new TextDecoder().decode(body));
    } catch {
      return refused(400, "WRONG_BODY", "The body is not JSON.");
    }
    if (typeof given !== "object" || given === null || Array.isArray(given))
      return refused(400, "WRONG_BODY", "The body is a JSON object with what the call is given.");
    const answer = await invoke({ call, given, caller, isAsked: true }, service);
    if ("failure" in answer) return failed(answer.failure);
    return answer.value === null ? empty : told(answer.value);
  });
}

const refused = (status: number, code: string, message: string): DataResponse => {
  const failure: Failure = { status, body: { code, message, details: null, hint: null } };
  return failed(failure);
};
const told = (value: unknown): DataResponse => ({
  status: 200,
  headers: [
    ["Content-Type", "application/json; charset=utf-8"],
    ["Cache-Control", "no-store"],
  ],
  body: JSON.stringify(value),
});
const empty: DataResponse = { status: 204, headers: [["Cache-Control", "no-store"]], body: null };
