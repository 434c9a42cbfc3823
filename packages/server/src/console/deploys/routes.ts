// What the console asks about documents that were applied, and how an operator deploys one.
import { listApplied, readAppliedSource } from "../../applying/applied-documents.ts";
import type { ConsoleRequest, ConsoleRoute } from "../routes.ts";
import { deploy, lostViews, planDeploy, type Deploying } from "./deploy.ts";
import type { DeploysView } from "./response-types.ts";

/** A document of a hundred entities has a fifth of it. */
const mostBytes = 2 ** 20;

const deploying = ({ options: { deployTurn, connect, writing, calls } }: ConsoleRequest): Deploying => ({
  turn: deployTurn,
  connect,
  served: writing.state().served,
  calls,
});

/** While a document is written, its file says what is served. */
export const deployRoutes: readonly ConsoleRoute[] = [
  [
    "GET",
    "deploys",
    async ({ options: { pool, writing, development } }): Promise<DeploysView | undefined> => {
      if (development) return undefined;
      const applied = await pool.withConnection(listApplied);
      return {
        file: writing.state().served.file,
        applied: applied.map(({ at, lost, ...one }) => ({ ...one, at: at.toISOString(), lost: lostViews(lost) })),
      };
    },
  ],
  [
    "GET",
    "deployed-document",
    async ({ query, options: { pool, development } }) => {
      if (development) return undefined;
      const source = await pool.withConnection(async (client) => readAppliedSource(client, query.get("id") ?? ""));
      return source === undefined ? undefined : { source };
    },
  ],
  [
    "POST",
    "plan-deploy",
    async (asked) => {
      const { source } = asked.body;
      return asked.options.development || typeof source !== "string" ? undefined : planDeploy(deploying(asked), source);
    },
    mostBytes,
  ],
  [
    "POST",
    "deploy",
    async (asked) => {
      const { source, plan, drop } = asked.body;
      if (asked.options.development || typeof source !== "string" || typeof plan !== "string") return undefined;
      const named = Array.isArray(drop) ? drop.map(String) : [];
      return deploy(deploying(asked), asked.user, { source, plan, drop: named });
    },
    mostBytes,
  ],
];
