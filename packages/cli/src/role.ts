// `writ role add FILE EMAIL ROLE`: gives somebody a role that the document says is named at installation.
import type { Console, ExitCode } from "./console.ts";
import { visible } from "./visible.ts";
import { withDatabase, type Work } from "./with-database.ts";

export type NamedRole = { readonly email: string; readonly role: string };

export async function addRole(
  file: string,
  { email, role }: NamedRole,
  data: string | undefined,
  console: Console,
): Promise<ExitCode> {
  const add = async ({ database }: Work): Promise<ExitCode> => {
    const { nameRole } = await import("@writ/server/accounts");
    const client = await database.connect();
    const naming = await nameRole(client, email, role);
    if (naming === "no such role") {
      console.error(`writ role: no role "${visible(role)}" is named at installation. Section 6 says which are.\n`);
      return 1;
    }
    const when = naming === "given" ? "has the role" : "will have it once that address is confirmed: the role";
    console.out(`${visible(email)} ${when} ${visible(role)}\n`);
    return 0;
  };
  return withDatabase(file, data, console, add, { alongside: true });
}
