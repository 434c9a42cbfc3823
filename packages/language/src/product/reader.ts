// Which parts of an application a reader may know of: those that follow from their roles, and nothing else.
import { recordOf } from "../text/own-of.ts";
import type {
  Allowed,
  Application,
  ApplicationEntity,
  ApplicationField,
  ApplicationRole,
  FieldPath,
  Formula,
} from "./application.ts";
import type { Source } from "../browser/formula.ts";

/**
 * The user who requests the product: signed in or not, with the identifiers of the roles that the database gives them.
 */
export type Reader = { readonly isSignedIn: boolean; readonly roles: readonly string[] };

export type Known = {
  readonly application: Application<Source>;
  readonly roles: ReadonlySet<string>;
  readonly isSignedIn: boolean;
};

export function knownTo({ isSignedIn, roles }: Reader, application: Application<Source>): Known {
  const everybody = application.roles.filter(
    ({ heldBy }) => heldBy === "anyone" || (heldBy === "signed in" && isSignedIn),
  );
  return { application, isSignedIn, roles: new Set([...roles, ...everybody.map(({ id }) => id)]) };
}

export const isForReader = (whom: readonly string[], { roles, isSignedIn }: Known): boolean =>
  whom.some((id) => id === "anyone" || (id === "signed_in" && isSignedIn) || roles.has(id));

export const ownCells = (cells: readonly Allowed<Source>[], { roles }: Known): readonly Allowed<Source>[] =>
  cells.filter(({ role }) => roles.has(role));

/** By action, which of their roles do not show whether they may. */
export const ownOpenRights = (entity: ApplicationEntity<Source>, { roles }: Known) =>
  recordOf(
    Object.entries(entity.openRights).flatMap(([action, open]) => {
      const own = open.filter((role) => roles.has(role));
      return own.length === 0 ? [] : [[action, own] as const];
    }),
  );

const mayDo = (action: string, entity: ApplicationEntity<Source>, known: Known): boolean =>
  ownCells(entity.rights[action] ?? [], known).length > 0;

/** Every user reads their own account, whatever the matrix says. */
export const mayRead = (entity: ApplicationEntity<Source>, known: Known): boolean =>
  mayDo("read", entity, known) || (entity.id === "user" && known.isSignedIn);

/** A read may return nothing, which does not mean that there are no rows. */
export const isReadOpen = (entity: ApplicationEntity<Source>, known: Known): boolean =>
  ownOpenRights(entity, known)["read"] !== undefined;

export const mayWrite = (entity: ApplicationEntity<Source>, known: Known): boolean =>
  ["create", "update"].some((action) => mayDo(action, entity, known)) ||
  Object.keys(entity.rights).some((key) => key.startsWith("transition:") && mayDo(key, entity, known)) ||
  (entity.id === "user" && known.isSignedIn);

/** What a form of theirs may hold, or a row that they read. */
export function mayKnow(field: ApplicationField<Source>, entity: ApplicationEntity<Source>, known: Known): boolean {
  if (mayRead(entity, known)) {
    const see = `see:${field.id}`;
    if (entity.rights[see] === undefined || mayDo(see, entity, known)) return true;
  }
  return mayGive(field, entity, known);
}

/** Of which it is not said whether they see it, or give it: that it is there is told, and nothing of what it may hold. */
export function isVisibilityUnknown(
  { id }: ApplicationField<Source>,
  entity: ApplicationEntity<Source>,
  known: Known,
): boolean {
  const open = ownOpenRights(entity, known);
  const isOpen = (action: string) => open[action] !== undefined;
  return (
    (mayRead(entity, known) && isOpen(`see:${id}`)) ||
    (["create", "update"] as const).some((moment) => mayDo(moment, entity, known) && isOpen(`set:${id}:${moment}`))
  );
}

/** Forms of accounts begin at sign-up, before the user is signed in. */
export function mayGive(field: ApplicationField<Source>, entity: ApplicationEntity<Source>, known: Known): boolean {
  const isAskedOfPeople = entity.id === "user" && known.application.signIn.length > 0 && field.required && !field.auto;
  return isAskedOfPeople || maySet(field, entity, known) || isAskedFor(field, entity, known);
}

/** A column of a file of theirs: each row of it is created. */
export const mayImport = (field: ApplicationField<Source>, entity: ApplicationEntity<Source>, known: Known): boolean =>
  mayDo("create", entity, known) && maySet(field, entity, known, ["create"]);

function maySet(
  { id, auto }: ApplicationField<Source>,
  entity: ApplicationEntity<Source>,
  known: Known,
  moments: readonly ("create" | "update")[] = ["create", "update"],
): boolean {
  return moments.some((moment) => {
    const set = `set:${id}:${moment}`;
    const isOwn = entity.id === "user" && known.isSignedIn && entity.rights[moment] === undefined;
    if (!mayDo(moment, entity, known) && !isOwn) return false;
    return entity.rights[set] === undefined ? !auto : mayDo(set, entity, known);
  });
}

const isAskedFor = ({ id }: ApplicationField<Source>, entity: ApplicationEntity<Source>, known: Known): boolean =>
  entity.machines.some(({ transitions }) =>
    transitions.some(
      (transition) =>
        mayDo(`transition:${transition.id}`, entity, known) && transition.asks.some(({ field }) => field === id),
    ),
  );

/** A user who assigns roles sees all assigned roles; others see their own. */
export function ownRoles(known: Known): readonly ApplicationRole[] {
  const { application, roles } = known;
  const isGiver = application.roles.some(({ assignedBy }) => assignedBy.some((id) => roles.has(id)));
  return application.roles
    .filter(
      ({ id, heldBy, byRows, assignedBy }) =>
        roles.has(id) || (isGiver && heldBy === "some" && (!byRows || assignedBy.length > 0)),
    )
    .map((role) => ({ ...role, assignedBy: role.assignedBy.filter((id) => roles.has(id)) }));
}

/** Step by step from a row: whether all of it is there for them. */
export function isKnownPath(path: FieldPath, entity: string, entities: Application<Source>["entities"]): boolean {
  const [first, ...rest] = path;
  if (first === undefined) return true;
  const field = entities[entity]?.fields[first];
  if (field === undefined) return first === "id" && rest.length === 0;
  return rest.length === 0 || (field.type.kind === "reference" && isKnownPath(rest, field.type.entity, entities));
}

/** What reads something that is not theirs is for the database to say. */
export const orUnknown = <Told extends Formula<Source> | "unknown" | undefined>(
  formula: Told,
  entity: string,
  entities: Application<Source>["entities"],
): Told | "unknown" =>
  formula === undefined || formula === "unknown" || formula.reads.every((path) => isKnownPath(path, entity, entities))
    ? formula
    : "unknown";
