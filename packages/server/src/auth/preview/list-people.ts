// Who is there to try a product as, and a link for each that signs a browser in: for the developer on this machine.
import { createHmac } from "node:crypto";
import type { ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import { lookAs } from "../../postgres/connections/transaction.ts";
import { withQuery } from "../redirects.ts";
import { keepPreviewLink } from "../tokens/one-time-tokens.ts";

export type PreviewPerson = {
  readonly email: string;
  readonly name: string;
  /** As the document names them; of roles within something, those held anywhere. */
  readonly roles: readonly string[];
  /** Signs in as often as it is followed, for a day, while this server runs. */
  readonly link: string;
};

export type PreviewOptions = {
  readonly client: ClientBase;
  readonly compiled: Compiled;
  /** The address of the product. */
  readonly url: string;
  /** The same secret makes the same links, so that links printed before go on working. */
  readonly secret: Buffer;
};

/** Only the people of samples and of roles: an account that a user made is theirs, on this machine too. */
export async function listPeople({ client, compiled, url, secret }: PreviewOptions): Promise<readonly PreviewPerson[]> {
  const { permissions, constants } = compiled.model;
  if (constants.settings.signIn.length === 0) return [];
  const roles = permissions.roles.filter(({ givenBy }) => givenBy.some(({ kind }) => kind !== "anyone"));
  const { rows } = await client.query<{ id: string; email: string; name: string }>(
    `SELECT u.id, u.email, COALESCE(u.raw_user_meta_data ->> 'name', '') AS name FROM auth.users u
     JOIN writ.seeded s ON s.row_id = u.id AND s.entity = 'user' AND s.written
     WHERE u.email IS NOT NULL AND u.email_confirmed_at IS NOT NULL ORDER BY u.created_at, u.email`,
  );
  const people: PreviewPerson[] = [];
  for (const { id, email, name } of rows) {
    const token = createHmac("sha256", secret).update(id).digest("hex");
    await keepPreviewLink(client, { user: id, email, link: token });
    people.push({
      email,
      name,
      roles: await rolesOf(
        client,
        id,
        roles.map(({ name: role }) => role),
      ),
      link: withQuery(`${url}/auth/v1/verify`, { token, type: "magiclink", redirect_to: `${url}/_/as` }),
    });
  }
  return people;
}

/** Asked of the database, as that person's requests would ask it. */
async function rolesOf(
  client: ClientBase,
  person: string,
  roles: readonly { readonly id: string; readonly label: string }[],
): Promise<readonly string[]> {
  return lookAs(client, person, async () => {
    const { rows } = await client.query<{ role: string }>(
      "SELECT role FROM unnest($1::text[]) WITH ORDINALITY AS r (role, place) WHERE writ.has_role(role) ORDER BY place",
      [roles.map(({ id }) => id)],
    );
    return rows.map(({ role }) => roles.find(({ id }) => id === role)?.label ?? role);
  });
}
