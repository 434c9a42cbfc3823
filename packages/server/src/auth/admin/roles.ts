// /admin/users/:id/roles: the roles of an account that somebody gives, for programs that act for the product itself.
import type { ClientBase } from "pg";
import { invalid } from "../refusal.ts";
import { isId, isObject, type AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { audit } from "../accounts/audit.ts";
import { namedAccount } from "../accounts/person.ts";

type Given = { readonly role: string; readonly within: string | null };

export async function showRoles(request: AuthRequest, service: AuthService): Promise<Answer> {
  return inTransaction(request, service, async (client) => {
    const { user } = await namedAccount(client, request);
    const { rows } = await client.query<Given>(
      "SELECT role, thing AS within FROM writ.assigned_role WHERE person = $1 ORDER BY 1, 2",
      [user.id],
    );
    return { body: { roles: rows } };
  });
}

/** These and no others. Whoever has the key of the service opens any account anyway: it gives them nothing more. */
export async function setRoles(request: AuthRequest, service: AuthService): Promise<Answer> {
  const wanted = rolesIn(request, service);
  return inTransaction(request, service, async (client) => {
    const { user } = await namedAccount(client, request);
    await become(client, user.id, wanted);
    await audit(client, request, "user_modified", user.id);
    return { body: { roles: wanted } };
  });
}

function rolesIn({ body }: AuthRequest, service: AuthService): readonly Given[] {
  const { roles } = body;
  if (!Array.isArray(roles)) throw invalid("roles is a list of {role, within}");
  const known = service.edition()?.compiled.model.permissions.roles ?? [];
  return roles.map((one: unknown): Given => {
    const { role, within = null } = isObject(one) ? one : {};
    const found = known.find(({ name }) => name.id === role || name.label === role);
    const isGiven = found?.givenBy.some(({ kind }) => kind === "named at installation" || kind === "assigned by");
    if (found === undefined || isGiven !== true)
      throw invalid(`nobody gives a role called ${String(role).slice(0, 40)}`);
    if (within === null) return { role: found.name.id, within };
    if (found.within === undefined) throw invalid(`${found.name.label} is held everywhere`);
    if (typeof within !== "string" || !isId(within)) throw invalid("within is the id of what the role is held in");
    return { role: found.name.id, within };
  });
}

/** What was held before and is held afterwards is no event. */
async function become(client: ClientBase, person: string, wanted: readonly Given[]): Promise<void> {
  const values = [person, wanted.map(({ role }) => role), wanted.map(({ within }) => within)];
  await client.query(
    `WITH wanted AS (SELECT role, thing FROM unnest($2::text[], $3::uuid[]) AS one (role, thing)),
      taken AS (DELETE FROM writ.assigned_role AS held WHERE held.person = $1
        AND NOT EXISTS (SELECT FROM wanted WHERE wanted.role = held.role AND wanted.thing IS NOT DISTINCT FROM held.thing)
        RETURNING held.role, held.thing),
      given AS (INSERT INTO writ.assigned_role (person, role, thing, given_at)
        SELECT $1, role, thing, writ.now() FROM wanted ON CONFLICT DO NOTHING RETURNING role, thing)
    INSERT INTO writ.role_change (person, role, thing, event, happened_at)
      SELECT $1, role, thing, 'removed', writ.now() FROM taken
      UNION ALL SELECT $1, role, thing, 'given', writ.now() FROM given`,
    values,
  );
}
