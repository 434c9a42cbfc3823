// What is said of other rows, where an effect happens to a list of them: of one row of the list it is so, or it is not.
import type { Expression, Tree } from "../../expression/tree.ts";
import { entityId, type Lookup } from "../../model/lookup.ts";
import type { Fact } from "../../scenario/scenario.ts";

export type Others = { readonly list: Tree; readonly entity: string };

/** Undefined where it happens to a single row, or to a list of which nothing is known here. */
export function othersOf(on: Expression | undefined, own: string, lookup: Lookup): Others | undefined {
  const entity = on?.tree && listedBy(on.tree, own, lookup);
  return on?.tree === undefined || entity === undefined ? undefined : { list: on.tree, entity };
}

function listedBy(list: Tree, own: string, lookup: Lookup): string | undefined {
  if (list.kind === "method" && list.name === "filter") return listedBy(list.of, own, lookup);
  if (list.kind !== "field" || list.of.kind !== "name" || list.of.name !== own) return undefined;
  const type = lookup.fields.get(own)?.get(list.name)?.type;
  return type?.kind === "list" ? entityId(lookup, type.entity) : undefined;
}

/** What cannot be said of a list is left out: whether the effect follows is looked at in any case. */
export const ofOne = (facts: readonly Fact[], others: Others | undefined): readonly Fact[] =>
  facts.flatMap((fact) =>
    others !== undefined && (fact.kind === "holds" || fact.kind === "finally")
      ? [{ ...fact, tree: some(others, fact.tree, fact.is) }]
      : [],
  );

/** That it holds of one of them. */
export const ofOthers = (condition: Expression | undefined, others: Others | undefined): Expression | undefined =>
  condition?.tree === undefined || others === undefined
    ? undefined
    : { ...condition, tree: some(others, condition.tree, true) };

/** Of one it holds; or, where that is to fail, not of all. */
function some({ list, entity }: Others, body: Tree, is: boolean): Tree {
  const { start, end } = body;
  const span = { start, end };
  const name = is ? "exists" : "all";
  return {
    kind: "method",
    of: list,
    name,
    nameSpan: span,
    args: [{ kind: "name", name: entity, ...span }, body],
    ...span,
  };
}
