// Which roles contain another one: a user who has the one has the other there too, because the same row gives both.
import type { Compiled } from "@writ/language";
import type { Role, Tree, Within } from "@writ/language/model";
import { trialOf } from "../field-types/trials.ts";
import { meaningOf } from "../interpreter/field-types/meanings.ts";
import { partsOf } from "../interpreter/document/mentions.ts";
import { entityOf, fieldOf, machinesOf } from "../interpreter/document/names.ts";
import { programOf } from "../interpreter/program.ts";
import { holds, scopeOf } from "../interpreter/world/scope.ts";
import type { Value } from "../interpreter/values/value.ts";
import { asItWas, emptyWorld, type Program } from "../interpreter/world/world.ts";

export type Contained = { readonly role: Role; readonly by: Role };

export function containedRoles(compiled: Compiled): readonly Contained[] {
  const { roles } = compiled.model.permissions;
  const program = programOf(compiled);
  return roles.flatMap((role) =>
    roles
      .filter((by) => by !== role && isHeldThereToo(role.within, by.within, program) && isContained(role, by, program))
      .map((by) => ({ role, by })),
  );
}

/** What is held everywhere is held there. */
const isHeldThereToo = (one: Within | undefined, other: Within | undefined, program: Program): boolean =>
  other === undefined ||
  (one !== undefined &&
    entityOf(program, one.entity) === entityOf(program, other.entity) &&
    one.via?.id === other.via?.id);

const isContained = (role: Role, by: Role, program: Program): boolean =>
  role.givenBy.length > 0 &&
  role.givenBy.every((giving) => by.givenBy.some((other) => implies(giving, other, program)));

type Giving = Role["givenBy"][number];

function implies(one: Giving, other: Giving, program: Program): boolean {
  if (one.kind !== "row" || other.kind !== "row") return false;
  const entity = entityOf(program, one.entity);
  if (entity !== entityOf(program, other.entity)) return false;
  if (other.where === undefined) return true;
  const { where } = other;
  const trees = [one.where?.tree, where.tree];
  const values = new Map<string, readonly Value[]>();
  for (const tree of trees) if (tree !== undefined && !collect(tree, entity, program, values)) return false;
  const world = emptyWorld(program, 0);
  return rowsOf([...values]).every((row) => {
    const scope = scopeOf(world, null, { [entity]: asItWas({ entity, id: "", values: new Map(row) }) });
    return (one.where !== undefined && !holds(one.where, scope)) || holds(where, scope);
  });
}

/** More are not looked through. */
const mostRows = 256;

/** The choices that it reads of the row; false where it reads anything else, so that not every case can be looked at. */
function collect(tree: Tree, entity: string, program: Program, values: Map<string, readonly Value[]>): boolean {
  if (tree.kind === "field") {
    if (tree.of.kind !== "name" || tree.of.name !== entity) return false;
    const field = fieldOf(program, entity, tree.name);
    const choices = field === undefined ? undefined : choicesOf(program, entity, field);
    if (field === undefined || choices === undefined) return false;
    values.set(field.name.id, choices);
    return [...values.values()].reduce((count, { length }) => count * length, 1) <= mostRows;
  }
  const isPlain = ["binary", "unary", "list", "text", "boolean", "null", "conditional"].includes(tree.kind);
  return isPlain && partsOf(tree).every((part) => collect(part, entity, program, values));
}

function choicesOf(
  program: Program,
  entity: string,
  { name, type, required }: NonNullable<ReturnType<typeof fieldOf>>,
): readonly Value[] | undefined {
  if (type === undefined) return undefined;
  if (type.kind === "state")
    return machinesOf(program, entity).flatMap(({ field, machine }) =>
      field === name.id ? machine.states.map((state) => state.name.id) : [],
    );
  const all = trialOf(type).all(type);
  return all && [...(required === "yes" || meaningOf(type).nothing === false ? [] : [null]), ...all];
}

const rowsOf = ([first, ...others]: readonly (readonly [string, readonly Value[]])[]): readonly (readonly (readonly [
  string,
  Value,
])[])[] =>
  first === undefined
    ? [[]]
    : rowsOf(others).flatMap((row) => first[1].map((value) => [[first[0], value] as const, ...row]));
