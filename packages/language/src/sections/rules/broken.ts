// When a rule is broken, and whether it ever is where it is asked of rows that go.
import type { Guard } from "../../clause/guard.ts";
import { type Lookup } from "../../names/lookup.ts";
import { formulaOfGuard, type Formula } from "../../scenario/formula.ts";
import { satisfyWhenGone } from "../../scenario/when-gone.ts";
import type { Rule } from "./model.ts";

export const always: Formula = { kind: "always", is: true };

/** It is looked at, and what must hold does not. */
export const isBrokenWhere = ({ when }: Rule, must: Guard, lookup: Lookup): Formula => ({
  kind: "and",
  left: when === undefined ? always : formulaOfGuard(when, lookup, "after"),
  right: { kind: "not", of: formulaOfGuard(must, lookup, "after") },
});

export const ofNone = "when the row has gone, no other one refers to it, and none of its lists holds anything";

export function isNeverBroken(rule: Rule, { lookup }: { readonly lookup: Lookup }): boolean {
  const { must, on } = rule;
  const isOfGone = on.length > 0 && on.every(({ id }) => id === "delete");
  return (
    isOfGone &&
    must?.kind === "guard" &&
    satisfyWhenGone(isBrokenWhere(rule, must.guard, lookup), true, rule.entity.id, lookup).length === 0
  );
}
