// Listening to changes of rows as an unmodified client does, for tests.
import { randomUUID } from "node:crypto";
import type { RealtimePostgresChangesPayload, SupabaseClient } from "@supabase/supabase-js";
import { eventually } from "../../../../language/src/testing/eventually.ts";

export type Row = Record<string, unknown>;
export type Heard = RealtimePostgresChangesPayload<Row>;

export const idOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sub as string;

export type Asked = {
  readonly table?: string;
  readonly filter?: string;
  readonly select?: unknown;
  readonly event?: "*" | "INSERT" | "UPDATE" | "DELETE";
};

/** Ends when changes arrive from then on; fails with what was refused. */
export async function listen(of: SupabaseClient, ...asked: readonly Asked[]): Promise<Heard[]> {
  const heard: Heard[] = [];
  const said: { readonly status: string; readonly message: string }[] = [];
  await of.realtime.setAuth();
  const channel = of.channel(`changes ${randomUUID()}`);
  for (const one of asked)
    channel.on(
      "postgres_changes",
      { event: "*", schema: "public", ...one } as { event: "*"; schema: string },
      (change) => void heard.push(change as Heard),
    );
  channel.on("system" as never, {}, ((message: (typeof said)[number]) => void said.push(message)) as never);
  channel.subscribe();
  const answer = await eventually(() => said[0], "whether it is told of");
  if (answer.status !== "ok") throw new Error(answer.message);
  return heard;
}
