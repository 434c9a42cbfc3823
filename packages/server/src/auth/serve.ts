// Accounts over HTTP: a request of the network becomes what a flow is asked, and its answer a response.
import type { ServerResponse } from "node:http";
import { DatabaseError } from "pg";
import { wireOf, type Wire } from "../gate/failures.ts";
import { headersOf } from "../gate/headers-of.ts";
import { readBody, type BodyLimits } from "../gate/read-body.ts";
import { networkOf } from "../gate/remote-address.ts";
import type { Exchange } from "../gate/exchange.ts";
import type { PathParameters, Route } from "../gate/route-table.ts";
import { sendJson } from "../gate/send-json.ts";
import { AuthRefusal, bodyOf, formVersion, refusalIn, speaksForm } from "./refusal.ts";
import { readFields } from "./request.ts";
import { flows } from "./routes.ts";
import type { Answer, AuthService, Flow } from "./service.ts";

const prefix = "/auth/v1";

/** What a request about an account may bring. */
const bodyLimits: BodyLimits = { bytes: 2 ** 20, milliseconds: 60_000 };

export function accountRoutes(service: AuthService): readonly Route[] {
  const wire = wireFor(service);
  const routes = flows.flatMap(([method, path, flow]): readonly Route[] => {
    const route = { path: `${prefix}${path}`, wire };
    const own: Route = { ...route, method, answer: async (exchange, names) => serve(exchange, names, flow, service) };
    return method === "GET" ? [own, { ...route, method: "HEAD", answer: answerHead }] : [own];
  });
  const elsewhere = { method: "*", answer: refuseAddress, wire } as const;
  return [...routes, { ...elsewhere, path: prefix }, { ...elsewhere, path: `${prefix}/*` }];
}

/** A program that looks ahead requests the headers alone: that does not use up a link. */
function answerHead({ response }: Exchange): void {
  response.writeHead(204).end();
}

function refuseAddress(): void {
  throw new AuthRefusal(404, "not_found", "There is nothing at this address.");
}

async function serve(
  { request, response, address, memory }: Exchange,
  parameters: PathParameters,
  flow: Flow,
  service: AuthService,
): Promise<void> {
  const { url = "", method } = request;
  const headers = headersOf(request);
  const text = method === "GET" ? "" : await readBody(request, bodyLimits, memory);
  const answer = await flow(
    {
      query: new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?") + 1) : ""),
      headers,
      body: readFields(text, headers.get("content-type") ?? ""),
      address,
      caller: networkOf(address),
      parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decoded(value)])),
    },
    service,
  );
  send(response, answer, headers.get("x-supabase-api-version"));
}

/** An id is none where it cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, { status = 200, body, headers }: Answer, version: string | null): void {
  const all = {
    "Cache-Control": "no-store",
    ...(speaksForm(version) ? { "X-Supabase-Api-Version": formVersion } : {}),
    ...headers,
  };
  if (body === undefined) response.writeHead(status, all).end();
  else sendJson(response, status, body, all);
}

const again = { headers: { "Retry-After": "1" } };
const noDatabase = () => new AuthRefusal(503, "request_timeout", "The database is away. Try again.", again);

const wireFor = (service: AuthService): Wire =>
  wireOf<AuthRefusal>({
    refusals: {
      bodyTooLarge: (message) => new AuthRefusal(413, "request_entity_too_large", message),
      bodyNotText: (message) => new AuthRefusal(400, "bad_json", message),
      poolExhausted: noDatabase,
      memoryExhausted: (message) => new AuthRefusal(503, "request_timeout", message, again),
      databaseAway: noDatabase,
    },
    refusalIn: async (failure, { request }) =>
      refusalIn(failure) ?? inWords(failure, headersOf(request).get("accept-language") ?? "", service),
    send: ({ request, response }, refusal) => {
      const version = headersOf(request).get("x-supabase-api-version");
      const { status, headers } = refusal;
      send(
        response,
        { status, headers: { ...headers, "Cache-Control": "no-store" }, body: bodyOf(refusal, version) },
        version,
      );
    },
  });

/** A value that has to be unique, a reference to a missing row: the document says what that means. */
async function inWords(failure: unknown, language: string, service: AuthService): Promise<AuthRefusal | undefined> {
  if (!(failure instanceof DatabaseError)) return undefined;
  const settings = { "request.headers": JSON.stringify({ "accept-language": language }) };
  const worded = await service.inWords(failure, { role: "anon", claims: {}, signedIn: false, settings });
  if (worded === undefined) return undefined;
  const { code, message, details, hint } = worded.body;
  return new AuthRefusal(worded.status, code, message, { more: { details, hint } });
}
