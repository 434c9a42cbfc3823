// A grant as one typed expression about the row, so that it can be split like any condition.
import { yesNo } from "../../../expression/check/fold.ts";
import { decision } from "../../../expression/kinds.ts";
import { childrenOf } from "../../../expression/children.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { Design } from "../../../plan/design.ts";
import type { Grant } from "../model.ts";
import { conditionOf, ownerColumn } from "./conditions.ts";

/** The conditions of a grant as one expression, the one that is `turned` as its opposite; undefined where it always holds. */
export function grantTyped(grant: Grant, entity: string, design: Design, turned?: string): Typed | undefined {
  const place = { start: 0, end: 0 };
  switch (grant.kind) {
    case "yes":
      return undefined;
    case "no":
      return yesNo(place, false);
    case "own": {
      const row: Typed = {
        ...place,
        type: { kind: "row", entity, empty: false },
        node: "scope",
        name: entity,
        source: "row",
      };
      const person = { kind: "row", entity: "user", empty: true } as const;
      const field = ownerColumn(entity, design);
      const owner: Typed = field === "id" ? row : { ...place, type: person, node: "field", of: row, entity, field };
      const me: Typed = { ...place, type: { ...person, empty: false }, node: "scope", name: "me", source: "me" };
      return { ...place, type: decision, node: "equal", left: owner, right: me };
    }
    case "condition": {
      const condition = conditionOf(grant.name.id, design);
      const typed = condition?.holds && design.compiled.checked.get(condition.holds)?.typed;
      if (typed === undefined) return yesNo(place, false);
      return turned === condition?.name.id ? { ...place, type: decision, node: "not", of: typed } : typed;
    }
    case "not": {
      const of = grantTyped(grant.of, entity, design, turned);
      return of === undefined ? yesNo(place, false) : { ...place, type: decision, node: "not", of };
    }
    case "and":
    case "or": {
      const left = grantTyped(grant.left, entity, design, turned);
      const right = grantTyped(grant.right, entity, design, turned);
      if (left === undefined || right === undefined) return grant.kind === "and" ? (left ?? right) : undefined;
      return { ...place, type: decision, node: grant.kind, left, right };
    }
  }
}

export function mentionsGiver(grant: Grant, design: Design): boolean {
  switch (grant.kind) {
    case "condition": {
      const typed = grantTyped(grant, "", design);
      return typed !== undefined && namesGiver(typed);
    }
    case "not":
      return mentionsGiver(grant.of, design);
    case "and":
    case "or":
      return mentionsGiver(grant.left, design) || mentionsGiver(grant.right, design);
    default:
      return false;
  }
}

const namesGiver = (typed: Typed): boolean =>
  (typed.node === "scope" && typed.source === "row" && typed.name.startsWith("my_")) ||
  childrenOf(typed).some(namesGiver);

export const mentionsRow = (typed: Typed, entity: string): boolean =>
  (typed.node === "scope" && typed.source === "row" && typed.name === entity) ||
  childrenOf(typed).some((child) => mentionsRow(child, entity));
