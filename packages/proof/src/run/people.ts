// The people of a plan as accounts of a running product, each signed in with a client of their own.
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { textOf } from "../agreement/texts.ts";
import { rowsOf, valueOf, type Me, type World } from "../interpreter/world.ts";
import { fieldsOf } from "../interpreter/names.ts";
import type { Ground } from "./ground.ts";

export type People = (me: Me) => SupabaseClient;

/** Once for all cases of a plan: whoever is there has the same id in each. */
export async function signIn(world: World, ground: Ground): Promise<People> {
  const admin = clientFor(ground, ground.serviceKey);
  const clients = new Map<Me, SupabaseClient>([[null, clientFor(ground, ground.anonKey)]]);
  for (const person of rowsOf(world, "user")) {
    const email = textOf(valueOf(person, "email")) ?? "";
    const data = Object.fromEntries(
      ["name", ...fieldsOf(world.program, "user").map(({ name }) => name.id)].flatMap((name) => {
        const text = textOf(valueOf(person, name));
        return text === null ? [] : [[name, text]];
      }),
    );
    const made = await admin.auth.admin.createUser({
      id: person.id,
      email,
      email_confirm: true,
      user_metadata: data,
    });
    if (made.error !== null) throw new Error(`${email}: ${made.error.message}`);
    const client = clientFor(ground, ground.anonKey);
    // Whatever ways to sign in the document has, the service may make somebody a link.
    const link = await admin.auth.admin.generateLink({ type: "magiclink", email });
    if (link.error !== null) throw new Error(`${email}: ${link.error.message}`);
    const signed = await client.auth.verifyOtp({ type: "magiclink", token_hash: link.data.properties.hashed_token });
    if (signed.error !== null) throw new Error(`${email}: ${signed.error.message}`);
    clients.set(person.id, client);
  }
  return (me) => {
    const client = clients.get(me);
    if (client === undefined) throw new Error(`nobody is called ${me}`);
    return client;
  };
}

const clientFor = ({ url }: Ground, key: string): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
