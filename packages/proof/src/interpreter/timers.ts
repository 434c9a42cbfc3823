// What time brings: transitions that are due, done by the system one by one.
import type { Expression } from "@writ/language/model";
import { follow, runEffect } from "./effects.ts";
import { entityOf, machinesOf } from "./names.ts";
import type { Refusal } from "./refusal.ts";
import { brokenRules } from "./rules.ts";
import { scopeOf } from "./scope.ts";
import { startOfDay } from "./time.ts";
import { startingRows, taken, transitionRows } from "./transitions.ts";
import { quantity, type Value } from "./value.ts";
import { beginWork, isRefused, type Work } from "./work.ts";
import { asItWas, findRow, rowsOf, timeZoneOf, type Program, type Row, type World } from "./world.ts";
import { doTransition, stillUsed } from "./write.ts";

/** A transition that happens after a while or at a moment, or an effect that does; `name`: its identifier, or its address. */
type Timer = {
  readonly entity: string;
  readonly name: string;
  readonly kind: "after" | "at";
  readonly expression: Expression;
  readonly isOpen: (world: World, row: Row) => boolean;
  readonly run: (work: Work, row: Row) => void;
};

/** In the order of the document: transitions, then effects. */
function timersOf(program: Program): readonly Timer[] {
  const transitions = [...program.lookup.transitions].flatMap(([entity, some]) =>
    [...some.values()].flatMap(([row]): readonly Timer[] => {
      const on = row?.on;
      if (row === undefined || (on?.kind !== "after" && on?.kind !== "at")) return [];
      const name = row.name.id;
      const run = (work: Work, one: Row) => doTransition(work, one, name, new Map(), "system");
      return [{ entity, name, kind: on.kind, expression: on.expression, isOpen: isOpenFor(name), run }];
    }),
  );
  const effects = program.model.states.effects.flatMap((effect): readonly Timer[] => {
    if (effect.after?.kind !== "at") return [];
    const { expression } = effect.after;
    const run = (work: Work, row: Row) => runEffect(work, effect, row, undefined);
    const entity = entityOf(program, effect.entity);
    return [{ entity, name: effect.address, kind: "at", expression, isOpen: () => true, run }];
  });
  return [...transitions, ...effects];
}

/**
 * When a row is due, in milliseconds; not there where it never is. `since`: since when it has been in its state, which
 * the world does not hold.
 */
export function dueAt(world: World, row: Row, name: string, since: number): number | undefined {
  const timer = timersOf(world.program).find((one) => one.entity === row.entity && one.name === name);
  return timer === undefined ? undefined : dueOf(timer, world, row, since);
}

function dueOf({ kind, expression }: Timer, world: World, row: Row, since: number): number | undefined {
  const scope = scopeOf(world, null, { [row.entity]: asItWas(row) });
  const value = expression.tree === undefined ? null : world.program.evaluate(expression.tree, scope);
  if (value === null) return undefined;
  return kind === "after" ? since + Number(quantity(value).digits) : momentOf(world.program, value);
}

const momentOf = (program: Program, value: Value): number =>
  value !== null && typeof value === "object" && "kind" in value && value.kind === "date"
    ? startOfDay(value.day, timeZoneOf(program))
    : Number(quantity(value).digits);

export type Elapsed = {
  readonly world: World;
  /** What was done: the ids of rows by transition. */
  readonly did: ReadonlySet<string>;
  /** What kept others from it that were due. */
  readonly kept: ReadonlyMap<string, readonly Refusal[]>;
};

/** What has happened by a moment, where every row has been in its state since the world's own moment. */
export function elapse(given: World, moment: number): Elapsed {
  const since = given.now;
  let world: World = { ...given, now: moment };
  const did = new Set<string>();
  const kept = new Map<string, readonly Refusal[]>();
  const looked = new Set<string>();
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const timer of timersOf(world.program)) {
      const { entity, name } = timer;
      for (const { id } of rowsOf(world, entity)) {
        const row = findRow(world, entity, id);
        const key = keyOfTimer(entity, name, id);
        if (row === undefined || looked.has(key)) continue;
        // Whoever came to its state just now has been there for no time.
        const from = sameState(given, world, row) ? since : moment;
        const due = dueOf(timer, world, row, from);
        if (due === undefined || due > moment || !timer.isOpen(world, row)) continue;
        const work = beginWork(world, null, follow);
        timer.run(work, row);
        if (!isRefused(work)) work.refusals.push(...stillUsed(work), ...brokenRules(work));
        looked.add(key);
        if (isRefused(work)) {
          kept.set(key, work.refusals);
          continue;
        }
        world = work.world;
        did.add(key);
        isDone = false;
      }
    }
  }
  return { world, did, kept };
}

function sameState(before: World, now: World, row: Row): boolean {
  const old = findRow(before, row.entity, row.id);
  return (
    old !== undefined &&
    machinesOf(now.program, row.entity).every(({ field }) => old.values.get(field) === row.values.get(field))
  );
}

const isOpenFor =
  (transition: string) =>
  (world: World, row: Row): boolean => {
    const rows = transitionRows(world.program, row.entity, transition);
    return startingRows(world.program, row, rows).length > 0 && !("code" in taken(world, row, rows));
  };

/** What a timer's row is known by in what has elapsed. */
export const keyOfTimer = (entity: string, name: string, id: string): string => `${entity}.${name} ${id}`;
