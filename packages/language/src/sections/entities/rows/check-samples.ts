// Whether the rows that come with the product keep the rules of section 5, as far as their own values decide it.
import { isArray, isSetBySystem, isYesNo } from "../../../field-types/index.ts";
import { decision } from "../../../expression/kinds.ts";
import { guardExpression } from "../../../model/guard-expression.ts";
import { spanOf } from "../../../text/text.ts";
import type { CheckedExpression } from "../../../expression/check.ts";
import { decider, type Clock, type Decide, type Known, type KnownRow } from "../../../expression/analysis/decider.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { Guard } from "../../../clause/guard.ts";
import type { Model } from "../../../model/model.ts";
import { rowScope } from "../../../model/scopes.ts";
import type { Problem } from "../../../problem.ts";
import type { Rule } from "../../rules/model.ts";
import { readLiteral } from "../literal.ts";
import { clockInWords, namesMoment, rowsThen, type RowThen } from "./clocks.ts";
import { brokenRule } from "./problems.ts";
import type { ReadRow, ReadSet } from "./row-values.ts";

type ReadyRule = {
  readonly rule: Rule;
  readonly when: Decide;
  readonly must: Decide;
  /** Days and moments that are written out: whether they are over cannot be known here. */
  readonly namesMoments: boolean;
};

/** More pairs of rows and rules than this were not written by hand; the rows after that are not tried. */
const mostPairs = 200_000;

export function checkSamples(model: Model, sets: readonly ReadSet[], context: CheckContext): readonly Problem[] {
  const rules = new Map<string, readonly ReadyRule[]>();
  let pairs = 0;
  return sets.flatMap(({ entity, rows }) => {
    const ready = rules.get(entity.id) ?? readyRules(model, entity, context);
    rules.set(entity.id, ready);
    return rows.flatMap((read) => {
      const row = rowOf(read, entity.id, model, context);
      const asked = isEarlier(read) ? ready.filter(({ rule }) => rule.on.length === 0 || hasUpdate(rule)) : ready;
      const then = rowsThen(read, row, entity, context.schema);
      pairs += ready.length * (1 + then.length);
      if (pairs > mostPairs) return [];
      return asked.flatMap((one) => {
        const found = whenBroken(one, row, then);
        if (found === undefined) return [];
        const { label, span } = one.rule.name;
        const place = { span: spanOf(read.row.key), address: read.row.address };
        return [brokenRule.at(place, read.set.kind, read.row.key.text, label, span, found.when)];
      });
    });
  });
}

/** Rules of creation alone speak of the day on which a row is created. */
const isEarlier = ({ set, values }: ReadRow): boolean =>
  set.kind === "Sample" && values.has("created_at") && values.get("created_at") !== null;

const hasUpdate = ({ on }: Rule): boolean => on.some(({ id }) => id === "update");

/** `when`: not always, but at that time. */
function whenBroken(rule: ReadyRule, row: KnownRow, then: readonly RowThen[]): { readonly when?: string } | undefined {
  if (isBroken(rule, row)) return {};
  const broken = rule.namesMoments ? [] : then.filter((one) => isBroken(rule, one.row, one.clock));
  const [first] = broken;
  if (first === undefined) return undefined;
  return broken.length === then.length ? {} : { when: clockInWords(first.clock) };
}

const isBroken = ({ when, must }: ReadyRule, row: KnownRow, clock?: Clock): boolean =>
  when(row, clock) === true && must(row, clock) === false;

/** The rules that are checked when a row is created. The slice of section 5 reports what is wrong with them. */
function readyRules(model: Model, entity: EntitySchema, context: CheckContext): readonly ReadyRule[] {
  const ready = ({ typed: condition }: CheckedExpression) => condition && decider(condition, entity, context.schema);
  return model.rules.rules.flatMap((rule): readonly ReadyRule[] => {
    // It is unknown when a rule applies whose When or On is not shown.
    if (rule.notShown.includes("When") || rule.notShown.includes("On")) return [];
    const atCreation = rule.on.length === 0 || rule.on.some(({ id }) => id === "create");
    if (!atCreation || rule.entity.id !== entity.id || rule.must?.kind !== "guard") return [];
    const guard = rule.when && typed(rule.when, entity.id, context);
    const checked = typed(rule.must.guard, entity.id, context, guard && [guard]);
    const when = rule.when ? guard && ready(guard) : () => true;
    const must = checked && ready(checked);
    const namesMoments = [guard, checked].some((one) => one?.typed !== undefined && namesMoment(one.typed));
    return when && must ? [{ rule, when, must, namesMoments }] : [];
  });
}

/** Checked apart from the rule's own slice, which decides what is kept for later stages. */
function typed(guard: Guard, entity: string, context: CheckContext, given?: readonly CheckedExpression[]) {
  const expression = guardExpression(guard, context.lookup);
  const expected = { kind: "type", type: decision, what: '"Must hold"' } as const;
  return expression && context.judge(expression, rowScope(entity, { old: "maybe" }), expected, given);
}

/** The values of a row once it is stored: what its cells say, else defaults that are written out, else empty. */
function rowOf(read: ReadRow, entity: string, model: Model, context: CheckContext): KnownRow {
  return (id): Known | undefined => {
    const written = read.values.get(id);
    if (read.values.has(id) && (written !== null || read.cleared.has(id))) return written;
    const field = context.lookup.fields.get(entity)?.get(id);
    if (!field?.type) return undefined;
    if (field.default?.kind === "literal") {
      const value = readLiteral(field.default.text, field.type, model, context);
      return "value" in value ? value.value : undefined;
    }
    if (field.default || field.notShown.length > 0) return undefined;
    if (isYesNo(field.type)) return false;
    if (field.type.kind === "state") return startOf(entity, context);
    if (isSetBySystem(field.type) || field.type.kind === "several") return undefined;
    if (isArray(field.type)) return [];
    // What the system sets may be set at creation by an effect.
    return field.required === "auto" ? undefined : null;
  };
}

function startOf(entity: string, context: CheckContext): string | undefined {
  const machines = context.lookup.machines.get(entity) ?? [];
  const starts = machines.flatMap(({ states }) => states.filter(({ kind }) => kind === "start"));
  return machines.length === 1 && starts.length === 1 && !starts[0]?.startIf ? starts[0]?.name.id : undefined;
}
