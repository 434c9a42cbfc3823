// What section 4 lets follow from something: every effect by each part of its If, with each value and a recipient.
import { isShown } from "../../../clause/clause.ts";
import type { Expression, Tree } from "../../../expression/tree.ts";
import { numberOf, type RangeOf } from "../../../expression/analysis/range.ts";
import { type Lookup } from "../../../names/lookup.ts";
import {
  atLast,
  entriesIn,
  formulaOfGuard,
  isEmpty,
  sidesIn,
  factsToSatisfy,
  type Formula,
} from "../../../scenario/formula.ts";
import { success, inTurn, type Fact, type Scenario, type ScenarioDeed } from "../../../scenario/scenario.ts";
import type { Effect, EffectAction, EffectCause } from "../model.ts";
import { hasSome, listedFormula, ofOne, ofOthers, othersOf } from "../other-rows.ts";
import { fieldOf, momentOf, startsFrom } from "../transition-row.ts";
import { valuesWorkedOut } from "./value-scenarios.ts";

/** What is known of what an expression gives. */
export type Known = { readonly rangeOf: RangeOf; readonly mayBeEmpty: (expression: Expression) => boolean };

/** What follows from a write, and where its If does not hold. */
export function effectScenarios(effect: Effect, lookup: Lookup, { rangeOf, mayBeEmpty }: Known): readonly Scenario[] {
  const { address, entity: of, after, on, if: guard, do: action } = effect;
  if (!isShown(effect, "If", "Do", "With", "On")) return [];
  const entity = of.id;
  const cause = after === undefined ? undefined : causeOf(after, address, entity, lookup);
  if (cause === undefined) return [];
  const others = othersOf(on, entity, lookup);
  const about = (facts: readonly Fact[]) => (on === undefined ? facts : ofOne(facts, others));
  const ofAny = (facts: readonly Fact[]) =>
    on === undefined ? facts : ofOne(facts, others?.filter && { ...others, list: others.filter.of });
  const heard = action === undefined ? [] : hearersOf(action, about);
  const condition = guard?.kind === "expression" ? guard.expression : undefined;
  const mail = action?.kind === "mail" || action?.kind === "notify" ? lookup.mails.get(action.mail.id) : undefined;
  const scenario = (is: boolean, facts: readonly Fact[], which: number | string): Scenario => ({
    ...(is && mail !== undefined && { shows: [mail.address] }),
    address: `${address}#${is ? "follows" : "does not follow"}${typeof which === "string" ? ` ${which}` : inTurn(which)}`,
    clause: address,
    sentence: `${address.slice("4/Effects/".length).replaceAll("/", ", ")}: it ${is ? "follows" : "does not follow"}`,
    entity,
    deed: cause.deed,
    by: undefined,
    where: [
      ...cause.where,
      { kind: "follows", effect: address, of: on === undefined ? condition : ofOthers(condition, others), is },
      ...facts,
      ...heard,
    ],
    expected: success,
  });
  // What is asked of other rows is asked of those that the effect happens to.
  const listed = listedFormula(on, others) ?? always;
  const formula = guard === undefined ? always : formulaOfGuard(guard, lookup, "after");
  const ways = (is: boolean) => {
    const [inList = []] = others?.isThere === undefined ? factsToSatisfy(listed, true) : [[others.isThere]];
    const [so = []] = factsToSatisfy(formula, true);
    const together = factsToSatisfy(formula, is).map((way) => [...inList, ...about(way)]);
    return [
      ...together,
      ...factsToSatisfy(listed, is)
        .map((way) => [...ofAny(so), ...way])
        .slice(is ? 1 : 0),
    ];
  };
  const [first = []] = ways(true);
  const values = action !== undefined && "values" in action ? action.values.map(({ value }) => value) : [];
  const atMoment = after?.kind === "at" ? momentsOf(after.expression, address, mayBeEmpty(after.expression)) : [];
  return [
    ...[true, false].flatMap((is) => ways(is).map((facts, number) => scenario(is, facts, number))),
    ...values
      .flatMap((value) => entriesIn(value, lookup, "after"))
      .map(({ key, fact }) => scenario(true, [...first, ...about([fact])], key)),
    ...values
      .flatMap(sidesIn)
      .map((fact, number) => scenario(true, [...first, ...about([fact])], `by side ${number + 1}`)),
    ...(on !== undefined && others === undefined
      ? []
      : valuesWorkedOut(action, { own: entity, others, lookup }).map(({ what, where }) =>
          scenario(true, [...where, ...first], what),
        )),
    ...reached(action, { own: others?.entity ?? entity, lookup, rangeOf }).map(({ which, fact }) =>
      scenario(true, [...first, ...about([fact])], which),
    ),
    ...atMoment.map(({ which, words, deed, where }) => ({
      ...scenario(false, [], which),
      address: `${address}#${which}`,
      sentence: `${words}, nothing follows of ${address.slice("4/Effects/".length).replaceAll("/", ", ")}`,
      deed,
      where: [...where, { kind: "follows" as const, effect: address, of: undefined, is: false }, ...first],
    })),
  ];
}

/** Just before its moment, and where it has none. */
function momentsOf(expression: Expression, timer: string, mayBeEmpty: boolean) {
  const notYet: Fact = { kind: "elapsed", timer, at: expression, is: false };
  const waiting = { kind: "wait", timer, early: false } as const;
  const early = {
    which: "early",
    words: "A second before its moment",
    deed: { ...waiting, early: true },
    where: [notYet],
  };
  if (!mayBeEmpty) return [early];
  const without = [...isEmpty(expression, "before"), notYet];
  return [
    early,
    { which: "never", words: "Where it has no moment", deed: { ...waiting, never: true } as const, where: without },
  ];
}

const always: Formula = { kind: "always", is: true };

type Given = { readonly own: string; readonly lookup: Lookup; readonly rangeOf: RangeOf };

/** Bounds of the field that is set which its value can come to, and never goes beyond. */
function reached(
  action: EffectAction | undefined,
  { own, lookup, rangeOf }: Given,
): readonly { readonly which: string; readonly fact: Fact }[] {
  if (action?.kind !== "create" && action?.kind !== "set") return [];
  const entity = action.kind === "create" ? action.entity.id : own;
  return action.values.flatMap(({ field: { id: name }, value }) => {
    const type = lookup.fields.get(entity)?.get(name)?.type;
    if (type === undefined || !("from" in type)) return [];
    const { least, most } = rangeOf(value);
    return [
      ...(numberOf(type.from, lookup) === least
        ? [{ which: `${name} at its least`, fact: atLast(value, "<=", least) }]
        : []),
      ...(numberOf(type.to, lookup) === most
        ? [{ which: `${name} at its most`, fact: atLast(value, ">=", most) }]
        : []),
    ];
  });
}

/** A message without a recipient leaves nothing to observe. */
function hearersOf(action: EffectAction, about: (facts: readonly Fact[]) => readonly Fact[]): readonly Fact[] {
  if ((action.kind !== "mail" && action.kind !== "notify") || action.to === undefined) return [];
  if (action.to.kind === "role")
    return [
      {
        kind: "held",
        role: action.to.role.id,
        within: action.to.within,
      },
    ];
  const { kind, expression } = action.to;
  const { tree } = expression;
  if (tree === undefined) return [];
  const isHeard = kind === "each" ? hasSomebody(tree) : isSomebody(tree);
  return about([{ kind: "holds", expression, tree: isHeard, is: true, at: "after" }]);
}

const isSomebody = (tree: Tree): Tree => {
  const { start, end } = tree;
  return { kind: "binary", operator: "!=", left: tree, right: { kind: "null", start, end }, start, end };
};

/** The user that a row of a list leads to may be missing. */
function hasSomebody(list: Tree): Tree {
  const [item, body] = list.kind === "method" && list.name === "map" ? list.args : [];
  if (list.kind !== "method" || item === undefined || body === undefined) return hasSome(list);
  const { start, end } = body;
  return { ...list, name: "exists", nameSpan: { start, end }, args: [item, isSomebody(body)], start, end };
}

type Cause = { readonly deed: ScenarioDeed; readonly where: readonly Fact[] };

function causeOf(after: EffectCause, address: string, entity: string, lookup: Lookup): Cause | undefined {
  switch (after.kind) {
    case "create":
    case "update":
    case "delete":
      return { deed: { kind: after.kind }, where: [] };
    case "change": {
      const field = after.field.id;
      return { deed: { kind: "update" }, where: [{ kind: "changed", field }] };
    }
    case "transition": {
      const [row] = lookup.transitions.get(entity)?.get(after.transition.id) ?? [];
      if (row === undefined) return undefined;
      const isTimer = row.on?.kind === "after" || row.on?.kind === "at";
      const transition = row.name.id;
      const machine = lookup.machines.get(entity)?.find(({ transitions }) => transitions.includes(row));
      const state = machine?.states.find((one) => startsFrom(row, one));
      const beginning: readonly Fact[] =
        machine === undefined || state === undefined
          ? []
          : [{ kind: "state", field: fieldOf(machine, entity, lookup), state: state.name.id }];
      return isTimer
        ? {
            deed: { kind: "wait", timer: transition, early: false },
            where: [...beginning, { kind: "elapsed", timer: transition, at: momentOf(row), is: true }],
          }
        : { deed: { kind: "transition", transition }, where: [] };
    }
    case "at":
      return {
        deed: { kind: "wait", timer: address, early: false },
        where: [{ kind: "elapsed", timer: address, at: after.expression, is: true }],
      };
  }
}
