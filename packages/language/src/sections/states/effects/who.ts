// Whether a user acts while an effect runs: `me` may be empty in what follows a timer or a visitor's act.
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import { causeOf, eventOf, eventsOf, stateChanges, type Event } from "./events.ts";
import type { ResolvedEffect } from "./resolve.ts";

/**
 * An effect's `me` is present where every path to its cause begins with a signed-in user: the matrix does not let
 * `anyone` do it, and no timer leads there. What code does as the system has no `me`; its author gives the values.
 */
export function whoActs(
  effects: readonly ResolvedEffect[],
  model: Model,
  context: CheckContext,
): (effect: ResolvedEffect) => "maybe" | "present" {
  const followers = new Map<Event, Event[]>();
  const lead = (from: Event, to: Event) => {
    const next = followers.get(from);
    if (next) next.push(to);
    else followers.set(from, [to]);
  };
  for (const [from, to] of stateChanges(context)) lead(from, to);
  const waiting = [...byNobody(model), ...byVisitors(model, context)];
  for (const effect of effects) {
    const cause = causeOf(effect, context);
    for (const event of eventsOf(effect, context)) {
      if (cause) lead(cause, event);
      else if (effect.effect.after?.kind === "at") waiting.push(event);
    }
  }
  const alone = new Set<Event>();
  for (let event = waiting.pop(); event !== undefined; event = waiting.pop()) {
    if (alone.has(event)) continue;
    alone.add(event);
    for (const next of followers.get(event) ?? []) waiting.push(next);
  }
  return (effect) => {
    const cause = causeOf(effect, context);
    // Its cause is not shown: the effect never runs, and no missing user is reported.
    if (effect.effect.notShown.includes("After")) return "present";
    return cause === undefined || alone.has(cause) ? "maybe" : "present";
  };
}

/** What timers do, and what they ask for nobody to give. Accounts are made by people who have none yet. */
function byNobody(model: Model): Event[] {
  return [
    eventOf.create("user"),
    ...model.states.machines.flatMap((machine) =>
      machine.transitions
        .filter((row) => row.on?.kind === "after" || row.on?.kind === "at")
        .map((row) => eventOf.transition(machine.entity.id, row.name.id)),
    ),
  ];
}

/** What a user without an account may do. With anonymous sign-in, a visitor has an account at the first write. */
function byVisitors(model: Model, { lookup, schema }: CheckContext): Event[] {
  if (model.constants.settings.signIn.some((way) => way.kind === "anonymous")) return [];
  const anyone = model.permissions.roles.filter((role) => role.givenBy.some((giving) => giving.kind === "anyone"));
  const visitors = new Set(anyone.map((role) => role.name.id));
  return model.permissions.rights.flatMap((right): Event[] => {
    const granted = right.cells.some(
      ({ role, grant }) => visitors.has(role.id) && grant && grant.kind !== "no" && grant.kind !== "own",
    );
    if (!granted) return [];
    const entity = right.for.id;
    const fields = [...(schema.entities.get(entity)?.fields.keys() ?? [])];
    const { action } = right;
    switch (action.kind) {
      case "create":
      case "delete":
        return [eventOf[action.kind](entity)];
      case "update":
        return [eventOf.update(entity), ...fields.map((field) => eventOf.change(entity, field))];
      case "transition": {
        const rows = lookup.transitions.get(entity)?.get(action.transition.id) ?? [];
        const asked = rows.flatMap((row) => row.asks.map(({ field }) => field.id));
        const name = rows[0]?.name.id;
        return name === undefined
          ? []
          : [eventOf.transition(entity, name), ...asked.map((field) => eventOf.change(entity, field))];
      }
      default:
        return [];
    }
  });
}
