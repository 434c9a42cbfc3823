// People of one's own in a product that runs elsewhere: made for the run, at addresses that no one can have.
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { textOf } from "../agreement/texts.ts";
import { fieldsOf } from "../interpreter/document/names.ts";
import { rowsOf, valueOf, type Caller, type World } from "../interpreter/world/world.ts";
import type { AssignedRole } from "../run/roles.ts";
import { fetchWithin, isObject, isOfProduct, usualLimits } from "./fetch-within.ts";
import { RemoteUnavailable } from "./unavailable.ts";
import { reasonIn, type Remote } from "./product.ts";
import type { Names } from "./renamed.ts";

export type OwnPeople = {
  readonly client: (me: Caller) => SupabaseClient;
  /** By the ids and the addresses that the plan has for them. */
  readonly names: Names;
  readonly ids: ReadonlySet<string>;
  readonly madeAt: number;
};

/** Tokens last an hour. */
export const tooOld = 40 * 60_000;

/** `made`: called with each account before it is created, so that none is forgotten. */
export async function makePeople(
  world: World,
  { ask, anyone }: Outside,
  made: (id: string, email: string) => void,
): Promise<OwnPeople> {
  const run = randomBytes(8).toString("hex");
  // No one else is to come in as them: they have no password.
  const names = new Map<string, string>();
  const clients = new Map<Caller, SupabaseClient>([[null, anyone()]]);
  // In the order of the plan's ids, because rows may be compared by theirs.
  const ids = rowsOf(world, "user")
    .map(() => randomUUID())
    .toSorted();
  for (const [index, person] of rowsOf(world, "user")
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .entries()) {
    const id = ids[index] ?? randomUUID();
    const planned = textOf(valueOf(person, "email")) ?? `${index}@example.test`;
    const email = `writ-${run}-${planned}`;
    const data = Object.fromEntries(
      ["name", ...fieldsOf(world.program, "user").map(({ name }) => name.id)].flatMap((name) => {
        const text = textOf(valueOf(person, name));
        return text === null ? [] : [[name, text]];
      }),
    );
    made(id, email);
    await ask("POST", "/auth/v1/admin/users", { id, email, email_confirm: true, user_metadata: data });
    const client = anyone();
    // Whatever ways to sign in the document has, the service may make a user a link.
    const link = await ask("POST", "/auth/v1/admin/generate_link", { type: "magiclink", email });
    const token = isObject(link) ? link["hashed_token"] : undefined;
    if (typeof token !== "string") throw new RemoteUnavailable("users cannot be signed in there: no link was created");
    const signed = await client.auth.verifyOtp({ type: "magiclink", token_hash: token });
    if (signed.error !== null || signed.data.session === null)
      throw new RemoteUnavailable(
        `users cannot be signed in there: ${signed.error?.message ?? "the link does not sign in"}`,
      );
    names.set(person.id, id).set(planned, email);
    clients.set(id, client);
  }
  return {
    names,
    ids: new Set(ids),
    madeAt: Date.now(),
    client: (me) => {
      const client = clients.get(me);
      if (client === undefined) throw new Error(`nobody is called ${me}`);
      return client;
    },
  };
}

/** The product as its service reaches it, and as any client does. */
export type Outside = {
  readonly service: SupabaseClient;
  readonly anyone: () => SupabaseClient;
  /** Of the service. Fails where it was not done. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<unknown>;
  readonly roles: (person: string) => Promise<readonly AssignedRole[]>;
  /** Fails with `NotThere` where some request was not answered: the client takes that for an answer like another one. */
  readonly needThere: () => void;
  /** Waits for a product that does not answer, which may be beginning anew. Fails with `NotThere`. */
  readonly untilThere: () => Promise<void>;
};

/** `codes`: of the document's errors, with which the product itself answers, whatever their status. */
export function reach({ url, anonKey, serviceKey }: Remote, codes: ReadonlySet<string>): Outside {
  let lost: RemoteUnavailable | undefined;
  // What answers like something else is not waited for.
  let isAnother = false;
  const lose = (why: string): RemoteUnavailable => (lost = new RemoteUnavailable(`${url} no longer answers: ${why}`));
  const asking: typeof fetch = async (input, init) => {
    const answer = await fetchWithin(input, init, usualLimits).catch((failure: unknown) => {
      throw lose(reasonIn(failure));
    });
    // A proxy in front of a product that is down answers like this, and so does a product that cannot go on for now.
    if (isAway(answer.status) && !codes.has(await codeIn(answer.clone()))) throw lose(`status ${answer.status}`);
    if (!(await isOfProduct(urlOf(input), answer))) {
      isAnother = true;
      const { message } = lose(`its answer is not that of a Writ product (status ${answer.status})`);
      // A client asks again where it hears nothing.
      return Response.json({ code: "NOT_THERE", message, msg: message }, { status: 422 });
    }
    return answer;
  };
  const options = {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: asking },
  };
  const service = createClient(url, serviceKey, options);
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await asking(`${url}${path}`, {
      method,
      headers: { apikey: serviceKey, Authorization: `Bearer ${serviceKey}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const told: unknown = await answer.json().catch(() => undefined);
    if (!answer.ok) {
      const words = isObject(told) && typeof told["msg"] === "string" ? told["msg"] : answer.status;
      throw new RemoteUnavailable(`${method} ${path} was refused there: ${words}`);
    }
    return told;
  };
  return {
    service,
    anyone: () => createClient(url, anonKey, options),
    ask,
    roles: async (person) => {
      const told = await ask("GET", `/auth/v1/admin/users/${person}/roles`);
      const roles = isObject(told) ? told["roles"] : undefined;
      if (!Array.isArray(roles) || !roles.every(isObject))
        throw new RemoteUnavailable("it does not list who has which role");
      return roles as unknown as readonly AssignedRole[];
    },
    needThere: () => {
      if (lost !== undefined) throw lost;
    },
    untilThere: async () => {
      if (isAnother) lost = undefined;
      for (const until = Date.now() + usualLimits.patience; lost !== undefined;) {
        const failure = lost;
        lost = undefined;
        await asking(`${url}/auth/v1/health`).catch(() => undefined);
        if (lost !== undefined && Date.now() > until) throw failure;
        if (lost !== undefined) await setTimeout(1000);
      }
    },
  };
}

const urlOf = (input: Parameters<typeof fetch>[0]): string => (input instanceof Request ? input.url : String(input));

const isAway = (status: number): boolean => status >= 502 && status <= 504;

async function codeIn(answer: Response): Promise<string> {
  const told: unknown = await answer.json().catch(() => undefined);
  return isObject(told) && typeof told["code"] === "string" ? told["code"] : "";
}
