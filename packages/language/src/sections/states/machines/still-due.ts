// Whether a timer is due again as soon as it is done: what its condition says once its effects have been written.
import { childrenOf } from "../../../expression/children.ts";
import { withParts } from "../../../expression/fold-constants.ts";
import { and, compare, equal, isEmpty, not, oneOf, or, yesNo } from "../../../expression/check/fold.ts";
import { holdsBetween } from "../../../expression/constant.ts";
import { decider, type Known } from "../../../expression/analysis/decider.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { CheckedEffect } from "../effects/check-effect.ts";
import { firstValues, type Site } from "./first-values.ts";

/** By field of the row: its value afterwards, in terms of the values before. */
type Change = ReadonlyMap<string, Typed>;

/** More than this many were not written by hand; nothing is reported then. */
const mostWays = 256;

/**
 * `conditions`: all of them hold when it is due. `effects`: those after it that set fields of its own row. `others`: all
 * other effects. It surely is due again if that is so of each row for which it can be due first, because what it did is
 * undone then.
 */
export function isSurelyDueAgain(
  conditions: readonly Typed[],
  effects: readonly CheckedEffect[],
  others: readonly CheckedEffect[],
  site: Site,
): boolean {
  const before = conditions.map((condition) => workedOut(condition, site));
  // What reads nothing that is set holds as it did.
  const after = waysBy(effects, site)?.map(({ tests, change }) => ({
    tests,
    parts: before.map((part) => afterwards(part, change, site)).filter((part) => !before.includes(part)),
  }));
  if (after === undefined) return false;
  const read = [...before, ...after.flatMap(({ tests, parts }) => [...tests.map(({ of }) => of), ...parts])];
  const rows = rowsOf(new Set(read.flatMap((of) => ownFieldsOf(of, site))), others, site);
  const decide = (of: Typed, row: ReadonlyMap<string, Known>) =>
    decider(of, site.entity, site.context.schema)((field) => row.get(field));
  const due = rows?.filter((row) => before.every((part) => decide(part, row) !== false)) ?? [];
  return (
    due.length > 0 &&
    due.every((row) =>
      after
        .filter(({ tests }) => tests.every(({ of, is }) => decide(of, row) !== !is))
        .every(({ parts }) => parts.every((part) => decide(part, row) === true)),
    )
  );
}

type Way = { readonly tests: readonly { readonly of: Typed; readonly is: boolean }[]; readonly change: Change };

/**
 * One for each combination in which their Ifs can hold and not. Undefined where there are too many, or one is unknown.
 */
function waysBy(effects: readonly CheckedEffect[], site: Site): readonly Way[] | undefined {
  let ways: readonly Way[] = [{ tests: [], change: new Map() }];
  for (const { effect, condition } of effects) {
    const assigned = effect.do?.kind === "set" ? effect.do.values : [];
    const values = assigned.flatMap(({ field, value }) => {
      const typed = site.context.checked.get(value)?.typed;
      return typed === undefined ? [] : [[field.id, workedOut(typed, site)] as const];
    });
    const isOpen = effect.notShown.includes("If");
    const test = condition?.typed && workedOut(condition.typed, site);
    if (values.length < assigned.length || (effect.if && !test)) return undefined;
    ways = ways.flatMap(({ tests, change }) => {
      const given = values.map(([field, value]) => [field, afterwards(value, change, site)] as const);
      const done = new Map([...change, ...given]);
      const of = test && afterwards(test, change, site);
      return [
        { tests: of ? [...tests, { of, is: true }] : tests, change: done },
        ...(of || isOpen ? [{ tests: of ? [...tests, { of, is: false }] : tests, change }] : []),
      ];
    });
    if (ways.length > mostWays) return undefined;
  }
  return ways;
}

/** Each row that there can be at first, as far as it is known. */
function rowsOf(
  fields: ReadonlySet<string>,
  others: readonly CheckedEffect[],
  site: Site,
): readonly ReadonlyMap<string, Known>[] | undefined {
  let rows: readonly ReadonlyMap<string, Known>[] = [new Map()];
  for (const field of fields) {
    const values = firstValues(field, others, site);
    if (values === undefined) continue;
    rows = rows.flatMap((row) => values.map((value) => new Map([...row, [field, value]])));
    if (rows.length > mostWays) return undefined;
  }
  return rows;
}

/** The identifier of a field of the clause's own row. */
const ownField = (of: Typed, { entity }: Site): string | undefined =>
  of.node === "field" && of.of.node === "scope" && of.of.name === entity.id ? of.field : undefined;

function ownFieldsOf(of: Typed, site: Site): readonly string[] {
  const field = ownField(of, site);
  return field === undefined ? childrenOf(of).flatMap((part) => ownFieldsOf(part, site)) : [field];
}

/** With what computed fields of the row are made of in their place. */
function workedOut(of: Typed, site: Site, within: readonly string[] = []): Typed {
  const field = ownField(of, site);
  if (field === undefined) return withParts(of, (part) => workedOut(part, site, within));
  const store = site.entity.fields.get(field)?.store;
  const computed = store?.kind === "computed" ? site.context.checked.get(store.expression)?.typed : undefined;
  // A circle of them is reported where it is written.
  return computed === undefined || within.includes(field) ? of : workedOut(computed, site, [...within, field]);
}

/** What an expression gives when the row has changed; the very same where that makes no difference to it. */
function afterwards(of: Typed, change: Change, site: Site): Typed {
  const field = ownField(of, site);
  if (field !== undefined) return change.get(field) ?? of;
  const parts = withParts(of, (part) => afterwards(part, change, site));
  return parts === of ? of : folded(parts);
}

function folded(of: Typed): Typed {
  switch (of.node) {
    case "not":
      return not(of, of.of);
    case "and":
      return and(of, of.left, of.right);
    case "or":
      return or(of, of.left, of.right);
    case "is empty":
      return isEmpty(of, of.of);
    case "equal":
      return equal(of, of.left, of.right);
    case "one of":
      return oneOf(of, of.of, of.items);
    case "compare": {
      const [left, right] = [fromNow(of.left), fromNow(of.right)];
      return left !== undefined && right !== undefined && left.name === right.name
        ? yesNo(of, holdsBetween(of.operator, Number(left.by - right.by)))
        : compare(of, of.operator, of.left, of.right);
    }
    default:
      return of;
  }
}

/** `now - 2 days`: how long after now, or after today. */
function fromNow(of: Typed): { readonly name: string; readonly by: bigint } | undefined {
  if (of.node === "scope")
    return of.source === "now" || of.source === "today" ? { name: of.source, by: 0n } : undefined;
  if (of.node !== "time arithmetic" || of.operator === "*") return undefined;
  const from = fromNow(of.left);
  const by = of.right.node === "constant" ? of.right.value : of.right;
  if (from === undefined || by.node !== "duration") return undefined;
  return { ...from, by: from.by + (of.operator === "+" ? by.milliseconds : -by.milliseconds) };
}
