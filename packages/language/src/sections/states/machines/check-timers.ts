// A timer that stays in its state comes again until its condition no longer holds: its own effects must see to that.
import { guardExpression } from "../../../model/guard-expression.ts";
import { readsThrough, type CheckedExpression } from "../../../expression/check.ts";
import { childrenOf } from "../../../expression/children.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { Problem } from "../../../problem.ts";
import type { CheckedEffect } from "../effects/check-effect.ts";
import type { TransitionRow } from "../model.ts";
import type { KnownMachine } from "./known-machine.ts";
import { repeatingTimer } from "./problems.ts";

export function checkTimers(
  machines: readonly KnownMachine[],
  effects: readonly CheckedEffect[],
  context: CheckContext,
  /** The effects are not shown. */
  isOpen: boolean,
): readonly Problem[] {
  // One of which it is not shown what it is about, or what it follows, may be the one.
  if (isOpen || effects.some(({ effect }) => ["For", "After"].some((part) => effect.notShown.includes(part))))
    return [];
  const after = new Map<string, CheckedEffect[]>();
  for (const effect of effects) {
    const cause = effect.effect.after;
    if (cause?.kind !== "transition" || !effect.entity) continue;
    const key = keyFor(
      effect.entity.id,
      context.lookup.transitions.get(effect.entity.id)?.get(cause.transition.id)?.[0],
    );
    const some = after.get(key);
    if (some) some.push(effect);
    else after.set(key, [effect]);
  }
  return machines.flatMap((known) =>
    known.transitions.flatMap((rows) => {
      const staying = rows.filter((row) => row.to === "same" && (row.on?.kind === "after" || row.on?.kind === "at"));
      return staying.length === 0
        ? []
        : checkTimer(known, staying, after.get(keyFor(known.entity.id, rows[0])) ?? [], context);
    }),
  );
}

const keyFor = (entity: string, row: TransitionRow | undefined) => `${entity}/${row?.name.id ?? ""}`;

function checkTimer(
  known: KnownMachine,
  rows: readonly TransitionRow[],
  effects: readonly CheckedEffect[],
  context: CheckContext,
): readonly Problem[] {
  const first = rows[0];
  if (!first || rows.some((row) => row.notShown.includes("Only if"))) return [];
  const place = { span: first.name.span, address: first.address };
  const guards = rows.flatMap((row) => row.onlyIf ?? []);
  if (guards.length === 0) return [repeatingTimer.at(place, first.name.label, "no condition", "")];
  const conditions = guards.flatMap((guard) => {
    const expression = guardExpression(guard, context.lookup);
    return (expression && context.checked.get(expression)) ?? [];
  });
  // What cannot be understood is reported where it stands; what is not shown may be what is needed here.
  if (conditions.length < guards.length || conditions.some(({ typed }) => typed === undefined)) return [];
  if (effects.some(({ effect }) => effect.do === undefined || effect.notShown.includes("With"))) return [];
  if (conditions.some((condition) => effects.some((effect) => mayFalsify(effect, condition, known, context))))
    return [];
  return [repeatingTimer.at(place, first.name.label, "not falsified", exampleFor(conditions, known))];
}

/** Whether an effect may make a condition false: it ends the row's stay, or changes what some part of it reads. */
function mayFalsify(
  resolved: CheckedEffect,
  condition: CheckedExpression,
  { entity }: KnownMachine,
  context: CheckContext,
): boolean {
  const { effect, target } = resolved;
  const action = effect.do;
  if (!action || !target || !condition.typed) return false;
  const isOwnRow = effect.on === undefined && target.id === entity.id && !("on" in action && action.on);
  if (isOwnRow && (action.kind === "delete" || action.kind === "do")) return true;
  const computed = (of: string, field: string) => {
    const store = context.schema.entities.get(of)?.fields.get(field)?.store;
    return store?.kind === "computed" ? store.expression : undefined;
  };
  const reads = readsThrough(condition.reads, entity.id, (of, field) => {
    const expression = computed(of, field);
    return expression && context.checked.get(expression)?.reads;
  });
  if (isOwnRow && action.kind === "set") {
    return action.values.some(({ field, value }) => {
      const change: Change = {
        isField: (typed) => isOwnField(typed, entity.id) === field.text,
        isComputed: (typed) => computed(entity.id, isOwnField(typed, entity.id) ?? "") !== undefined,
        value: context.checked.get(value)?.typed,
      };
      return reads.own.has(field.text) && partsOf(condition.typed).some((part) => valueAfter(part, change) !== true);
    });
  }
  const touches = [...reads.others].some((path) => path.startsWith(`${target.id}.`)) || reads.wholes.has(target.id);
  return touches && ["set", "create", "do", "delete"].includes(action.kind);
}

/** The identifier of a field of the clause's own row. */
function isOwnField(typed: Typed, entity: string): string | undefined {
  return typed.node === "field" && typed.of.node === "scope" && typed.of.name === entity ? typed.field : undefined;
}

/** The parts of a condition that must all hold. */
function partsOf(typed: Typed | undefined): readonly Typed[] {
  if (!typed) return [];
  return typed.node === "and" ? [...partsOf(typed.left), ...partsOf(typed.right)] : [typed];
}

/** A field that is set, and to what; computed fields may depend on it. */
type Change = {
  readonly isField: (typed: Typed) => boolean;
  readonly isComputed: (typed: Typed) => boolean;
  readonly value: Typed | undefined;
};

/** What a part of a condition that held is after the change; undefined where only the rows can tell. */
function valueAfter(part: Typed, change: Change): boolean | undefined {
  const { isField, isComputed, value } = change;
  if (!contains(part, isField)) return contains(part, isComputed) ? undefined : true;
  if (isField(part)) return value?.node === "yes/no" ? value.value : undefined;
  if (part.node === "not") {
    const inner = valueAfter(part.of, change);
    return inner === undefined ? undefined : !inner;
  }
  if (part.node === "is empty" && isField(part.of))
    return value?.node === "null" ? true : value?.type.empty === false ? false : undefined;
  if (part.node !== "equal" || !value) return undefined;
  const other = isField(part.left) ? part.right : isField(part.right) ? part.left : undefined;
  const [one, two] = [literalOf(value), other && literalOf(other)];
  return one === undefined || two === undefined ? undefined : one === two;
}

function contains(typed: Typed, test: (typed: Typed) => boolean): boolean {
  return test(typed) || childrenOf(typed).some((child) => contains(child, test));
}

function literalOf(typed: Typed): string | boolean | undefined {
  return typed.node === "text" || typed.node === "yes/no" ? typed.value : undefined;
}

/** ``set | `late = true` `` for the condition `not ticket.late`. */
function exampleFor(conditions: readonly CheckedExpression[], { entity }: KnownMachine): string {
  for (const { typed } of conditions) {
    for (const part of partsOf(typed)) {
      const negated = part.node === "not";
      const field = negated ? part.of : part;
      if (field.node !== "field" || field.type.kind !== "yes/no" || field.entity !== entity.id) continue;
      if (entity.fields.get(field.field)?.store.kind !== "column") continue;
      return `set, with \`${field.field} = ${negated ? "true" : "false"}\``;
    }
  }
  return "";
}
