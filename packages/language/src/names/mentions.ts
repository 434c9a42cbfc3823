// Where a document defines each of its names and where it speaks of it, in clauses and in expressions.
import { childrenOf } from "../expression/children.ts";
import type { CheckedExpression } from "../expression/check.ts";
import type { Expression } from "../expression/tree.ts";
import type { Typed } from "../expression/typed.ts";
import { pascalCase, type Name } from "../text/name.ts";
import { spanOf, type Text } from "../text/text.ts";
import type { Model } from "../model/model.ts";
import type { DefinitionKind, Mention } from "./resolver.ts";

/** A name where it is given to something. */
export type Definition = Mention & { readonly label: string; readonly address: string };

type Named = { readonly name: Name; readonly address: string };

export function definitionsOf(model: Model): readonly Definition[] {
  const { screens, entities, states, permissions, calls, errors, constants } = model;
  const all = (kind: DefinitionKind, things: readonly Named[], of?: string): readonly Definition[] =>
    things.map(({ name: { id, label, span }, address }) => ({ kind, of, id, label, span, address }));
  return [
    ...all("screen", screens.screens),
    ...entities.entities.flatMap((entity) => [
      ...all("entity", [entity]),
      ...entity.fields.flatMap((field) => [
        ...all("field", [field], entity.name.id),
        ...choicesOf(field.type).flatMap((name) =>
          all("choice", [{ name, address: field.address }], `${entity.name.id}.${field.name.id}`),
        ),
      ]),
    ]),
    ...states.machines.flatMap((machine) => [
      ...all("state", machine.states, machine.entity.id),
      ...all("transition", machine.transitions, machine.entity.id),
    ]),
    ...all("role", permissions.roles),
    ...all("condition", permissions.conditions),
    ...all("call", calls.calls),
    ...all("mail", calls.mails),
    ...all(
      "error",
      errors.errors.map(({ code, address }) => ({ name: code, address })),
    ),
    ...all("constant", constants.constants),
  ];
}

const choicesOf = (type: Model["entities"]["entities"][number]["fields"][number]["type"]): readonly Name[] =>
  type?.kind === "one of" || type?.kind === "several of" ? type.choices : [];

/** Inside the expressions of a document, each of which is written in one place. */
export const mentionsIn = (checked: ReadonlyMap<Expression, CheckedExpression>): readonly Mention[] =>
  [...checked].flatMap(([{ text }, { typed }]) => (typed === undefined ? [] : mentionsOf(typed, text)));

function mentionsOf(node: Typed, text: Text): readonly Mention[] {
  const inside = childrenOf(node).flatMap((child) => mentionsOf(child, text));
  const found = mentionAt(node, text.text);
  if (found === undefined) return inside;
  const { word, start, ...mention } = found;
  // What is worked out for an expression stands nowhere in its text.
  if (!text.text.startsWith(word, start)) return inside;
  return [{ ...mention, span: spanOf(text, start, start + word.length) }, ...inside];
}

type InExpression = Omit<Mention, "span"> & { readonly word: string; readonly start: number };

function mentionAt(node: Typed, source: string): InExpression | undefined {
  const { start, end } = node;
  const first = (kind: DefinitionKind, id: string, word: string): InExpression => ({
    kind,
    of: undefined,
    id,
    word,
    start,
  });
  switch (node.node) {
    case "field":
      return { kind: "field", of: node.entity, id: node.field, word: node.field, start: end - node.field.length };
    case "scope":
      return node.source === "row" && node.type.kind === "row"
        ? first("entity", node.type.entity, node.name)
        : undefined;
    case "constant":
    case "lookup":
      return first("constant", node.id, node.id);
    case "all rows":
    case "the row":
      return first("entity", node.entity, pascalCase(node.entity));
    case "has role": {
      const [, before = "", word = ""] = /^([^'"]*['"])([^'"]*)/.exec(source.slice(node.of.end, end)) ?? [];
      return { kind: "role", of: undefined, id: node.role, word, start: node.of.end + before.length };
    }
    default:
      return undefined;
  }
}
