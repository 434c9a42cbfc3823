// Which signed requests of other programs were carried out already: a second one is refused.
import type { ClientBase } from "pg";

/** `mark`: the code of authenticity, which no one without the secret makes. */
export type SignedRequest = { readonly call: string; readonly mark: Uint8Array; readonly until: Date | undefined };

export class RequestReplayed extends Error {}

export async function isReplayed(client: ClientBase, { call, mark }: SignedRequest): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM writ.heard WHERE call = $1 AND mark = $2", [call, mark]);
  return rowCount !== 0;
}

/** In the commit of what it led to: of two at the same time the second one waits here, and nothing of it is kept. */
export async function recordRequest(client: ClientBase, { call, mark, until }: SignedRequest): Promise<void> {
  const { rowCount } = await client.query(
    "INSERT INTO writ.heard (call, mark, until) VALUES ($1, $2, COALESCE($3, 'infinity'::timestamptz)) ON CONFLICT DO NOTHING",
    [call, mark, until ?? null],
  );
  if (rowCount !== 1) throw new RequestReplayed("it was carried out already");
}

export async function forgetOldRequests(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM writ.heard WHERE until < clock_timestamp()");
}
