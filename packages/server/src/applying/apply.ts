// Does what a plan says, in one transaction: all of it, or nothing.
import type { Client, ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { foundation } from "@writ/language/foundation";
import { isDeployed } from "./applied-documents.ts";
import { fingerprint } from "./applied.ts";
import { afterAhead, buildAhead, dropUnapplied, hasLargeTable, missingAhead } from "./build-ahead.ts";
import { findObjects } from "./found.ts";
import { runInParts } from "./in-parts.ts";
import { lockTables, tablesToLock } from "./lock-tables.ts";
import { askAgain, isPending, planFor, planNow, type Plan, type PlannedStep, type PreviousOf } from "./plan.ts";
import { retried } from "../postgres/connections/retried.ts";
import { completeWithin } from "../stored/stored.ts";

export type Outcome =
  | { readonly is: "applied"; readonly plan: Plan }
  /** Nothing was done. */
  | { readonly is: "stopped"; readonly plan: Plan; readonly stops: readonly Stop[] };

export type Stop = {
  /** `names`: the author has to confirm it by name; `breaks`: the rows have to change first. */
  readonly kind: "names" | "breaks";
  readonly step: PlannedStep;
};

export type ApplyOptions = {
  /** The addresses of what may be lost. */
  readonly drop?: ReadonlySet<string>;
  /** What is called otherwise in the database as well, as `OLD=NEW`. */
  readonly renames?: readonly string[];
  /** It takes the last document back. */
  readonly isBack?: boolean;
  /** Throws where the plan, which nobody else can change any more, is not the one that was looked at. */
  readonly check?: (plan: Plan) => void;
  /** Who deploys it, where that is an operator in the console; `note` is part of the transaction that applies it. */
  readonly operator?: { readonly name: string; readonly note: (client: ClientBase) => Promise<void> } | undefined;
  /** Is called with each step that takes a while, before it is done and with the share that is. */
  readonly onLong?: (step: PlannedStep, share: number) => void;
};

/** Whoever applies a document holds it until the end of the transaction. */
export const applyLock = 7_765_827;

/**
 * The plan is made anew under a lock that other appliers wait for: what was
 * looked at before may be out of date. Tables are locked before anything is changed; what people do to each other's locks
 * meanwhile is no reason to fail, so the whole is tried again.
 */
export async function applyDocument(
  client: Client,
  source: string,
  compiled: Compiled,
  previous: PreviousOf,
  {
    drop = new Set(),
    renames = [],
    check = () => undefined,
    operator,
    isBack = false,
    onLong = () => undefined,
  }: ApplyOptions = {},
): Promise<Outcome> {
  const applying = { client, source, compiled, previous, drop, renames, check, operator, isBack, onLong };
  await buildBeside(applying);
  const outcome = await retried(async (attempt) => inTransaction(applying, attempt));
  if (outcome.is === "applied" && outcome.plan.steps.length > 0) await dropUnapplied(client);
  return outcome;
}

type Applying = Required<ApplyOptions> & {
  readonly client: Client;
  readonly source: string;
  readonly compiled: Compiled;
  readonly previous: PreviousOf;
};

/** What can be done while people go on writing. Nothing is built for a change that is stopped. */
async function buildBeside({ client, compiled, previous, drop, renames, onLong }: Applying): Promise<void> {
  if (!(await hasLargeTable(client))) return;
  const planned = await planNow(client, compiled, previous, renames);
  if (stopsOf(planned, drop).length === 0) await buildAhead(client, await missingAhead(client, planned), onLong);
}

async function inTransaction(applying: Applying, attempt: number): Promise<Outcome> {
  const { client } = applying;
  await client.query("BEGIN");
  try {
    const outcome = await applyOnce(applying, attempt);
    await client.query(outcome.is === "applied" ? "COMMIT" : "ROLLBACK");
    return outcome;
  } catch (failure) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw failure;
  }
}

async function applyOnce(applying: Applying, attempt: number): Promise<Outcome> {
  const { client, compiled, previous, drop, renames, operator, check } = applying;
  await client.query(`SELECT pg_advisory_xact_lock(${applyLock})`);
  await completeWithin(client, attempt);
  const planned = await planFor(client, compiled, previous, renames);
  check(planned);
  const stopsBefore = stopsOf(planned, drop);
  if (stopsBefore.length > 0) return { is: "stopped", plan: planned, stops: stopsBefore };
  if (!isPending(planned)) {
    const isNoted = planned.applied === applying.source && (operator !== undefined || !(await isDeployed(client)));
    if (!isNoted) await renewText(applying);
    return { is: "applied", plan: planned };
  }
  await lockTables(client, await tablesToLock(client, planned), attempt);
  // Rows may have come between the question and the lock.
  const plan = await askAgain(planned, client);
  const stops = stopsOf(plan, drop);
  if (stops.length > 0) return { is: "stopped", plan, stops };
  await run(applying, plan);
  // The first document brings what it stands on.
  await completeWithin(client, attempt);
  return { is: "applied", plan };
}

export function stopsOf(plan: Plan, drop: ReadonlySet<string>): readonly Stop[] {
  return plan.steps.flatMap((step): readonly Stop[] => {
    if (step.risk === undefined || (step.rows?.count ?? 0) === 0) return [];
    if (step.risk.kind === "breaks") return [{ kind: "breaks", step }];
    return step.risk.kind === "loses" && !drop.has(step.address) ? [{ kind: "names", step }] : [];
  });
}

/** Of a document that says the same to the database: its screens, its words, or that a file says it too. */
async function renewText({ client, source, compiled, operator, isBack }: Applying): Promise<void> {
  await client.query(
    `INSERT INTO writ.applied (title, source, foundation, objects, steps, found, operator, is_back)
      SELECT $1, $2, foundation, objects, '[]', found, $3, $4 FROM writ.applied ORDER BY id DESC LIMIT 1`,
    [compiled.model.title, source, operator?.name, isBack],
  );
  await operator?.note(client);
  await forgetEarlier(client);
}

async function run({ client, source, compiled, operator, isBack, onLong }: Applying, plan: Plan): Promise<void> {
  // Foreign keys of rows that are written meanwhile are looked at now: a table with waiting checks cannot be changed.
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  // Functions call each other in any order.
  await client.query("SET LOCAL check_function_bodies = off");
  for (const statement of plan.foundation) await client.query(statement);
  for (const step of plan.steps) {
    if (step.sql.length === 0) continue;
    const statements = await afterAhead(client, step);
    const text = statements.join(";\n");
    const runStep = async () => {
      // One message for all statements of a step.
      if (step.seconds === undefined) return client.query(text);
      onLong(step, 0);
      for (const one of statements) await runInParts(client, one, (share) => onLong(step, share));
    };
    await runStep().catch((failure: unknown) => {
      throw new StepFailure(step, text, failure);
    });
  }
  const zone = compiled.model.constants.settings.timeZone?.name ?? "UTC";
  const steps = plan.steps.map(({ kind, what, address, sql, risk, rows }) => {
    return { kind, what, address, sql, risk: risk?.kind, rows };
  });
  await client.query(
    "INSERT INTO writ.applied (title, source, foundation, objects, steps, found, renames_back, operator, is_back) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    [
      compiled.model.title,
      source,
      fingerprint(foundation(zone).join("\n")),
      JSON.stringify(plan.objects),
      JSON.stringify(steps),
      JSON.stringify(Object.fromEntries(await findObjects(client))),
      plan.renamesBack ?? [],
      operator?.name,
      isBack,
    ],
  );
  await operator?.note(client);
  await forgetEarlier(client);
}

/** Only the last one has what it made; so many are kept to go back to, and the last that a file said. Servers hear of the last one when it holds. */
async function forgetEarlier(client: Client): Promise<void> {
  await client.query(`WITH last AS (SELECT max(id) AS id FROM writ.applied), gone AS (
      DELETE FROM writ.applied WHERE id <= (SELECT id FROM writ.applied ORDER BY id DESC OFFSET 100 LIMIT 1)
        AND id <> (SELECT max(id) FROM writ.applied WHERE operator IS NULL)
    )
    UPDATE writ.applied AS one SET objects = '[]', found = '{}' FROM last WHERE one.id < last.id AND one.objects <> '[]'`);
  await client.query("NOTIFY pgrst, 'reload schema'");
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
