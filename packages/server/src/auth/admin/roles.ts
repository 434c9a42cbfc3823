// /admin/users/:id/roles: the roles of an account that someone gives, for programs that act for the product itself.
import { withArticle } from "@writ/language";
import { escapeIdentifier, type ClientBase } from "pg";
import { invalid } from "../refusal.ts";
import { isId, isObject, type AuthRequest } from "../request.ts";
import { inTransaction, type Answer, type AuthService } from "../service.ts";
import { audit } from "../accounts/audit.ts";
import { accountOfRequest } from "../accounts/person.ts";

type Given = { readonly role: string; readonly within: string | null };

/** `entity`: of what it is held in. */
type Wanted = Given & { readonly entity: string | undefined };

export async function showRoles(request: AuthRequest, service: AuthService): Promise<Answer> {
  return inTransaction(request, service, async (client) =>
    told(client, (await accountOfRequest(client, request)).user.id),
  );
}

/** These and no others. A caller with the key of the service opens any account anyway: it gives them nothing more. */
export async function setRoles(request: AuthRequest, service: AuthService): Promise<Answer> {
  const wanted = rolesIn(request, service);
  return inTransaction(request, service, async (client) => {
    const { user } = await accountOfRequest(client, request);
    await needThings(client, wanted);
    await become(client, user.id, wanted);
    await audit(client, request, "user_modified", user.id);
    return told(client, user.id);
  });
}

async function told(client: ClientBase, person: string): Promise<Answer> {
  const { rows } = await client.query<Given>(
    "SELECT role, thing AS within FROM writ.assigned_role WHERE person = $1 ORDER BY 1, 2",
    [person],
  );
  return { body: { roles: rows } };
}

function rolesIn({ body }: AuthRequest, service: AuthService): readonly Wanted[] {
  const { roles } = body;
  if (!Array.isArray(roles)) throw invalid("roles is a list of {role, within}");
  const compiled = service.edition()?.compiled;
  const known = compiled?.model.permissions.roles ?? [];
  return roles.map((one: unknown): Wanted => {
    const { role, within = null } = isObject(one) ? one : {};
    if (typeof role !== "string") throw invalid("each of roles is {role, within}, the role as a text");
    const found = known.find(({ name }) => name.id === role || name.label === role);
    const is = (wanted: string) => found?.givenBy.some(({ kind }) => kind === wanted) === true;
    const [isNamed, isAssigned] = [is("named at installation"), is("assigned by")];
    if (found === undefined || !(isNamed || isAssigned))
      throw invalid(`nobody gives a role called ${role.slice(0, 40)}`);
    const { label, id } = found.name;
    const thing = isAssigned && found.within ? compiled?.lookup.entities.get(found.within.entity.id)?.name : undefined;
    if (within === null) {
      if (thing !== undefined && !isNamed)
        throw invalid(`${label} is held in ${withArticle(thing.label)}: within is its id`);
      return { role: id, within, entity: undefined };
    }
    if (thing === undefined) throw invalid(`${label} is held everywhere`);
    if (typeof within !== "string" || !isId(within)) throw invalid(`within is the id of ${withArticle(thing.label)}`);
    return { role: id, within: within.toLowerCase(), entity: thing.id };
  });
}

/** What roles are held in stays until they are written, and takes them along when it goes. */
async function needThings(client: ClientBase, wanted: readonly Wanted[]): Promise<void> {
  for (const [entity, some] of Map.groupBy(wanted, (one) => one.entity)) {
    if (entity === undefined) continue;
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM public.${escapeIdentifier(entity)} WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE`,
      [some.map(({ within }) => within)],
    );
    const there = new Set(rows.map(({ id }) => id));
    const missing = some.find(({ within }) => within !== null && !there.has(within));
    if (missing !== undefined) throw invalid(`there is no ${missing.within} that ${missing.role} could be held in`);
  }
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
