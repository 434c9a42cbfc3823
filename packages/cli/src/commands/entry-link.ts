// `--link` of `writ operator add` and `writ role add`: a link that lets the person in once, where no mail can do that.
import type { EntryLink } from "@writ/server/entry-link";
import type { Database } from "@writ/server/postgres";
import type { Console, ExitCode } from "../terminal/console.ts";
import { visible } from "../terminal/visible.ts";

type Leading = {
  readonly command: "operator" | "role";
  /** Of the product, as people reach it. */
  readonly url: string;
  readonly then?: string;
};

export async function printEntryLink(
  client: Awaited<ReturnType<Database["connect"]>>,
  email: string,
  { command, url, then }: Leading,
  console: Console,
): Promise<ExitCode> {
  const { makeEntryLink } = await import("@writ/server/entry-link");
  const made = await makeEntryLink(client, email, { url, then });
  if (made.is !== "made") {
    console.error(`writ ${command}: ${whyNot(made, visible(email), url)}\n`);
    return made.is === "no address" ? 2 : 1;
  }
  const does = made.hasPassword
    ? "confirms the address, sets a new password and signs in"
    : "confirms the address and signs in";
  console.out(`\nThis link ${does}. It works once, for an hour:\n\n  ${made.link}\n\n`);
  console.out(`Whoever opens it is ${visible(email)}: give it to that person alone.\n`);
  return 0;
}

type Refused = Exclude<EntryLink, { is: "made" }>;

function whyNot(refused: Refused, email: string, url: string): string {
  switch (refused.is) {
    case "no address":
      return `"${email}" is not an email address`;
    case "not applied":
      return "this database has no document yet. Apply it first: writ apply";
    case "no sign-in":
      return "nobody can sign in to this product, so there is no link. Section 9 says how people sign in";
    case "banned":
      return `the account of ${email} is blocked, so there is no link`;
    case "no account":
      return `there is no account of ${email} yet, and the document asks a new one for more than an address (${visible(refused.why)}). Sign up at ${url} with this address, and call this command again`;
  }
}
