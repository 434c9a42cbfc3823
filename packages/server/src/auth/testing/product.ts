// A small document that runs, for tests: a real database, a real server, and the usual client.
import assert from "node:assert/strict";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Client } from "pg";
import { compile } from "@writ/language";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { applyDocument } from "../../applying/index.ts";
import { openMade } from "../../postgres/testing/copied.ts";
import { emptyFolder, type Ending } from "../../postgres/testing/surroundings.ts";
import { serveProduct, type Running, type ServeOptions } from "../../serve.ts";
import { eventually, pause } from "../../../../language/src/testing/eventually.ts";

export type Product = {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceKey: string;
  /** A browser of its own. */
  readonly client: (options?: { readonly flowType?: "pkce" | "implicit" }) => SupabaseClient;
  readonly admin: SupabaseClient;
  /** As the owner: fixtures, and looking at what came of it. */
  readonly owner: (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  /** A request as it is, with a token or without. */
  readonly ask: (method: string, path: string, sent?: Sent) => Promise<Got>;
  /** The last mail to an address, taken out of the mailbox. */
  readonly mail: (to: string) => Promise<ReadMail>;
  readonly hasMail: (to: string) => Promise<boolean>;
  /** A connection of the owner's. */
  readonly connect: () => Promise<Client>;
  /** One more server on the same database; the answer is its address. */
  readonly another: (options?: Partial<ServeOptions>) => Promise<string>;
  readonly restart: (options?: Partial<ServeOptions>) => Promise<void>;
};

export type Sent = {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Got = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
};
/** `token` and `type` as they stand in the link. */
export type ReadMail = {
  readonly subject: string;
  readonly text: string;
  readonly link: string;
  readonly token: string;
  readonly code: string;
};

function readMail({ subject, text }: { readonly subject: string; readonly text: string }): ReadMail {
  const link = /http\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? "";
  return {
    subject,
    text,
    link,
    token: link === "" ? "" : (new URL(link).searchParams.get("token") ?? ""),
    code: /\b\d{6}\b/.exec(text.replace(link, ""))?.[0] ?? "",
  };
}

/** A form that every user may fill in, so that there is an entity with an owner. */
export const notes = `### Note
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Author | reference to User | auto | \`me\` |
| Text | text up to 200 | yes | |
`;

export type Written = {
  readonly signIn?: string;
  readonly settings?: string;
  readonly entities?: string;
  readonly limits?: string;
};

export const documentOf = ({
  signIn = "email and password, magic link, code by mail, anonymous",
  settings = "",
  entities = notes,
  limits = "",
}: Written = {}): string => `## 3. Entities and their fields

${entities}
## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Lead | named at installation |

| For | May | Member | Lead |
| --- | --- | --- | --- |
| Note | create | yes | yes |
| Note | read, update, delete | own | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | ${signIn} |
${settings}
${limits}`;

export async function startProduct(
  context: Ending,
  fragment: string,
  options: Partial<ServeOptions> = {},
): Promise<Product> {
  const { source } = completeDocument(fragment);
  const compiled = compile(source);
  const errors = compiled.problems.filter(({ severity }) => severity === "error");
  assert.deepEqual(
    errors.map(({ code, address, message }) => `${code} ${address}: ${message}`),
    [],
  );
  const database = await openMade(emptyFolder(context));
  const owner = await database.connect();
  const outcome = await applyDocument(owner, source, compiled, (before) => compile(before));
  assert.equal(outcome.is, "applied");
  const usual = { port: 0, log: "error", development: true, environment: {}, ...options } as const;
  let running = await serveProduct(database, usual);
  const others: Running[] = [];
  context.after(async () => {
    for (const one of [...others, running]) await one.stop();
    await database.stop();
  });
  const client: Product["client"] = ({ flowType = "implicit" } = {}) =>
    createClient(running.url, running.anonKey, {
      auth: { autoRefreshToken: false, persistSession: flowType === "pkce", storage: memory(), flowType },
    });
  return {
    get url() {
      return running.url;
    },
    anonKey: running.anonKey,
    serviceKey: running.serviceKey,
    client,
    get admin() {
      return createClient(running.url, running.serviceKey, {
        auth: { autoRefreshToken: false, persistSession: false },
      });
    },
    owner: async (sql, values = []) => (await owner.query(sql, [...values])).rows,
    ask: async (method, path, { token, body, headers = {} } = {}) => {
      const response = await fetch(`${running.url}/auth/v1${path}`, {
        method,
        redirect: "manual",
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json") === true;
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {} };
    },
    // It leaves the outbox on its own time.
    mail: async (to) =>
      eventually(async () => {
        const { rows } = await owner.query(
          "DELETE FROM writ.mailbox WHERE id = (SELECT id FROM writ.mailbox WHERE recipient = $1 ORDER BY id DESC LIMIT 1) RETURNING subject, text",
          [to],
        );
        return rows[0] !== undefined && readMail(rows[0]);
      }, `a mail to ${to}`),
    hasMail: async (to) => {
      await pause(300, "some mails are left after the request was answered");
      const { rows } = await owner.query(
        "SELECT FROM writ.mailbox WHERE recipient = $1 UNION ALL SELECT FROM writ.outbox WHERE done_at IS NULL AND payload ->> 'to' = $1",
        [to],
      );
      return rows.length > 0;
    },
    connect: async () => database.connect(),
    another: async (changed = {}) => {
      const one = await serveProduct(database, { ...usual, ...changed, publicUrl: running.url });
      others.push(one);
      return `http://127.0.0.1:${one.port}`;
    },
    restart: async (changed = {}) => {
      await running.stop();
      running = await serveProduct(database, { ...usual, ...changed });
    },
  };
}

/** Each client is a browser of its own. */
function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

let count = 0;
/** An address without an account. */
export const newAddress = (name = "ann"): string => `${name}-${++count}@example.test`;
export const password = "correct horse battery";

/** A user who is signed in with an address and a password. */
export async function newPerson(product: Product, email = newAddress()) {
  const client = product.client();
  const { data, error } = await client.auth.signUp({ email, password, options: { data: { name: "Ann" } } });
  assert.equal(error, null);
  assert.ok(data.session !== null && data.user !== null);
  return { client, email, session: data.session, user: data.user };
}
