// What is said of other rows, where an effect happens to these: of one of them it is so, or it is not.
import { referredEntity } from "../../field-types/index.ts";
import type { Expression, Tree } from "../../expression/tree.ts";
import { type Lookup } from "../../names/lookup.ts";
import { formulaOfTree, wrapped, type Formula } from "../../scenario/formula.ts";
import { pascalCase } from "../../text/name.ts";
import type { Fact } from "../../scenario/scenario.ts";

export type Others = {
  readonly list: Tree;
  readonly entity: string;
  /** What lets a row into the list: of what the list is made of, under the name that it has there. */
  readonly filter?: { readonly of: Tree; readonly name: string; readonly body: Tree };
  /** Where nothing lets rows into it: that there is one. */
  readonly isThere?: Fact;
};

/** Undefined where nothing is known here of the rows that it happens to. */
export function othersOf(on: Expression | undefined, own: string, lookup: Lookup): Others | undefined {
  const tree = on?.tree;
  if (on === undefined || tree === undefined) return undefined;
  const single = ledTo(tree, own, lookup);
  const { start, end } = tree;
  // A single row is a list of one.
  if (single !== undefined) {
    const none: Tree = { kind: "null", start, end };
    const some: Tree = { kind: "binary", operator: "!=", left: tree, right: none, start, end };
    return {
      list: { kind: "list", items: [tree], start, end },
      entity: single,
      isThere: { kind: "holds", expression: on, tree: some, is: true, at: "after" },
    };
  }
  const entity = listedBy(tree, own, lookup);
  if (entity === undefined) return undefined;
  const filter = filterOf(tree);
  if (filter !== undefined) return { list: tree, entity, filter };
  return { list: tree, entity, isThere: { kind: "holds", expression: on, tree: hasSome(tree), is: true, at: "after" } };
}

/** Written nowhere: its span is that of the list. */
export function hasSome(list: Tree): Tree {
  const { start, end } = list;
  const span = { start, end };
  const size: Tree = { kind: "method", of: list, name: "size", nameSpan: span, args: [], ...span };
  return {
    kind: "binary",
    operator: ">",
    left: size,
    right: { kind: "number", digits: 0n, scale: 0, ...span },
    ...span,
  };
}

/** The entity of the row to which references lead, one after the other. */
function ledTo(tree: Tree, own: string, lookup: Lookup): string | undefined {
  if (tree.kind !== "field") return undefined;
  const of = tree.of.kind === "name" && tree.of.name === own ? own : ledTo(tree.of, own, lookup);
  const type = of === undefined ? undefined : lookup.fields.get(of)?.get(tree.name)?.type;
  return referredEntity(type);
}

function listedBy(list: Tree, own: string, lookup: Lookup): string | undefined {
  if (list.kind === "method" && list.name === "filter") return listedBy(list.of, own, lookup);
  if (list.kind === "name") return [...lookup.entities.keys()].find((entity) => pascalCase(entity) === list.name);
  if (list.kind !== "field") return undefined;
  const of = list.of.kind === "name" && list.of.name === own ? own : ledTo(list.of, own, lookup);
  const type = of === undefined ? undefined : lookup.fields.get(of)?.get(list.name)?.type;
  return type?.kind === "list" ? type.entity.id : undefined;
}

function filterOf(list: Tree): Others["filter"] {
  if (list.kind !== "method" || list.name !== "filter") return undefined;
  const [name, body] = list.args;
  return name?.kind === "name" && body !== undefined ? { of: list.of, name: name.name, body } : undefined;
}

/** What cannot be said of other rows is left out: whether the effect follows is looked at in any case. */
export const ofOne = (facts: readonly Fact[], others: Others | undefined): readonly Fact[] =>
  facts.flatMap((fact) => (others === undefined ? [] : aboutOne(fact, others.list, others.entity)));

const aboutOne = (fact: Fact, list: Tree, name: string): readonly Fact[] =>
  fact.kind === "holds" || fact.kind === "finally" ? [{ ...fact, tree: oneOf(list, name, fact.tree, fact.is) }] : [];

/** That one of them is in the list at all, part by part. */
export function listedFormula(on: Expression | undefined, others: Others | undefined): Formula | undefined {
  const filter = others?.filter;
  if (on === undefined || filter === undefined) return undefined;
  return wrapped(formulaOfTree(on, filter.body, "after"), (fact) => aboutOne(fact, filter.of, filter.name)[0] ?? fact);
}

/** That it holds of one of them. */
export const ofOthers = (condition: Expression | undefined, others: Others | undefined): Expression | undefined =>
  condition?.tree === undefined || others === undefined
    ? undefined
    : { ...condition, tree: oneOf(others.list, others.entity, condition.tree, true) };

/** Of one it holds; or, where that is to fail, not of all. */
function oneOf(list: Tree, item: string, body: Tree, is: boolean): Tree {
  const { start, end } = body;
  const span = { start, end };
  const name = is ? "exists" : "all";
  return {
    kind: "method",
    of: list,
    name,
    nameSpan: span,
    args: [{ kind: "name", name: item, ...span }, body],
    ...span,
  };
}
