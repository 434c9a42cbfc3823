// Whether a user may do something, as far as a browser can tell. It explains and never decides: the database does.
import type { Application, ApplicationRole, ApplicationScreen, Context, Formula } from "@writ/language/product";
import { Undecided } from "@writ/language/runtime";
import type { UserRole } from "./product.tsx";

export type Answer = "yes" | "no" | "perhaps";

type RightsContext = { readonly application: Application; readonly roles: readonly UserRole[] };

/** `perhaps` where only the database can tell. */
export function ask(formula: Formula | "unknown" | undefined, context: Context): Answer {
  if (formula === undefined) return "yes";
  if (formula === "unknown") return "perhaps";
  try {
    return formula.run(context) === true ? "yes" : "no";
  } catch (failure) {
    if (failure instanceof Undecided) return "perhaps";
    throw failure;
  }
}

/** `action`: `create`, `update`, `transition:solve`, `set:assignee:update`. An action without a row is denied. */
export function may(action: string, entity: string, context: Context, { application, roles }: RightsContext): Answer {
  let best: Answer = "no";
  for (const { role, when } of application.entities[entity]?.rights[action] ?? []) {
    const held = roles.filter((one) => one.role === role);
    if (held.length === 0) continue;
    // Where a role is held within something, which row lies inside is for the database to say.
    const everywhere = held.some(({ within }) => within === null);
    const answer = context.me === null && when !== undefined ? "no" : ask(when, context);
    if (answer === "yes" && everywhere) return "yes";
    if (answer !== "no") best = "perhaps";
  }
  return best;
}

/** The catalogue's message to a user who may not: as in the database, that of the one condition that fails. */
export function whyNot(action: string, entity: string, context: Context, asking: RightsContext): string {
  const { application, roles } = asking;
  const reason = (application.entities[entity]?.rights[action] ?? [])
    .filter(({ role }) => roles.some((held) => held.role === role))
    .flatMap(({ otherwise }) => otherwise)
    .find(({ when }) => ask(when, context) === "yes");
  return reason?.code ?? (isRightGap(action, entity, asking) ? "NOT_SHOWN" : "FORBIDDEN");
}

/** Whether the document does not show if some role of this person may. */
export const isRightGap = (action: string, entity: string, { application, roles }: RightsContext): boolean =>
  (application.entities[entity]?.openRights[action] ?? []).some((role) => roles.some((held) => held.role === role));

export function isFor(screen: ApplicationScreen, { application, roles }: RightsContext, isSignedIn: boolean): boolean {
  return screen.for.some((id) => {
    if (id === "anyone") return true;
    if (id === "signed_in") return isSignedIn;
    return (
      roles.some(({ role }) => role === id) ||
      application.roles.some((role) => role.id === id && role.heldBy === "anyone")
    );
  });
}

/** Roles that this person may give and take. */
export const assignableBy = ({ application, roles }: RightsContext): readonly ApplicationRole[] =>
  application.roles.filter(({ assignedBy }) => assignedBy.some((id) => roles.some(({ role }) => role === id)));
