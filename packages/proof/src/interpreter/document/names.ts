// Finds what the document's words mean: entities, fields, states, and where references lead.
import type { Field, FieldType, Machine, Reference, State } from "@writ/language/model";
import type { Program } from "../world/world.ts";

/** The identifier of the entity that a word names. */
export const entityOf = ({ lookup }: Program, name: Reference): string =>
  lookup.entities.get(name.id)?.name.id ?? name.id;

export const fieldsOf = ({ lookup }: Program, entity: string): readonly Field[] => [
  ...(lookup.fields.get(entity)?.values() ?? []),
];

export const fieldOf = ({ lookup }: Program, entity: string, name: string): Field | undefined =>
  lookup.fields.get(entity)?.get(name);

/** The identifier of the field that a word names; that of a field of the system is its own. */
export const fieldId = (program: Program, entity: string, name: string): string =>
  fieldOf(program, entity, name)?.name.id ?? name;

/** The identifier of the transition that a word names. */
export const transitionId = ({ lookup }: Program, entity: string, name: Reference): string =>
  lookup.transitions.get(entity)?.get(name.id)?.[0]?.name.id ?? name.id;

/** The entity that a reference or belongs to leads to. */
export function targetOf(program: Program, type: FieldType | undefined): string | undefined {
  return type?.kind === "reference" || type?.kind === "belongs to" ? entityOf(program, type.entity) : undefined;
}

/** References of `entity` to `target`; those of the system never count. */
export const referencesTo = (program: Program, entity: string, target: string): readonly Field[] =>
  fieldsOf(program, entity).filter(({ type }) => targetOf(program, type) === target);

/** The field of the listed entity that a `list of` turns round. */
export function reversed(
  program: Program,
  entity: string,
  type: Extract<FieldType, { readonly kind: "list" }>,
): { readonly entity: string; readonly field: string } {
  const listed = entityOf(program, type.entity);
  const via = type.via && fieldOf(program, listed, type.via.id);
  return { entity: listed, field: (via ?? referencesTo(program, listed, entity)[0])?.name.id ?? "" };
}

/** `ProjectMember`: all rows of `project_member`. */
export const allRowsName = (entity: string): string =>
  entity
    .split("_")
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join("");

/** Fields of type state, each with its states. */
export function machinesOf(
  program: Program,
  entity: string,
): readonly { readonly field: string; readonly machine: Machine }[] {
  const states = fieldsOf(program, entity).filter(({ type }) => type?.kind === "state");
  return (program.lookup.machines.get(entity) ?? []).flatMap((machine) => {
    const field = machine.field ? fieldId(program, entity, machine.field.id) : states[0]?.name.id;
    return field === undefined ? [] : [{ field, machine }];
  });
}

export function stateOf(machine: Machine, name: Reference): State | undefined {
  return (
    machine.states.find((state) => state.name.label === name.label) ??
    machine.states.find((state) => state.name.id === name.id)
  );
}

export const sameName = (one: Reference, other: Reference): boolean => one.id === other.id || one.label === other.label;
