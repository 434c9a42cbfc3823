// The console at `/_/`: who is let in, its page, and what the page asks. What it asks is in `routes.ts`.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { PreviewPerson } from "../auth/preview/list-people.ts";
import type { CallService } from "../functions/service.ts";
import type { EventStreams } from "../gate/events.ts";
import { addressOf, pathOf } from "../gate/exchange.ts";
import type { Wire } from "../gate/failures.ts";
import { readBody } from "../gate/read-body.ts";
import { readJson } from "../gate/read-json.ts";
import { networkOf } from "../gate/remote-address.ts";
import type { Method, Route } from "../gate/route-table.ts";
import type { RequestMemory } from "../gate/memory-budget.ts";
import type { StoredMail } from "../mail/mailbox.ts";
import type { RecentRecords } from "../operating/recent-records.ts";
import { pageHeaders, sendFile } from "../pages/pages.ts";
import { readFiles } from "../pages/read-files.ts";
import type { RequestPool } from "../postgres/connections/request-pool.ts";
import type { LiveLook } from "../realtime/live.ts";
import type { FileStore } from "../storage/disk/file-store.ts";
import type { Edition, Writing } from "../writing/writing.ts";
import type { Access } from "./access.ts";
import { stateOf } from "./document.ts";
import { sendStored, storedFile } from "./files.ts";
import type { Proof } from "./proof.ts";
import { routes } from "./routes.ts";

export type ConsoleOptions = {
  /** The built console; without it there is nothing to see. */
  readonly folder: string;
  readonly access: Access;
  readonly development: boolean;
  /** How many servers stand before this one. */
  readonly proxies: number;
  readonly writing: Writing;
  readonly pool: RequestPool;
  readonly streams: EventStreams;
  readonly people: (edition: Edition) => Promise<readonly PreviewPerson[]>;
  readonly mailbox: () => Promise<readonly StoredMail[]>;
  /** Without it no files are kept. */
  readonly store: FileStore | undefined;
  readonly calls: CallService;
  /** Without it nothing is proven here: in production. */
  readonly proof: Proof | undefined;
  readonly live: () => LiveLook;
  readonly records: RecentRecords;
  /** What waits in the outbox is looked at now. */
  readonly wake: () => void;
  /** How long what is asked may take to arrive. */
  readonly bodyMilliseconds: number;
};

const prefix = "/_/console/";
/** No question that it asks is longer. */
const mostBytes = 65_536;

const wire: Wire = {
  refuse: async () => false,
  sendUnexpected: ({ response }) =>
    refuse(response, 500, "UNEXPECTED", "Something went wrong. The terminal shows the error."),
};

export function consoleRoutes(options: ConsoleOptions): readonly Route[] {
  const { access, folder } = options;
  const shell = join(folder, "console.html");
  if (!existsSync(shell)) return [];
  const page = readFileSync(shell, "utf8");
  const files = readFiles(folder);
  const answerPage: Answer = ({ request, response }) => {
    const token = new URL(request.url ?? "/", "http://here").searchParams.get("token");
    if (token === null) sendPage(page, options, request, response);
    else enter(token, response, access);
  };
  const answerFile: Answer = ({ request, response }, { "*": name = "" }) => {
    const file = files.get(name);
    if (file === undefined) refuse(response, 404, "NOT_FOUND", "There is nothing at this address.");
    else sendFile(file, request, response);
  };
  const isOwn = true;
  const all = (path: string, answer: Answer, accepts?: Route["accepts"]): Route => ({
    method: "*",
    path,
    answer: onOwnName(answer, access),
    wire,
    isOwn,
    ...(accepts === undefined ? {} : { accepts }),
  });
  return [
    ...questions(options).map(({ method, name, answer }): Route => ({
      ...all(`${prefix}api/${name}`, answer),
      method,
    })),
    all(`${prefix}api/*`, signedIn(nothingThere, access)),
    all(`${prefix}app/*`, toBeRead(answerFile)),
    all("/_/", toBeRead(answerPage)),
    all("/_", toBeRead(answerPage)),
    all("/_/console", toBeRead(answerPage)),
    all(`${prefix}:page?`, toBeRead(answerPage), ({ url = "" }) => /^[a-z-]*$/.test(pathOf(url).slice(prefix.length))),
    all(`${prefix}*`, toBeRead(nothingThere)),
  ];
}

type Answer = Route["answer"];

const nothingThere: Answer = ({ response }) => refuse(response, 404, "NOT_FOUND", "There is nothing at this address.");

/** A foreign name for this address is an attack: it makes this browser send requests for another site. */
const onOwnName =
  (answer: Answer, access: Access): Answer =>
  (exchange, names) =>
    access.isOwnHost(exchange.request)
      ? answer(exchange, names)
      : refuse(exchange.response, 403, "FORBIDDEN", "The console has another address.");

const toBeRead =
  (answer: Answer): Answer =>
  (exchange, names) =>
    exchange.request.method === "GET" || exchange.request.method === "HEAD"
      ? answer(exchange, names)
      : refuse(exchange.response, 405, "NOT_FOUND", "Only GET and HEAD are allowed here.");

const fromOwnPage =
  (answer: Answer, access: Access): Answer =>
  (exchange, names) =>
    access.isOwnRequest(exchange.request)
      ? answer(exchange, names)
      : refuse(exchange.response, 403, "FORBIDDEN", "Only the console's own page may send this request.");

const signedIn = (answer: Answer, access: Access): Answer =>
  fromOwnPage(
    (exchange, names) =>
      access.isSignedIn(exchange.request)
        ? answer(exchange, names)
        : refuse(exchange.response, 401, "NOT_SIGNED_IN", "Open the address that the terminal shows."),
    access,
  );

type ConsoleQuestion = { readonly method: Route["method"]; readonly name: string; readonly answer: Answer };

/** What the page asks. `routes.ts` has what is asked and answered in JSON. */
function questions(options: ConsoleOptions): readonly ConsoleQuestion[] {
  const { access, pool, store } = options;
  const own = (method: Method, name: string, answer: Answer): ConsoleQuestion => ({
    method,
    name,
    answer: signedIn(answer, access),
  });
  const enterOrLeave: Answer = async ({ request, response }) => session(request, response, options);
  return [
    { method: "*", name: "session", answer: fromOwnPage(enterOrLeave, access) },
    own("GET", "events", ({ request, response }) => events(request, response, options)),
    own("GET", "mails/:mail", async ({ response }, { mail = "" }) => mailPage(mail, response, options)),
    own("GET", "files/:file", async ({ response }, { file = "" }) => {
      if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(file))
        return refuse(response, 404, "NOT_FOUND", "There is nothing at this address.");
      const stored = await pool.withConnection(async (client) => storedFile(client, file));
      if (!(await sendStored(stored, store, response)))
        refuse(response, 404, "NOT_FOUND", "This file no longer exists.");
    }),
    ...routes.map(([method, name, route]) =>
      own(method, name, async ({ request, response }) => {
        const body = method === "POST" ? await readObject(request, options) : {};
        if (body === undefined)
          return refuse(response, 400, "INVALID", "The body is not a JSON object, or it is too large.");
        const query = new URL(request.url ?? "/", "http://here").searchParams;
        const answer = await route({ query, body, options });
        if (answer === undefined) refuse(response, 404, "NOT_FOUND", "This does not exist.");
        else send(response, 200, answer);
      }),
    ),
  ];
}

/** The address without the token stands in the browser's history, and the cookie is all that is left of it. */
function enter(token: string, response: ServerResponse, access: Access): void {
  const cookie = access.enter(token);
  response.writeHead(303, {
    Location: cookie === undefined ? "/_/?link=used" : "/_/",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    ...(cookie === undefined ? {} : { "Set-Cookie": cookie }),
  });
  response.end();
}

function sendPage(
  page: string,
  { development, access }: ConsoleOptions,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const nonce = randomBytes(16).toString("base64url");
  // Nothing of the document: it is the same for every browser that is not let in.
  const told = JSON.stringify({ nonce, development, isIn: access.isSignedIn(request) });
  const head = `<title>Console</title>\n    <script type="application/json" id="writ">${told}</script>`;
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    ...pageHeaders(nonce, { frames: "'self'" }),
    "Referrer-Policy": "no-referrer",
  });
  response.end(request.method === "HEAD" ? undefined : page.replace("<!-- writ -->", () => head));
}

async function session(request: IncomingMessage, response: ServerResponse, options: ConsoleOptions): Promise<void> {
  const { access } = options;
  const { method } = request;
  if (method === "DELETE") return send(response, 200, {}, { "Set-Cookie": access.leave(request) });
  const key = method === "POST" ? (await readObject(request, options))?.["key"] : undefined;
  const cookie = typeof key === "string" ? access.enterByKey(key, networkOf(addressOf(request, options))) : undefined;
  if (cookie === "wait") return refuse(response, 429, "RATE_LIMITED", "Too many wrong keys. Try again in a minute.");
  if (cookie === undefined) return refuse(response, 401, "NOT_SIGNED_IN", "This key is incorrect.");
  send(response, 200, {}, { "Set-Cookie": cookie });
}

function events(request: IncomingMessage, response: ServerResponse, options: ConsoleOptions): void {
  const { writing, development, streams, proof } = options;
  const stops = [writing.watch(() => tell()), proof?.watch(() => tell())];
  const stop = () => stops.forEach((one) => one?.());
  const stream = streams.open(request, response, stop);
  const tell = () => stream?.send("state", stateOf(writing, development, proof));
  tell();
}

/** As it would be read, in a frame that runs nothing and belongs to no one. */
async function mailPage(id: string, response: ServerResponse, { mailbox }: ConsoleOptions): Promise<void> {
  const mail = (await mailbox()).find((one) => one.id === id);
  if (mail === undefined) return refuse(response, 404, "NOT_FOUND", "This mail does not exist.");
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(mail.html);
}

/** Undefined where it is none, or says that it is something that a form of another page could send. */
async function readObject(
  request: IncomingMessage,
  { bodyMilliseconds }: ConsoleOptions,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) return undefined;
  try {
    // A client without a key is asked for one, so any client may send here: only so much, and only for so long.
    const text = await readBody(request, { bytes: mostBytes, milliseconds: bodyMilliseconds }, small);
    const read = readJson(String(text));
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Too little to be counted. */
const small: RequestMemory = { reserve: () => undefined, charge: () => undefined };

function send(
  response: ServerResponse,
  status: number,
  said: unknown,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    ...more,
  });
  response.end(JSON.stringify(said));
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  send(response, status, { code, message });
}
