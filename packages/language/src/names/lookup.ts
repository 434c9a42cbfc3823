// Finds the things of a model by their identifiers; built once for all checks.
import { isReference } from "../field-types/index.ts";
import type { Call, Mail } from "../sections/calls/model.ts";
import type { Constant } from "../sections/constants/model.ts";
import type { Entity, Field } from "../sections/entities/model.ts";
import type { CatalogueError } from "../sections/errors/model.ts";
import type { Condition, Role } from "../sections/permissions/model.ts";
import type { Machine, State, TransitionRow } from "../sections/states/model.ts";
import type { Screen } from "../sections/screens/model.ts";
import type { Model } from "../model/model.ts";
import { identifierOf, type Name, type Reference } from "../text/name.ts";

export type Lookup = {
  /** By identifier. `user` is here only when the document has it: accounts need no entity. */
  readonly entities: ReadonlyMap<string, Entity>;
  /** By entity identifier, then field identifier: the document's own fields. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, Field>>;
  /** By the identifier of an entity: every reference to it, of whatever entity it is a field. */
  readonly references: ReadonlyMap<string, readonly Field[]>;
  /** By entity identifier. */
  readonly machines: ReadonlyMap<string, readonly Machine[]>;
  /** By entity identifier, then transition identifier: all rows of that transition. */
  readonly transitions: ReadonlyMap<string, ReadonlyMap<string, readonly TransitionRow[]>>;
  /** By entity identifier, of all its state fields: by code. */
  readonly states: ReadonlyMap<string, ReadonlyMap<string, State>>;
  readonly screens: ReadonlyMap<string, Screen>;
  readonly calls: ReadonlyMap<string, Call>;
  readonly mails: ReadonlyMap<string, Mail>;
  /** By code as written. */
  readonly errors: ReadonlyMap<string, CatalogueError>;
  readonly constants: ReadonlyMap<string, Constant>;
  readonly roles: ReadonlyMap<string, Role>;
  readonly conditions: ReadonlyMap<string, Condition>;
  /** Identifiers of the entities of which it is not shown which rows they come with. */
  readonly openRows: ReadonlySet<string>;
};

/** The first of each name wins; slices report the second (N014). */
export function buildLookup(model: Model): Lookup {
  const entities = byId(model.entities.entities);
  const fields = new Map([...entities.values()].map((entity) => [entity.name.id, byId(entity.fields)]));
  const references = [...fields.values()].flatMap((some) => [...some.values()].flatMap(referenceOf));
  const machines = groupBy(model.states.machines, (machine) => entityId({ entities }, machine.entity));
  const transitions = mapValues(machines, (some) => some.flatMap((machine) => machine.transitions));
  return {
    entities,
    fields,
    references: mapValues(
      groupBy(references, ({ to }) => entityId({ entities }, to)),
      (some) => some.map(({ field }) => field),
    ),
    machines,
    transitions: mapValues(transitions, (rows) => {
      const named = byId(rows);
      const groups = groupBy(rows, (row) => named.get(row.name.id)?.name.id ?? row.name.id);
      return new NameMap([...groups.values()].flatMap((same) => (same[0] ? [[same[0].name, same] as const] : [])));
    }),
    states: mapValues(machines, (some) => byId(some.flatMap((machine) => machine.states))),
    screens: byId(model.screens.screens),
    calls: byId(model.calls.calls),
    mails: byId(model.calls.mails),
    errors: new Map([...model.errors.errors].reverse().map((error) => [error.code.label, error])),
    constants: byId(model.constants.constants),
    roles: byId(model.permissions.roles),
    conditions: byId(model.permissions.conditions),
    openRows: new Set(
      model.entities.rowSets.flatMap(({ entity, notShown }) =>
        notShown.length > 0 ? [entityId({ entities }, entity)] : [],
      ),
    ),
  };
}

function referenceOf(field: Field): readonly { readonly field: Field; readonly to: Reference }[] {
  const { type } = field;
  return isReference(type) ? [{ field, to: type.entity }] : [];
}

/** The references of an entity to another one, under whatever name they call it. */
export function referencesTo(
  lookup: Pick<Lookup, "entities" | "fields">,
  entity: string,
  to: string,
): readonly Field[] {
  const fields = [...(lookup.fields.get(entity)?.values() ?? [])];
  return fields.filter((field) => referenceOf(field).some((one) => entityId(lookup, one.to) === to));
}

/** What every entity has without saying so, in the words of the notation. */
export const systemFields: ReadonlyMap<string, string> = new Map([
  ["id", "Id"],
  ["created_at", "Created at"],
  ["created_by", "Created by"],
  ["updated_at", "Updated at"],
  ["updated_by", "Updated by"],
]);

function byId<Thing extends { readonly name: Name }>(things: readonly Thing[]): ReadonlyMap<string, Thing> {
  return new NameMap(things.map((thing) => [thing.name, thing]));
}

/**
 * Keyed by identifiers. A thing with an identifier of its own, ``Deadline (`due_on`)``, is named elsewhere by its
 * label, so that one finds it too; a walk over the map meets it once.
 */
class NameMap<Thing> extends Map<string, Thing> {
  readonly #labels = new Map<string, string>();

  constructor(things: readonly (readonly [Name, Thing])[]) {
    super();
    for (const [name, thing] of things) {
      if (!super.has(name.id)) this.set(name.id, thing);
      const label = identifierOf(name.label) || name.label;
      if (label !== name.id && label !== "") this.#labels.set(label, name.id);
    }
  }

  override get(id: string): Thing | undefined {
    return super.get(id) ?? super.get(this.#labels.get(id) ?? id);
  }

  override has(id: string): boolean {
    return this.get(id) !== undefined;
  }
}

/** The identifier of the entity that a reference names, by label or identifier; the reference's own where there is none. */
function entityId(lookup: Pick<Lookup, "entities">, reference: Reference): string {
  return lookup.entities.get(reference.id)?.name.id ?? reference.id;
}

function groupBy<Thing>(
  things: readonly Thing[],
  key: (thing: Thing) => string,
): ReadonlyMap<string, readonly Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const group = groups.get(key(thing));
    if (group) group.push(thing);
    else groups.set(key(thing), [thing]);
  }
  return groups;
}

function mapValues<From, To>(map: ReadonlyMap<string, From>, change: (value: From) => To): ReadonlyMap<string, To> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
