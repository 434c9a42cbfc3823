// Who has a role, and who gives and takes it, on a running product.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Client } from "pg";
import { textOf } from "../agreement/texts.ts";
import { attempt } from "../interpreter/attempt.ts";
import { rightsFor } from "../interpreter/rights/rights.ts";
import { rolesOf } from "../interpreter/rights/roles.ts";
import { findRow, rowsOf, valueOf, type Caller, type World } from "../interpreter/world/world.ts";
import type { RoleAttempt } from "../plan/attempts/role-attempt.ts";
import { refusedBy, type Answered } from "./over-the-wire.ts";

export const roleAdminBy = (owner: Client): RoleAdmin => ({
  name: async (email, role) => owner.query("SELECT writ.name_role($1, $2)", [email, role]),
  given: async () =>
    (
      await owner.query<AssignedRole & { readonly person: string }>(
        "SELECT person, role, thing AS within FROM writ.assigned_role",
      )
    ).rows,
});

/** What of the roles is not as it should be. */
export type RolesAnswer = { readonly answered: Answered | undefined; readonly wrong: readonly string[] };

export type AssignedRole = { readonly role: string; readonly within: string | null };

/** A user who runs the product: names people, and knows who was given what. */
export type RoleAdmin = {
  readonly name: (email: string | null, role: string) => Promise<unknown>;
  readonly given: () => Promise<readonly (AssignedRole & { readonly person: string })[]>;
};

/** `after`: the world as it should be. */
export async function tryRole(
  client: SupabaseClient,
  giving: RoleAdmin,
  {
    world,
    me,
    tried,
    after,
    language = "",
  }: {
    readonly world: World;
    readonly me: Caller;
    readonly tried: RoleAttempt;
    readonly after: World;
    /** In which a refusal is asked for. */
    readonly language?: string | undefined;
  },
): Promise<RolesAnswer> {
  switch (tried.kind) {
    case "hold": {
      const answer = await client.rpc("my_roles");
      if (answer.error !== null) return { answered: refusedBy(answer), wrong: [] };
      const said = (answer.data as readonly AssignedRole[]).map(({ role, within }) => lineOf(role, within));
      const roles = rolesOf(world, me).map(({ role, within }) => lineOf(role.name.id, within?.id));
      return { answered: undefined, wrong: unlike("roles", said, roles) };
    }
    case "name": {
      const person = findRow(world, "user", tried.id);
      const email = person === undefined ? null : textOf(valueOf(person, "email"));
      const refused = await giving.name(email, tried.role).then(
        () => [],
        (failure: unknown) => [failure instanceof Error ? failure.message : String(failure)],
      );
      return { answered: undefined, wrong: [...refused, ...(await unlikeAssigned(giving, after))] };
    }
    default: {
      const answered = await changeRole(client, { ...tried, person: tried.id }, language);
      return { answered, wrong: await unlikeAssigned(giving, after) };
    }
  }
}

/**
 * What is shown of roles after the attempt: those of all people to the giver, and to a user who has got or lost one.
 */
export async function wrongOwnRoles(
  as: (me: Caller) => SupabaseClient,
  {
    me,
    tried,
    answered,
    after,
  }: Pick<RolesAnswer, "answered"> & { readonly me: Caller; readonly tried: RoleAttempt; readonly after: World },
): Promise<readonly string[]> {
  if (tried.kind !== "assign" && tried.kind !== "remove") return [];
  const wrong = await Promise.all([
    answered === undefined ? unlikeOwnRoles(as(tried.id), after, tried.id) : [],
    tried.kind === "assign" ? unlikePeople(as(me), after, me) : [],
  ]);
  return wrong.flat();
}

async function unlikeOwnRoles(client: SupabaseClient, world: World, me: Caller): Promise<readonly string[]> {
  const { data } = await client.rpc("my_roles");
  const roles = rolesOf(world, me).map(({ role, within }) => lineOf(role.name.id, within?.id));
  const told = ((data ?? []) as readonly AssignedRole[]).map(({ role, within }) => lineOf(role, within));
  return unlike("their own roles", told, roles);
}

/** People with what they were given, for a user who gives any role; of a role in something, to a user who gives it there. */
async function unlikePeople(client: SupabaseClient, world: World, me: Caller): Promise<readonly string[]> {
  const { program } = world;
  const { roles } = program.model.permissions;
  const givers = new Set(
    roles.flatMap(({ givenBy }) =>
      givenBy.flatMap((giving) => (giving.kind === "assigned by" ? [program.lookup.roles.get(giving.role.id)] : [])),
    ),
  );
  const isGiver = rolesOf(world, me).some(({ role }) => givers.has(role));
  const answer = await client.rpc("people_of_roles");
  if (answer.error !== null) return isGiver ? [`people of roles: ${answer.error.message}`] : [];
  const isHidden = (field: string) => rightsFor(program, "user", { kind: "see", field }).length > 0;
  const lines = (answer.data as readonly Person[]).map(({ id, name, email, roles: all, in_things: things }) =>
    [id, name, email, ...[...all, ...things.map(({ role, within }) => lineOf(role, within))].toSorted()].join(" "),
  );
  const isTold = ({ person, role, within }: World["assigned"][number]) =>
    within === undefined || "done" in attempt(world, me, { kind: "assign", person, role, within });
  const expected = rowsOf(world, "user").map((person) => {
    const given = world.assigned.filter((one) => one.person === person.id && isTold(one));
    const shown = ["name", "email"].map((field) => (isHidden(field) ? null : textOf(valueOf(person, field))));
    return [person.id, ...shown, ...given.map(({ role, within }) => lineOf(role, within)).toSorted()].join(" ");
  });
  return unlike("people of roles", lines, isGiver ? expected : []);
}

type Person = {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly in_things: readonly AssignedRole[];
};

/** Undefined: it was done. */
export async function changeRole(
  client: SupabaseClient,
  {
    kind,
    person,
    role,
    within,
  }: {
    readonly kind: "assign" | "remove";
    readonly person: string;
    readonly role: string;
    readonly within?: string | undefined;
  },
  language = "",
): Promise<Answered | undefined> {
  const given = { user_id: person, role, ...(within === undefined ? {} : { within }) };
  const asked = client.rpc(`${kind}_role`, given);
  const answer = await (language === "" ? asked : asked.setHeader("Accept-Language", language));
  return answer.error === null ? undefined : refusedBy(answer);
}

export async function unlikeAssigned(giving: RoleAdmin, { assigned }: World): Promise<readonly string[]> {
  return unlike(
    "assigned",
    (await giving.given()).map(({ person, role, within }) => `${person} ${lineOf(role, within)}`),
    assigned.map(({ person, role, within }) => `${person} ${lineOf(role, within)}`),
  );
}

const lineOf = (role: string, within: string | null | undefined): string =>
  within === null || within === undefined ? role : `${role} in ${within}`;

function unlike(what: string, result: readonly string[], expected: readonly string[]): readonly string[] {
  const [theirs, ours] = [result, expected].map((some) => [...new Set(some)].toSorted());
  return theirs?.join() === ours?.join() ? [] : [`${what}: ${JSON.stringify(theirs)} and not ${JSON.stringify(ours)}`];
}
