// What goes out by mail and comes back once: a link that cannot be guessed, and on request a code of six digits.
import { createHash, randomBytes, randomInt } from "node:crypto";
import type { ClientBase } from "pg";
import type { AccountMailKind } from "../../mail/account-texts.ts";

/** Each kind goes out in a mail of its own. */
export type TokenKind = AccountMailKind;

export type OneTimeToken = { readonly link: string; readonly code: string | undefined };

/** An invitation lasts long: its reader does not expect it. */
const seconds = (kind: TokenKind) => (kind === "invite" ? 7 * 24 * 3600 : 3600);

export type TokenRequest = {
  readonly user: string;
  readonly kind: TokenKind;
  readonly email: string;
  /** Whether a code is wanted besides the link: it is short, so it can be guessed at. */
  readonly withCode: boolean;
  /** Where a browser waits for the link. */
  readonly flow?: string | undefined;
};

export async function makeToken(client: ClientBase, asked: TokenRequest): Promise<OneTimeToken> {
  const link = `${asked.flow === undefined ? "" : "pkce_"}${randomBytes(28).toString("hex")}`;
  const code = asked.withCode ? String(randomInt(1_000_000)).padStart(6, "0") : undefined;
  await client.query(
    `INSERT INTO auth.one_time_tokens (user_id, kind, link_hash, code_hash, email, flow_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
     ON CONFLICT (user_id, kind) DO UPDATE SET link_hash = excluded.link_hash, code_hash = excluded.code_hash, email = excluded.email,
       flow_id = excluded.flow_id, created_at = now(), expires_at = excluded.expires_at`,
    [
      asked.user,
      asked.kind,
      hashOf(link),
      code === undefined ? null : codeHash(asked.user, code),
      asked.email,
      asked.flow ?? null,
      seconds(asked.kind),
    ],
  );
  return { link, code };
}

/**
 * In development: a link of a preview, beside what mails hold. It opens as often as it is followed, so it is
 * asked for by `followPreview` alone, which no server in production calls.
 */
const preview = "preview";

export async function keepPreviewLink(
  client: ClientBase,
  { user, email, link }: { readonly user: string; readonly email: string; readonly link: string },
): Promise<void> {
  await client.query(
    `INSERT INTO auth.one_time_tokens (user_id, kind, link_hash, email, expires_at) VALUES ($1, $2, $3, $4, now() + interval '1 day')
     ON CONFLICT (user_id, kind) DO UPDATE SET link_hash = excluded.link_hash, email = excluded.email, expires_at = excluded.expires_at`,
    [user, preview, hashOf(link), email],
  );
}

export async function followPreview(client: ClientBase, link: string): Promise<Redeemed | undefined> {
  const { rows } = await client.query(
    "SELECT user_id, email FROM auth.one_time_tokens WHERE link_hash = $1 AND kind = $2 AND expires_at > now()",
    [hashOf(link), preview],
  );
  const row = rows[0];
  return row === undefined ? undefined : { user: row.user_id, kind: "magiclink", email: row.email, flow: undefined };
}

export type Redeemed = {
  readonly user: string;
  readonly kind: TokenKind;
  readonly email: string;
  readonly flow: string | undefined;
};

/** One of two who come with the same link finds it gone. */
export async function redeemLink(
  client: ClientBase,
  link: string,
  kinds: readonly TokenKind[],
): Promise<Redeemed | undefined> {
  return redeem(client, "link_hash = $1 AND kind = ANY ($2)", [hashOf(link), kinds]);
}

export async function redeemCode(
  client: ClientBase,
  user: string,
  code: string,
  kinds: readonly TokenKind[],
): Promise<Redeemed | undefined> {
  return redeem(client, "user_id = $3 AND code_hash = $1 AND kind = ANY ($2)", [codeHash(user, code), kinds, user]);
}

async function redeem(client: ClientBase, which: string, values: readonly unknown[]): Promise<Redeemed | undefined> {
  const { rows } = await client.query(
    `DELETE FROM auth.one_time_tokens WHERE ${which} AND expires_at > now() RETURNING user_id, kind, email, flow_id`,
    [...values],
  );
  const row = rows[0];
  return row === undefined
    ? undefined
    : { user: row.user_id, kind: row.kind, email: row.email, flow: row.flow_id ?? undefined };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
/** The same code of two accounts is kept as two different texts. */
const codeHash = (user: string, code: string) => hashOf(`${user} ${code}`);
