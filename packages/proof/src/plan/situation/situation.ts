// The rows, the user, the attempt, and its outcome by the interpreter: what a search changes to fit a scenario.
import { attempt, type Act } from "../../interpreter/attempt.ts";
import { filledRow } from "../../interpreter/writes/defaults.ts";
import { isFixed, isReserved } from "../../interpreter/writes/client-values.ts";
import { readField } from "../../interpreter/world/fields.ts";
import { fieldOf, machinesOf } from "../../interpreter/document/names.ts";
import { leave } from "../../interpreter/leaving.ts";
import { mayRead, maySee } from "../../interpreter/rights/reading.ts";
import { refuse, type Refusal } from "../../interpreter/document/refusal.ts";
import { clauseOf } from "../../interpreter/rights/rights.ts";
import { scopeOf, type Scope } from "../../interpreter/world/scope.ts";
import { dueAt, elapse, keyOfTimer, type Elapsed } from "../../interpreter/timers.ts";
import { inputsOf, inputField, afterTransition, transitionRows } from "../../interpreter/writes/transitions.ts";
import { equal, isList, type Value, isRow, quantity } from "../../interpreter/values/value.ts";
import type { Moment } from "@writ/language/scenarios";
import { callOutcome, type CallAttempt } from "../attempts/call-attempt.ts";
import { refusedFile, type FileUpload } from "../samples/files.ts";
import { requestOutcome, type RequestAttempt } from "../attempts/request-attempt.ts";
import { isAboutRoles, roleOutcome, type RoleAttempt } from "../attempts/role-attempt.ts";
import { roundOutcome, type RoundAttempt } from "../attempts/schedule-attempt.ts";
import { signInOutcome, type SignInAttempt } from "../attempts/sign-in-attempt.ts";
import {
  asItWas,
  asValue,
  asStored,
  findRow,
  valueOf,
  withoutRow,
  withRow,
  withValues,
  type Caller,
  type Row,
  type World,
} from "../../interpreter/world/world.ts";

export type Attempt =
  | (Exclude<Act, { readonly kind: "assign" | "remove" }> & { readonly brings?: FileUpload })
  | RoleAttempt
  | CallAttempt
  | RequestAttempt
  | RoundAttempt
  | SignInAttempt
  /** A user deletes their own account. */
  | { readonly kind: "leave"; readonly entity: "user"; readonly id: string }
  | { readonly kind: "read"; readonly entity: string; readonly id: string }
  | { readonly kind: "see"; readonly entity: string; readonly id: string; readonly field: string }
  /** No one does anything until a timer of the row is due, or so many milliseconds before. */
  | {
      readonly kind: "wait";
      readonly entity: string;
      readonly id: string;
      readonly timer: string;
      readonly before: number;
      /** It is never due: time goes on for a while, and it does nothing. */
      readonly never?: true;
    };

export type Situation = { readonly world: World; readonly me: Caller; readonly attempt: Attempt };

/** Undefined: it is done, or seen; the world afterwards where something is written. */
export type Outcome = { readonly refused: readonly Refusal[] } | { readonly done: World };

export function outcomeOf({ world, me, attempt: tried }: Situation): Outcome {
  if (tried.kind === "wait") {
    const elapsed = elapsedIn({ world, me, attempt: tried });
    const kept = elapsed?.kept.get(keyOfTimer(tried.entity, tried.timer, tried.id));
    return kept === undefined ? { done: elapsed?.world ?? world } : { refused: kept };
  }
  if (tried.kind === "call") return callOutcome(world, me, tried);
  if (tried.kind === "request") return requestOutcome(world, tried);
  if (tried.kind === "come round") return roundOutcome(world, tried);
  if (tried.kind === "leave") return leave(world, tried.id);
  if (tried.kind === "sign in") return signInOutcome(world, tried);
  if (isAboutRoles(tried)) return roleOutcome(world, me, tried);
  if (tried.kind !== "read" && tried.kind !== "see") {
    const result = attempt(world, me, tried);
    const tooLarge = tried.brings && refusedFile(world.program, tried.entity, tried.brings);
    return "done" in result && tooLarge !== undefined ? { refused: [tooLarge] } : result;
  }
  const row = findRow(world, tried.entity, tried.id);
  const clause = (deed: Parameters<typeof clauseOf>[2]) => clauseOf(world.program, tried.entity, deed);
  if (row === undefined || !mayRead(world, me, tried.entity, row))
    return { refused: [refuse("NOT_FOUND", clause({ kind: "read" }))] };
  if (tried.kind === "see" && !maySee(world, me, tried.field, row))
    return { refused: [refuse("FORBIDDEN", clause({ kind: "see", field: tried.field }))] };
  return { done: world };
}

/** What time has brought when it is looked at. */
export function elapsedIn({ world, attempt: tried }: Situation): (Elapsed & { readonly at: number }) | undefined {
  const at = tried.kind === "wait" ? lookedAt(world, tried) : undefined;
  return at === undefined || at < world.now ? undefined : { ...elapse(world, at), at };
}

/** When the result of waiting is checked. */
function lookedAt(world: World, { entity, id, timer, before, never }: Waiting): number | undefined {
  const row = findRow(world, entity, id);
  const due = row === undefined ? undefined : dueAt(world, row, timer, world.now);
  if (row === undefined || (due === undefined) !== (never === true)) return undefined;
  return due === undefined ? undisturbed(world, row, timer) : due - before;
}

type Waiting = Extract<Attempt, { readonly kind: "wait" }>;

/**
 * For thirty days, or until just before another timer moves the row on, or ends with its being gone: no one would see then
 * what this one leaves alone.
 */
function undisturbed(world: World, row: Row, timer: string): number {
  const { program } = world;
  const { did } = elapse(world, world.now + aWhile);
  const transitions = (entity: string) => [...(program.lookup.transitions.get(entity)?.keys() ?? [])];
  const effects = program.model.states.effects.flatMap(({ after, address }) => (after?.kind === "at" ? [address] : []));
  const moments = [...world.rows].flatMap(([entity, rows]) =>
    [...rows.values()].flatMap((one) =>
      [...transitions(entity), ...effects]
        .filter((name) => did.has(keyOfTimer(entity, name, one.id)) && !(one.id === row.id && name === timer))
        .flatMap((name) => {
          const at = dueAt(world, one, name, world.now);
          const isOwn = one.id === row.id && !effects.includes(name);
          return at !== undefined && (isOwn || isMovedBy(world, row, at)) ? [at] : [];
        }),
    ),
  );
  return Math.min(world.now + aWhile, ...moments.map((moment) => moment - 1000));
}

function isMovedBy(world: World, row: Row, moment: number): boolean {
  const then = findRow(elapse(world, moment).world, row.entity, row.id);
  return (
    then === undefined ||
    machinesOf(world.program, row.entity).some(({ field }) => !equal(valueOf(then, field), valueOf(row, field)))
  );
}

/** Thirty days. */
const aWhile = 30 * 86_400_000;

/** What is refused when its time has come has come too. */
export function isElapsed(situation: Situation, timer: string, is: boolean): boolean {
  const elapsed = elapsedIn(situation);
  const key = keyOfTimer(situation.attempt.entity, timer, situation.attempt.id);
  return elapsed?.did.has(key) === is || (is && elapsed?.kept.has(key) === true);
}

/** The row that it is about, as rights judge it and as guards and rules see it, each with the world around it. */
export type View = { readonly world: World; readonly row: Row };

export function viewOf({ world, me, attempt: tried }: Situation, at: Moment): View | undefined {
  const there = findRow(world, tried.entity, tried.id);
  if (tried.kind === "create") {
    const values = new Map([...tried.values].filter(([, value]) => value !== null));
    const judged =
      at === "before"
        ? new Map([...values].filter(([name]) => !isReserved(world.program, tried.entity, name)))
        : values;
    const filled = filledRow(world, me, { entity: tried.entity, id: tried.id, values: judged });
    return { world: withRow(filled.world, filled.row), row: filled.row };
  }
  if (there === undefined) return undefined;
  // What time does is judged when it does it.
  if (at !== "before" && tried.kind === "wait")
    return { world: { ...world, now: Math.max(world.now, lookedAt(world, tried) ?? world.now) }, row: there };
  if (at === "before" || (at === "asked" && tried.kind !== "transition")) return { world, row: there };
  if (tried.kind === "delete") return { world: withoutRow(world, there), row: there };
  if (!("values" in tried)) return { world, row: there };
  const given = withValues(there, tried.values);
  const row = at === "after" && tried.kind === "transition" ? movedOn(world, given, tried.transition) : given;
  return { world: withRow(world, row), row };
}

function movedOn(world: World, row: Row, transition: string): Row {
  const way = afterTransition(world, row, transitionRows(world.program, row.entity, transition));
  return "kept" in way ? row : way;
}

/** Where the row stands under its entity's name. */
export function scopeIn(situation: Situation, at: Moment): Scope | undefined {
  const view = viewOf(situation, at);
  if (view === undefined) return undefined;
  const old = findRow(situation.world, view.row.entity, view.row.id);
  // What has gone is judged as it last was, beside what is left.
  const isGone = findRow(view.world, view.row.entity, view.row.id) === undefined;
  return scopeOf(view.world, situation.me, {
    [view.row.entity]: isGone ? asItWas(view.row) : asValue(view.row),
    ...(old === undefined || situation.attempt.kind === "create" ? {} : { old: asItWas(old) }),
  });
}

/** Gives a field of a row a value: where the attempt writes that row, in what it gives. */
export function withField(
  situation: Situation,
  { entity, id }: { readonly entity: string; readonly id: string },
  field: string,
  value: Value,
  at: Moment,
): Situation | undefined {
  const { attempt: tried, world } = situation;
  const isSubject = tried.entity === entity && tried.id === id;
  const isOfAttempt = at === "after" || (at === "asked" && tried.kind === "transition");
  if (isSubject && "values" in tried && (tried.kind === "create" || isOfAttempt)) {
    const isAsked = tried.kind === "transition" && tried.values.has(field);
    const isTheirs =
      !isReserved(world.program, entity, field) && (tried.kind === "create" || !isFixed(world.program, entity, field));
    if (isAsked || (tried.kind !== "transition" && isTheirs))
      return { ...situation, attempt: { ...tried, values: new Map(tried.values).set(field, asStored(value)) } };
    if (at === "after" && tried.kind === "transition" && fieldOf(world.program, entity, field)?.type?.kind === "state")
      return movingTo(situation, tried, field, value);
  }
  return withStored(situation, { entity, id }, field, value);
}

/** In a state from which it comes to that one; where it is there already, it stays. */
function movingTo(
  situation: Situation,
  tried: Extract<Attempt, { readonly kind: "transition" }>,
  field: string,
  state: Value,
): Situation | undefined {
  const { program } = situation.world;
  const machine = machinesOf(program, tried.entity).find((one) => one.field === field)?.machine;
  return machine?.states
    .flatMap(({ name }) => withStored(situation, tried, field, name.id) ?? [])
    .find((one) => {
      const row = viewOf(one, "after")?.row;
      return row !== undefined && equal(valueOf(row, field), state);
    });
}

function withStored(
  situation: Situation,
  { entity, id }: { readonly entity: string; readonly id: string },
  field: string,
  value: Value,
): Situation | undefined {
  const row = findRow(situation.world, entity, id);
  return row && { ...situation, world: withRow(situation.world, withValues(row, [[field, value]])) };
}

/** An update gives this field and no other; whatever else is given with a new row stays. */
export function withInput(situation: Situation, field: string, value: Value): readonly Situation[] {
  const { attempt: tried } = situation;
  if (!("values" in tried)) return [];
  // What a transition does not ask for cannot be given to it.
  if (tried.kind === "transition" && !isAskedFor(situation.world, tried, field)) return [];
  const values = new Map(tried.kind === "update" ? [] : tried.values).set(field, value);
  return [{ ...situation, attempt: { ...tried, values } }];
}

function isAskedFor(
  { program }: World,
  { entity, transition }: { readonly entity: string; readonly transition: string },
  field: string,
): boolean {
  const asked = inputsOf(transitionRows(program, entity, transition));
  return asked.some((one) => inputField(program, entity, one) === field);
}

export const withoutInput = (situation: Situation, field: string): Situation | undefined => {
  const { attempt: tried } = situation;
  if (!("values" in tried) || !tried.values.has(field)) return undefined;
  const values = new Map(tried.values);
  values.delete(field);
  return { ...situation, attempt: { ...tried, values } };
};

/** A value that a reader could tell from nothing. */
export function isFilled(view: View, field: string, me: Caller): boolean {
  const value = readField(asValue(view.row), field, scopeOf(view.world, me));
  return value !== null && value !== false && !(isList(value) && value.length === 0);
}

/** What a reader could tell from nothing. */
export const isWorth = (value: Value): boolean =>
  value !== null &&
  value !== false &&
  value !== "" &&
  !(isList(value) && value.length === 0) &&
  !(typeof value === "object" && !isList(value) && !isRow(value) && quantity(value).digits === 0n);
