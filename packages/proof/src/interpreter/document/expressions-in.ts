// Every expression of a document that decides what happens, with what is known where it stands.
import type { Call, Effect, Expression, Field, Guard, Reference, Rule, Template } from "@writ/language/model";
import { entityOf, fieldOf } from "./names.ts";
import type { Program } from "../world/world.ts";

export type Placed = {
  readonly expression: Expression;
  /** Of the row that it speaks of, and of the one before that. */
  readonly entity: string | undefined;
  /** What is looked at first, and holds. */
  readonly given?: Expression | undefined;
  /** Whether it has to give a value. */
  readonly isNeeded: boolean;
};

export function expressionsIn(program: Program): readonly Placed[] {
  const { entities, states, rules, permissions, calls, constants, errors } = program.model;
  const about = (entity: Reference | undefined) => entity && entityOf(program, entity);
  const placed = (expression: Expression | undefined, entity: string | undefined, isNeeded = true): readonly Placed[] =>
    expression === undefined ? [] : [{ expression, entity, isNeeded }];
  const guard = (one: Guard | undefined, entity: string | undefined) =>
    one?.kind === "expression" ? placed(one.expression, entity) : [];
  return [
    ...entities.entities.flatMap(({ name, fields, shownAs }) => [
      ...placed(shownAs, name.id, false),
      ...fields.flatMap((field) => ofField(field).flatMap((one) => placed(one, name.id, isFilled(field)))),
    ]),
    ...states.machines.flatMap(({ entity, states: all, transitions }) => [
      ...all.flatMap(({ startIf }) => guard(startIf, about(entity))),
      ...transitions.flatMap(({ on, onlyIf }) => [
        ...guard(onlyIf, about(entity)),
        ...placed(on !== undefined && "expression" in on ? on.expression : undefined, about(entity), false),
      ]),
    ]),
    ...states.effects.flatMap((effect) => [
      ...guard(effect.if, about(effect.entity)),
      ...placed(effect.after?.kind === "at" ? effect.after.expression : undefined, about(effect.entity), false),
      ...placed(effect.on, about(effect.entity), false),
      ...ofAction(effect, program).map((one): Placed => ({ ...one, entity: about(effect.entity) })),
    ]),
    ...rules.rules.flatMap((rule) => ofRule(rule, program)),
    ...permissions.roles.flatMap(({ givenBy }) =>
      givenBy.flatMap((giving) => (giving.kind === "row" ? placed(giving.where, about(giving.entity)) : [])),
    ),
    ...permissions.conditions.flatMap(({ holds, entity }) => placed(holds, about(entity))),
    ...constants.limits.flatMap(({ when, counts }) => guard(when, about(counts?.of))),
    ...calls.mails.flatMap(({ entity, subject, text }) =>
      [...subject.values(), ...text.values()].flatMap((one) =>
        inTemplate(one.parts).flatMap((each) => placed(each, about(entity), false)),
      ),
    ),
    ...calls.calls.flatMap(({ body }) => inBody(body).flatMap((each) => placed(each, undefined, false))),
    ...errors.errors.flatMap(({ message }) =>
      [...message.values()].flatMap((one) => inTemplate(one.parts).flatMap((each) => placed(each, undefined, false))),
    ),
  ];
}

const ofField = ({ type, default: value }: Field): readonly Expression[] => [
  ...(value?.kind === "expression" ? [value.expression] : []),
  ...(type?.kind === "computed" ? [type.expression] : []),
  ...(type !== undefined && "among" in type && type.among !== undefined ? [type.among] : []),
];

const isFilled = ({ type, required }: Field): boolean => required === "yes" && type?.kind !== "computed";

function ofRule({ entity: about, when, must }: Rule, program: Program): readonly Placed[] {
  const entity = entityOf(program, about);
  const of = (one: Guard | undefined) =>
    one?.kind === "condition" ? program.lookup.conditions.get(one.name.id)?.holds : one?.expression;
  const stated = (one: Guard | undefined) => (one?.kind === "expression" ? [one.expression] : []);
  return [
    ...stated(when).map((expression) => ({ expression, entity, isNeeded: true })),
    ...stated(must?.kind === "guard" ? must.guard : undefined).map((expression) => ({
      expression,
      entity,
      given: of(when),
      isNeeded: true,
    })),
    ...(must?.kind === "no overlap" && must.while ? [{ expression: must.while, entity, isNeeded: true }] : []),
  ];
}

type Step = Pick<Placed, "expression" | "isNeeded">;

/** What an effect does. */
function ofAction({ do: action, entity, on }: Effect, program: Program): readonly Step[] {
  const step = (expression: Expression | undefined, isNeeded: boolean): readonly Step[] =>
    expression === undefined ? [] : [{ expression, isNeeded }];
  switch (action?.kind) {
    case "set":
    case "create": {
      const of = action.kind === "create" ? action.entity : on === undefined ? entity : undefined;
      const isRequired = (name: string) =>
        of !== undefined && fieldOf(program, entityOf(program, of), name)?.required === "yes";
      return action.values.flatMap(({ field, value }) => step(value, isRequired(field.id)));
    }
    case "do":
      return [...action.values.flatMap(({ value }) => step(value, false)), ...step(action.on, true)];
    case "delete":
      return step(action.on, true);
    case "mail":
    case "notify":
      return step(action.to?.kind === "role" ? action.to.within : action.to?.expression, false);
    case "call":
      return action.values.flatMap(({ value }) => step(value, false));
    case undefined:
      return [];
  }
}

export function inBody(body: Call["body"]): readonly Expression[] {
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
