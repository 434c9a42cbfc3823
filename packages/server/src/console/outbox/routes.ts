// What the console asks about jobs and mails, and what an operator may do with them: each is written down with its name.
import type { ClientBase } from "pg";
import { allOrNothing } from "../../postgres/connections/transaction.ts";
import { noteAct } from "../operators/acts.ts";
import type { ConsoleRequest, ConsoleRoute } from "../routes.ts";
import { dismissJob, resendMail, retryJob } from "./fate.ts";
import { jobsOf, retryTimer, runSchedule } from "./jobs.ts";
import { mailFatesOf } from "./mails.ts";

/** What is named was done, and stands in the page Changes; undefined: there is no such thing. */
async function done(
  { options: { pool, wake }, user }: ConsoleRequest,
  act: string,
  work: (client: ClientBase) => Promise<string | undefined>,
): Promise<object | undefined> {
  const about = await pool.withConnection(async (client) =>
    allOrNothing(client, async () => {
      const name = await work(client);
      if (name !== undefined) await noteAct(client, user, act, name);
      return name;
    }),
  );
  if (about === undefined) return undefined;
  wake();
  return { done: true };
}

export const outboxRoutes: readonly ConsoleRoute[] = [
  [
    "GET",
    "jobs",
    async ({ query, options: { pool, processes, writing } }) => {
      const search = { fate: query.get("fate") ?? "", kind: query.get("kind") ?? "", text: query.get("text") ?? "" };
      const calls = [...new Set(writing.state().served.compiled.lookup.calls.values())];
      return pool.withConnection(async (client) => jobsOf(client, search, calls, processes.calls));
    },
  ],
  [
    "POST",
    "retry",
    async (asked) => {
      const { job, timer, row } = asked.body;
      return done(asked, "Retried", async (client) =>
        job === undefined ? retryTimer(client, String(timer), String(row)) : retryJob(client, String(job)),
      );
    },
  ],
  [
    "POST",
    "dismiss",
    async (asked) => done(asked, "Dismissed", async (client) => dismissJob(client, String(asked.body["job"]))),
  ],
  [
    "POST",
    "run-schedule",
    async (asked) => done(asked, "Ran now", async (client) => runSchedule(client, String(asked.body["schedule"]))),
  ],
  [
    "POST",
    "resend",
    async (asked) => done(asked, "Sent again", async (client) => resendMail(client, String(asked.body["mail"]))),
  ],
  [
    "GET",
    "mail-fates",
    async ({ query, options: { pool, product } }) => {
      const search = {
        fate: query.get("fate") ?? "",
        text: query.get("text") ?? "",
        before: query.get("before") ?? "",
      };
      return pool.withConnection(async (client) => mailFatesOf(client, product(), search));
    },
  ],
];
