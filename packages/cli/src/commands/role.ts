// `writ role add FILE EMAIL ROLE`: gives a user a role that the document says is named at installation.
import type { Database } from "@writ/server/postgres";
import type { Console, ExitCode } from "../terminal/console.ts";
import { visible } from "../terminal/visible.ts";
import { printEntryLink } from "./entry-link.ts";
import { withDatabase, type Work } from "./with-database.ts";

export type NamedRole = { readonly email: string; readonly role: string };

/** Undefined where the document has no such role, which is reported. */
export async function giveRole(
  command: string,
  { email, role }: NamedRole,
  database: Database,
  console: Console,
): Promise<"given" | "when the address is confirmed" | undefined> {
  const { nameRole } = await import("@writ/server/accounts");
  const client = await database.connect();
  try {
    const naming = await nameRole(client, email, role);
    if (naming !== "no such role") return naming;
    console.error(`writ ${command}: no role "${visible(role)}" is named at installation. Section 6 lists the roles.\n`);
    return undefined;
  } finally {
    await client.end();
  }
}

export async function addRole(
  file: string,
  { email, role }: NamedRole,
  { data, link }: { readonly data: string | undefined; readonly link: string | undefined },
  console: Console,
): Promise<ExitCode> {
  const add = async ({ database }: Work): Promise<ExitCode> => {
    const naming = await giveRole("role", { email, role }, database, console);
    if (naming === undefined) return 1;
    const when = naming === "given" ? "now has the role" : "gets this role once the address is confirmed:";
    console.out(`${visible(email)} ${when} ${visible(role)}\n`);
    if (link === undefined) return 0;
    const client = await database.connect();
    try {
      return await printEntryLink(client, email, { command: "role", url: link }, console);
    } finally {
      await client.end();
    }
  };
  return withDatabase(file, data, console, add, { alongside: true, mustExist: true });
}
