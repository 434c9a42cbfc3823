// What effects read of other rows to decide, to choose and to set, and which rows they write.
import type { Expression } from "../../../expression/tree.ts";
import { guardExpression } from "../../../model/guard-expression.ts";
import type { Consequence, Design, ReadPart } from "../../../plan/design.ts";
import { findReads, findReadPath } from "../../../plan/writing/find-reads.ts";
import type { ReadTarget } from "../../../plan/read-targets.ts";
import { typedOf } from "../../../plan/json.ts";
import { lockPlace, printPlace } from "../../../plan/layout.ts";
import type { DatabaseEffect } from "./effect-rows.ts";

/** Locked before the first effect of a statement looks at anything (`plan/writing/first.ts`). */
export function effectReads(one: DatabaseEffect, design: Design): readonly ReadPart[] {
  const { entity, other, effect } = one;
  const { address } = effect;
  const found = [...ofOwnRow(one, design), ...rowOfOn(one, design)];
  const theirs = ofOtherRow(one, design);
  return [
    ...(found.length > 0 ? [{ entity, reads: found, first: true, address }] : []),
    ...(other === undefined || theirs.length === 0 ? [] : [{ entity: other, reads: theirs, address }]),
  ];
}

/** What is read from each row of On is locked when its turn comes. */
export const otherLock = (one: DatabaseEffect, design: Design): readonly string[] =>
  one.other === undefined || ofOtherRow(one, design).length === 0
    ? []
    : [`PERFORM ${printPlace(lockPlace(one.other))}(ARRAY[other]);`];

/** An effect that no write has led to is decided under locks of its own. */
export const ownLock = (one: DatabaseEffect, row: string, design: Design): readonly string[] =>
  effectReads(one, design).some(({ first }) => first === true)
    ? [`PERFORM ${printPlace(lockPlace(one.entity))}(ARRAY[${row}]);`]
    : [];

export const consequencesOf = ({ entity, target, effect }: DatabaseEffect): readonly Consequence[] =>
  target === undefined || !["set", "create", "do", "delete"].includes(effect.do?.kind ?? "")
    ? []
    : [{ entity, writes: target }];

const ofOwnRow = (one: DatabaseEffect, design: Design): readonly ReadTarget[] =>
  [...(one.effect.on ? [one.effect.on] : []), ...saidOfRows(one, design)].flatMap((expression) =>
    readsOf(expression, one.entity, one, design),
  );

const ofOtherRow = (one: DatabaseEffect, design: Design): readonly ReadTarget[] => {
  const { other, effect } = one;
  if (other === undefined || effect.on === undefined) return [];
  return saidOfRows(one, design).flatMap((expression) => readsOf(expression, other, one, design));
};

function readsOf(
  expression: Expression,
  about: string,
  { entity }: DatabaseEffect,
  design: Design,
): readonly ReadTarget[] {
  const typed = typedOf(expression, design);
  return typed === undefined ? [] : findReads(typed, about, design, entity);
}

/** One row that On names, whose own values decide what becomes of it. Rows of a list are locked with their list. */
function rowOfOn(one: DatabaseEffect, design: Design): readonly ReadTarget[] {
  const { effect, entity } = one;
  const typed = effect.on && typedOf(effect.on, design);
  if (typed?.type.kind !== "row" || saidOfRows(one, design).length === 0) return [];
  const way = findReadPath(typed, entity, design) ?? [];
  return way.length === 0 ? [] : [{ kind: "row", from: entity, way }];
}

/** If, With and whom it is for. */
function saidOfRows({ effect }: DatabaseEffect, design: Design): readonly Expression[] {
  const guard = guardExpression(effect.if, design.compiled.lookup);
  return [...(guard ? [guard] : []), ...expressionsOf(effect.do)];
}

function expressionsOf(action: DatabaseEffect["effect"]["do"]): readonly Expression[] {
  switch (action?.kind) {
    case undefined:
      return [];
    case "set":
    case "create":
    case "call":
      return action.values.map(({ value }) => value);
    case "do":
      return [...(action.on ? [action.on] : []), ...action.values.map(({ value }) => value)];
    case "delete":
      return action.on ? [action.on] : [];
    case "mail":
    case "notify":
      return action.to === undefined || action.to.kind === "role" ? [] : [action.to.expression];
  }
}
