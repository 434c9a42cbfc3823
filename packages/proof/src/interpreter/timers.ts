// What time brings: transitions that are due, done by the system one by one.
import type { Expression } from "@writ/language/model";
import { follow, runEffect } from "./effects/effects.ts";
import { entityOf, machinesOf } from "./document/names.ts";
import { isCauseGap } from "./gaps/clause-gaps.ts";
import { refuse, type Refusal } from "./document/refusal.ts";
import { brokenRules } from "./rules/rules.ts";
import { scopeOf } from "./world/scope.ts";
import { startingRows, afterTransition, transitionRows } from "./writes/transitions.ts";
import { quantity, type Value } from "./values/value.ts";
import { beginWork, isRefused, type Work } from "./world/work.ts";
import { asItWas, findRow, rowsOf, timeZoneOf, type Program, type Row, type World } from "./world/world.ts";
import { doTransition, stillUsed } from "./writes/write.ts";

/** A transition that happens after a while or at a moment, or an effect that does; `name`: its identifier, or its address. */
type Timer = {
  readonly entity: string;
  readonly name: string;
  readonly address: string;
  /** Whose state a transition changes; none of an effect. */
  readonly field: string | undefined;
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
      if (row === undefined || (on?.kind !== "after" && on?.kind !== "at") || program.expressionGaps.has(on.expression))
        return [];
      const name = row.name.id;
      const run = (work: Work, one: Row) => doTransition(work, one, name, new Map(), "system");
      const field = machinesOf(program, entity).find(({ machine }) => machine.transitions.includes(row))?.field ?? "";
      const { address } = row;
      return [{ entity, name, address, field, kind: on.kind, expression: on.expression, isOpen: isOpenFor(name), run }];
    }),
  );
  const effects = program.model.states.effects.flatMap((effect): readonly Timer[] => {
    if (effect.after?.kind !== "at" || isCauseGap(effect)) return [];
    const { expression } = effect.after;
    const { address } = effect;
    const run = (work: Work, row: Row) => runEffect(work, effect, row, undefined);
    const entity = entityOf(program, effect.entity);
    return [{ entity, name: address, address, field: undefined, kind: "at", expression, isOpen: () => true, run }];
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

/** Whether time brings something to some row by a moment, where every row comes to its state just now. */
export const isAnyDue = (world: World, by: number): boolean =>
  timersOf(world.program).some((timer) =>
    rowsOf(world, timer.entity).some((row) => {
      const due = dueOf(timer, world, row, world.now);
      return due !== undefined && due <= by && timer.isOpen(world, row);
    }),
  );

function dueOf({ kind, expression }: Timer, world: World, row: Row, since: number): number | undefined {
  const scope = scopeOf(world, null, { [row.entity]: asItWas(row) });
  const value = expression.tree === undefined ? null : world.program.evaluate(expression.tree, scope);
  if (value === null) return undefined;
  return kind === "after" ? since + Number(quantity(value).digits) : momentOf(world.program, value);
}

const momentOf = (program: Program, value: Value): number =>
  value !== null && typeof value === "object" && "kind" in value && value.kind === "date"
    ? timeZoneOf(program).startOfDay(value.day)
    : Number(quantity(value).digits);

/** What is remembered of rows besides their values: since when each is in its state, and what timers have done and failed to do. */
export type Past = {
  /** By the key of a field of state; a row that is not there has been in it since the world's own moment. */
  readonly since: ReadonlyMap<string, number>;
  /** By the key of a timer: the moment that an effect has followed, which is never followed twice. */
  readonly fired: ReadonlyMap<string, number>;
  /** By the key of a timer: how often it could not be done, and when it is tried again. */
  readonly failed: ReadonlyMap<string, { readonly tries: number; readonly again: number }>;
};

export const noPast: Past = { since: new Map(), fired: new Map(), failed: new Map() };

export const keyOfState = (entity: string, id: string, field: string): string => `${entity}.${id} ${field}`;

/**
 * Rows that have just come to another state, or were just created, are in it since now; the others since the earliest
 * known moment.
 */
export function pastAfter(past: Past, before: World, { program, rows, now }: World): Past {
  const since = new Map(past.since);
  for (const [entity, some] of rows)
    for (const { field } of machinesOf(program, entity))
      for (const row of some.values()) {
        const key = keyOfState(entity, row.id, field);
        const isSame = findRow(before, entity, row.id)?.values.get(field) === row.values.get(field);
        if (!isSame) since.set(key, now);
        else if (!since.has(key)) since.set(key, before.now);
      }
  return { ...past, since };
}

export type Elapsed = {
  readonly world: World;
  readonly past: Past;
  /** What was done: the ids of rows by transition. */
  readonly did: ReadonlySet<string>;
  /** What kept others from it that were due. */
  readonly kept: ReadonlyMap<string, readonly Refusal[]>;
};

/** What has happened by a moment at which the system looks: timer by timer, of each what was due first. */
export function elapse(given: World, moment: number, past: Past = noPast): Elapsed {
  const fired = new Map(past.fired);
  const failed = new Map(past.failed);
  const did = new Set<string>();
  const kept = new Map<string, readonly Refusal[]>();
  let world: World = { ...given, now: moment };
  const timers = timersOf(world.program);
  const sinceOf = (row: Row, field: string): number =>
    findRow(given, row.entity, row.id)?.values.get(field) === row.values.get(field)
      ? (past.since.get(keyOfState(row.entity, row.id, field)) ?? given.now)
      : moment;
  const dueRow = (timer: Timer, row: Row, at: World): number | undefined => {
    const due = dueOf(timer, at, row, sinceOf(row, timer.field ?? ""));
    const isOver = timer.field === undefined && fired.get(keyOfTimer(timer.entity, timer.name, row.id)) === due;
    return due === undefined || due > moment || isOver || !timer.isOpen(at, row) ? undefined : due;
  };
  const firstDue = (timer: Timer): { readonly row: Row; readonly due: number } | undefined =>
    rowsOf(world, timer.entity)
      .flatMap((row) => {
        const key = keyOfTimer(timer.entity, timer.name, row.id);
        if (did.has(key) || kept.has(key) || (failed.get(key)?.again ?? moment) > moment) return [];
        const due = dueRow(timer, row, world);
        return due === undefined ? [] : [{ row, due }];
      })
      .toSorted((one, other) => one.due - other.due)[0];
  let isDone = false;
  while (!isDone) {
    isDone = true;
    for (const timer of timers) {
      for (let result = firstDue(timer); result !== undefined; result = firstDue(timer)) {
        isDone = false;
        const { row, due } = result;
        const key = keyOfTimer(timer.entity, timer.name, row.id);
        const work = beginWork(world, null, follow);
        timer.run(work, row);
        if (!isRefused(work)) work.refusals.push(...stillUsed(work), ...brokenRules(work));
        const after = findRow(work.world, row.entity, row.id);
        // It would be done for ever.
        if (timer.field !== undefined && after !== undefined && dueRow(timer, after, work.world) !== undefined)
          work.refusals.push(refuse("UNEXPECTED", timer.address));
        if (isRefused(work)) {
          const tries = failed.get(key)?.tries ?? 0;
          kept.set(key, work.refusals);
          failed.set(key, { tries: tries + 1, again: moment + Math.min(minute * 2 ** Math.min(tries, 11), day) });
          continue;
        }
        world = work.world;
        did.add(key);
        failed.delete(key);
        if (timer.field === undefined) fired.set(key, due);
      }
      // What has failed and is no longer due begins anew when it is.
      for (const { id } of rowsOf(world, timer.entity)) {
        const key = keyOfTimer(timer.entity, timer.name, id);
        const row = findRow(world, timer.entity, id);
        if (
          (failed.get(key)?.again ?? Infinity) <= moment &&
          row !== undefined &&
          dueRow(timer, row, world) === undefined
        )
          failed.delete(key);
      }
    }
  }
  return { world, past: pastAfter({ ...past, fired, failed }, given, world), did, kept };
}

const minute = 60_000;
const day = 24 * 60 * minute;

const isOpenFor =
  (transition: string) =>
  (world: World, row: Row): boolean => {
    const rows = transitionRows(world.program, row.entity, transition);
    return startingRows(world.program, row, rows).length > 0 && !("kept" in afterTransition(world, row, rows));
  };

/** What a timer's row is known by in what has elapsed. */
export const keyOfTimer = (entity: string, name: string, id: string): string => `${entity}.${name} ${id}`;
