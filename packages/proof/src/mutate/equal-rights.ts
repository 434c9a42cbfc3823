// Whether two documents give all users the same rights: the cells of each action as one formula over all roles,
// compared for every way in which roles and conditions can hold. What is the same there is the same for every row.
import type { Compiled } from "@writ/language";
import type { Action, Grant, Right, Role } from "@writ/language/model";
import { mentionsGiver } from "../interpreter/document/mentions.ts";
import { conditionsIn } from "../interpreter/rights/rights.ts";
import { containedRoles, type Contained } from "./contained-roles.ts";
import { formulaOfGrant, type Formula } from "@writ/language/scenarios";

/** More would be 65,536 ways. */
const mostAtoms = 16;

export function haveEqualRights(one: Compiled, other: Compiled): boolean {
  if (saysOf(one) !== saysOf(other) || withOwnWords(one) !== withOwnWords(other)) return false;
  const [mine, theirs] = [rightsOf(one), rightsOf(other)];
  const contained = containedRoles(one);
  return [...new Set([...mine.keys(), ...theirs.keys()])].every((key) =>
    isEqual(mine.get(key) ?? nobody, theirs.get(key) ?? nobody, {
      roles: one.model.permissions.roles,
      contained,
      absent: absentIn(key, one),
    }),
  );
}

/** The holders of roles are not part of the formulas, so they have to be the same. */
const saysOf = ({ model, document }: Compiled): string =>
  model.permissions.roles.map(({ span }) => document.source.slice(span.start, span.end)).join("\n");

/**
 * A condition about the row that gives the role, with an error of its own, tells one thing for each such row: where it
 * stands, the whole row of the matrix has to be the same, word for word.
 */
function withOwnWords({ model: { permissions }, document }: Compiled): string {
  const { conditions, rights } = permissions;
  const ofGiver = conditions.filter(
    ({ holds, otherwise }) => otherwise !== undefined && holds?.tree !== undefined && mentionsGiver(holds.tree),
  );
  const isAbout = (grant: Grant | undefined): boolean =>
    grant !== undefined &&
    conditionsIn(grant).some(({ id }) => ofGiver.some(({ name }) => name.id === id || name.label === id));
  return [...ofGiver, ...rights.filter(({ cells }) => cells.some(({ grant }) => isAbout(grant)))]
    .map(({ span }) => document.source.slice(span.start, span.end))
    .join("\n");
}

const never: Formula = { kind: "always", is: false };

type Said = {
  /** Whether it is done. */
  readonly may: Formula;
  /** Whether there is such a row for the caller. */
  readonly isThere: Formula;
  /** In their order: which error tells that this cell would give it, were one condition otherwise. */
  readonly errors: readonly { readonly code: string; readonly if: Formula }[];
};

const always: Formula = { kind: "always", is: true };
const nobody: Said = { may: never, isThere: always, errors: [] };

/**
 * By entity and action, with what has to be allowed besides: a user who may not read a row is answered that there is
 * none.
 */
function rightsOf(compiled: Compiled): ReadonlyMap<string, Said> {
  // Every user reads and changes their own account.
  const theirs = owned({ kind: "atom", fact: (is) => ({ kind: "own", is, at: "before" }) }, "user", compiled);
  const plain = new Map<string, Formula>([
    ["user read", theirs],
    ["user update", theirs],
  ]);
  const errors = new Map<string, Said["errors"]>();
  for (const right of compiled.model.permissions.rights) {
    const key = `${right.for.id} ${wordOf(right.action)}`;
    const before = plain.get(key);
    const own = formulaOfRight(right, compiled);
    plain.set(key, before === undefined ? own : { kind: "or", left: before, right: own });
    // A user who may not read or see something learns nothing of it.
    if (right.action.kind !== "read" && right.action.kind !== "see")
      errors.set(key, [...(errors.get(key) ?? []), ...errorsOfRight(right, compiled)]);
  }
  return new Map(
    [...plain].map(([key, may]) => {
      const [entity = "", action = "", field = "", , on] = key.split(" ");
      if (action === "set" && isSetOnlyByWriting(entity, field, compiled))
        return [key, { may, isThere: writing(plain, entity, on), errors: errors.get(key) ?? [] }];
      const isOfRow = !["create", "read", "call", "set"].includes(action);
      const isThere = isOfRow ? (plain.get(`${entity} read`) ?? never) : always;
      return [key, { may, isThere, errors: errors.get(key) ?? [] }];
    }),
  );
}

/** Accounts are made otherwise, and what there is to choose from is shown to a user who may ever set the field. */
function isSetOnlyByWriting(entity: string, field: string, { lookup }: Compiled): boolean {
  const type = lookup.fields.get(entity)?.get(field)?.type;
  return entity !== "user" && type !== undefined && !("among" in type && type.among !== undefined);
}

/** A user who may not make the row, or change it, gives it nothing: whether they do may hang on how the row was. */
function writing(plain: ReadonlyMap<string, Formula>, entity: string, on: string | undefined): Formula {
  const of = (action: string) => apart(plain.get(`${entity} ${action}`) ?? never);
  const updating = both(of("update"), of("read"));
  if (on === "create") return of("create");
  return on === "update" ? updating : { kind: "or", left: of("create"), right: updating };
}

/** What is so of the row at another moment is something else. */
function apart(formula: Formula): Formula {
  switch (formula.kind) {
    case "always":
      return formula;
    case "atom":
    case "one of": {
      const field = nameOf(formula);
      const kept = field.startsWith("role ") ? field : `then ${field}`;
      const atom: Formula = { kind: "atom", fact: (is) => ({ kind: "given", field: kept, is }) };
      return atom;
    }
    case "not":
      return { kind: "not", of: apart(formula.of) };
    case "choice":
      return { ...formula, test: apart(formula.test), then: apart(formula.then), otherwise: apart(formula.otherwise) };
    default:
      return { ...formula, left: apart(formula.left), right: apart(formula.right) };
  }
}

/** No one has a role in a thing that is being made. */
const absentIn = (key: string, { model, lookup }: Compiled): readonly Role[] =>
  model.permissions.roles.filter(
    ({ within }) =>
      within !== undefined &&
      (key === `${within.entity.id} create` ||
        (key.startsWith(`${within.entity.id} set `) && key.endsWith(" on create"))) &&
      lookup.entities.has(within.entity.id),
  );

function errorsOfRight({ cells, for: about }: Right, compiled: Compiled): Said["errors"] {
  return cells.flatMap(({ role, grant }) =>
    grant === undefined
      ? []
      : conditionsIn(grant).flatMap(({ id }) => {
          const code = compiled.lookup.conditions.get(id)?.otherwise?.label;
          if (code === undefined) return [];
          const otherwise = formulaOfGrant(flipped(grant, id), compiled.lookup, "before");
          return [{ code, if: both(hasRole(role.id, compiled), owned(otherwise, about.id, compiled)) }];
        }),
  );
}

/** With this condition the other way round. */
function flipped(grant: Grant, id: string): Grant {
  switch (grant.kind) {
    case "condition":
      return grant.name.id === id ? { kind: "not", of: grant, span: grant.span } : grant;
    case "not":
      return { ...grant, of: flipped(grant.of, id) };
    case "and":
    case "or":
      return { ...grant, left: flipped(grant.left, id), right: flipped(grant.right, id) };
    default:
      return grant;
  }
}

const both = (left: Formula, right: Formula): Formula => ({ kind: "and", left, right });

const hasRole = (id: string, compiled: Compiled): Formula => ({
  kind: "atom",
  fact: (is) => ({ kind: "given", field: `role ${roleId(id, compiled)}`, is }),
});

const wordOf = (action: Action): string =>
  action.kind === "transition"
    ? `do ${action.transition.id}`
    : action.kind === "see"
      ? `see ${action.field.id}`
      : action.kind === "set"
        ? `set ${action.field.id}${action.on === undefined ? "" : ` on ${action.on}`}`
        : action.kind;

function formulaOfRight({ cells, for: about }: Right, compiled: Compiled): Formula {
  return cells.reduce<Formula>((whole, { role, grant }) => {
    if (grant === undefined) return whole;
    const may = owned(formulaOfGrant(grant, compiled.lookup, "before"), about.id, compiled);
    return { kind: "or", left: whole, right: both(hasRole(role.id, compiled), may) };
  }, never);
}

const roleId = (id: string, { lookup }: Compiled): string => lookup.roles.get(id)?.name.id ?? id;

/** `own` says that the owner is the caller, as a condition may say in words. */
function owned(formula: Formula, about: string, compiled: Compiled): Formula {
  switch (formula.kind) {
    case "atom": {
      if (formula.fact(true).kind !== "own") return formula;
      const entity = compiled.lookup.entities.get(about);
      const owner =
        entity?.owner === undefined ? undefined : compiled.lookup.fields.get(entity.name.id)?.get(entity.owner.id);
      const field = `${entity?.name.id ?? about}.${owner?.name.id ?? "created_by"} == me`;
      return { kind: "atom", fact: (is) => ({ kind: "given", field, is }) };
    }
    case "not":
      return { kind: "not", of: owned(formula.of, about, compiled) };
    case "and":
    case "or":
      return { ...formula, left: owned(formula.left, about, compiled), right: owned(formula.right, about, compiled) };
    default:
      return formula;
  }
}

type Roles = {
  readonly roles: readonly Role[];
  readonly contained: readonly Contained[];
  readonly absent: readonly Role[];
};

function isEqual(one: Said, other: Said, roles: Roles): boolean {
  const atoms = [...new Set([one, other].flatMap(formulasOf).flatMap(atomsOf))];
  if (atoms.length > mostAtoms) return false;
  for (let bits = 0; bits < 2 ** atoms.length; bits++) {
    const holds = (atom: string) => (bits & (1 << atoms.indexOf(atom))) !== 0;
    if (isPossible(holds, atoms, roles) && answerOf(one, holds) !== answerOf(other, holds)) return false;
  }
  return true;
}

const formulasOf = ({ may, isThere, errors }: Said): readonly Formula[] => [
  may,
  isThere,
  ...errors.map((error) => error.if),
];

function answerOf({ may, isThere, errors }: Said, holds: (atom: string) => boolean): string {
  if (!valueOf(isThere, holds)) return "there is none";
  return valueOf(may, holds) ? "done" : (errors.find((error) => valueOf(error.if, holds))?.code ?? "may not");
}

/** A user who has any role by signing in, by name or by a row is signed in; a role that everyone has is always held. */
function isPossible(
  holds: (atom: string) => boolean,
  atoms: readonly string[],
  { roles, contained, absent }: Roles,
): boolean {
  const has = (role: Role) => atoms.includes(`role ${role.name.id}`) && holds(`role ${role.name.id}`);
  const lacks = (role: Role) => atoms.includes(`role ${role.name.id}`) && !holds(`role ${role.name.id}`);
  const givenBy = (role: Role, kind: Role["givenBy"][number]["kind"]) =>
    role.givenBy.length === 1 && role.givenBy[0]?.kind === kind;
  if (roles.some((role) => givenBy(role, "anyone") && lacks(role))) return false;
  if (contained.some(({ role, by }) => has(role) && lacks(by)) || absent.some(has)) return false;
  // What speaks of the caller is never said of a user who is not signed in.
  const isSomebody =
    roles.some((role) => role.givenBy.every(({ kind }) => kind !== "anyone") && has(role)) ||
    atoms.some((atom) => atom.endsWith(" == me") && holds(atom));
  return !isSomebody || !roles.some((role) => givenBy(role, "signed in") && lacks(role));
}

const nameOf = (formula: Extract<Formula, { readonly kind: "atom" | "one of" }>): string => {
  const fact = formula.kind === "atom" ? formula.fact(true) : formula.not;
  if (fact.kind === "holds")
    return fact.expression.text.text.slice(fact.tree.start, fact.tree.end).replaceAll(/\s+/g, " ");
  return fact.kind === "given" ? fact.field : fact.kind;
};

function atomsOf(formula: Formula): readonly string[] {
  switch (formula.kind) {
    case "always":
      return [];
    case "atom":
    case "one of":
      return [nameOf(formula)];
    case "not":
      return atomsOf(formula.of);
    case "choice":
      return [formula.test, formula.then, formula.otherwise].flatMap(atomsOf);
    default:
      return [formula.left, formula.right].flatMap(atomsOf);
  }
}

function valueOf(formula: Formula, holds: (atom: string) => boolean): boolean {
  switch (formula.kind) {
    case "always":
      return formula.is;
    case "atom":
    case "one of":
      return holds(nameOf(formula));
    case "not":
      return !valueOf(formula.of, holds);
    case "choice":
      return valueOf(valueOf(formula.test, holds) ? formula.then : formula.otherwise, holds);
    case "and":
      return valueOf(formula.left, holds) && valueOf(formula.right, holds);
    case "or":
      return valueOf(formula.left, holds) || valueOf(formula.right, holds);
  }
}
