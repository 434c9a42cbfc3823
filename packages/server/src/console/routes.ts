// All that the console's page asks, one line each: read this to find where something is answered.
import type { ConsoleOptions } from "./console.ts";
import { deployRoutes } from "./deploys/routes.ts";
import { clauseOf, documentOf, stateOf } from "./document.ts";
import { bucketsOf, filesIn } from "./files.ts";
import { functionsOf } from "./functions.ts";
import { liveOf } from "./live.ts";
import { logsOf } from "./logs.ts";
import { listActs, type ConsoleUser } from "./operators/acts.ts";
import { outboxRoutes } from "./outbox/routes.ts";
import { peopleOf } from "./people.ts";
import { proofKinds } from "./proof.ts";
import { rowRoutes } from "./rows/routes.ts";
import { answersFor, matrixOf, rightsOfPerson, rolesAndPeople } from "./rights.ts";

export type ConsoleRequest = {
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly options: ConsoleOptions;
  readonly user: ConsoleUser;
};
/** Undefined: there is no such thing. */
type Answer = (asked: ConsoleRequest) => Promise<unknown>;
/** `bytes`: how long its body may be, where that is longer than usual. */
export type ConsoleRoute = readonly [method: "GET" | "POST", name: string, answer: Answer, bytes?: number];

export const routes: readonly ConsoleRoute[] = [
  ["GET", "state", async ({ options: { writing, development, proof } }) => stateOf(writing, development, proof)],
  ["GET", "health", async ({ options: { health } }) => health()],
  ["GET", "document", async ({ options: { writing } }) => documentOf(writing)],
  ["GET", "clause", async ({ query, options: { writing } }) => clauseOf(query.get("at") ?? "", writing)],
  ["GET", "proof", async ({ options: { writing, proof } }) => proof?.view(writing.state().served)],
  ["GET", "proof-cases", async ({ query, options: { proof } }) => proof?.casesAt(query.get("at") ?? "")],
  // What is served was good; it and no other text is tried, and only on a copy.
  [
    "POST",
    "prove",
    async ({ body, options: { writing, proof } }) => {
      const kind = proofKinds.find((one) => one === (body["what"] ?? "cases"));
      return proof && kind && { began: proof.run(writing.state().served, kind) };
    },
  ],
  [
    "POST",
    "stop-proving",
    async ({ options: { proof } }) => {
      proof?.stopRun();
      return proof && {};
    },
  ],
  [
    "POST",
    "answer",
    async ({ body, options: { writing } }) => {
      const named = Array.isArray(body["drop"]) ? body["drop"].map(String) : undefined;
      return { answered: writing.answer(String(body["question"]), named) };
    },
  ],
  [
    "GET",
    "people",
    async ({ options: { pool, writing, people } }) => {
      const { served } = writing.state();
      const tried = await people(served);
      return pool.withConnection(async (client) => peopleOf(client, served.compiled, tried));
    },
  ],
  [
    "GET",
    "mails",
    async ({ options: { mailbox } }) =>
      (await mailbox()).map(({ id, to, subject, text, sentAt }) => ({ id, to, subject, text, sentAt })),
  ],
  [
    "GET",
    "acts",
    async ({ query, options: { pool } }) =>
      pool.withConnection(async (client) => listActs(client, query.get("text") ?? "", query.get("before") ?? "")),
  ],
  [
    "GET",
    "roles",
    async ({ options: { pool, writing } }) =>
      pool.withConnection(async (client) => rolesAndPeople(client, writing.state().served.compiled)),
  ],
  [
    "GET",
    "matrix",
    async ({ query, options: { pool, writing } }) =>
      pool.withConnection(async (client) =>
        matrixOf(client, writing.state().served.compiled, query.get("entity") ?? "", query.get("q") ?? ""),
      ),
  ],
  [
    "GET",
    "person-rights",
    async ({ query, options: { pool, writing } }) =>
      pool.withConnection(async (client) =>
        rightsOfPerson(client, writing.state().served.compiled, query.get("person") ?? ""),
      ),
  ],
  [
    "GET",
    "rights",
    async ({ query, options: { pool, writing } }) =>
      pool.withConnection(async (client) =>
        answersFor(client, writing.state().served.compiled, {
          entity: query.get("entity") ?? "",
          row: query.get("row") ?? "",
          person: query.get("person") ?? "",
        }),
      ),
  ],
  [
    "GET",
    "buckets",
    async ({ options: { pool, writing, store } }) =>
      pool.withConnection(async (client) => bucketsOf(client, writing.state().served.compiled, store !== undefined)),
  ],
  [
    "GET",
    "files",
    async ({ query, options: { pool, writing } }) =>
      pool.withConnection(async (client) =>
        filesIn(client, writing.state().served.compiled, {
          bucket: query.get("bucket") ?? "",
          after: query.get("after") ?? "",
          isWaiting: query.get("waiting") === "yes",
        }),
      ),
  ],
  [
    "GET",
    "functions",
    async ({ options: { pool, calls, processes } }) =>
      pool.withConnection(async (client) => functionsOf(client, calls, processes.calls)),
  ],
  ["GET", "logs", async ({ query, options: { processes, pool } }) => logsOf(query, processes.records, pool)],
  [
    "GET",
    "live",
    async ({ options: { pool, processes } }) => {
      const look = await processes.live();
      return pool.withConnection(async (client) => liveOf(client, look));
    },
  ],
  ...deployRoutes,
  ...outboxRoutes,
  ...rowRoutes,
];
