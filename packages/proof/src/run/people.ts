// The people of a plan as accounts of a running product, each signed in with a client of their own.
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { textOf } from "../agreement/texts.ts";
import {
  findRow,
  rowsOf,
  valueOf,
  type Caller,
  type Program,
  type Row,
  type World,
} from "../interpreter/world/world.ts";
import { fieldsOf } from "../interpreter/document/names.ts";
import { personId } from "../plan/samples/sample.ts";
import { fetchWithoutCopy } from "./fetch-without-copy.ts";
import type { Ground } from "./ground.ts";

export type People = {
  readonly as: (me: Caller) => SupabaseClient;
  /** They delete their account, and what they are answered where they may not. */
  readonly leave: (me: Caller, language?: string) => Promise<LeaveAnswer>;
  /** The account of a user who has left, anew; their row is to be gone. */
  readonly back: (me: Caller) => Promise<void>;
};

/** Undefined: they have gone. */
export type LeaveAnswer =
  | { readonly code: string; readonly said: string; readonly status: number; readonly message: string }
  | undefined;

/** Another user of those who are there. */
export const anotherPerson = (me: Caller): string => personId(me === personId(1) ? 2 : 1);

const password = "a password for trying things out";
/** By bcrypt at its least: no one is kept out by it, and a good hash for each of them takes longer than some cases. */
const passwordHash = "$2b$04$r2AhFmq7OQxckiUEnTTbk.QmYILlvdonxGbjs/WErlikk7/RhZD4i";

/** Once for all cases of a plan: a user who is there has the same id in each. */
export async function signIn(world: World, ground: Ground): Promise<People> {
  const clients = new Map<Caller, SupabaseClient>([[null, clientFor(ground, ground.anonKey)]]);
  for (const person of rowsOf(world, "user")) clients.set(person.id, await account(person, world, ground));
  const as = (me: Caller): SupabaseClient => {
    const client = clients.get(me);
    if (client === undefined) throw new Error(`nobody is called ${me}`);
    return client;
  };
  return {
    as,
    leave: async (me, language = "") => {
      const { data } = await as(me).auth.getSession();
      const answer = await fetchWithoutCopy(`${ground.url}/auth/v1/user`, {
        method: "DELETE",
        headers: {
          apikey: ground.anonKey,
          authorization: `Bearer ${data.session?.access_token}`,
          "content-type": "application/json",
          ...(language === "" ? {} : { "accept-language": language }),
        },
        body: JSON.stringify({ password }),
      });
      if (answer.ok) return undefined;
      const told = (await answer.json()) as { readonly error_code?: unknown; readonly msg?: unknown };
      const { status } = answer;
      const message = String(told.msg);
      return { code: String(told.error_code), said: `${status} ${message}`, status, message };
    },
    back: async (me) => {
      const person = findRow(world, "user", me ?? "");
      if (person !== undefined) clients.set(me, await account(person, world, ground));
    },
  };
}

async function account(person: Row, world: World, ground: Ground): Promise<SupabaseClient> {
  const admin = clientFor(ground, ground.serviceKey);
  const email = textOf(valueOf(person, "email")) ?? "";
  const made = await admin.auth.admin.createUser({
    id: person.id,
    email,
    // A user who deletes their account says it.
    password_hash: passwordHash,
    email_confirm: true,
    user_metadata: profileOf(person, world.program),
  });
  if (made.error !== null) throw new Error(`${email}: ${made.error.message}`);
  const client = clientFor(ground, ground.anonKey);
  // Whatever ways to sign in the document has, the service may make a user a link.
  const link = await admin.auth.admin.generateLink({ type: "magiclink", email });
  if (link.error !== null) throw new Error(`${email}: ${link.error.message}`);
  const signed = await client.auth.verifyOtp({ type: "magiclink", token_hash: link.data.properties.hashed_token });
  if (signed.error !== null) throw new Error(`${email}: ${signed.error.message}`);
  return client;
}

/** What a user says of themselves when they sign up. */
export const profileOf = (person: Row, program: Program): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ["name", ...fieldsOf(program, "user").map(({ name }) => name.id)].flatMap((name) => {
      const text = textOf(valueOf(person, name));
      return text === null ? [] : [[name, text]];
    }),
  );

export const clientFor = ({ url }: Ground, key: string): SupabaseClient =>
  createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: fetchWithoutCopy },
  });
