// What a user might do next: of several ideas one that is done, or one that ends as few others have.
import { attempt, type Outcome } from "../interpreter/attempt.ts";
import { leave } from "../interpreter/leaving.ts";
import { entityOf, machinesOf } from "../interpreter/document/names.ts";
import { dueAt, keyOfState, type Past } from "../interpreter/timers.ts";
import { startingRows } from "../interpreter/writes/transitions.ts";
import { rowsOf, type World } from "../interpreter/world/world.ts";
import { callOutcome } from "../plan/attempts/call-attempt.ts";
import type { Draw } from "../random/draw.ts";
import { anyCaller, towards } from "./deeds.ts";
import { refusedFiles } from "./files.ts";
import { goalsOf, nameOf, type Goal } from "./goals.ts";
import { randomQuery } from "./queries.ts";
import { deedOf } from "./sign.ts";
import type { Step } from "./step.ts";

/** How often each thing that may be done has ended how. */
export type Endings = Map<string, number>;

export type Idea = { readonly step: Step; readonly ending: string };

const [ideas, attempts] = [6, 20];

export function nextStep(draw: Draw, world: World, past: Past, endings: Endings): Idea {
  if (draw.once(16)) return idea(world, waiting(draw, world, past));
  if (draw.once(5)) return idea(world, { kind: "list", me: anyCaller(draw, world), query: randomQuery(draw, world) });
  const goals = goalsOf(world.program);
  return (
    (draw.once(4) ? undefined : doneIdea(draw, world, goals, endings)) ??
    rarestIdea(draw, world, goals, endings) ??
    idea(world, waiting(draw, world, past))
  );
}

/** Of two things that may be done the one that was done less often, by a user who may; another one where no one may. */
function doneIdea(draw: Draw, world: World, goals: readonly Goal[], endings: Endings): Idea | undefined {
  const times = (goal: Goal): number => endings.get(`${nameOf(goal)} done`) ?? 0;
  for (let goal = 0; goal < 4; goal++) {
    const [one, other] = [draw.pick(goals), draw.pick(goals)];
    const chosen = times(one) <= times(other) ? one : other;
    for (let tried = 0; tried < attempts; tried++) {
      const step = towards(draw, world, chosen, "careful");
      const result = step === undefined ? undefined : idea(world, step);
      if (result?.ending.endsWith(" done") === true) return result;
    }
  }
  return undefined;
}

function rarestIdea(draw: Draw, world: World, goals: readonly Goal[], endings: Endings): Idea | undefined {
  const result: Idea[] = [];
  for (let tried = 0; tried < 4 * ideas && result.length < ideas; tried++) {
    const step = towards(draw, world, draw.pick(goals), draw.once(2) ? "careful" : "careless");
    if (step !== undefined) result.push(idea(world, step));
  }
  return result.toSorted((one, other) => (endings.get(one.ending) ?? 0) - (endings.get(other.ending) ?? 0))[0];
}

function idea(world: World, step: Step): Idea {
  switch (step.kind) {
    case "wait":
      return { step, ending: "time goes on" };
    case "list":
      return { step, ending: `list ${step.query.entity}` };
    case "call":
      return { step, ending: `${deedOf(step)} ${endingOf(callOutcome(world, step.me, step.call))}` };
    case "leave":
      return { step, ending: `${deedOf(step)} ${endingOf(leave(world, step.me))}` };
    case "act": {
      const { me, act } = step;
      const refusal = refusedFiles(world, me, act, step.brings);
      const outcome = refusal === undefined ? attempt(world, me, act) : { refused: [refusal] };
      return { step, ending: `${deedOf(step)} ${endingOf(outcome)}` };
    }
  }
}

const endingOf = (outcome: Outcome): string =>
  "done" in outcome ? "done" : `${outcome.refused[0]?.code ?? ""} of ${outcome.refused[0]?.clause ?? ""}`;

/** To the moment at which something is due, to right before it, or for any time. */
function waiting(draw: Draw, world: World, past: Past): Step {
  const due = draw.once(3) ? [] : duesOf(world, past);
  const lengths = [1000, 61_000, 3_600_000, 24 * 3_600_000, 8 * 24 * 3_600_000, 40 * 24 * 3_600_000];
  const until = due.length > 0 ? draw.pick(due) - (draw.once(3) ? 1000 : 0) : world.now + draw.pick(lengths);
  return { kind: "wait", until: until > world.now ? until : world.now + 1000 };
}

function duesOf(world: World, past: Past): readonly number[] {
  const { lookup } = world.program;
  const dues = [...lookup.transitions].flatMap(([entity, some]) =>
    [...some].flatMap(([name, rows]) => {
      const kind = rows[0]?.on?.kind;
      if (kind !== "after" && kind !== "at") return [];
      const { field } =
        machinesOf(world.program, entity).find(({ machine }) =>
          rows.some((row) => machine.transitions.includes(row)),
        ) ?? {};
      return rowsOf(world, entity)
        .filter((row) => startingRows(world.program, row, rows).length > 0)
        .flatMap(
          (row) => dueAt(world, row, name, past.since.get(keyOfState(entity, row.id, field ?? "")) ?? world.now) ?? [],
        );
    }),
  );
  const moments = world.program.model.states.effects.flatMap((effect) =>
    effect.after?.kind === "at"
      ? rowsOf(world, entityOf(world.program, effect.entity)).flatMap(
          (row) => dueAt(world, row, effect.address, world.now) ?? [],
        )
      : [],
  );
  // What is due in years is not waited for: tokens and numbers of years have ends.
  return [...dues, ...moments].filter((at) => at > world.now && at < world.now + 400 * 24 * 3_600_000);
}
