// The only way to the backend: the parts of supabase-js that are needed before the first screen, put together as it does.
import { PostgrestClient } from "@supabase/postgrest-js";
import type { Session } from "@supabase/auth-js";
import { createPreloadedAnswers, type PreloadedAnswers } from "./preloaded-answers.ts";
import { sessionKey } from "../../preload/remembered.ts";
import { createAccounts, type Accounts } from "./accounts.ts";
import { withTimeout } from "./with-timeout.ts";
import { createLive, type Live } from "./live.ts";

export type Backend = Pick<PostgrestClient, "from" | "rpc"> & {
  readonly auth: Accounts["auth"];
  readonly accounts: Pick<Accounts, "session" | "follow">;
  /** What else this server says to a user who is there. */
  readonly ask: typeof fetch;
  /** The token of a user who is there, for what shows how far it has come. */
  readonly tokenToWrite: () => Promise<TokenToWrite>;
  /** Where what is known of the session is kept, besides its tokens. */
  readonly storage: Storage;
  readonly preloadedAnswers: PreloadedAnswers;
  /** Whether changes of others are heard as they happen, and where. */
  readonly live: Live;
  readonly socketAddress: string;
  readonly key: string;
};

export type TokenToWrite = {
  readonly token: string;
  /** Another one of the same person, where the server takes this one no longer; undefined: there is none. */
  readonly renewed: () => Promise<string | undefined>;
};

/**
 * The whole client is twice as large, and a list needs neither channels nor files. `mayVisit`: whether a user without
 * an account gets one with the first thing that they write. `tab`: the name of the session of this tab alone.
 */
export function createBackend(origin: string, key: string, mayVisit: () => Promise<boolean>, tab?: string): Backend {
  const live = createLive();
  const storage = tab === undefined ? localStorage : sessionStorage;
  const { auth, ...accounts } = createAccounts({
    url: `${origin}/auth/v1`,
    headers: { apikey: key },
    storageKey: tab ?? sessionKey,
    storage,
    flowType: "pkce",
    autoRefreshToken: true,
    persistSession: true,
    // What mails and providers send back is read by one page: see `account/come-back.tsx`.
    detectSessionInUrl: false,
  });
  const preloadedAnswers = createPreloadedAnswers(storage);
  // The server takes this token no longer, though it has not ended: its keys are others now, or a user was signed out from
  // another device. The client would keep it for as long as it says. Undefined also where another user has come meanwhile, in
  // another tab: what was asked as one person is never asked again as another.
  const renewed = async ({ access_token: refused, user }: Session): Promise<string | undefined> => {
    const tokenNow = async () => {
      const now = await accounts.session();
      return now?.user.id === user.id ? now.access_token : undefined;
    };
    if ((await tokenNow()) === refused) {
      const { error } = await auth.refreshSession();
      // Another tab may have been faster: then its tokens are there, and the client has put away those that it was given.
      if (error?.status === 400 && (await tokenNow()) === refused) await auth.signOut({ scope: "local" });
    }
    const token = await tokenNow();
    return token === refused ? undefined : token;
  };
  const visit = async () => ((await mayVisit()) ? (await auth.signInAnonymously()).data.session : null);
  let visiting: ReturnType<typeof visit> | undefined;
  const sessionFor = async (isWriting: boolean) => {
    const session = await accounts.session();
    if (session !== null || !isWriting) return session;
    // A visitor who begins with two things at once, such as two files, is one person.
    visiting ??= visit().finally(() => {
      visiting = undefined;
    });
    return visiting;
  };
  const asSomebody: typeof fetch = async (input, init) => {
    const method = init?.method ?? "GET";
    const isWriting = /^(?:POST|PATCH|DELETE)$/.test(method);
    const session = await sessionFor(isWriting);
    const headers = new Headers(init?.headers);
    const token = session?.access_token ?? key;
    const preloaded = method === "GET" ? await preloadedAnswers.take(input, headers, token) : undefined;
    if (isWriting) preloadedAnswers.forget();
    const askAs = async (one: string) => {
      headers.set("authorization", `Bearer ${one}`);
      return fetch(input, { ...init, headers });
    };
    const first = preloaded ?? (await askAs(token));
    const other = session !== null && isOfToken(first) ? await renewed(session) : undefined;
    const answer = other === undefined ? first : await askAs(other);
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
  const tokenToWrite = async (): Promise<TokenToWrite> => {
    const session = await sessionFor(true);
    return session === null
      ? { token: key, renewed: async () => undefined }
      : { token: session.access_token, renewed: async () => renewed(session) };
  };
  const ask = withTimeout(asSomebody);
  const data = new PostgrestClient(`${origin}/rest/v1`, { headers: { apikey: key }, fetch: ask });
  return {
    auth,
    accounts,
    from: data.from.bind(data),
    rpc: data.rpc.bind(data),
    ask,
    tokenToWrite,
    storage,
    preloadedAnswers,
    live,
    socketAddress: `${origin.replace(/^http/, "ws")}/realtime/v1`,
    key,
  };
}

/** A product may refuse with the same status, after a write: such a request is not retried. */
const isOfToken = ({ status, headers }: Response): boolean =>
  status === 401 && headers.get("www-authenticate")?.includes('error="invalid_token"') === true;
