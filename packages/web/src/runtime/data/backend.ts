// The only way to the backend: the parts of supabase-js that are needed before the first screen, put together as it does.
import { AuthClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import type { SupabaseClient } from "@supabase/supabase-js";
import { openLive, type Live } from "./live.ts";

export type Backend = Pick<SupabaseClient, "auth" | "from" | "rpc"> & {
  /** What else this server says to whoever is there. */
  readonly ask: typeof fetch;
  /** The token of whoever is there, for what shows how far it has come. */
  readonly tokenToWrite: () => Promise<string>;
  /** Where what is known of the session is kept, besides its tokens. */
  readonly storage: Storage;
  /** Whether changes of others are heard as they happen, and where. */
  readonly live: Live;
  readonly socketAddress: string;
  readonly key: string;
};

/**
 * The whole client is twice as large, and nobody waits for channels and files to see a list. `mayVisit`: whether whoever
 * has no account gets one with the first thing that they write. `tab`: what the session of this tab alone is called.
 */
export function openBackend(origin: string, key: string, mayVisit: () => Promise<boolean>, tab?: string): Backend {
  const live = openLive();
  const storage = tab === undefined ? localStorage : sessionStorage;
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { apikey: key },
    storageKey: tab ?? "writ.session",
    storage,
    flowType: "pkce",
    autoRefreshToken: true,
    persistSession: true,
    // What mails and providers send back is read by one page: see `account/come-back.tsx`.
    detectSessionInUrl: false,
  });
  // Signed out from another device: the client would keep its tokens for as long as they say, and nobody takes them.
  const leaveIfEnded = async () => {
    const { error } = await auth.refreshSession();
    if (error?.status === 400) await auth.signOut({ scope: "local" });
  };
  const sessionFor = async (isWriting: boolean) => {
    const { data } = await auth.getSession();
    if (data.session !== null || !isWriting || !(await mayVisit())) return data;
    return (await auth.signInAnonymously()).data;
  };
  const asSomebody: typeof fetch = async (input, init) => {
    const method = init?.method ?? "GET";
    const isWriting = /^(?:POST|PATCH|DELETE)$/.test(method);
    const data = await sessionFor(isWriting);
    const headers = new Headers(init?.headers);
    headers.set("authorization", `Bearer ${data.session?.access_token ?? key}`);
    const answer = await fetch(input, { ...init, headers });
    if (answer.status === 401 && data.session !== null) void leaveIfEnded();
    if (isWriting && answer.ok && live.now() !== "not followed")
      live.wrote(
        method,
        await answer
          .clone()
          .json()
          .catch(() => undefined),
      );
    return answer;
  };
  const tokenToWrite = async () => (await sessionFor(true)).session?.access_token ?? key;
  const data = new PostgrestClient(`${origin}/rest/v1`, { headers: { apikey: key }, fetch: asSomebody });
  // The parts are those of supabase-js, which gives them the types of its own client.
  return {
    auth,
    from: data.from.bind(data),
    rpc: data.rpc.bind(data),
    ask: asSomebody,
    tokenToWrite,
    storage,
    live,
    socketAddress: `${origin.replace(/^http/, "ws")}/realtime/v1`,
    key,
  } as unknown as Backend;
}
