// A document that an operator deploys: looked at first, and applied as it was looked at, in their name.
import { compile, type Compiled } from "@writ/language";
import { explainChanges, nameClause } from "@writ/language/explain";
import { countedWords, RenameRefused } from "@writ/language/plan";
import type { Client, ClientBase } from "pg";
import { readEarlier, type Earlier, type Lost } from "../../applying/applied-documents.ts";
import { fingerprint } from "../../applying/applied.ts";
import { applyDocument, StepFailure, stopsOf } from "../../applying/apply.ts";
import { planNow, type Plan, type PlannedStep } from "../../applying/plan.ts";
import type { CallService } from "../../functions/service.ts";
import { missingForCalls } from "../../functions/missing-for-calls.ts";
import { problemViews, stepView } from "../../writing/problem-views.ts";
import type { Edition } from "../../writing/writing.ts";
import { Lines, Refusal } from "../answers.ts";
import { isOperator, noteAct, type ConsoleUser } from "../operators/acts.ts";
import type { DeployLine, DeployPlanView, LostView, PlannedStepView } from "./response-types.ts";

/** One at a time in a process: each holds a connection of its own, and compiles on the thread that answers everybody. */
export class DeployTurn {
  #isTaken = false;

  async take<Result>(work: () => Promise<Result>): Promise<Result | Refusal> {
    if (this.#isTaken)
      return new Refusal(429, { code: "BUSY", message: "Another document is being looked at. Try again in a moment." });
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#isTaken = false;
    }
  }
}

export type Deploying = {
  readonly turn: DeployTurn;
  /** The owner's; no statement of it is bounded in time. */
  readonly connect: () => Promise<Client>;
  readonly served: Edition;
  readonly calls: Pick<CallService, "secretOf">;
};

const read = (source: string): Compiled => compile(source);

/** What deploying it would do. Nothing is changed. */
export const planDeploy = async (deploying: Deploying, source: string): Promise<DeployPlanView | Refusal> =>
  deploying.turn.take(async () => planOf(deploying, source));

async function planOf({ connect, served, calls }: Deploying, source: string): Promise<DeployPlanView> {
  const edition: Edition = { file: served.file, source, compiled: compile(source, served.compiled) };
  const refused = whyNot(edition, served);
  if (refused !== undefined) return refused;
  const client = await connect();
  try {
    const earlier = await readEarlier(client);
    const plan = await planNow(client, edition.compiled, read, renamesTo(earlier, source));
    const stops = stopsOf(plan, new Set());
    const before = appliedEdition(plan, served);
    const plannedView = viewOf([edition.compiled, before.compiled]);
    const of = (kind: "names" | "breaks") =>
      stops.flatMap((stop) => (stop.kind === kind ? [plannedView(stop.step)] : []));
    return {
      is: "plan",
      title: edition.compiled.model.title,
      plan: planKey(plan, source),
      changes: explainChanges(before, edition),
      steps: plan.steps.map(plannedView),
      losses: of("names"),
      blocks: of("breaks"),
      missing: missingForCalls({ edition: () => edition, secretOf: calls.secretOf }),
      isServed: served.source === source,
      gone: earlier?.source === source ? lostViews(earlier.lost) : [],
    };
  } catch (failure) {
    if (failure instanceof RenameRefused) return { is: "refused", words: failure.message };
    throw failure;
  } finally {
    await client.end();
  }
}

type DeployAsked = { readonly source: string; readonly plan: string; readonly drop: readonly string[] };

class Outdated extends Error {}
class NotOperator extends Error {}

/** `plan`: the one that was looked at; `drop`: what may be lost. It goes on where the browser has gone. */
export const deploy = (deploying: Deploying, user: ConsoleUser, asked: DeployAsked): Lines<DeployLine> =>
  new Lines(
    { is: "stopped", words: "Something went wrong. The log shows the error." },
    async (say): Promise<DeployLine> => {
      const ended = await deploying.turn.take(async () => deployNow(deploying, user, asked, say));
      return ended instanceof Refusal ? { is: "stopped", words: "Another document is being deployed." } : ended;
    },
  );

async function deployNow(
  { connect, served }: Deploying,
  user: ConsoleUser,
  { source, plan, drop }: DeployAsked,
  say: (line: DeployLine) => void,
): Promise<DeployLine> {
  const compiled = compile(source, served.compiled);
  if (whyNot({ file: served.file, source, compiled }, served) !== undefined)
    return { is: "stopped", words: "The document has changed since you looked at it. Look again." };
  const client = await connect();
  try {
    const { title } = compiled.model;
    const note = async (within: ClientBase) => {
      // It may have taken long, and they may have been removed meanwhile.
      if (!(await isOperator(within, user))) throw new NotOperator();
      await noteAct(within, user, "Deployed a document", title);
    };
    const check = (planned: Plan) => {
      if (planKey(planned, source) !== plan) throw new Outdated();
    };
    const earlier = await readEarlier(client);
    const outcome = await applyDocument(client, source, compiled, read, {
      drop: new Set(drop),
      renames: renamesTo(earlier, source),
      isBack: earlier?.source === source,
      check,
      operator: { name: user.name, note },
      onLong: ({ address }, share) => say({ is: "step", words: nameClause(address, compiled), share }),
    });
    return outcome.is === "applied"
      ? { is: "deployed" }
      : { is: "stopped", words: outcome.stops.map(({ step }) => wordsOf(step, compiled)).join(" ") };
  } catch (failure) {
    if (failure instanceof Outdated)
      return { is: "stopped", words: "The database has changed since you looked at the plan. Look again." };
    if (failure instanceof NotOperator) return { is: "stopped", words: "You are no longer an operator." };
    if (failure instanceof StepFailure) return { is: "stopped", words: failure.message };
    throw failure;
  } finally {
    await client.end();
  }
}

function whyNot({ source, ...edition }: Edition, served: Edition): DeployPlanView | undefined {
  const { problems } = edition.compiled;
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return { is: "mistakes", problems: problemViews({ source, ...edition }, errors) };
  const gapsIn = (all: Compiled["problems"]) => all.filter(({ severity }) => severity === "gap");
  // Without `--with-gaps` the server would not start again.
  const gaps = gapsIn(served.compiled.problems).length > 0 ? [] : gapsIn(problems);
  return gaps.length === 0 ? undefined : { is: "mistakes", problems: problemViews({ source, ...edition }, gaps) };
}

/** The document before the last one gets the names of then. */
const renamesTo = (earlier: Earlier | undefined, source: string): readonly string[] =>
  earlier?.source === source ? earlier.renames : [];

/** The same for the same document over the same database, however many rows there are. */
const planKey = ({ steps, applied }: Plan, source: string): string =>
  fingerprint(JSON.stringify([source, applied, steps.map(({ address, what, sql }) => [address, what, sql])]));

/** The document that the plan compares with. */
function appliedEdition({ applied }: Plan, served: Edition): Pick<Edition, "source" | "compiled"> {
  if (applied === undefined || applied === served.source) return served;
  return { source: applied, compiled: read(applied) };
}

/** `documents`: where the clause may be, the first one first. */
const viewOf =
  (documents: readonly Compiled[]) =>
  (step: PlannedStep): PlannedStepView => {
    const says = saysOf(step);
    return {
      ...stepView(step),
      about: nameClause(step.address, ...documents),
      ...(says === undefined ? {} : { says }),
      ...(step.seconds === undefined ? {} : { seconds: step.seconds }),
    };
  };

/** The clause says which column it is; a column that is none of the document's has no name there. */
function saysOf({ what, risk, rows }: PlannedStep): string | undefined {
  if (risk === undefined || rows === undefined || rows.count === 0) return undefined;
  const column = /^column (\S+) of /.exec(what)?.[1];
  const words = countedWords(risk, rows.count);
  if (column === undefined) return words;
  return words.replace(` value for ${column}`, " value").replace(` a calculated ${column}`, " a calculated value");
}

const wordsOf = (step: PlannedStep, compiled: Compiled): string => {
  const says = saysOf(step);
  return `${nameClause(step.address, compiled)}${says === undefined ? "" : `: ${says}`}.`;
};

export const lostViews = (lost: readonly Lost[]): readonly LostView[] =>
  lost.map(({ address, rows }) => ({ about: nameClause(address), rows }));
