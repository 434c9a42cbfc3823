// Where a document defines each of its names and where it speaks of it, in clauses and in expressions.
import type { CheckedExpression } from "../expression/check.ts";
import type { Expression } from "../expression/tree.ts";
import type { Name } from "../text/name.ts";
import { spanOf } from "../text/text.ts";
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
  [...checked].flatMap(([{ text }, { mentions }]) =>
    mentions.map(({ start, end, ...mention }) => ({ ...mention, span: spanOf(text, start, end) })),
  );
