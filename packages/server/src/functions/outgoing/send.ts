// What section 7 sends: the address, body and signature of a webhook out or an API, and an API's answer against Out.
import type { Call } from "@writ/language/model";
import { readShallow } from "../../gate/read-json.ts";
import { inSpan } from "../../telemetry/tracing.ts";
import { privateHostsOf } from "./private-addresses.ts";
import { RequestFailed, sendOut } from "./request-out.ts";
import type { CallService } from "../service.ts";
import { sign } from "../webhooks/signature.ts";
import { checkValues } from "../values.ts";

const usualMilliseconds = 30_000;

/** `key`: the same for each try of one request, so that its receiver can detect a duplicate. */
export type Sending = { readonly body: unknown; readonly key?: string };

/** The values of Out; nothing where the answer does not matter. */
export async function send(call: Call, sending: Sending, service: CallService): Promise<unknown> {
  const recorded = service.runs.begin(call);
  try {
    const span = {
      name: `request ${call.name.id}`,
      kind: "client" as const,
      attributes: { "writ.call": call.name.id },
    };
    const values = await inSpan(service.tracing, span, async () => sendOnce(call, sending, service));
    recorded.end("done");
    return values;
  } catch (failure) {
    recorded.end("failed", failure instanceof RequestFailed ? failure.message : "The run ended unexpectedly.");
    throw failure;
  }
}

async function sendOnce(call: Call, { body, key }: Sending, service: CallService): Promise<unknown> {
  const { sends, signature } = call;
  if (sends === undefined) throw new RequestFailed("the document does not say where to send to");
  const url = addressOf(sends, service);
  const isRead = sends.method === "GET";
  if (isRead) intoQuery(url, body);
  const text = isRead || body === undefined ? "" : JSON.stringify(body);
  const headers: Record<string, string> = {
    Accept: "application/json",
    "User-Agent": "Writ",
    ...(text === "" ? {} : { "Content-Type": "application/json" }),
    ...(key === undefined ? {} : { "Idempotency-Key": key }),
  };
  if (signature !== undefined && signature !== "none")
    headers[signature.header] = sign(valueOf(signature.secret, service), text).toString("hex");
  const answer = await sendOut(
    { method: sends.method, url, headers, body: text },
    privateHostsOf(service.environment),
    {
      milliseconds: call.timeoutMilliseconds ?? usualMilliseconds,
      ending: service.ending,
    },
  );
  return call.kind === "API" && call.out.length > 0 ? answerIn(answer, call, service) : null;
}

function addressOf(sends: NonNullable<Call["sends"]>, service: CallService): URL {
  const text = sends.to === "url" ? sends.url : valueOf(sends.secret.name, service);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new RequestFailed("where it is to be sent to is no address");
  return url;
}

function valueOf(name: string, { secretOf }: CallService): string {
  const value = secretOf(name);
  if (value === undefined || value === "") throw new RequestFailed(`${name} is not in the environment`);
  return value;
}

/** A request that only reads has no body: what the body says stands in its address. */
function intoQuery(url: URL, body: unknown): void {
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== null && value !== undefined)
      url.searchParams.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
}

/** Others say more than the document has names for: the rest is left out. */
async function answerIn(text: string, { out }: Call, { edition, owner }: CallService): Promise<unknown> {
  let given: unknown;
  try {
    given = readShallow(text);
  } catch {
    throw new RequestFailed("its answer is not JSON");
  }
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new RequestFailed("its answer is no JSON object");
  const said = given as Readonly<Record<string, unknown>>;
  const named = Object.fromEntries(
    out.flatMap(({ name: { id } }) => (Object.hasOwn(said, id) ? [[id, said[id]] as const] : [])),
  );
  const checked = await checkValues(named, out, edition()?.compiled.lookup.constants ?? new Map(), owner);
  if ("wrong" in checked)
    throw new RequestFailed(`its answer is not what Out says: ${checked.wrong.field} is ${checked.wrong.code}`);
  return checked.values;
}
