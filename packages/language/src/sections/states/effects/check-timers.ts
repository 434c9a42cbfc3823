// A timer that stays in its state comes again until its condition no longer holds: its own effects must see to that.
import { isShown } from "../../../clause/clause.ts";
import { isDecision } from "../../../expression/kinds.ts";
import { guardExpression } from "../../../model/guard-expression.ts";
import { readsThrough, type CheckedExpression } from "../../../expression/check.ts";
import type { Reads, Typed } from "../../../expression/typed.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import type { Problem } from "../../../problem.ts";
import type { CheckedEffect } from "./check-effect.ts";
import { causeOf, eventOf, eventsOf, stateChanges, type Event } from "./events.ts";
import type { TransitionRow } from "../model.ts";
import { findState, statesFrom, type KnownMachine } from "../machines/known-machine.ts";
import { repeatingTimer } from "../machines/problems.ts";
import { isSurelyDueAgain } from "../machines/still-due.ts";

export function checkTimers(
  machines: readonly KnownMachine[],
  effects: readonly CheckedEffect[],
  model: Model,
  context: CheckContext,
): readonly Problem[] {
  // One of which it is not shown what it is about, or what it follows, may be the one.
  if (model.states.effectsNotShown || effects.some(({ effect }) => !isShown(effect, "For", "After"))) return [];
  const room: Room = { effects, after: byCause(effects, context), model, context };
  return machines.flatMap((known) =>
    known.transitions.flatMap((rows) => {
      const staying = rows.filter((row) => row.to === "same" && (row.on?.kind === "after" || row.on?.kind === "at"));
      return staying.length === 0 ? [] : checkTimer(known, staying, room);
    }),
  );
}

type Room = {
  readonly effects: readonly CheckedEffect[];
  readonly after: ReadonlyMap<Event, readonly CheckedEffect[]>;
  readonly model: Model;
  readonly context: CheckContext;
};

/** What follows each event; that the state is another one follows the step that led there. */
function byCause(effects: readonly CheckedEffect[], context: CheckContext): Room["after"] {
  const after = new Map<Event, CheckedEffect[]>();
  for (const effect of effects) {
    const cause = causeOf(effect, context);
    if (cause === undefined) continue;
    const some = after.get(cause);
    if (some) some.push(effect);
    else after.set(cause, [effect]);
  }
  for (const [step, change] of new Map(stateChanges(context)))
    after.set(step, [...(after.get(step) ?? []), ...(after.get(change) ?? [])]);
  return after;
}

function checkTimer(known: KnownMachine, rows: readonly TransitionRow[], room: Room): readonly Problem[] {
  const { effects, after, model, context } = room;
  const { entity } = known;
  const first = rows[0];
  if (!first || rows.some((row) => row.notShown.includes("Only if"))) return [];
  const place = { span: first.name.span, address: first.address };
  const guards = rows.flatMap((row) => row.onlyIf ?? []);
  const conditions = guards.flatMap((guard) => {
    const expression = guardExpression(guard, context.lookup);
    return (expression && context.checked.get(expression)) ?? [];
  });
  // What cannot be understood is reported where it stands; what is not shown may be what is needed here.
  const parts = conditions.flatMap(({ typed }) => typed ?? []);
  if (parts.length < guards.length || new Set(rows.map((row) => fromOf(row, known))).size > 1) return [];
  const own = after.get(eventOf.transition(entity.id, first.name.id)) ?? [];
  const following = new Set(own);
  // What is added while it is walked is walked too.
  for (const one of following)
    for (const event of eventsOf(one, context)) for (const other of after.get(event) ?? []) following.add(other);
  if ([...following].some(({ effect }) => effect.do === undefined || effect.notShown.includes("With"))) return [];
  // What moves its own moment on is not due again at once.
  const moments = rows.flatMap(({ on }) =>
    on && "expression" in on ? (context.checked.get(on.expression) ?? []) : [],
  );
  const moved = readsOf(moments, known, context);
  if ([...following].some((one) => mayChange(one, moved, known, true))) return [];
  if (guards.length === 0) return [repeatingTimer.at(place, first.name.label, "no condition", "")];
  const sets = own.filter((one) => isOwnSet(one, entity.id));
  const reads = readsOf(conditions, known, context);
  const isEnded = [...following].some((one) => mayChange(one, reads, known, !sets.includes(one)));
  const others = effects.filter((one) => !sets.includes(one) && !mayBeLeftOut(one, known, first));
  const split = parts.flatMap(partsOf);
  if (isEnded || !isSurelyDueAgain(split, sets, others, { model, context, entity })) return [];
  return [
    repeatingTimer.at(
      place,
      first.name.label,
      "not falsified",
      exampleFor(
        split,
        known,
        first,
        sets.some((one) => isCounting(one, context)),
      ),
    ),
  ];
}

/** `reminders = reminders + 1`: each time something else. */
const isCounting = ({ effect: { do: action } }: CheckedEffect, { checked }: CheckContext): boolean =>
  action?.kind === "set" &&
  action.values.some(({ field, value }) => checked.get(value)?.reads.own.has(field.id) === true);

/** Nobody has to press a button that leads nowhere near, or to write anything. */
function mayBeLeftOut({ effect: { after }, entity }: CheckedEffect, known: KnownMachine, row: TransitionRow): boolean {
  if (entity?.id !== known.entity.id) return false;
  if (after?.kind === "update") return true;
  const rows = after?.kind === "transition" && known.transitions.find(([one]) => one.name.id === after.transition.id);
  const from = statesFrom(known, row.from);
  return (
    rows !== undefined &&
    rows !== false &&
    rows.every(
      ({ on, to }) => on?.kind === "button" && (to === "same" || !from.some((state) => state === findState(known, to))),
    )
  );
}

const fromOf = ({ from }: TransitionRow, known: KnownMachine): string =>
  statesFrom(known, from)
    .map(({ name }) => name.id)
    .join();

const isOwnSet = ({ effect, target }: CheckedEffect, entity: string): boolean =>
  effect.do?.kind === "set" && effect.on === undefined && target?.id === entity;

function readsOf(conditions: readonly CheckedExpression[], { entity }: KnownMachine, context: CheckContext) {
  return conditions.map(({ reads }) =>
    readsThrough(reads, entity.id, (of, field) => {
      const store = context.schema.entities.get(of)?.fields.get(field)?.store;
      return store?.kind === "computed" ? context.checked.get(store.expression)?.reads : undefined;
    }),
  );
}

/** Whether an effect may change what is read; `ofOwn`: also in fields of the row itself. */
function mayChange(
  { effect, target }: CheckedEffect,
  reads: readonly Reads[],
  { entity }: KnownMachine,
  ofOwn: boolean,
): boolean {
  const action = effect.do;
  if (!action || !target) return false;
  const isOwn = target.id === entity.id;
  switch (action.kind) {
    case "delete":
      // Rows go with it, and perhaps this one.
      return true;
    case "do":
      return isOwn || reads.some((one) => touches(one, target.id));
    case "create":
      return reads.some((one) => touches(one, target.id));
    case "set":
      return reads.some(
        ({ own, others, wholes }) =>
          wholes.has(target.id) ||
          action.values.some(
            ({ field }) => others.has(`${target.id}.${field.id}`) || (isOwn && ofOwn && own.has(field.id)),
          ),
      );
    default:
      return false;
  }
}

const touches = ({ others, wholes }: Reads, entity: string): boolean =>
  wholes.has(entity) || [...others].some((path) => path.startsWith(`${entity}.`));

/** The parts of a condition that must all hold. */
const partsOf = (typed: Typed): readonly Typed[] =>
  typed.node === "and" ? [...partsOf(typed.left), ...partsOf(typed.right)] : [typed];

/** What to write instead: that it has been done; where it counts how often, when it was done last. */
function exampleFor(
  parts: readonly Typed[],
  { entity }: KnownMachine,
  { name, on }: TransitionRow,
  isCounted: boolean,
): string {
  for (const part of parts) {
    const negated = part.node === "not";
    const field = negated ? part.of : part;
    if (field.node !== "field" || !isDecision(field.type) || field.entity !== entity.id) continue;
    if (entity.fields.get(field.field)?.store.kind !== "column") continue;
    return `: set, with \`${field.field} = ${negated ? "true" : "false"}\``;
  }
  if (!isCounted) return "";
  const last = `last_${name.id}_at`;
  const pause = on?.kind === "after" ? on.expression.text.text : "days(1)";
  return `: where it is to come again after a while, set a datetime field to \`now\` as well (\`${last} = now\`), and write \`(${entity.id}.${last} == null or ${entity.id}.${last} <= now - ${pause}) and\` before the condition`;
}
