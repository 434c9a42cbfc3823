// What a field with `among` may be set to: what is among the choices, and what is not, by each part of what lets it in.
import { joined, negated } from "../../../expression/build-tree.ts";
import { replacedIn } from "../../../expression/replaced.ts";
import type { Expression, Tree } from "../../../expression/tree.ts";
import { formulaOfTree, factsToSatisfy } from "../../../scenario/formula.ts";
import { inTurn, type Fact } from "../../../scenario/scenario.ts";
import type { FieldType } from "../model.ts";

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
  const asked = askedOf({ entity, field, type, choices });
  const ways = (is: boolean): readonly (readonly Fact[])[] => asked?.ways(is) ?? [[]];
  return [
    ...ways(true).map((way, number) => ({
      what: `among${inTurn(number)}`,
      is: true,
      where: [given, among(true), ...way, ...(type.kind === "reference" ? [unread] : [])],
    })),
    ...ways(false).map((way, number) => ({
      what: `not among${inTurn(number)}`,
      is: false,
      where: [among(false), ...way, ...(asked?.list === undefined ? [] : [among(true, asked.list)])],
    })),
  ];
}

type Asked = {
  readonly ways: (is: boolean) => readonly (readonly Fact[])[];
  /** The list that is narrowed down, where all of it could be chosen otherwise. */
  readonly list?: Expression;
};

/** What is asked of each in the list, as it is asked of what the field is set to. */
function askedOf({ entity, field, type, choices }: Chosen): Asked | undefined {
  const { tree } = choices;
  const mapped = tree?.kind === "method" && tree.name === "map" ? tree : undefined;
  const filter = mapped?.of ?? tree;
  if (filter?.kind !== "method" || filter.name !== "filter") return undefined;
  const [item, body] = filter.args;
  if (item?.kind !== "name" || body === undefined) return undefined;
  const { start, end } = body;
  const span = { start, end };
  const given: Tree = {
    kind: "field",
    of: { kind: "name", name: entity, ...span },
    name: field,
    nameSpan: span,
    ...span,
  };
  const waysOf = (asked: Tree, is: boolean) => factsToSatisfy(formulaOfTree(choices, asked, "after"), is);
  if (mapped !== undefined) {
    const [each, value] = mapped.args;
    if (type.kind === "several" || each?.kind !== "name" || value === undefined) return undefined;
    // There is one in the list that leads to it, and of that one it is asked.
    const led = withItem(value, each.name, item);
    const isIt: Tree = { kind: "binary", operator: "==", left: led, right: given, start: led.start, end: led.end };
    const one: Tree = { ...filter, name: "exists", args: [item, joined("and", isIt, body, body)], ...span };
    return { ways: (is) => waysOf(one, is) };
  }
  const list = { ...choices, tree: filter.of };
  if (type.kind === "reference") return { ways: (is) => waysOf(withItem(body, item.name, given), is), list };
  // Of several, one that is given or is not to be given decides.
  const some = (asked: Tree): Tree => ({ ...filter, of: given, name: "exists", args: [item, asked], ...span });
  return { ways: (is) => waysOf(some(is ? body : negated(body)), true), list };
}

const withItem = (body: Tree, name: string, other: Tree): Tree =>
  replacedIn(body, (part) =>
    part.kind === "name" && part.name === name ? { ...other, start: part.start, end: part.end } : undefined,
  );
