// A schema of some lines for a test, and requests for data against it, as a role that a request may have.
import { after } from "node:test";
import { Client, type ClientBase } from "pg";
import { startPostgres, type Postgres } from "../../../../language/src/testing/postgres.ts";
import { readCatalogue } from "../catalogue/read-catalogue.ts";
import type { Statement } from "../../postgres/connections/packet.ts";
import { handle, type Service } from "../handle.ts";

export type Sent = {
  readonly as?: "anon" | "authenticated";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export type Got = {
  readonly status: number;
  /** JSON where it is JSON, else text, or bytes. */
  readonly body: unknown;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
};

export type SmallSchema = {
  readonly ask: (method: string, address: string, sent?: Sent) => Promise<Got>;
  /** As the owner. */
  readonly owner: (sql: string) => Promise<readonly Record<string, unknown>[]>;
  /** What the last request sent to the database. */
  readonly statements: () => readonly { readonly text: string; readonly values: readonly unknown[] }[];
};

/** `sql` is run in `public`, which both roles may use; what is in it is granted there. */
export type MakeSchema = (sql: string, settings?: Partial<Service>) => Promise<SmallSchema>;

const roles = `CREATE ROLE anon NOLOGIN; CREATE ROLE authenticated NOLOGIN; CREATE ROLE authenticator LOGIN NOINHERIT;
  GRANT anon, authenticated TO authenticator`;

/** For a file of tests, in one cluster that ends with it. */
export function smallSchemas(): MakeSchema {
  let started: Promise<Postgres> | undefined;
  let made = 0;
  const opened: Client[] = [];
  after(async () => {
    await Promise.all(opened.map(async (client) => client.end()));
    await (await started)?.stop();
  });
  return async (sql, settings = {}) => {
    started ??= startPostgres();
    const postgres = await started;
    const name = `small_${++made}`;
    await postgres.createDatabase(name);
    const owner = await postgres.connect(name);
    if (made === 1) await owner.query(roles);
    await owner.query(`GRANT USAGE ON SCHEMA public TO anon, authenticated; ${sql}`);
    const { host, port } = owner;
    const client = new Client({ host, port, user: "authenticator", database: name });
    await client.connect();
    opened.push(client);
    return schemaIn(owner, client, settings);
  };
}

async function schemaIn(owner: Client, client: Client, settings: Partial<Service>): Promise<SmallSchema> {
  const catalogue = await readCatalogue(owner, settings.schemas ?? ["public"]);
  let statements: { readonly text: string; readonly values: readonly unknown[] }[] = [];
  const service: Service = {
    catalogue: () => catalogue,
    schemas: ["public"],
    maxRows: undefined,
    aggregates: true,
    transactionEnd: "commit",
    preRequest: undefined,
    withConnection: async (work) => work(watched(client, (text, values) => statements.push({ text, values }))),
    ...settings,
  };
  return {
    ask: async (method, address, sent = {}) => {
      statements = [];
      return ask(method, address, sent, service);
    },
    owner: async (text) => (await owner.query(text)).rows,
    statements: () => statements,
  };
}

/** Only what is asked of the database is looked at; the connection is the real one. */
function watched(client: Client, see: (text: string, values: readonly unknown[]) => void): ClientBase {
  return new Proxy(client, {
    get: (target, property) => {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        if (property === "query") {
          const [what] = given as [string | { readonly statements: readonly Statement[] }];
          if (typeof what === "string") see(what, []);
          else for (const { text, values } of what.statements) see(text, values);
        }
        return member.apply(target, given) as unknown;
      };
    },
  });
}

async function ask(method: string, address: string, sent: Sent, service: Service): Promise<Got> {
  const { as: role = "anon", headers = {}, body } = sent;
  const [path = "", query = ""] = address.split(/\?(.*)/s);
  const response = await handle(
    {
      method,
      path,
      query,
      headers: { get: (header) => headers[header] ?? null },
      body:
        body === undefined ? "" : typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
    },
    { role, claims: { role }, signedIn: role !== "anon", settings: { "request.headers": JSON.stringify(headers) } },
    service,
  );
  const text = response.body === null ? "" : Buffer.from(response.body).toString("utf8");
  const found = new Map(response.headers.map(([header, value]) => [header.toLowerCase(), value]));
  const isJson = /^application\/(?:[\w.]+\+)?json/.test(found.get("content-type") ?? "") && text !== "";
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: found, text };
}

/** What a refusal says. */
export const codeOf = ({ status, body }: Got): readonly [number, unknown] => [
  status,
  typeof body === "object" && body !== null && "code" in body ? body.code : undefined,
];
