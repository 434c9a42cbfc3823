// People in the console: those to try a product as, with the way to become them, and everybody else with their roles.
import type { ClientBase } from "pg";
import { explainRoles } from "@writ/language/explain";
import type { Compiled } from "@writ/language";
import type { PreviewPerson } from "../auth/preview/list-people.ts";
import { lookAs } from "../postgres/connections/transaction.ts";
import type { PersonView } from "./response-types.ts";

const most = 200;

export async function peopleOf(
  client: ClientBase,
  compiled: Compiled,
  tried: readonly PreviewPerson[],
): Promise<readonly PersonView[]> {
  const { rows } = await client.query<{ id: string; email: string; name: string }>(
    `SELECT id, COALESCE(email, '') AS email, COALESCE(raw_user_meta_data ->> 'name', '') AS name FROM auth.users
     ORDER BY created_at, email LIMIT ${most}`,
  );
  const people: PersonView[] = [];
  for (const { id, email, name } of rows) {
    const preview = tried.find((one) => one.email === email);
    const roles = preview?.roles ?? (await rolesOf(client, id, compiled)).map(({ label }) => label);
    people.push({ id, email, name, roles, ...(preview === undefined ? {} : { link: preview.link }) });
  }
  return people;
}

/** Asked of the database, as that person's requests would ask it; of roles within something, those held anywhere. */
export async function rolesOf(client: ClientBase, person: string, compiled: Compiled) {
  const known = explainRoles(compiled);
  return lookAs(client, person, async () => {
    const { rows } = await client.query<{ role: string }>(
      "SELECT role FROM unnest($1::text[]) AS r (role) WHERE writ.has_role(role)",
      [known.map(({ id }) => id)],
    );
    return known.filter(({ id }) => rows.some(({ role }) => role === id));
  });
}
