// What follows from a write: the effects of section 4, in the order of their rows, each on what the last one left.
import type { Effect, EffectCause, Recipient } from "@writ/language/model";
import { valuesOfCall } from "./call-values.ts";
import { guardHolds } from "../world/guards.ts";
import { assigned, withNote, notRun, valueAt } from "../writes/leading-sets.ts";
import { valuesOfMail } from "./mail-values.ts";
import { entityOf, fieldId, transitionId } from "../document/names.ts";
import { isCauseGap, isGuardGap } from "../gaps/clause-gaps.ts";
import { refuse } from "../document/refusal.ts";
import { holdsRole, thingsAround } from "../rights/roles.ts";
import { withName, type Scope } from "../world/scope.ts";
import { compare, isList, isRow, type RowValue, type Value } from "../values/value.ts";
import { isRefused, type Event, type Work } from "../world/work.ts";
import { asItWas, asValue, findRow, personOf, rowsOf, type Message, type Row } from "../world/world.ts";
import { createRow, deleteRow, doTransition, setValues } from "../writes/write.ts";

/** Effects that set off each other without end are refused when the document is read. */
const mostEffects = 2000;

export function follow(work: Work, row: Row, old: Row | undefined, events: readonly Event[]): void {
  const { program } = work.world;
  const isGone = events.some(({ kind }) => kind === "delete");
  for (const effect of program.model.states.effects) {
    if (isRefused(work)) return;
    if (entityOf(program, effect.entity) !== row.entity || effect.after === undefined) continue;
    if (isCauseGap(effect)) continue;
    const { after } = effect;
    if (!events.some((event) => isCause(work, row.entity, after, event))) continue;
    if (events.some((event) => event.kind === "transition" && event.done.has(effect))) continue;
    if (work.effects++ > mostEffects) throw new Error("effects without end");
    runEffect(work, effect, row, old, isGone);
  }
}

export function runEffect(work: Work, effect: Effect, row: Row, old: Row | undefined, isGone = false): void {
  const names = new Map<string, Value>([
    [row.entity, isGone ? asItWas(row) : asValue(row)],
    ["old", old === undefined ? null : asItWas(old)],
  ]);
  runEach(work, effect, { world: work.world, me: personOf(work.me), names });
}

function isCause({ world: { program } }: Work, entity: string, cause: EffectCause, event: Event): boolean {
  switch (cause.kind) {
    case "transition":
      return event.kind === "transition" && transitionId(program, entity, cause.transition) === event.transition;
    case "change":
      return event.kind === "change" && fieldId(program, entity, cause.field.id) === event.field;
    case "at":
      return false;
    default:
      return event.kind === cause.kind;
  }
}

function runEach(work: Work, effect: Effect, scope: Scope): void {
  const { program } = work.world;
  if (effect.on === undefined || program.expressionGaps.has(effect.on)) {
    runOnce(work, effect, scope, undefined);
    return;
  }
  const result = valueAt(work, effect.on, scope);
  work.world = withNote(work.world, rowsOn(effect.address));
  // In an order in which no transaction waits for another one: by their ids.
  for (const item of isList(result) ? result.toSorted(compare) : [result]) {
    if (isRow(item) && !isRefused(work)) runOnce(work, effect, withName(scope, item.entity, item), item);
  }
}

/** How it is noted that rows were looked for that an effect happens to, whether there are any or not. */
export const rowsOn = (address: string): string => `on ${address}`;

function runOnce(work: Work, effect: Effect, scope: Scope, other: RowValue | undefined): void {
  const { program } = work.world;
  const now = { ...scope, world: work.world };
  const isDue = effect.if === undefined || isGuardGap(program, effect.if) || guardHolds(program, effect.if, now);
  work.world = withNote(work.world, isDue ? effect.address : notRun(effect.address));
  if (!isDue) return;
  const open = program.clauseGaps.get(effect);
  if (open !== undefined) {
    work.refusals.push(refuse("NOT_SHOWN", open));
    return;
  }
  const own = now.names.get(entityOf(program, effect.entity)) ?? null;
  const target = other ?? (isRow(own) ? own : undefined);
  const { do: action } = effect;
  switch (action?.kind) {
    case "set": {
      const row = target && findRow(work.world, target.entity, target.id);
      if (row !== undefined) setValues(work, row, assigned(work, row.entity, action.values, now));
      return;
    }
    case "create": {
      const entity = entityOf(program, action.entity);
      createRow(work, { entity, id: newId(work), values: assigned(work, entity, action.values, now) }, "system");
      return;
    }
    case "do": {
      const on = action.on === undefined ? target : valueAt(work, action.on, now);
      const row = isRow(on ?? null) ? findRow(work.world, (on as RowValue).entity, (on as RowValue).id) : undefined;
      if (row !== undefined)
        doTransition(
          work,
          row,
          transitionId(program, row.entity, action.transition),
          assigned(work, row.entity, action.values, now),
          "system",
        );
      return;
    }
    case "delete": {
      const on = action.on === undefined ? target : valueAt(work, action.on, now);
      const row = isRow(on ?? null) ? findRow(work.world, (on as RowValue).entity, (on as RowValue).id) : undefined;
      if (row !== undefined) deleteRow(work, row);
      return;
    }
    case "mail":
    case "notify": {
      const mail = program.lookup.mails.get(action.mail.id);
      // Where section 7 is not shown, nothing is sent.
      if (mail === undefined) return;
      send(work, {
        kind: action.kind,
        name: mail.name.id,
        clause: effect.address,
        to: recipients(work, action.to, now, own),
        values: valuesOfMail(mail, now),
      });
      return;
    }
    case "call": {
      const call = program.lookup.calls.get(action.call.id);
      if (call === undefined) return;
      const rows = { own: isRow(own) ? own : undefined, other };
      send(work, {
        kind: "call",
        name: call.name.id,
        clause: effect.address,
        to: ["service"],
        values: valuesOfCall(call, action.values, now, rows),
      });
      return;
    }
    default:
  }
}

/** The id of a row that the system makes. */
function newId(work: Work): string {
  const made = (work.world.counters.get("made") ?? 0) + 1;
  work.world = { ...work.world, counters: new Map(work.world.counters).set("made", made) };
  return `made ${made}`;
}

/** No one to write to means that nothing is sent. */
function send(work: Work, message: Message): void {
  if (message.to.length > 0) work.world = { ...work.world, outbox: [...work.world.outbox, message] };
}

function recipients(work: Work, to: Recipient | undefined, scope: Scope, own: Value): readonly string[] {
  const { world } = work;
  if (to === undefined) return [];
  if (to.kind !== "role") {
    const result = valueAt(work, to.expression, scope);
    return (isList(result) ? result : [result]).flatMap((one) =>
      isRow(one) ? [one.id] : typeof one === "string" ? [one] : [],
    );
  }
  const role = world.program.lookup.roles.get(to.role.id);
  const within = to.within === undefined ? tenantOf(work, own, to.role.id) : valueAt(work, to.within, scope);
  return rowsOf(world, "user")
    .filter((person) => holdsRole(world, person.id, role?.name.id ?? "", within))
    .map(({ id }) => id);
}

/** A role that is held within something counts in what the effect's row belongs to. */
function tenantOf(work: Work, own: Value, role: string): Value {
  const within = work.world.program.lookup.roles.get(role)?.within;
  if (within === undefined || !isRow(own)) return null;
  const row = own.as ?? findRow(work.world, own.entity, own.id);
  return row === undefined ? null : (thingsAround(work.world, row, within)[0] ?? null);
}
