// What came of exploring: how much was tried, each difference as a story, and what was left out; for people and for machines.
import type { Compiled } from "@writ/language";
import { programOf } from "../interpreter/program.ts";
import { rightsToCall } from "../interpreter/rights/calls.ts";
import { clauseOf } from "../interpreter/rights/rights.ts";
import type { Program } from "../interpreter/world/world.ts";
import type { Report, ReportedCase } from "../report/report.ts";
import { paint } from "../report/text.ts";
import type { Explored, Finding } from "./explore.ts";
import { omitted, type Omitted } from "./omitted.ts";
import { deedOf } from "./sign.ts";
import type { Step } from "./step.ts";
import { differenceWords, storyWords } from "./words.ts";

export type ExploredReport = Report & {
  readonly explored: {
    readonly seed: number;
    readonly stories: number;
    readonly steps: number;
    readonly seconds: number;
    /** How often each thing was done, or refused by which clause. */
    readonly endings: Readonly<Record<string, number>>;
    /** What a user may do by the document and no one came to do. */
    readonly neverDone: readonly string[];
    readonly leftOut: readonly Omitted[];
  };
};

/** Each difference is a case that failed. */
export function exploredReport(compiled: Compiled, explored: Explored, seconds: number): ExploredReport {
  const program = programOf(compiled);
  const { seed, stories, steps, endings } = explored;
  return {
    passed: 0,
    failed: explored.found.length,
    notTried: 0,
    cases: explored.found.map((one) => caseOf(program, one)),
    explored: {
      seed,
      stories,
      steps,
      seconds,
      endings: Object.fromEntries([...endings].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      neverDone: neverDone(program, explored),
      leftOut: omitted(program, explored),
    },
  };
}

function caseOf(program: Program, { seed, length, story, differences }: Finding): ReportedCase {
  const last = story.steps.at(-1);
  const clause = clauseIn(differences[0]?.interpreter) ?? clauseOfStep(program, last?.step);
  const deed = last === undefined ? "" : deedOf(last.step);
  return {
    address: `${clause}#explored from ${seed}: ${deed}`,
    sentence: `${deed} does what the document says`,
    clause,
    outcome: "failed",
    evidence: differences.slice(0, 3).map(differenceWords).join("; "),
    steps: [...storyWords(story), `Found after ${length} steps with seed ${seed}.`],
  };
}

const clauseIn = (side: unknown): string | undefined =>
  Array.isArray(side)
    ? side.flatMap((one: unknown) =>
        typeof one === "object" && one !== null && "clause" in one ? [String(one.clause)] : [],
      )[0]
    : undefined;

/** The clause of a successful step, whose answer names none. */
function clauseOfStep(program: Program, step: Step | undefined): string {
  switch (step?.kind) {
    case "list":
      return clauseOf(program, step.query.entity, { kind: "read" });
    case "call":
      return rightsToCall(program, step.call.call)[0]?.address ?? "6";
    case "leave":
      return "3";
    case "act": {
      const { act } = step;
      if (!("entity" in act)) return program.lookup.roles.get(act.role)?.address ?? "6";
      if (act.kind !== "transition") return clauseOf(program, act.entity, { kind: act.kind });
      return program.lookup.transitions.get(act.entity)?.get(act.transition)?.[0]?.address ?? "4";
    }
    default:
      return "4";
  }
}

/** By sections 4 and 6, for a user at least. */
function neverDone({ model, lookup }: Program, { endings }: Explored): readonly string[] {
  const deeds = model.permissions.rights.flatMap(({ action, for: about, cells }) => {
    if (!cells.some(({ grant }) => grant !== undefined && grant.kind !== "no")) return [];
    const entity = lookup.entities.get(about.id)?.name.id ?? about.id;
    switch (action.kind) {
      case "create":
      case "update":
      case "delete":
        return entity === "user" && action.kind !== "update" ? [] : [`${action.kind} ${entity}`];
      case "transition": {
        const name = lookup.transitions.get(entity)?.get(action.transition.id)?.[0]?.name.id;
        return name === undefined ? [] : [`${name} ${entity}`];
      }
      default:
        return [];
    }
  });
  return [...new Set(deeds)].filter((deed) => !endings.has(`${deed} done`)).toSorted();
}

export function exploredText({ cases, explored }: ExploredReport, colour: boolean): string {
  const { seed, stories, steps, seconds, endings } = explored;
  const kinds = Object.entries(endings);
  const count = (is: (ending: string) => boolean) =>
    kinds.reduce((sum, [ending, times]) => (is(ending) ? sum + times : sum), 0);
  const isList = (ending: string) => ending.startsWith("list ");
  const isWait = (ending: string) => ending === "time goes on";
  const isDone = (ending: string) => ending.endsWith(" done");
  const isRefused = (ending: string) => !isList(ending) && !isWait(ending) && !isDone(ending);
  const lines = cases.flatMap(({ address, sentence, evidence, steps: story }) => [
    `  ${paint("failed", 31, colour)} ${address.slice(0, address.indexOf("#"))}: ${sentence}`,
    `    ${evidence}`,
    ...story.map((step, index) => `      ${index + 1}. ${step}`),
  ]);
  const rate = seconds > 0 ? `, ${Math.round(steps / seconds)} a second` : "";
  return `${[
    ...lines,
    `${count(isDone)} done, ${count(isRefused)} refused in ${kinds.filter(([one]) => isRefused(one)).length} ways, ${count(isList)} lists read, time advanced ${count(isWait)} times`,
    ...(explored.neverDone.length === 0 ? [] : [`never done: ${explored.neverDone.join(", ")}`]),
    ...explored.leftOut.map(({ what, count: times }) => `left out: ${times} ${what}`),
    "",
    `${steps} steps in ${stories} stories with seed ${seed}, ${cases.length} ${cases.length === 1 ? "difference" : "differences"} from the document, in ${seconds.toFixed(1)} s${rate}`,
  ].join("\n")}\n`;
}
