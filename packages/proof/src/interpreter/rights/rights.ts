// What the matrix of section 6 gives to a user for one row: the cells of all roles that they have there add up.
import type { Action, Grant, Reference, Right } from "@writ/language/model";
import { mentionsGiver, mentionsCaller } from "../document/mentions.ts";
import { entityOf, fieldId, fieldOf, sameName } from "../document/names.ts";
import { shownGrant } from "../gaps/clause-gaps.ts";
import { refuse, type Refusal } from "../document/refusal.ts";
import { countsFor, rolesOf, type ActiveRole } from "./roles.ts";
import { scopeOf } from "../world/scope.ts";
import { isRow, type Value } from "../values/value.ts";
import { asItWas, valueOf, type Caller, type Program, type Row, type World } from "../world/world.ts";

/** One action of the matrix: `create`, `solve` of a transition, a field that is seen or set. */
export type Deed =
  | { readonly kind: "create" | "read" | "update" | "delete" }
  | { readonly kind: "transition"; readonly transition: Reference }
  | { readonly kind: "see"; readonly field: string }
  | { readonly kind: "set"; readonly field: string; readonly on: "create" | "update" };

export function rightsFor(program: Program, entity: string, deed: Deed): readonly Right[] {
  return program.model.permissions.rights.filter(
    (right) =>
      right.action.kind !== "call" &&
      entityOf(program, right.for) === entity &&
      isDeed(program, entity, right.action, deed),
  );
}

function isDeed(program: Program, entity: string, action: Action, deed: Deed): boolean {
  switch (action.kind) {
    case "transition":
      return deed.kind === "transition" && sameName(action.transition, deed.transition);
    case "see":
      return deed.kind === "see" && fieldId(program, entity, action.field.id) === deed.field;
    case "set":
      return (
        deed.kind === "set" &&
        fieldId(program, entity, action.field.id) === deed.field &&
        (action.on === undefined || action.on === deed.on)
      );
    default:
      return action.kind === deed.kind;
  }
}

/** The clause that decides who may: section 6 as a whole where no row does. */
export const clauseOf = (program: Program, entity: string, deed: Deed): string =>
  rightsFor(program, entity, deed)[0]?.address ?? "6";

/** Undefined where a user may; else why not. */
export function refusalOf(world: World, me: Caller, entity: string, deed: Deed, row: Row): Refusal | undefined {
  const rights = rightsFor(world.program, entity, deed);
  const cells = cellsFor(world, me, rights, row);
  if (cells.some(({ grant, held }) => isGranted(world, me, held, grant, row))) return undefined;
  const clause = clauseOf(world.program, entity, deed);
  if (rights.length === 0 && world.program.model.permissions.status.kind === "not shown")
    return refuse("NOT_SHOWN", clause);
  if (me === null) return refuse("NOT_SIGNED_IN", clause);
  for (const { grant, held, address } of cells) {
    const code = grant === undefined ? "NOT_SHOWN" : ownError(world, me, held, grant, row);
    if (code !== undefined) return refuse(code, address);
  }
  return refuse(rights.some((right) => mayBeHeld(world.program, right)) ? "NOT_SHOWN" : "FORBIDDEN", clause);
}

/** A user who has no other right may have that of a role of which it is not shown who has it, or in what. */
const mayBeHeld = ({ lookup, clauseGaps }: Program, { cells }: Right): boolean =>
  cells.some(({ role, grant }) => {
    const known = grant?.kind === "no" ? undefined : lookup.roles.get(role.id);
    return known !== undefined && clauseGaps.has(known);
  });

export const may = (world: World, me: Caller, entity: string, deed: Deed, row: Row): boolean =>
  refusalOf(world, me, entity, deed, row) === undefined;

/** Whether the matrix leaves anything to visitors at all: what it does not is answered before a row is looked for. */
export function visitorsEverMay(world: World, entity: string, deed: Deed): boolean {
  const { program } = world;
  const visitors = rolesOf(world, null);
  return rightsFor(program, entity, deed).some((right) =>
    right.cells.some((cell) => {
      const grant = shownGrant(program, cell);
      return (
        grant !== undefined &&
        grant.kind !== "no" &&
        !aboutMe(program, grant) &&
        visitors.some((held) => sameName(held.role.name, cell.role))
      );
    }),
  );
}

type HeldCell = {
  readonly held: ActiveRole;
  /** Undefined where it is not shown. */
  readonly grant: Grant | undefined;
  readonly address: string;
};

/** The cells of the roles that a user has where the row is. */
function cellsFor(world: World, me: Caller, rights: readonly Right[], row: Row): readonly HeldCell[] {
  const { lookup } = world.program;
  const roles = rolesOf(world, me).filter((held) => countsFor(world, held, row));
  return rights.flatMap((right) =>
    right.cells.flatMap((cell) =>
      roles
        .filter((held) => held.role === lookup.roles.get(cell.role.id))
        .map((held) => ({ held, grant: shownGrant(world.program, cell), address: cell.address })),
    ),
  );
}

/** Whether a cell gives its right for a row, to a user who has its role there. */
export function isGranted(world: World, me: Caller, held: ActiveRole, grant: Grant | undefined, row: Row): boolean {
  if (grant === undefined) return false;
  // A visitor owns nothing: `not own` would let in every caller who is not signed in.
  if (me === null && aboutMe(world.program, grant)) return false;
  // A user who does not hold the role by a row has no row that the condition could refer to.
  if (held.by === undefined && aboutGiver(world.program, grant)) return false;
  return weigh(grant, (atom) => atomHolds(world, me, held, atom, row)) === true;
}

type Atom = { readonly kind: "own" } | { readonly kind: "condition"; readonly name: Reference };

/** Undefined: a row that lacks what it must have says neither. */
type Weight = boolean | undefined;

function weigh(grant: Grant, decide: (atom: Atom) => Weight): Weight {
  switch (grant.kind) {
    case "yes":
      return true;
    case "no":
      return false;
    case "not":
      return opposite(weigh(grant.of, decide));
    case "and":
      return both(weigh(grant.left, decide), weigh(grant.right, decide));
    case "or":
      return opposite(both(opposite(weigh(grant.left, decide)), opposite(weigh(grant.right, decide))));
    case "own":
      return decide({ kind: "own" });
    case "condition":
      return decide(grant);
  }
}

const opposite = (weight: Weight): Weight => (weight === undefined ? undefined : !weight);

const both = (one: Weight, other: Weight): Weight =>
  one === false || other === false ? false : one === undefined ? undefined : other;

function atomHolds(world: World, me: Caller, held: ActiveRole, atom: Atom, row: Row): Weight {
  const { program } = world;
  if (atom.kind === "own") return me !== null && ownerOf(program, row) === me;
  const condition = program.lookup.conditions.get(atom.name.id);
  const names: Record<string, Value> = { [row.entity]: asItWas(row) };
  if (held.by !== undefined) names[`my_${held.by.entity}`] = asItWas(held.by);
  const tree = condition?.holds?.tree;
  const value = tree === undefined ? false : program.evaluate(tree, scopeOf(world, me, names));
  return typeof value === "boolean" ? value : undefined;
}

/** The row's Owner; created_by where section 3 names none; of an account it is the account itself. */
export function ownerOf(program: Program, row: Row): string | undefined {
  if (row.entity === "user") return row.id;
  const named = program.lookup.entities.get(row.entity)?.owner;
  const field = named === undefined ? "created_by" : (fieldOf(program, row.entity, named.id)?.name.id ?? named.id);
  const owner = valueOf(row, field);
  return isRow(owner) ? owner.id : undefined;
}

function aboutMe(program: Program, grant: Grant): boolean {
  switch (grant.kind) {
    case "own":
      return true;
    case "condition": {
      const tree = program.lookup.conditions.get(grant.name.id)?.holds?.tree;
      return tree !== undefined && mentionsCaller(program, tree);
    }
    case "not":
      return aboutMe(program, grant.of);
    case "and":
    case "or":
      return aboutMe(program, grant.left) || aboutMe(program, grant.right);
    default:
      return false;
  }
}

const aboutGiver = (program: Program, grant: Grant): boolean =>
  [...conditionsIn(grant)].some((name) => {
    const tree = program.lookup.conditions.get(name.id)?.holds?.tree;
    return tree !== undefined && mentionsGiver(tree);
  });

/** The error of the condition that alone keeps a cell from giving the right. */
export function ownError(world: World, me: Caller, held: ActiveRole, grant: Grant, row: Row): string | undefined {
  if (held.by === undefined && aboutGiver(world.program, grant)) return undefined;
  const decide = (atom: Atom) => atomHolds(world, me, held, atom, row);
  for (const name of conditionsIn(grant)) {
    const condition = world.program.lookup.conditions.get(name.id);
    const code = condition?.notShown.includes("Otherwise") ? "NOT_SHOWN" : condition?.otherwise?.label;
    if (code === undefined) continue;
    const flipped = (atom: Atom) =>
      atom.kind === "condition" && atom.name.id === name.id ? opposite(decide(atom)) : decide(atom);
    if (weigh(grant, flipped) === true) return code;
  }
  return undefined;
}

export function conditionsIn(grant: Grant): readonly Reference[] {
  switch (grant.kind) {
    case "condition":
      return [grant.name];
    case "not":
      return conditionsIn(grant.of);
    case "and":
    case "or":
      return [...conditionsIn(grant.left), ...conditionsIn(grant.right)];
    default:
      return [];
  }
}
