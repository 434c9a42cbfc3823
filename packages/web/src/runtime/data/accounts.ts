// The account, read from the stored session; the client of accounts loads later, as a first screen does not need it.
import type { Session } from "@supabase/auth-js";
import type { AuthClient } from "./account-client.ts";

type Client = InstanceType<typeof AuthClient>;
type Options = Omit<NonNullable<ConstructorParameters<typeof AuthClient>[0]>, "storage"> & {
  readonly storageKey: string;
  readonly storage: Storage;
};

export type Accounts = {
  /** All that the client does; its first call loads it. */
  readonly auth: Omit<Client, "onAuthStateChange">;
  /** Whose tokens are stored, renewed where they were about to end. */
  readonly session: () => Promise<Session | null>;
  /** Tells who is there, and whenever it is another user; ends with what it gives back. */
  readonly follow: (told: (event: string, session: Session | null) => void) => () => void;
};

/** Tokens that end sooner are renewed before they are used: the client has the same time. */
const margin = 90_000;
/** By then the first screen is drawn. From then on the client renews tokens, and hears of other tabs. */
const settled = 5000;

export function createAccounts(options: Options): Accounts {
  const first = Promise.withResolvers<Client>();
  let loading: Promise<Client> | undefined;
  const load = async (): Promise<Client> => {
    loading ??= import("./account-client.ts").then(
      ({ AuthClient: Accounting }) => {
        const client = new Accounting(options);
        first.resolve(client);
        return client;
      },
      (failure: unknown) => {
        // A line that was away may be back the next time.
        loading = undefined;
        throw failure;
      },
    );
    return loading;
  };
  const stored = () => readStored(options.storage.getItem(options.storageKey));
  return {
    auth: later<Accounts["auth"]>(load, { mfa: later(async () => (await load()).mfa) }),
    session: async () => {
      const known = stored();
      return known === undefined ? (await (await load()).getSession()).data.session : known;
    },
    follow: (told) => {
      const known = stored();
      let isStopped = false;
      let stop = () => clearTimeout(waiting);
      const waiting = setTimeout(
        () => {
          load().catch(() => {
            if (known === undefined) told("INITIAL_SESSION", null);
          });
        },
        known === undefined ? 0 : settled,
      );
      if (known !== undefined) queueMicrotask(() => told("INITIAL_SESSION", known));
      const listen = async () => {
        const client = await first.promise;
        if (isStopped) return;
        const { subscription } = client.onAuthStateChange(told).data;
        stop = () => subscription.unsubscribe();
      };
      void listen();
      return () => {
        isStopped = true;
        stop();
      };
    },
  };
}

/** Undefined where the client has to tell: the tokens end soon, or are none that this version knows. */
function readStored(text: string | null): Session | null | undefined {
  if (text === null) return null;
  try {
    const { access_token: token, expires_at: end, user } = JSON.parse(text) as Partial<Session>;
    const isKnown = typeof token === "string" && typeof user?.id === "string" && typeof end === "number";
    return isKnown && end * 1000 - Date.now() >= margin ? (JSON.parse(text) as Session) : undefined;
  } catch {
    return undefined;
  }
}

/** Every method of the client is asynchronous, so its callers need not know that it loads first. */
function later<Whole extends object>(load: () => Promise<object>, parts: Partial<Whole> = {}): Whole {
  return new Proxy(parts as Whole, {
    get: (known, name) =>
      Reflect.get(known, name) ??
      (async (...given: readonly unknown[]) => {
        const client = await load();
        return Reflect.apply(Reflect.get(client, name), client, given) as unknown;
      }),
  });
}
