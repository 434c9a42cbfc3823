// What the names in machines and effects mean.
import type { Resolver } from "../../names/resolver.ts";
import type { Reference } from "../../text/name.ts";
import type {
  TransitionInput,
  Effect,
  EffectAction,
  EffectCause,
  From,
  Machine,
  Recipient,
  State,
  States,
  TransitionRow,
} from "./model.ts";

export function resolve(value: States, names: Resolver): States {
  return {
    ...value,
    machines: value.machines.map((machine) => resolveMachine(machine, names)),
    effects: value.effects.map((effect) => resolveEffect(effect, names)),
  };
}

function resolveMachine(machine: Machine, names: Resolver): Machine {
  const entity = names.entity(machine.entity);
  return {
    ...machine,
    entity,
    field: names.field(entity.id, machine.field),
    states: machine.states.map((state) => ({ ...state, startIf: names.guard(state.startIf) })),
    transitions: machine.transitions.map((row) => resolveTransition(row, entity.id, machine.states, names)),
  };
}

function resolveTransition(
  row: TransitionRow,
  entity: string,
  states: readonly State[],
  names: Resolver,
): TransitionRow {
  return {
    ...row,
    from: resolveFrom(row.from, (state) => names.stateAmong(entity, states, state)),
    to: row.to === "same" ? row.to : names.stateAmong(entity, states, row.to),
    onlyIf: names.guard(row.onlyIf),
    otherwise: names.error(row.otherwise),
    asks: row.asks.map((asked) => resolveAsked(asked, entity, names)),
  };
}

function resolveAsked(asked: TransitionInput, entity: string, names: Resolver): TransitionInput {
  const field = names.field(entity, asked.field);
  return { ...asked, field, choices: asked.choices?.map((choice) => names.choice(entity, field.id, choice)) };
}

const resolveFrom = (from: From, resolved: (state: Reference) => Reference): From =>
  from.kind === "states" ? { ...from, states: from.states.map(resolved) } : { ...from, but: from.but.map(resolved) };

function resolveEffect(effect: Effect, names: Resolver): Effect {
  const entity = names.entity(effect.entity);
  return {
    ...effect,
    entity,
    after: effect.after && resolveCause(effect.after, entity.id, names),
    if: names.guard(effect.if),
    // Of which rows they are where On says so is known with the types of expressions.
    do: effect.do && resolveAction(effect.do, effect.on === undefined ? entity.id : undefined, names),
  };
}

function resolveCause(cause: EffectCause, entity: string, names: Resolver): EffectCause {
  if (cause.kind === "transition") return { ...cause, transition: names.transition(entity, cause.transition) };
  return cause.kind === "change" ? { ...cause, field: names.field(entity, cause.field) } : cause;
}

/** `own`: the entity that it happens to. */
function resolveAction(action: EffectAction, own: string | undefined, names: Resolver): EffectAction {
  switch (action.kind) {
    case "set":
      return own === undefined ? action : { ...action, values: names.assignments(own, action.values) };
    case "create": {
      const entity = names.entity(action.entity);
      return { ...action, entity, values: names.assignments(entity.id, action.values) };
    }
    case "do":
      return action.on !== undefined || own === undefined
        ? action
        : {
            ...action,
            transition: names.transition(own, action.transition),
            values: names.assignments(own, action.values),
          };
    case "mail":
    case "notify":
      return { ...action, mail: names.mail(action.mail), to: action.to && resolveRecipient(action.to, names) };
    case "call":
      return { ...action, call: names.call(action.call) };
    default:
      return action;
  }
}

const resolveRecipient = (to: Recipient, names: Resolver): Recipient =>
  to.kind === "role" ? { ...to, role: names.role(to.role) } : to;
