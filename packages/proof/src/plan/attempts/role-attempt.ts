// What a user tries about roles: having one by a row, giving and taking one, and being named by a user who runs the product.
import { attempt, type Outcome } from "../../interpreter/attempt.ts";
import { refuse } from "../../interpreter/document/refusal.ts";
import { rolesOf } from "../../interpreter/rights/roles.ts";
import type { Caller, World } from "../../interpreter/world/world.ts";

/** `id`: of the row that gives it, or of the person that it is given to. */
export type RoleAttempt = { readonly entity: string; readonly id: string; readonly role: string } & (
  | { readonly kind: "hold" | "name" }
  | { readonly kind: "assign" | "remove"; readonly within: string | undefined }
);

export const isAboutRoles = (tried: { readonly kind: string }): tried is RoleAttempt => kinds.has(tried.kind);

const kinds: ReadonlySet<string> = new Set(["hold", "name", "assign", "remove"]);

export function roleOutcome(world: World, me: Caller, tried: RoleAttempt): Outcome {
  switch (tried.kind) {
    case "hold": {
      const isHeld = rolesOf(world, me).some(({ role, by }) => role.name.id === tried.role && by?.id === tried.id);
      const clause = world.program.lookup.roles.get(tried.role)?.address ?? "6";
      return isHeld ? { done: world } : { refused: [refuse("FORBIDDEN", clause)] };
    }
    case "name":
      return { done: { ...world, assigned: [...world.assigned, { person: tried.id, role: tried.role }] } };
    default: {
      const { kind, id: person, role, within } = tried;
      return attempt(world, me, { kind, person, role, ...(within === undefined ? {} : { within }) });
    }
  }
}
