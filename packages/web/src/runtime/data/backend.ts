// The only way to the backend: the parts of supabase-js that are needed before the first screen, put together as it does.
import { AuthClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import type { SupabaseClient } from "@supabase/supabase-js";

export type Backend = Pick<SupabaseClient, "auth" | "from" | "rpc">;

/** The whole client is twice as large, and nobody waits for channels and files to see a list. */
export function openBackend(origin: string, key: string): Backend {
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { apikey: key },
    storageKey: "writ.session",
    flowType: "pkce",
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
  });
  const asSomebody: typeof fetch = async (input, init) => {
    const { data } = await auth.getSession();
    const headers = new Headers(init?.headers);
    headers.set("authorization", `Bearer ${data.session?.access_token ?? key}`);
    return fetch(input, { ...init, headers });
  };
  const data = new PostgrestClient(`${origin}/rest/v1`, { headers: { apikey: key }, fetch: asSomebody });
  // The parts are those of supabase-js, which gives them the types of its own client.
  return { auth, from: data.from.bind(data), rpc: data.rpc.bind(data) } as unknown as Backend;
}
