// What may follow what: every effect leads from its cause to what it does, and what it does may be the cause of others.
import type { Assignment } from "../../../expression/tree.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { ResolvedEffect } from "./resolve.ts";

/** `create ticket`, `transition ticket.solve`, `change ticket.priority`. */
export type Event = string;

export const eventOf = {
  create: (entity: string): Event => `create ${entity}`,
  update: (entity: string): Event => `update ${entity}`,
  delete: (entity: string): Event => `delete ${entity}`,
  change: (entity: string, field: string): Event => `change ${entity}.${field}`,
  transition: (entity: string, transition: string): Event => `transition ${entity}.${transition}`,
};

/** The event that an effect follows; undefined where it follows a moment, or something that does not exist. */
export function causeOf({ effect, entity }: ResolvedEffect, { lookup }: CheckContext): Event | undefined {
  const { after } = effect;
  if (!after || !entity) return undefined;
  switch (after.kind) {
    case "create":
    case "update":
    case "delete":
      return eventOf[after.kind](entity.id);
    case "change":
      return eventOf.change(entity.id, after.field.id);
    case "transition": {
      const row = lookup.transitions.get(entity.id)?.get(after.transition.id)?.[0];
      return row && eventOf.transition(entity.id, row.name.id);
    }
    case "at":
      return undefined;
  }
}

/** What an effect does, as events. A field that it sets is no update: an update is a write of a user. */
export function eventsOf({ effect, target }: ResolvedEffect, { lookup }: CheckContext): readonly Event[] {
  const action = effect.do;
  if (!action || !target) return [];
  const changes = (values: readonly Pick<Assignment, "field">[]) =>
    values.map(({ field }) => eventOf.change(target.id, field.id));
  switch (action.kind) {
    case "set":
      return changes(action.values);
    case "create":
      return [eventOf.create(target.id)];
    case "delete":
      return [eventOf.delete(target.id)];
    case "do": {
      const row = lookup.transitions.get(target.id)?.get(action.transition.id)?.[0];
      return row ? [eventOf.transition(target.id, row.name.id), ...changes(action.values)] : [];
    }
    default:
      return [];
  }
}

/** A transition to another state changes the field that holds the state. */
export function stateChanges({ lookup }: CheckContext): readonly (readonly [Event, Event])[] {
  return [...lookup.machines].flatMap(([entity, machines]) =>
    machines.flatMap((machine) => {
      const fields = [...(lookup.fields.get(entity)?.values() ?? [])].filter((field) => field.type?.kind === "state");
      const field = machine.field ? lookup.fields.get(entity)?.get(machine.field.id) : fields[0];
      if (!field) return [];
      return machine.transitions
        .filter((row) => row.to !== "same")
        .map((row) => [eventOf.transition(entity, row.name.id), eventOf.change(entity, field.name.id)] as const);
    }),
  );
}
