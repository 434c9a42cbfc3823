// The console at `/_/`: who is let in, its page, and what the page asks. What it asks is in `routes.ts`.
import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Product } from "@writ/language/plan";
import type { PreviewPerson } from "../auth/preview/list-people.ts";
import type { CallService } from "../functions/service.ts";
import type { AnswerImport } from "../importing/http/serve.ts";
import type { EventStreams } from "../gate/events.ts";
import { pathOf } from "../gate/exchange.ts";
import type { Wire } from "../gate/failures.ts";
import type { Method, Route } from "../gate/route-table.ts";
import type { StoredMail } from "../mail/mailbox.ts";
import { pageHeaders, sendFile } from "../pages/pages.ts";
import { readFiles } from "../pages/read-files.ts";
import type { HealthView } from "../operating/health/health-view.ts";
import { DatabaseAway, type RequestPool } from "../postgres/connections/request-pool.ts";
import type { DataService } from "../rest/serve.ts";
import type { FileStore } from "../storage/disk/file-store.ts";
import type { Edition, Writing } from "../writing/writing.ts";
import type { Access } from "./access.ts";
import type { AllProcesses } from "./all-processes.ts";
import { Lines, readObject, Refusal, refuse, send, sendLines } from "./answers.ts";
import type { DeployTurn } from "./deploys/deploy.ts";
import { stateOf } from "./document.ts";
import { sendStored, storedFile } from "./files.ts";
import { theDeveloper, theKey, type ConsoleUser } from "./operators/acts.ts";
import type { OperatorSessions } from "./operators/operator-sessions.ts";
import type { Proof } from "./proof.ts";
import { routes } from "./routes.ts";
import { exportRows } from "./rows/csv.ts";
import { importInto } from "./rows/import.ts";
import { answerSql } from "./sql/routes.ts";
import type { SqlRunner } from "./sql/run.ts";
import { enterOrLeave } from "./session.ts";

export type ConsoleOptions = {
  /** The built console; without it there is nothing to see. */
  readonly folder: string;
  readonly access: Access;
  /** Whether a key lets in too. */
  readonly hasKey: boolean;
  /** Without them nobody is named: in development. */
  readonly operators: OperatorSessions | undefined;
  readonly development: boolean;
  /** How many servers stand before this one. */
  readonly proxies: number;
  readonly writing: Writing;
  /** The owner's. */
  readonly pool: RequestPool;
  /** Begins with no right at all. */
  readonly requests: RequestPool;
  readonly data: DataService;
  readonly imports: AnswerImport;
  readonly streams: EventStreams;
  readonly people: (edition: Edition) => Promise<readonly PreviewPerson[]>;
  readonly mailbox: () => Promise<readonly StoredMail[]>;
  /** Without it no files are kept. */
  readonly store: FileStore | undefined;
  readonly deployTurn: DeployTurn;
  /** The owner's as well, for work that takes long. */
  readonly connect: () => Promise<Client>;
  readonly calls: CallService;
  /** Without it nothing is proven here: in production. */
  readonly proof: Proof | undefined;
  readonly processes: AllProcesses;
  readonly product: () => Product;
  readonly sql: SqlRunner;
  readonly health: () => Promise<HealthView>;
  /** What waits in the outbox is looked at now. */
  readonly wake: () => void;
  /** How long what is asked may take to arrive. */
  readonly bodyMilliseconds: number;
};

/** The page Health says it to a key; whether somebody is an operator only the database knows. */
const databaseAway =
  "The database does not answer. Look at the log, the disk and the PostgreSQL service of the server: docs/production/alarms.md, WritIsNotReady.";
const prefix = "/_/console/";
const wire: Wire = {
  refuse: async (failure, { response }) => {
    if (!(failure instanceof DatabaseAway)) return false;
    refuse(response, 503, "DATABASE_AWAY", databaseAway);
    return true;
  },
  sendUnexpected: ({ response }) =>
    refuse(response, 500, "UNEXPECTED", "Something went wrong. The terminal shows the error."),
};

export function consoleRoutes(options: ConsoleOptions): readonly Route[] {
  const { access, folder } = options;
  const shell = join(folder, "console.html");
  if (!existsSync(shell)) return [];
  const page = readFileSync(shell, "utf8");
  const files = readFiles(folder);
  const answerPage: Answer = async ({ request, response }) => {
    const token = new URL(request.url ?? "/", "http://here").searchParams.get("token");
    if (token !== null) return enter(token, response, access);
    return sendPage(page, options, request, response);
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
    all(`${prefix}api/*`, signedIn(nothingThere, options)),
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

type AnswerTo = (
  exchange: Parameters<Answer>[0],
  names: Parameters<Answer>[1],
  user: ConsoleUser,
) => ReturnType<Answer>;

const signedIn = (answer: AnswerTo, options: ConsoleOptions): Answer =>
  fromOwnPage(async (exchange, names) => {
    const user = await userOf(exchange.request, options);
    if (user !== undefined && /%00/.test(exchange.request.url ?? ""))
      return refuse(exchange.response, 400, "INVALID", "The address holds a NUL character.");
    if (user !== undefined) return answer(exchange, names, user);
    return refuseUser(exchange.response, options);
  }, options.access);

function refuseUser(response: ServerResponse, { development }: ConsoleOptions): void {
  const way = development ? "Open the address that the terminal shows." : "Your session has ended. Sign in again.";
  refuse(response, 401, "NOT_SIGNED_IN", way);
}

/** Asked at every request: an operator who was removed, or whose session has ended, is none at the next. */
async function userOf(
  request: IncomingMessage,
  { access, operators, development }: ConsoleOptions,
): Promise<ConsoleUser | undefined> {
  if (access.isSignedIn(request)) return development ? theDeveloper : theKey;
  return operators?.userOf(request);
}

type ConsoleQuestion = { readonly method: Route["method"]; readonly name: string; readonly answer: Answer };

/** What the page asks. `routes.ts` has what is asked and answered in JSON. */
function questions(options: ConsoleOptions): readonly ConsoleQuestion[] {
  const { access, pool, store } = options;
  const own = (method: Method, name: string, answer: AnswerTo): ConsoleQuestion => ({
    method,
    name,
    answer: signedIn(answer, options),
  });
  const session: Answer = async ({ request, response }) => enterOrLeave(request, response, options);
  return [
    { method: "*", name: "session", answer: fromOwnPage(session, access) },
    own("GET", "events", ({ request, response }) => events(request, response, options)),
    own("GET", "mails/:mail", async ({ response }, { mail = "" }) => mailPage(mail, response, options)),
    own("GET", "files/:file", async ({ response }, { file = "" }) => {
      if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(file))
        return refuse(response, 404, "NOT_FOUND", "There is nothing at this address.");
      const stored = await pool.withConnection(async (client) => storedFile(client, file));
      if (!(await sendStored(stored, store, response)))
        refuse(response, 404, "NOT_FOUND", "This file no longer exists.");
    }),
    own("GET", "rows.csv", async ({ request, response }, _, user) => exportRows(request, response, options, user)),
    own("POST", "import/:entity", async (exchange, { entity = "" }, user) =>
      importInto(exchange, entity, options, user, async () => (await userOf(exchange.request, options)) !== undefined),
    ),
    own("POST", "sql", async ({ request, response }, _, user) => answerSql(request, response, options, user, false)),
    own("POST", "sql.csv", async ({ request, response }, _, user) => answerSql(request, response, options, user, true)),
    ...routes.map(([method, name, route, bytes]) =>
      own(method, name, async ({ request, response }, _, user) => {
        const body = method === "POST" ? await readObject(request, options, bytes) : {};
        if (body === undefined)
          return refuse(
            response,
            400,
            "INVALID",
            "The body is not a JSON object, holds a NUL character, or is too large.",
          );
        // It took a while to arrive, and they may have been removed meanwhile.
        if (method === "POST" && (await userOf(request, options)) === undefined) return refuseUser(response, options);
        const query = new URL(request.url ?? "/", "http://here").searchParams;
        const answer = await route({ query, body, options, user });
        if (answer === undefined) refuse(response, 404, "NOT_FOUND", "This does not exist.");
        else if (answer instanceof Lines) await sendLines(response, answer);
        else if (answer instanceof Refusal) send(response, answer.status, answer.told);
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

async function sendPage(
  page: string,
  options: ConsoleOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { development, hasKey } = options;
  const nonce = randomBytes(16).toString("base64url");
  const user = await userOf(request, options);
  // Nothing of the document: it is the same for every browser that is not let in.
  const told = JSON.stringify({ nonce, development, hasKey, user: user?.name });
  const head = `<title>Console</title>\n    <script type="application/json" id="writ">${told}</script>`;
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    ...pageHeaders(nonce, { frames: "'self'" }),
    "Referrer-Policy": "no-referrer",
  });
  response.end(request.method === "HEAD" ? undefined : page.replace("<!-- writ -->", () => head));
}

function events(request: IncomingMessage, response: ServerResponse, options: ConsoleOptions): void {
  const { writing, development, streams, proof } = options;
  const stops = [writing.watch(() => void tell()), proof?.watch(() => void tell())];
  const stop = () => stops.forEach((one) => one?.());
  const stream = streams.open(request, response, stop);
  // Whoever opened it may be no operator any more.
  const tell = async () => {
    // Where the database cannot tell, the page asks anew.
    if ((await userOf(request, options).catch(() => undefined)) === undefined) response.end();
    else stream?.send("state", stateOf(writing, development, proof));
  };
  void tell();
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
