// Which fields are never empty: required ones, those with a default that no one may clear, and what every creation sets.
import type { Field, Tree } from "@writ/language/model";
import { entityOf, fieldId, fieldsOf } from "../document/names.ts";
import { rightsFor } from "../rights/rights.ts";
import type { Program } from "../world/world.ts";

export function isNeverEmpty(program: Program, field: Field): boolean {
  if (field.required === "yes" || field.type?.kind === "belongs to") return true;
  const entity = ["user", ...program.lookup.entities.keys()].find((one) => fieldsOf(program, one).includes(field));
  if (entity === undefined || isCleared(program, entity, field)) return false;
  if (field.default === undefined) return field.required === "auto" && isSetByAll(program, entity, field);
  const given = field.default.kind === "expression" ? field.default.expression.tree : undefined;
  if (field.required === "no" && (clientsWrite(program, entity, field) || givesNothing(given, program))) return false;
  // `me` is a user where no one but people with an account, and no effect that leaves it open, makes the row.
  if (given?.kind !== "name" || given.name !== "me") return true;
  return (
    !visitorsCreate(program, entity) && !madeWithout(program, entity, field) && !seededWithout(program, entity, field)
  );
}

/** Whether what a default works out may be nothing: what it names may be, or a list that it takes one of. */
function givesNothing(tree: Tree | undefined, program: Program): boolean {
  switch (tree?.kind) {
    case "null":
      return true;
    case "conditional":
      return givesNothing(tree.then, program) || givesNothing(tree.otherwise, program);
    case "field":
      // Of whichever entity: a name that several have is taken for the one that may be empty.
      return ["user", ...program.lookup.entities.keys()].some((entity) => {
        const field = fieldsOf(program, entity).find(({ name }) => name.id === tree.name);
        return field !== undefined && !isNeverEmpty(program, field);
      });
    case "method":
      return ["first", "only", "min", "max", "average", "median"].includes(tree.name);
    case "call":
      return tree.name === "div";
    case "binary":
      return tree.operator === "/" || tree.operator === "%";
    default:
      return false;
  }
}

/** No one writes the rows that come with the product. */
const seededWithout = (program: Program, entity: string, field: Field): boolean =>
  program.model.entities.rowSets.some(
    ({ kind, entity: of, rows, columns }) =>
      kind === "Seed" &&
      rows.length > 0 &&
      entityOf(program, of) === entity &&
      !columns.some(({ id }) => fieldId(program, entity, id) === field.name.id),
  );

/** Deleting what it refers to clears it, or an effect does, or a transition that asks for it and does not insist. */
function isCleared(program: Program, entity: string, field: Field): boolean {
  if (field.type?.kind === "reference" && field.type.onDelete === "cleared") return true;
  const { machines, effects } = program.model.states;
  const asked = machines
    .filter((machine) => entityOf(program, machine.entity) === entity)
    .flatMap(({ transitions }) => transitions.flatMap(({ asks }) => asks));
  if (asked.some((one) => !one.required && fieldId(program, entity, one.field.id) === field.name.id)) return true;
  return effects.some((effect) => {
    if (effect.do?.kind !== "set" && effect.do?.kind !== "create") return false;
    const about = effect.do.kind === "create" ? effect.do.entity : effect.entity;
    const isHere = effect.on !== undefined || entityOf(program, about) === entity;
    return (
      isHere &&
      effect.do.values.some(
        (one) => fieldId(program, entity, one.field.id) === field.name.id && mayBeNull(one.value.tree),
      )
    );
  });
}

const mayBeNull = (tree: Tree | undefined): boolean =>
  tree?.kind === "null" || (tree?.kind === "conditional" && (mayBeNull(tree.then) || mayBeNull(tree.otherwise)));

function clientsWrite(program: Program, entity: string, field: Field): boolean {
  const sets = (["create", "update"] as const).flatMap((on) =>
    rightsFor(program, entity, { kind: "set", field: field.name.id, on }),
  );
  const writes = (["create", "update"] as const).flatMap((kind) => rightsFor(program, entity, { kind }));
  return (sets.length > 0 ? sets : writes).some(({ cells }) =>
    cells.some(({ grant }) => grant !== undefined && grant.kind !== "no"),
  );
}

function visitorsCreate(program: Program, entity: string): boolean {
  const { settings } = program.model.constants;
  if (settings.signIn.some(({ kind }) => kind === "anonymous")) return false;
  return rightsFor(program, entity, { kind: "create" }).some(({ cells }) =>
    cells.some(
      ({ role, grant }) =>
        grant !== undefined &&
        grant.kind !== "no" &&
        program.lookup.roles.get(role.id)?.givenBy.some(({ kind }) => kind === "anyone") === true,
    ),
  );
}

/** Of what only effects make: each of them sets it. */
const isSetByAll = (program: Program, entity: string, field: Field): boolean =>
  !rightsFor(program, entity, { kind: "create" }).some(({ cells }) =>
    cells.some(({ grant }) => grant !== undefined && grant.kind !== "no"),
  ) &&
  program.model.states.effects.some(
    ({ do: action }) => action?.kind === "create" && entityOf(program, action.entity) === entity,
  ) &&
  !madeWithout(program, entity, field);

const madeWithout = (program: Program, entity: string, field: Field): boolean =>
  program.model.states.effects.some(
    ({ do: action }) =>
      action?.kind === "create" &&
      entityOf(program, action.entity) === entity &&
      !action.values.some((one) => fieldId(program, entity, one.field.id) === field.name.id),
  );
