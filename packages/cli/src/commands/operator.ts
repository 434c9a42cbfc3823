// `writ operator add|list|remove FILE [EMAIL]`: who may use the console of a product that others use.
import type { Database } from "@writ/server/postgres";
import type { Console, ExitCode } from "../terminal/console.ts";
import { visible } from "../terminal/visible.ts";
import { printEntryLink } from "./entry-link.ts";
import { withDatabase } from "./with-database.ts";

type At = { readonly file: string; readonly data: string | undefined };

/** `link`: the address of the product, where a link to sign in is wanted. */
export async function addOperator(
  at: At,
  email: string,
  link: string | undefined,
  console: Console,
): Promise<ExitCode> {
  const { nameOperator } = await import("@writ/server/operators");
  return asOwner(at, console, async (client) => {
    const naming = await nameOperator(client, email);
    if (naming === "no address") {
      console.error(`writ operator: "${visible(email)}" is not an email address\n`);
      return 2;
    }
    if (naming === "not applied") {
      console.error("writ operator: this database has no document yet. Apply it first: writ apply\n");
      return 1;
    }
    const when =
      naming === "is an operator"
        ? "is an operator"
        : `becomes an operator once the address is confirmed${link === undefined ? ", by a mail that the product sends; without a mail server, --link prints a link for it" : ""}`;
    console.out(`${visible(email)} ${when}. The console is at /_/\n`);
    return link === undefined
      ? 0
      : printEntryLink(client, email, { command: "operator", url: link, then: "/_/" }, console);
  });
}

export async function removeOperator(at: At, email: string, console: Console): Promise<ExitCode> {
  const operators = await import("@writ/server/operators");
  return asOwner(at, console, async (client) => {
    if (!(await operators.removeOperator(client, email))) {
      console.error(`writ operator: ${visible(email)} is not an operator. writ operator list shows them\n`);
      return 1;
    }
    console.out(`${visible(email)} is no longer an operator\n`);
    return 0;
  });
}

export async function showOperators(at: At, json: boolean, console: Console): Promise<ExitCode> {
  const { listOperators } = await import("@writ/server/operators");
  return asOwner(at, console, async (client) => {
    const operators = await listOperators(client);
    const lines = operators.map(
      ({ email, isConfirmed, namedAt }) =>
        `${visible(email)}  since ${namedAt.toISOString().slice(0, 10)}${isConfirmed ? "" : "  (the address is not confirmed yet)"}\n`,
    );
    const none = "No account is an operator. Name one: writ operator add SPEC.md ann@example.org\n";
    console.out(json ? `${JSON.stringify({ operators })}\n` : lines.join("") || none);
    return 0;
  });
}

/** Also while a server has the database. */
const asOwner = async (
  { file, data }: At,
  console: Console,
  work: (client: Awaited<ReturnType<Database["connect"]>>) => Promise<ExitCode>,
): Promise<ExitCode> =>
  withDatabase(
    file,
    data,
    console,
    async ({ database }) => {
      const client = await database.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    },
    { alongside: true, mustExist: true },
  );
