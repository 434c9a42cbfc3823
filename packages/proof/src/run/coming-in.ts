// A new user signs up as people do: with what they type, and with the mail that is sent to them.
import type { SupabaseClient } from "@supabase/supabase-js";
import { textOf } from "../agreement/texts.ts";
import { valueOf, type Program } from "../interpreter/world/world.ts";
import { noCode, noLink, type SignInAttempt } from "../plan/attempts/sign-in-attempt.ts";
import type { Outcome } from "../plan/situation/situation.ts";
import type { Ground } from "./ground.ts";
import { clientFor, profileOf } from "./people.ts";

type Coming = { readonly ground: Ground; readonly email: string; readonly data: Readonly<Record<string, string>> };

/** What was answered, and what of it is not as it should be; a user who has come is gone afterwards. */
export async function trySignIn(
  ground: Ground,
  tried: SignInAttempt,
  outcome: Outcome,
  program: Program,
): Promise<{ readonly said: string; readonly wrong: readonly string[] }> {
  const coming = {
    ground,
    email: textOf(valueOf(tried.coming, "email")) ?? "",
    data: profileOf(tried.coming, program),
  };
  const { rows } = await ground.owner.query<{ readonly id: string }>("SELECT id FROM auth.users");
  try {
    const said = (await comeIn(tried, coming)) ?? done;
    const expected = "refused" in outcome ? outcome.refused.map(({ code }) => code).join(" or ") : done;
    return { said, wrong: said === expected ? [] : [`${said} and not ${expected}`] };
  } finally {
    await ground.owner.query("DELETE FROM auth.users WHERE NOT id = ANY ($1)", [rows.map(({ id }) => id)]);
    // The platform counts new accounts, and mails to an address, for longer than a plan takes: it may be tried again.
    await ground.owner.query("DELETE FROM auth.tries");
  }
}

const done = "done";

/** Undefined: they are in. */
async function comeIn({ way, isConfirmed }: SignInAttempt, coming: Coming): Promise<string | undefined> {
  const { ground, email, data } = coming;
  const client = clientFor(ground, ground.anonKey);
  switch (way) {
    case "anonymous": {
      const { error } = await client.auth.signInAnonymously({ options: { data } });
      return error === null ? whoseIs(client, "") : codeOf(error);
    }
    case "magic link":
    case "code by mail": {
      const { error } = await client.auth.signInWithOtp({ email, options: { data } });
      if (error !== null) return codeOf(error);
      const mail = await lastMail(coming);
      if (mail === undefined) return noMail;
      const { link, code } = mail;
      if (way === "magic link") return link === undefined ? noLink : follow(client, coming, link, "magiclink");
      if (code === undefined) return noCode;
      const answer = await client.auth.verifyOtp({ email, token: code, type: "email" });
      return answer.error === null ? whoseIs(client, email) : codeOf(answer.error);
    }
    default:
      return byPassword(isConfirmed, coming);
  }
}

const password = "a password of somebody new";

/** A user who signs up, confirms or does not, and then comes back with what they have chosen. */
async function byPassword(isConfirmed: boolean, coming: Coming): Promise<string | undefined> {
  const { ground, email, data } = coming;
  const client = clientFor(ground, ground.anonKey);
  const { data: made, error } = await client.auth.signUp({ email, password, options: { data } });
  if (error !== null) return codeOf(error);
  if (isConfirmed) {
    const { link } = (await lastMail(coming)) ?? {};
    const refused =
      link === undefined ? noMail : await follow(clientFor(ground, ground.anonKey), coming, link, "signup");
    if (refused !== undefined) return `the address is not confirmed: ${refused}`;
  }
  const again = clientFor(ground, ground.anonKey);
  const answer = await again.auth.signInWithPassword({ email, password });
  if (answer.error === null) return whoseIs(again, email);
  const code = codeOf(answer.error);
  return code === "email_not_confirmed" && made.session !== null ? "let in by signing up" : code;
}

async function follow(
  client: SupabaseClient,
  { email }: Coming,
  link: string,
  type: "magiclink" | "signup",
): Promise<string | undefined> {
  const token = new URL(link, "http://nowhere.test").searchParams.get("token") ?? "";
  const { error } = await client.auth.verifyOtp({ type, token_hash: token });
  return error === null ? whoseIs(client, email) : codeOf(error);
}

/** What they hold is a user's: theirs. */
async function whoseIs(client: SupabaseClient, email: string): Promise<string | undefined> {
  const { data, error } = await client.auth.getUser();
  if (error !== null) return codeOf(error);
  return (data.user.email ?? "") === email ? undefined : `in as ${data.user.email}`;
}

type Mail = { readonly link?: string; readonly code?: string };

const noMail = "no mail";

/** As it would go out: nothing leaves a copy. */
async function lastMail({ ground, email }: Coming): Promise<Mail | undefined> {
  const { rows } = await ground.owner.query<{ readonly payload: Mail }>(
    "SELECT payload FROM writ.outbox WHERE kind = 'account' AND payload ->> 'to' = $1 ORDER BY id DESC LIMIT 1",
    [email],
  );
  return rows[0]?.payload;
}

const codeOf = ({ code, message }: { readonly code?: string | undefined; readonly message: string }): string =>
  code ?? message;
