// Does what a plan says, in one transaction: all of it, or nothing.
import type { Client } from "pg";
import type { Compiled } from "@writ/language";
import { foundation } from "@writ/language/foundation";
import { fingerprint } from "./applied.ts";
import { findObjects } from "./found.ts";
import { lockTables, tablesToLock } from "./lock-tables.ts";
import { askAgain, isPending, planFor, type Plan, type PlannedStep, type PreviousOf } from "./plan.ts";
import { retried } from "./retried.ts";

export type Outcome =
  | { readonly is: "applied"; readonly plan: Plan }
  /** Nothing was done. */
  | { readonly is: "stopped"; readonly plan: Plan; readonly stops: readonly Stop[] };

export type Stop = {
  /** `names`: the author has to confirm it by name; `breaks`: the rows have to change first. */
  readonly kind: "names" | "breaks";
  readonly step: PlannedStep;
};

/**
 * `drop`: the addresses of what may be lost. The plan is made anew under a lock that other appliers wait for: what was
 * looked at before may be out of date. Tables are locked before anything is changed; what people do to each other's locks
 * meanwhile is no reason to fail, so the whole is tried again.
 */
export async function applyDocument(
  client: Client,
  source: string,
  compiled: Compiled,
  previous: PreviousOf,
  drop: ReadonlySet<string> = new Set(),
): Promise<Outcome> {
  return retried(async (attempt) => {
    await client.query("BEGIN");
    try {
      const outcome = await applyOnce({ client, source, compiled, previous, drop }, attempt);
      await client.query(outcome.is === "applied" ? "COMMIT" : "ROLLBACK");
      return outcome;
    } catch (failure) {
      await client.query("ROLLBACK").catch(() => undefined);
      throw failure;
    }
  });
}

type Applying = {
  readonly client: Client;
  readonly source: string;
  readonly compiled: Compiled;
  readonly previous: PreviousOf;
  readonly drop: ReadonlySet<string>;
};

async function applyOnce({ client, source, compiled, previous, drop }: Applying, attempt: number): Promise<Outcome> {
  await client.query("SELECT pg_advisory_xact_lock(7765827)");
  const planned = await planFor(client, compiled, previous);
  const stopsBefore = stopsOf(planned, drop);
  if (stopsBefore.length > 0) return { is: "stopped", plan: planned, stops: stopsBefore };
  if (!isPending(planned)) return { is: "applied", plan: planned };
  await lockTables(client, await tablesToLock(client, planned), attempt);
  // Rows may have come between the question and the lock.
  const plan = await askAgain(planned, client);
  const stops = stopsOf(plan, drop);
  if (stops.length > 0) return { is: "stopped", plan, stops };
  await run(client, source, compiled, plan);
  return { is: "applied", plan };
}

export function stopsOf(plan: Plan, drop: ReadonlySet<string>): readonly Stop[] {
  return plan.steps.flatMap((step): readonly Stop[] => {
    if (step.risk === undefined || (step.rows?.count ?? 0) === 0) return [];
    if (step.risk.kind === "breaks") return [{ kind: "breaks", step }];
    return step.risk.kind === "loses" && !drop.has(step.address) ? [{ kind: "names", step }] : [];
  });
}

async function run(client: Client, source: string, compiled: Compiled, plan: Plan): Promise<void> {
  // Foreign keys of rows that are written meanwhile are looked at now: a table with waiting checks cannot be changed.
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  // Functions call each other in any order.
  await client.query("SET LOCAL check_function_bodies = off");
  for (const statement of plan.foundation) await client.query(statement);
  for (const step of plan.steps) {
    if (step.sql.length === 0) continue;
    // One message for all statements of a step.
    const text = step.sql.join(";\n");
    await client.query(text).catch((failure: unknown) => {
      throw new StepFailure(step, text, failure);
    });
  }
  const zone = compiled.model.constants.settings.timeZone?.name ?? "UTC";
  const steps = plan.steps.map(({ kind, what, address, sql, rows }) => ({ kind, what, address, sql, rows }));
  await client.query(
    "INSERT INTO writ.applied (title, source, foundation, objects, steps, found) VALUES ($1, $2, $3, $4, $5, $6)",
    [
      compiled.model.title,
      source,
      fingerprint(foundation(zone).join("\n")),
      JSON.stringify(plan.objects),
      JSON.stringify(steps),
      JSON.stringify(Object.fromEntries(await findObjects(client))),
    ],
  );
}

/** The database refused a step that the plan thought possible; nothing of the plan was done. */
export class StepFailure extends Error {
  readonly step: PlannedStep;
  readonly statement: string;

  constructor(step: PlannedStep, statement: string, cause: unknown) {
    super(`${step.address}: ${step.what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "StepFailure";
    this.step = step;
    this.statement = statement;
  }
}
