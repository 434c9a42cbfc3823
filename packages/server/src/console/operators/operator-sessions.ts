// An operator's session in the console. It begins with a token of the product, and every request asks the database
// whether it still holds: the session of the product, the account, and that it is an operator's.
import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ClientBase } from "pg";
import type { TokenChecker } from "../../keys/tokens.ts";
import type { RequestPool } from "../../postgres/connections/request-pool.ts";
import { allOrNothing } from "../../postgres/connections/transaction.ts";
import { noteAct, type ConsoleUser } from "./acts.ts";

export type OperatorSessions = {
  readonly enter: (token: string) => Promise<Entered>;
  /** Undefined where the cookie is none of an operator's, or is not any more. */
  readonly userOf: (request: IncomingMessage) => Promise<ConsoleUser | undefined>;
  /** The answer is the cookie that takes the place of the other one. */
  readonly leave: (request: IncomingMessage) => Promise<string>;
};

export type Entered =
  | { readonly cookie: string }
  /** `email`: whose session it is; undefined where it is no session at all. */
  | { readonly refused: "not signed in" | "second factor" | "not confirmed" | "no operator"; readonly email?: string };

const hours = 12;

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** What has to be true of an account at every request. */
const isInForce = `s.user_id = u.id AND (s.not_after IS NULL OR s.not_after > now())
  AND u.email_confirmed_at IS NOT NULL AND NOT u.is_anonymous AND (u.banned_until IS NULL OR u.banned_until <= now())
  AND (s.aal = 'aal2' OR NOT EXISTS (SELECT FROM auth.mfa_factors f WHERE f.user_id = u.id AND f.status = 'verified'))`;

export function operatorSessions({
  pool,
  checkToken,
  url,
}: {
  readonly pool: RequestPool;
  readonly checkToken: TokenChecker;
  readonly url: () => string;
}): OperatorSessions {
  // By the address that people know: several processes behind it take the same cookie.
  const name = () => `writ_operator_${new URL(url()).port || "443"}`;
  const cookie = (value: string, age: number) =>
    `${name()}=${value}; Path=/_/; HttpOnly; SameSite=Strict; Max-Age=${age}${url().startsWith("https:") ? "; Secure" : ""}`;
  const secretOf = ({ headers }: IncomingMessage): string | undefined =>
    (headers.cookie ?? "")
      .split(/; */)
      .find((one) => one.startsWith(`${name()}=`))
      ?.slice(name().length + 1);
  return {
    enter: async (token) => {
      const checked = await checkToken(token);
      if ("refusal" in checked) return { refused: "not signed in" };
      const { role, sub, session_id: session } = checked.claims;
      // The service key passes every right to rows, and is nobody's account.
      if (role !== "authenticated" || !isId(sub) || !isId(session)) return { refused: "not signed in" };
      const secret = randomBytes(32).toString("base64url");
      const refused = await pool.withConnection(async (client) => begin(client, sub, session, digestOf(secret)));
      return refused ?? { cookie: cookie(secret, hours * 3600) };
    },
    userOf: async (request) => {
      const secret = secretOf(request);
      return secret === undefined || secret === ""
        ? undefined
        : pool.withConnection(async (client) => userOf(client, digestOf(secret)));
    },
    leave: async (request) => {
      const secret = secretOf(request);
      if (secret !== undefined)
        await pool.withConnection(async (client) =>
          client.query("DELETE FROM writ.operator_session WHERE digest = $1", [digestOf(secret)]),
        );
      return cookie("", 0);
    },
  };
}

const isId = (text: unknown): text is string =>
  typeof text === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

type Found = {
  readonly email: string;
  readonly name: string;
  readonly isConfirmed: boolean;
  readonly hasFactor: boolean;
  readonly isInForce: boolean;
};

/** Undefined where it began. */
async function begin(
  client: ClientBase,
  person: string,
  session: string,
  digest: string,
): Promise<Exclude<Entered, { readonly cookie: string }> | undefined> {
  return allOrNothing(client, async () => {
    const { rows } = await client.query<Found>(
      `SELECT COALESCE(u.email, '') AS email, COALESCE(u.raw_user_meta_data ->> 'name', '') AS name,
         u.email_confirmed_at IS NOT NULL AND NOT u.is_anonymous AS "isConfirmed", ${isInForce} AS "isInForce",
         s.aal <> 'aal2' AND EXISTS (SELECT FROM auth.mfa_factors f WHERE f.user_id = u.id AND f.status = 'verified') AS "hasFactor"
       FROM auth.users u JOIN auth.sessions s ON s.user_id = u.id WHERE u.id = $1 AND s.id = $2`,
      [person, session],
    );
    const [found] = rows;
    if (found === undefined) return { refused: "not signed in" };
    const { email, name } = found;
    if (!found.isConfirmed) return { refused: "not confirmed", email };
    if (found.hasFactor) return { refused: "second factor", email };
    if (!found.isInForce) return { refused: "not signed in" };
    // From here on it is this account, whatever address it takes later.
    await client.query(
      `UPDATE writ.operator SET person = $1 WHERE person IS NULL AND email = lower($2)
         AND NOT EXISTS (SELECT FROM writ.operator o WHERE o.person = $1)`,
      [person, email],
    );
    const { rowCount } = await client.query(
      `INSERT INTO writ.operator_session (digest, operator, session, ends_at)
       SELECT $1, o.id, $2, now() + interval '${hours} hours' FROM writ.operator o WHERE o.person = $3`,
      [digest, session, person],
    );
    if (rowCount === 0) return { refused: "no operator", email };
    await client.query("DELETE FROM writ.operator_session WHERE ends_at < now()");
    await noteAct(client, { name: shownAs(name, email), person }, "Signed in", "");
    return undefined;
  });
}

async function userOf(client: ClientBase, digest: string): Promise<ConsoleUser | undefined> {
  const { rows } = await client.query<{ id: string; email: string; name: string }>(
    `SELECT u.id, COALESCE(u.email, '') AS email, COALESCE(u.raw_user_meta_data ->> 'name', '') AS name
     FROM writ.operator_session c JOIN writ.operator o ON o.id = c.operator
       JOIN auth.users u ON u.id = o.person JOIN auth.sessions s ON s.id = c.session
     WHERE c.digest = $1 AND c.ends_at > now() AND ${isInForce}`,
    [digest],
  );
  const [found] = rows;
  return found && { name: shownAs(found.name, found.email), person: found.id };
}

/** The address first: it was confirmed, and a name is what somebody wrote. */
const shownAs = (name: string, email: string): string => (name === "" ? email : `${email} (${name})`);
