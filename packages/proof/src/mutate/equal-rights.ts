// Whether two documents give everybody the same rights: the cells of each action as one formula over all roles, compared
// for every way in which roles and conditions can hold. What is the same there is the same for every row.
import type { Compiled } from "@writ/language";
import type { Action, Right, Role } from "@writ/language/model";
import { formulaOfGrant, type Formula } from "@writ/language/scenarios";

/** More would be 65,536 ways. */
const mostAtoms = 16;

export function haveEqualRights(one: Compiled, other: Compiled): boolean {
  if (saysOf(one) !== saysOf(other) || withOwnWords(one) !== withOwnWords(other)) return false;
  const [mine, theirs] = [rightsOf(one), rightsOf(other)];
  return [...new Set([...mine.keys(), ...theirs.keys()])].every((key) =>
    isEqual(mine.get(key) ?? never, theirs.get(key) ?? never, one),
  );
}

/** Who has a role is not part of the formulas, so it has to be the same. */
const saysOf = ({ model, document }: Compiled): string =>
  model.permissions.roles.map(({ span }) => document.source.slice(span.start, span.end)).join("\n");

/**
 * A condition with an error of its own tells which one was missing, and not only that something was: what is said of its
 * entity has to be the same, word for word.
 */
function withOwnWords({ model: { permissions }, document }: Compiled): string {
  const { conditions, rights } = permissions;
  const about = new Set(conditions.flatMap(({ entity, otherwise }) => (otherwise === undefined ? [] : [entity.id])));
  return [
    ...conditions.filter(({ entity }) => about.has(entity.id)),
    ...rights.filter((right) => about.has(right.for.id)),
  ]
    .map(({ span }) => document.source.slice(span.start, span.end))
    .join("\n");
}

const never: Formula = { kind: "always", is: false };

/** By entity and action, with what has to be allowed besides: whoever may not read a row is told that there is none. */
function rightsOf(compiled: Compiled): ReadonlyMap<string, Formula> {
  // Everybody reads their own account.
  const theirs: Formula = { kind: "atom", fact: (is) => ({ kind: "own", is, at: "before" }) };
  const plain = new Map<string, Formula>([["user read", owned(theirs, "user", compiled)]]);
  for (const right of compiled.model.permissions.rights) {
    const key = `${right.for.id} ${wordOf(right.action)}`;
    const before = plain.get(key);
    const own = formulaOfRight(right, compiled);
    plain.set(key, before === undefined ? own : { kind: "or", left: before, right: own });
  }
  return new Map(
    [...plain].map(([key, formula]) => {
      const [entity = "", action = ""] = key.split(" ");
      const isOfRow = !["create", "read", "call"].includes(action) && !/^set .* on create$/.test(key);
      const read = plain.get(`${entity} read`) ?? never;
      return [key, isOfRow && !key.includes(" set ") ? { kind: "and", left: read, right: formula } : formula];
    }),
  );
}

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
    const has: Formula = {
      kind: "atom",
      fact: (is) => ({ kind: "given", field: `role ${roleId(role.id, compiled)}`, is }),
    };
    const may = formulaOfGrant(grant, compiled.lookup, "before");
    return { kind: "or", left: whole, right: { kind: "and", left: has, right: owned(may, about.id, compiled) } };
  }, never);
}

const roleId = (id: string, { lookup }: Compiled): string => lookup.roles.get(id)?.name.id ?? id;

/** `own` says that the owner is whoever asks, as a condition may say in words. */
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

function isEqual(one: Formula, other: Formula, compiled: Compiled): boolean {
  const atoms = [...new Set([...atomsOf(one), ...atomsOf(other)])];
  if (atoms.length > mostAtoms) return false;
  const roles = compiled.model.permissions.roles;
  for (let bits = 0; bits < 2 ** atoms.length; bits++) {
    const holds = (atom: string) => (bits & (1 << atoms.indexOf(atom))) !== 0;
    if (isPossible(holds, atoms, roles) && valueOf(one, holds) !== valueOf(other, holds)) return false;
  }
  return true;
}

/** Whoever has any role by signing in, by name or by a row is signed in; what everybody has, everybody has. */
function isPossible(holds: (atom: string) => boolean, atoms: readonly string[], roles: readonly Role[]): boolean {
  const has = (role: Role) => atoms.includes(`role ${role.name.id}`) && holds(`role ${role.name.id}`);
  const lacks = (role: Role) => atoms.includes(`role ${role.name.id}`) && !holds(`role ${role.name.id}`);
  const givenBy = (role: Role, kind: Role["givenBy"][number]["kind"]) =>
    role.givenBy.length === 1 && role.givenBy[0]?.kind === kind;
  if (roles.some((role) => givenBy(role, "anyone") && lacks(role))) return false;
  // What speaks of whoever asks is never said of somebody who is not signed in.
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
