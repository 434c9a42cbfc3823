// What a field with `among` may be set to: what is among the choices, and what is not, by each part of what lets it in.
import { replacedIn } from "../../expression/replaced.ts";
import type { Expression, Tree } from "../../expression/tree.ts";
import { formulaOfTree, waysToBe } from "../../scenario/formula.ts";
import { inTurn, type Fact } from "../../scenario/scenario.ts";
import type { FieldType } from "./model.ts";

export type Choosing = { readonly what: string; readonly is: boolean; readonly where: readonly Fact[] };

type Chosen = {
  /** The identifiers of the entity and its field. */
  readonly entity: string;
  readonly field: string;
  readonly type: FieldType & { readonly kind: "reference" | "several" };
  readonly choices: Expression;
};

export function choosing({ entity, field, type, choices }: Chosen): readonly Choosing[] {
  const among = (is: boolean, of = choices): Fact => ({ kind: "among", field, choices: of, is });
  const given: Fact = { kind: "given", field, is: true };
  // Only because it is among the choices may be set what one could not read otherwise.
  const unread: Fact = { kind: "among", field, choices, is: true, unread: true };
  const filter = type.kind === "reference" ? filterOf(choices) : undefined;
  const ways = (is: boolean): readonly (readonly Fact[])[] =>
    filter === undefined ? [[]] : waysToBe(formulaOfTree(choices, filter.of(entity, field), "after"), is);
  return [
    ...ways(true).map((way, number) => ({
      what: `among${inTurn(number)}`,
      is: true,
      where: [given, among(true), ...way, ...(type.kind === "reference" ? [unread] : [])],
    })),
    ...ways(false).map((way, number) => ({
      what: `not among${inTurn(number)}`,
      is: false,
      where: [among(false), ...way, ...(filter === undefined ? [] : [among(true, filter.list)])],
    })),
  ];
}

/** What is asked of each in the list, as it is asked of what the field is set to. */
function filterOf(choices: Expression) {
  const { tree } = choices;
  if (tree?.kind !== "method" || tree.name !== "filter") return undefined;
  const [item, body] = tree.args;
  if (item?.kind !== "name" || body === undefined) return undefined;
  const of = (entity: string, field: string): Tree =>
    replacedIn(body, (part) => {
      if (part.kind !== "name" || part.name !== item.name) return undefined;
      const { start, end } = part;
      const row: Tree = { kind: "name", name: entity, start, end };
      return { kind: "field", of: row, name: field, nameSpan: { start, end }, start, end };
    });
  return { of, list: { ...choices, tree: tree.of } };
}
