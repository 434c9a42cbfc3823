// Calls by other programs, at the addresses that section 7 gives them: who sent it is known before anything of it is read.
import type { Call } from "@writ/language/model";
import type { Exchange } from "../../gate/exchange.ts";
import { readBytes } from "../../gate/read-body.ts";
import { readShallow } from "../../gate/read-json.ts";
import { failed } from "../../rest/handle.ts";
import type { DataResponse } from "../../rest/respond/respond.ts";
import { serveAnswer } from "../../rest/serve.ts";
import { bodyLimits, emptyAnswer, refused } from "../answers.ts";
import { RequestReplayed, recordRequest, isReplayed, type SignedRequest } from "./replay-guard.ts";
import { invoke } from "../invoke.ts";
import { tellProblem } from "../rights.ts";
import type { CallService } from "../service.ts";
import { isSignature, sign } from "./signature.ts";
import { networkless } from "../system-caller.ts";

type Route = { readonly method: string | undefined; readonly path: string };

/** The call whose address this is. */
export const webhookAt = ({ method, path }: Route, { edition }: CallService): Call | undefined =>
  edition()?.compiled.model.calls.calls.find(
    ({ on, kind }) => kind === "webhook in" && on?.kind === "route" && on.method === method && on.path === path,
  );

/** Programs of others have no token of ours: what they may is what the code does. */
const nobody = networkless(undefined);

export async function serveWebhook(exchange: Exchange, call: Call, service: CallService): Promise<void> {
  const { request, memory } = exchange;
  await serveAnswer(exchange, service.data.fetching, async () => {
    const { owner } = service;
    const refuse = async (code: string) =>
      failed(await owner.withConnection(async (client) => tellProblem(client, { code, clause: call.address }, nobody)));
    if (call.signature === undefined || call.bodyNotShown) return refuse("NOT_SHOWN");
    const body = await readBytes(request, bodyLimits, memory);
    let heard: SignedRequest | undefined;
    if (call.signature !== "none") {
      const judged = judge(call, call.signature, body, request.headers, service);
      if ("missing" in judged) {
        const why = `${judged.missing} is not in the environment, so nobody can be known by it`;
        service.log.failure(new Error(why), { call: call.name.label, id: exchange.id });
        service.onPrint?.(`${call.name.label}: ${why}`);
        return refuse("UNEXPECTED");
      }
      if ("refusal" in judged) return judged.refusal;
      ({ heard } = judged);
      const { heard: before } = judged;
      if (await owner.withConnection(async (client) => isReplayed(client, before))) return replayed;
    }
    const given = objectIn(body);
    if (given === undefined) return refused(400, "WRONG_BODY", "The body must be a JSON object.");
    return run(call, given, heard, { requestId: exchange.id, address: exchange.address, service });
  });
}

type Judged =
  | { readonly heard: SignedRequest }
  | { readonly refusal: DataResponse }
  /** The name of the secret that no one gave. */
  | { readonly missing: string };

function judge(
  { name, timestamp }: Call,
  { header, secret: named }: Exclude<Call["signature"], "none" | undefined>,
  body: Uint8Array,
  headers: Exchange["request"]["headers"],
  { secretOf }: CallService,
): Judged {
  const secret = secretOf(named);
  if (secret === undefined || secret === "") return { missing: named };
  const said = (one: string) => String(headers[one.toLowerCase()] ?? "");
  const sentAt = timestamp && said(timestamp.header);
  const given = said(header);
  const mark = sign(secret, body);
  const timed = sentAt && sign(secret, `${sentAt}.`, body);
  const isTimed = timed !== undefined && timed !== "" && isSignature(given, timed);
  if (!isTimed && !isSignature(given, mark)) return { refusal: unsigned };
  if (timestamp !== undefined) {
    const age = Math.abs(Date.now() - momentIn(sentAt ?? ""));
    if (!(age <= timestamp.withinMilliseconds)) return { refusal: tooOld };
  }
  // What the signature covers decides how long it has to be remembered: a time that is not signed can be changed.
  const until =
    isTimed && timestamp !== undefined ? new Date(Date.now() + 2 * timestamp.withinMilliseconds) : undefined;
  return { heard: { call: name.id, mark: isTimed ? timed : mark, until } };
}

/** Seconds or milliseconds since 1970, or a moment as ISO 8601 writes it; not a number where it is none. */
function momentIn(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  return /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
}

async function run(
  call: Call,
  given: Readonly<Record<string, unknown>>,
  heard: SignedRequest | undefined,
  {
    requestId,
    address,
    service,
  }: { readonly requestId: string; readonly address: string; readonly service: CallService },
): Promise<DataResponse> {
  // Other programs say more than the document has names for. Without In, code gets all of it as it is.
  const named = Object.fromEntries(
    call.in.flatMap(({ name: { id } }) => (Object.hasOwn(given, id) ? [[id, given[id]] as const] : [])),
  );
  const along = heard && { along: async (client: Parameters<typeof recordRequest>[0]) => recordRequest(client, heard) };
  try {
    const answer = await invoke(
      {
        call,
        input: named,
        ...(call.in.length === 0 ? { unnamed: given } : {}),
        caller: nobody,
        isRequested: false,
        // A program that has shown that it knows the secret is one that the product chose.
        ...(heard === undefined ? { address } : {}),
        requestId,
        ...along,
      },
      service,
    );
    return "failure" in answer ? failed(answer.failure) : emptyAnswer;
  } catch (failure) {
    if (failure instanceof RequestReplayed) return replayed;
    throw failure;
  }
}

/** Undefined where it is none. A request without a body says nothing. */
function objectIn(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  if (body.length === 0) return {};
  try {
    const given = readShallow(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return typeof given === "object" && given !== null && !Array.isArray(given)
      ? (given as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const unsigned = refused(401, "WRONG_SIGNATURE", "The signature of the request is missing or wrong.");
const tooOld = refused(401, "TOO_OLD", "The timestamp of the request is missing or too old.");
const replayed = refused(409, "REPLAYED", "This request has already been processed.");
