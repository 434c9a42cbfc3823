// Every expression of a document that decides what happens.
import type { Call, Effect, Expression, Field, Guard, Model, Rule, Template } from "@writ/language/model";

export function expressionsIn(model: Model): readonly Expression[] {
  const { entities, states, rules, permissions, calls, constants, errors } = model;
  return [
    ...entities.entities.flatMap(({ fields, shownAs }) => [...some(shownAs), ...fields.flatMap(ofField)]),
    ...states.machines.flatMap((machine) => [
      ...machine.states.flatMap(({ startIf }) => inGuard(startIf)),
      ...machine.transitions.flatMap(({ on, onlyIf }) => [
        ...inGuard(onlyIf),
        ...(on !== undefined && "expression" in on ? [on.expression] : []),
      ]),
    ]),
    ...states.effects.flatMap((effect) => [
      ...inGuard(effect.if),
      ...(effect.after?.kind === "at" ? [effect.after.expression] : []),
      ...some(effect.on),
      ...ofAction(effect.do),
    ]),
    ...rules.rules.flatMap(ofRule),
    ...permissions.roles.flatMap(({ givenBy }) =>
      givenBy.flatMap((giving) => (giving.kind === "row" ? some(giving.where) : [])),
    ),
    ...permissions.conditions.flatMap(({ holds }) => some(holds)),
    ...constants.limits.flatMap(({ when }) => inGuard(when)),
    ...calls.mails.flatMap(({ subject, text }) =>
      [...subject.values(), ...text.values()].flatMap(({ parts }) => inTemplate(parts)),
    ),
    ...calls.calls.flatMap(({ body }) => inBody(body)),
    ...errors.errors.flatMap(({ message }) => [...message.values()].flatMap(({ parts }) => inTemplate(parts))),
  ];
}

const some = (expression: Expression | undefined): readonly Expression[] =>
  expression === undefined ? [] : [expression];

const inGuard = (guard: Guard | undefined): readonly Expression[] =>
  guard?.kind === "expression" ? [guard.expression] : [];

const ofField = ({ type, default: value }: Field): readonly Expression[] => [
  ...(value?.kind === "expression" ? [value.expression] : []),
  ...(type?.kind === "computed" ? [type.expression] : []),
  ...(type !== undefined && "among" in type ? some(type.among) : []),
];

const ofRule = ({ when, must }: Rule): readonly Expression[] => [
  ...inGuard(when),
  ...inGuard(must?.kind === "guard" ? must.guard : undefined),
  ...(must?.kind === "no overlap" ? some(must.while) : []),
];

/** What an effect does. */
function ofAction(action: Effect["do"]): readonly Expression[] {
  switch (action?.kind) {
    case "set":
    case "create":
    case "call":
      return action.values.map(({ value }) => value);
    case "do":
      return [...action.values.map(({ value }) => value), ...some(action.on)];
    case "delete":
      return some(action.on);
    case "mail":
    case "notify":
      return some(action.to?.kind === "role" ? action.to.within : action.to?.expression);
    case undefined:
      return [];
  }
}

function inBody(body: Call["body"]): readonly Expression[] {
  if (body === undefined) return [];
  if (body.kind === "expression") return [body.expression];
  return (body.kind === "list" ? body.items : body.entries.map(({ value }) => value)).flatMap(inBody);
}

/** In the order in which they are written. */
export function inTemplate(parts: Template["parts"]): readonly Expression[] {
  return parts.flatMap((part) => {
    if (part.kind === "expression") return [part.expression];
    return part.kind === "plural"
      ? [part.expression, ...part.branches.flatMap((branch) => inTemplate(branch.parts))]
      : [];
  });
}
