// Broadcasts over HTTP: one message, or several at once, from a client without a socket.
import { headersOf } from "../gate/headers-of.ts";
import { nameOfCaller, readCaller, type Caller } from "../gate/caller.ts";
import { idHeader, type Exchange } from "../gate/exchange.ts";
import { wireOf } from "../gate/failures.ts";
import { BodyTooLarge, readBody } from "../gate/read-body.ts";
import type { PathParameters, Route } from "../gate/route-table.ts";
import { readJson } from "../gate/read-json.ts";
import { networkOf } from "../gate/remote-address.ts";
import type { OutgoingMessage, UserBroadcast } from "./frames.ts";
import { take } from "./limits.ts";
import { askTopic } from "./rights.ts";
import { LiveRefusal, type LiveService } from "./service.ts";

const prefix = "/realtime/v1/";

type Message = { readonly topic: string; readonly isPrivate: boolean; readonly told: OutgoingMessage };
type Answer = { readonly status: number; readonly json?: unknown };

const bodyMilliseconds = 60_000;
const mostMessages = 1000;
const longestName = 255;

const busy = (error: string): Answer => ({ status: 503, json: { error } });

const wire = wireOf<Answer>({
  refusals: {
    bodyTooLarge: (error) => ({ status: 413, json: { error } }),
    bodyNotText: (error) => ({ status: 422, json: { errors: { payload: [error] } } }),
    poolExhausted: busy,
    memoryExhausted: busy,
    databaseAway: busy,
  },
  refusalIn: (failure) =>
    failure instanceof LiveRefusal ? { status: 403, json: { error: failure.message } } : undefined,
  send,
});

export function broadcastRoutes(service: LiveService): readonly Route[] {
  const broadcasts = `${prefix}api/broadcast`;
  const refuse =
    (status: number, error: string): Route["answer"] =>
    (exchange) => {
      exchange.memory.reserve(0);
      send(exchange, { status, json: { error } });
    };
  const receive: Route["answer"] = async (exchange, parameters) =>
    send(exchange, await broadcast(exchange, parameters, service));
  return [
    { method: "POST", path: broadcasts, answer: receive, wire },
    { method: "POST", path: `${broadcasts}/:topic/events/:event`, answer: receive, wire },
    // Requests for a socket do not come here.
    {
      method: "*",
      path: `${prefix}websocket`,
      answer: refuse(426, "This address accepts only WebSocket connections"),
      wire,
    },
    { method: "*", path: `${prefix}*`, answer: refuse(404, "There is nothing at this address"), wire },
  ];
}

async function broadcast(
  { request, address, memory, identify }: Exchange,
  { topic, event }: PathParameters,
  service: LiveService,
): Promise<Answer> {
  memory.reserve(0);
  const { url = "" } = request;
  const headers = headersOf(request);
  const entry = await readCaller(headers, service.checkToken);
  if ("refusal" in entry) return { status: 401, json: { error: entry.refusal.message } };
  identify(nameOfCaller(entry.caller));
  if (headers.get("authorization") === null && headers.get("apikey") === null)
    return { status: 401, json: { error: "API key is missing" } };
  const body = await readBody(request, { bytes: service.limits.bytes, milliseconds: bodyMilliseconds }, memory);
  const messages = topic === undefined ? batchIn(body) : singleIn(topic, event ?? "", url, body, service.limits.bytes);
  if ("wrong" in messages) return { status: 422, json: { errors: messages.wrong } };
  const network = networkOf(address);
  if (entry.caller.role !== "service_role") {
    const share = service.shareOf(network);
    if (!take(share.messages, service.limits.messagesOfOne, messages.all.length))
      return { status: 429, json: { error: "You have exceeded your rate limit" } };
  }
  const refused = await refusedTopic(messages.all, entry.caller, service, network);
  // All or nothing: a client that sends several at once need not guess which of them went out.
  if (refused !== undefined)
    return { status: 403, json: { error: `You do not have permissions to write to this Channel topic: ${refused}` } };
  for (const { topic: name, isPrivate, told } of messages.all) service.broadcast({ name, isPrivate }, told);
  return { status: 202 };
}

async function refusedTopic(
  messages: readonly Message[],
  caller: Caller,
  service: LiveService,
  network: string,
): Promise<string | undefined> {
  for (const topic of new Set(messages.filter(({ isPrivate }) => isPrivate).map((message) => message.topic))) {
    const { write } = await askTopic(caller, topic, service, network);
    if (!write.broadcast) return topic;
  }
  return undefined;
}

type Messages = { readonly all: readonly Message[] } | { readonly wrong: unknown };

function batchIn(body: string | Uint8Array): Messages {
  const whole = typeof body === "string" ? jsonIn(body) : undefined;
  const given = (whole as { readonly messages?: unknown } | undefined | null)?.messages;
  if (!Array.isArray(given) || given.length === 0) return { wrong: { messages: ["can't be blank"] } };
  if (given.length > mostMessages) return { wrong: { messages: [`should have at most ${mostMessages} item(s)`] } };
  const wrong = given.map(mistakesIn);
  if (wrong.some((mistakes) => Object.keys(mistakes).length > 0)) return { wrong: { messages: wrong } };
  const all = (given as readonly Readonly<Record<string, unknown>>[]).map(
    ({ topic, event, payload, private: isPrivate }): Message => ({
      topic: String(topic),
      isPrivate: isPrivate === true,
      told: { event: "broadcast", text: JSON.stringify({ type: "broadcast", event, payload }) },
    }),
  );
  return { all };
}

function mistakesIn(message: unknown): Readonly<Record<string, readonly string[]>> {
  const { topic, event, payload } = (message ?? {}) as Readonly<Record<string, unknown>>;
  const isName = (value: unknown) =>
    typeof value === "string" && value !== "" && Buffer.byteLength(value) <= longestName - "realtime:".length;
  return {
    ...(isName(topic) ? {} : { topic: ["can't be blank"] }),
    ...(isName(event) ? {} : { event: ["can't be blank"] }),
    ...(typeof payload === "object" && payload !== null ? {} : { payload: ["can't be blank"] }),
  };
}

function singleIn(topic: string, event: string, url: string, body: string | Uint8Array, most: number): Messages {
  const isPrivate = new URL(url, "http://here").searchParams.get("private") === "true";
  const names = [decoded(topic), decoded(event)] as const;
  const mistakes = mistakesIn({ topic: names[0], event: names[1], payload: {} });
  if (Object.keys(mistakes).length > 0) return { wrong: mistakes };
  const isJson = typeof body === "string";
  if (isJson && jsonIn(body) === undefined) return { wrong: { payload: ["is no JSON"] } };
  if (body.length > most) throw new BodyTooLarge(most);
  const spoken: UserBroadcast = { event: names[1] ?? "", isJson, bytes: isJson ? Buffer.from(body) : body };
  return { all: [{ topic: names[0] ?? "", isPrivate, told: { spoken } }] };
}

function jsonIn(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function send({ response, id }: Exchange, { status, json }: Answer): void {
  const body = json === undefined ? "" : JSON.stringify(json);
  response
    .writeHead(status, {
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store",
      [idHeader]: id,
      ...(json === undefined ? {} : { "Content-Type": "application/json; charset=utf-8" }),
      ...(status === 503 || status === 429 ? { "Retry-After": "1" } : {}),
    })
    .end(body);
}
