// Who imports: a user with an account, with their rights and no others, or the product's own service.
import type { ClientBase } from "pg";
import { networkless } from "../functions/system-caller.ts";
import type { Caller } from "../rest/handle.ts";
import { ImportRefused } from "./refused.ts";

/** As the state of an import names them: an account sees only its own imports. */
export const importerOf = ({ role, claims: { sub }, settings }: Caller): string =>
  `${role} ${typeof sub === "string" ? sub : (settings["writ.operator_name"] ?? "")}`;

export async function callerOf(client: ClientBase, email: string | undefined, entity: string): Promise<Caller> {
  // By it values that the service gives are judged as a user's are: too many decimals are refused, not rounded.
  const judged = { "writ.operator_entity": entity };
  const { settings, ...unauthenticated } = networkless(undefined);
  if (email === undefined)
    return {
      ...unauthenticated,
      role: "service_role",
      claims: { role: "service_role" },
      signedIn: true,
      settings: { ...settings, ...judged },
    };
  const { rows } = await client.query<{ id: string; banned: boolean }>(
    // What belongs to accounts is complete once the product has been served.
    `SELECT id::text, COALESCE((to_jsonb(u) ->> 'banned_until')::timestamptz > now(), false) AS banned
     FROM auth.users AS u WHERE lower(email) = lower($1)`,
    [email],
  );
  const [person] = rows;
  if (person === undefined) throw new ImportRefused(`there is no account of ${email}`);
  if (person.banned) throw new ImportRefused(`the account of ${email} is blocked`);
  return networkless(person.id);
}
