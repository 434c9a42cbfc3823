// The user who opens a screen, and its rows: a world with the user in it, and the address of the screen there.
import type { Role, Screen } from "@writ/language/model";
import type { ScreenScenario } from "@writ/language/scenarios";
import { textOf } from "../agreement/texts.ts";
import { entityOf, fieldOf, fieldsOf, targetOf } from "../interpreter/document/names.ts";
import { rolesOf } from "../interpreter/rights/roles.ts";
import type { Value } from "../interpreter/values/value.ts";
import {
  asValue,
  emptyWorld,
  findRow,
  valueOf,
  type Caller,
  type Program,
  type Row,
  type World,
} from "../interpreter/world/world.ts";
import { assignRole } from "../plan/expressions/give-role.ts";
import { solvers } from "../plan/expressions/hold.ts";
import { withPeople } from "../plan/samples/people.ts";
import { personId, withNew } from "../plan/samples/sample.ts";
import { rowOf } from "../interpreter/values/value.ts";
import { distinguishable } from "./distinguishable.ts";

export type Visit = {
  readonly world: World;
  readonly me: Caller;
  readonly path: string;
  /** The rows that the address names, in its order. */
  readonly named: readonly Row[];
};

/** A text says why there is none. */
export function openedBy(scenario: ScreenScenario, screen: Screen, program: Program, now: number): Visit | string {
  const me = scenario.as.kind === "visitor" ? null : personId(0);
  let world = withOneRows(withPeople(emptyWorld(program, now)));
  const named: string[] = [];
  for (const segment of screen.route?.segments ?? []) {
    if (segment.kind !== "parameter") continue;
    const entity = entityOf(program, segment.entity);
    const made = entity === "user" ? { world, row: findRow(world, "user", personId(0)) } : own(world, entity, me);
    if (made.row === undefined) return `no row of ${segment.entity.label} can be made`;
    const there = distinguishable(made.world);
    if (typeof there === "string") return there;
    world = there;
    named.push(made.row.id);
  }
  const about = entityOn(screen, program);
  if (scenario.rows === "some")
    for (const entity of about) {
      if (entity === "user" || program.lookup.entities.get(entity)?.oneRow === true) continue;
      for (const person of [me, personId(1)]) {
        // Where there cannot be so many, fewer are some as well.
        const more = distinguishable(own(world, entity, person).world);
        if (typeof more !== "string") world = more;
      }
    }
  if (scenario.as.kind === "role") {
    const given = withRole(world, scenario.as.role, screen, named);
    if (typeof given === "string") return given;
    world = given;
  }
  const rows: Row[] = [];
  const path = (screen.route?.segments ?? []).map((segment) => {
    if (segment.kind === "fixed") return segment.text;
    const row = findRow(world, entityOf(program, segment.entity), named[rows.length] ?? "");
    if (row === undefined) return undefined;
    rows.push(row);
    const field = segment.field === undefined ? "id" : segment.field.id;
    if (fieldOf(program, row.entity, field)?.type?.kind === "random code") return undefined;
    return field === "id" ? row.id : textOf(valueOf(row, field));
  });
  if (path.includes(undefined) || path.includes(null)) return "what its address names cannot be foretold";
  return { world, me, path: `/${path.map((part) => encodeURIComponent(part ?? "")).join("/")}`, named: rows };
}

/** What there is one of is there from the beginning. */
const withOneRows = (world: World): World =>
  [...world.program.lookup.entities.values()]
    .filter(({ oneRow }) => oneRow)
    .reduce((so, { name }) => withNew(so, name.id).world, world);

/** The entities whose rows a screen shows besides those of its address. */
function entityOn({ kind, tiles, takes }: Screen, program: Program): readonly string[] {
  if (kind === undefined) return [];
  const named = kind.kind === "list" || kind.kind === "board" || kind.kind === "calendar" ? [kind.entity] : [];
  return [...new Set([...named, ...tiles.map(({ of }) => of), ...takes].map((one) => entityOf(program, one)))];
}

/** One of a user's: whatever of it names a person names them. */
function own(world: World, entity: string, person: Caller): { readonly world: World; readonly row: Row } {
  const wishes = new Map<string, Value>();
  if (person !== null) {
    wishes.set("created_by", rowOf("user", person));
    for (const field of fieldsOf(world.program, entity))
      if (targetOf(world.program, field.type) === "user") wishes.set(field.name.id, rowOf("user", person));
  }
  return withNew(world, entity, wishes);
}

function withRole(world: World, id: string, screen: Screen, named: readonly string[]): World | string {
  const role = world.program.model.permissions.roles.find(({ name }) => name.id === id);
  if (role === undefined) return "there is no such role";
  const inside = thingFor(world, role, screen, named);
  const about = inside.row === undefined ? rowOf("user", personId(0)) : asValue(inside.row);
  const situation = {
    world: inside.world,
    me: personId(0),
    attempt: { kind: "read", entity: about.entity, id: about.id },
  } as const;
  const given = assignRole(situation, personId(0), role, inside.row, solvers);
  if (given.length === 0) return `${role.name.label} cannot be given`;
  // What gives it stays theirs.
  const result = given.map((way) => distinguishable(way.world, (next) => isSameRole(way.world, next, id)));
  return result.find((one) => typeof one !== "string") ?? result[0] ?? "";
}

/** Whether they have a role in one world in just what they have it in another one. */
const isSameRole = (before: World, after: World, id: string): boolean => {
  const [one, other] = [before, after].map((world) =>
    rolesOf(world, personId(0)).flatMap(({ role, within }) => (role.name.id === id ? [within?.id] : [])),
  );
  return (one ?? []).every((thing) => other?.includes(thing) === true);
};

/** What a role is held in: what the address is inside of, or something new. */
function thingFor(
  world: World,
  role: Role,
  screen: Screen,
  named: readonly string[],
): { readonly world: World; readonly row: Row | undefined } {
  if (role.within === undefined) return { world, row: undefined };
  const { program } = world;
  const parameters = (screen.route?.segments ?? []).flatMap((one) => (one.kind === "parameter" ? [one] : []));
  const rows = parameters.flatMap(
    ({ entity }, index) => findRow(world, entityOf(program, entity), named[index] ?? "") ?? [],
  );
  const target = entityOf(program, role.within.entity);
  const known = rows.find(({ entity }) => entity === target) ?? [...(world.rows.get(target)?.values() ?? [])][0];
  return known === undefined ? withNew(world, target) : { world, row: known };
}
