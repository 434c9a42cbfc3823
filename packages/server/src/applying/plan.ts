// From a document and a database to what would happen: every step with what it does to the rows that are there.
import type { ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { foundation } from "@writ/language/foundation";
import {
  compare,
  compareDocuments,
  databaseOf,
  askedUnderOldNames,
  keyOf,
  RenameRefused,
  renamesOf,
  saysTheSame,
  withRenameHints,
  type DatabaseObject,
  type Renames,
  type Risk,
  type Step,
} from "@writ/language/plan";
import { secondsOf } from "./estimate.ts";
import { findDrift, fingerprint, readApplied, type Drift } from "./applied.ts";

export type Plan = {
  readonly steps: readonly PlannedStep[];
  readonly drift: readonly Drift[];
  readonly objects: readonly DatabaseObject[];
  /** The statements that every database stands on, where they are to be run. */
  readonly foundation: readonly string[];
  /** Nothing was applied to this database yet. */
  readonly isFirst: boolean;
  /** The document that was applied last. */
  readonly applied?: string;
  /** What gives renamed things their earlier names again, as `OLD=NEW`. */
  readonly renamesBack?: readonly string[];
};

export type PlannedStep = Step & {
  /** How many rows its risk is about, and a few of them. */
  readonly rows?: { readonly count: number; readonly examples: readonly string[] };
  /** For about so long nobody can write, where that is worth a word. */
  readonly seconds?: number;
};

/**
 * Only reads, in a transaction that the caller has begun. The document has no errors. `renames`: as `OLD=NEW`; throws
 * `RenameRefused`.
 */
export async function planFor(
  client: ClientBase,
  compiled: Compiled,
  previous: PreviousOf,
  renames: readonly string[] = [],
): Promise<Plan> {
  const zone = compiled.model.constants.settings.timeZone?.name ?? "UTC";
  const statements = foundation(zone);
  const objects = databaseOf(compiled);
  const applied = await readApplied(client);
  if (applied === undefined) {
    if (renames.length > 0) throw new RenameRefused("nothing was applied to this database yet");
    const steps = compare([], objects).map(withoutRisk);
    return { steps, drift: [], objects, foundation: statements, isFirst: true };
  }
  const drift = await findDrift(client, applied);
  const missing = new Set(drift.flatMap(({ key, how }) => (how === "missing" ? [key] : [])));
  const changed = new Set(drift.flatMap(({ key, how }) => (how === "changed" ? [key] : [])));
  const before = applied.objects.filter((object) => !missing.has(keyOf(object)));
  const isSame = drift.length === 0 && renames.length === 0 && saysTheSame(applied.objects, objects);
  const names = isSame
    ? undefined
    : renamesOf(renames, { source: applied.source, objects: before }, compiled, previous);
  const steps = names === undefined ? [] : stepsBetween(names, compiled, compare(before, objects, changed, names));
  return {
    steps: await askAll(steps, client),
    drift,
    objects,
    foundation: fingerprint(statements.join("\n")) === applied.foundation ? [] : statements,
    isFirst: false,
    applied: applied.source,
    renamesBack: names?.renamings.map(({ address, from }) => `${address}=${from}`) ?? [],
  };
}

function stepsBetween({ before, tables }: Renames, after: Compiled, compared: readonly Step[]): readonly Step[] {
  const steps = [...compareDocuments(before, after), ...withRenameHints(compared, before, after)];
  return steps.map((step) => askedUnderOldNames(step, tables));
}

/** What would happen if the document were applied now; nothing does. */
export async function planNow(
  client: ClientBase,
  compiled: Compiled,
  previous: PreviousOf,
  renames: readonly string[] = [],
): Promise<Plan> {
  await client.query("BEGIN READ ONLY");
  try {
    return await planFor(client, compiled, previous, renames);
  } finally {
    await client.query("ROLLBACK");
  }
}

/** Whether there is anything to apply. */
export const isPending = (plan: Plan): boolean => plan.isFirst || plan.steps.length > 0 || plan.foundation.length > 0;

/** How the document that was applied last is read; with an earlier version of the notation it may have errors now. */
export type PreviousOf = (source: string) => Compiled;

/** In an empty database there are no rows to lose. */
const withoutRisk = ({ kind, what, address, sql }: Step): PlannedStep => ({ kind, what, address, sql });

/** The same plan with the rows that there are now. */
export const askAgain = async (plan: Plan, client: ClientBase): Promise<Plan> =>
  plan.isFirst ? plan : { ...plan, steps: await askAll(plan.steps, client) };

async function askAll(steps: readonly Step[], client: ClientBase): Promise<readonly PlannedStep[]> {
  const planned: PlannedStep[] = [];
  for (const step of steps) {
    const known = step.risk === undefined ? step : await asked(step, step.risk, client);
    const seconds = await secondsOf(client, step);
    planned.push(seconds === undefined ? known : { ...known, seconds });
  }
  return planned;
}

/**
 * What outlives a change may name things that the change brings, and cannot be counted before it; a question that
 * decides whether the step may be done always can.
 */
async function asked(step: Step, { kind, question }: Risk, client: ClientBase): Promise<PlannedStep> {
  await client.query("SAVEPOINT question");
  try {
    const { rows } = await client.query(question);
    return { ...step, rows: { count: Number(rows[0]?.count ?? 0), examples: rows[0]?.examples ?? [] } };
  } catch (failure) {
    if (kind !== "outlives") throw failure;
    await client.query("ROLLBACK TO SAVEPOINT question");
    return step;
  }
}
