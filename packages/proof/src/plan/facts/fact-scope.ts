// The scope in which what a scenario asks for is evaluated: of the tried row, or of the row that a reference of it leads to.
import { entityOf } from "../../interpreter/document/names.ts";
import { isRow, type RowValue } from "../../interpreter/values/value.ts";
import { asItWas, rowsOf, valueOf } from "../../interpreter/world/world.ts";
import type { Tree } from "@writ/language/model";
import type { Fact, Moment } from "@writ/language/scenarios";
import { aim } from "../expressions/aim.ts";
import type { SearchContext } from "../situation/search-context.ts";
import { contextIn } from "../expressions/hold.ts";
import { viewOf, type Situation } from "../situation/situation.ts";

/** The row that a reference of the tried one leads to. */
function ledTo(situation: Situation, at: Moment, via: string | undefined): RowValue | undefined {
  const view = via === undefined ? undefined : viewOf(situation, at);
  const value = view === undefined || via === undefined ? null : valueOf(view.row, via);
  return isRow(value) ? value : undefined;
}

type Holds = Extract<Fact, { readonly kind: "holds" }>;

/** Undefined where the row that it is about is not there. */
export function contextOfFact(
  { at, via }: Holds,
  situation: Situation,
  about: RowValue | undefined,
): SearchContext | undefined {
  const row = about ?? ledTo(situation, at, via);
  return via !== undefined && row === undefined ? undefined : hereOf(situation, at, row);
}

/** The reference through which it looks is to lead somewhere first. */
export function aimReference({ at, via }: Holds, situation: Situation): readonly Situation[] {
  const context = contextIn(situation, at);
  if (context === undefined || via === undefined) return [];
  const place = { start: 0, end: 0 };
  const of: Tree = { ...place, kind: "name", name: situation.attempt.entity };
  return aim({ ...place, kind: "field", of, name: via, nameSpan: place }, { kind: "not", value: null }, context);
}

function hereOf(situation: Situation, at: Moment, about: RowValue | undefined): SearchContext | undefined {
  const context = contextIn(situation, at);
  if (context === undefined) return undefined;
  const row = about ?? context.scope.names.get(situation.attempt.entity);
  if (row === undefined || row === null || !isRow(row)) return context;
  // What gives a user a role stands under a name of its own in conditions of that role.
  const givers = situation.world.program.model.permissions.roles.flatMap(({ givenBy }) =>
    givenBy.flatMap((giving) => (giving.kind === "row" ? [entityOf(situation.world.program, giving.entity)] : [])),
  );
  const mine = givers.map((entity) => {
    const held = rowsOf(situation.world, entity).find((one) =>
      [...one.values.values()].some((value) => isRow(value) && value.entity === "user" && value.id === situation.me),
    );
    return [`my_${entity}`, held === undefined ? null : asItWas(held)] as const;
  });
  return {
    ...context,
    scope: { ...context.scope, names: new Map([...context.scope.names, [row.entity, row], ...mine]) },
  };
}
