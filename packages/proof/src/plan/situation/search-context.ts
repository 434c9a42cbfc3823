// Where an expression stands while a situation is looked for, and what may be wished of it.
import type { Tree } from "@writ/language/model";
import type { Moment } from "@writ/language/scenarios";
import type { Scope } from "../../interpreter/world/scope.ts";
import type { Value } from "../../interpreter/values/value.ts";
import { scopeIn, type Situation } from "./situation.ts";

/** What a value should be: this one, another one, or so many steps of its kind away from it. */
export type Wish =
  | { readonly kind: "is"; readonly value: Value }
  | { readonly kind: "not"; readonly value: Value }
  | { readonly kind: "near"; readonly value: Value; readonly steps: number };

/** Of something that is so or not. */
export const asksForTrue = (wish: Wish): boolean => (wish.kind === "is" ? wish.value === true : wish.value !== true);

/** Conditions are made of values and values of conditions: each gets the solver of the other one. */
export type Solvers = {
  readonly hold: (tree: Tree, is: boolean, context: SearchContext) => readonly Situation[];
  readonly aim: (tree: Tree, wish: Wish, context: SearchContext) => readonly Situation[];
};

/** In a situation, with the names of lists' items on top. */
export type SearchContext = {
  readonly situation: Situation;
  readonly at: Moment;
  readonly scope: Scope;
  readonly solvers: Solvers;
};

export function searchContext(
  situation: Situation,
  at: Moment,
  solvers: Solvers,
  names: ReadonlyMap<string, Value> = new Map(),
): SearchContext | undefined {
  const scope = scopeIn(situation, at);
  if (scope === undefined) return undefined;
  return { situation, at, solvers, scope: { ...scope, names: new Map([...scope.names, ...names]) } };
}

export const some = (situation: Situation | undefined): readonly Situation[] =>
  situation === undefined ? [] : [situation];
