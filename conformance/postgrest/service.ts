// Writ's data API as the suite expects it to be set up: over HTTP, with the suite's fixtures, roles and secret.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { generateKeyPair } from "jose";
import { Client } from "pg";
import { startPostgres } from "../../packages/language/src/testing/postgres.ts";
import { allowOtherOrigins } from "../../packages/server/src/gate/cross-origin.ts";
import type { KeyRing } from "../../packages/server/src/keys/key-ring.ts";
import { tokenChecker, type TokenChecker } from "../../packages/server/src/keys/tokens.ts";
import { readCatalogue } from "../../packages/server/src/rest/catalogue/read-catalogue.ts";
import { failed, handle, type Caller, type Service } from "../../packages/server/src/rest/handle.ts";
import type { DataResponse } from "../../packages/server/src/rest/respond/respond.ts";
import { tokenFailure } from "../../packages/server/src/rest/serve.ts";

/** What a group of cases changes of the suite's own settings; names are the suite's. */
export type Configuration = Readonly<Record<string, unknown>>;

export type Running = { readonly address: string; readonly stop: () => Promise<void> };

const secret = "reallyreallyreallyreallyverysafe";
export const authenticator = "Postgrest_Test_Authenticator";
const nobody = "postgrest_test_anonymous";

export type Prepared = {
  readonly serve: (configuration: Configuration) => Promise<Running>;
  readonly stop: () => Promise<void>;
};

/** A PostgreSQL with the fixtures in it; `serve` starts the data API over it in one configuration. */
export async function prepare(fixtures: string): Promise<Prepared> {
  const postgres = await startPostgres();
  const owner = await postgres.connect();
  await owner.query(`CREATE ROLE "${authenticator}" LOGIN NOINHERIT`);
  await owner.query(fixtures);
  await owner.query("ANALYZE");
  const idle: Client[] = [];
  for (let count = 0; count < 10; count++) {
    const { host, port, database } = owner;
    const client = new Client({ host, port, user: authenticator, database });
    await client.connect();
    idle.push(client);
  }
  const waiting: ((client: Client) => void)[] = [];
  const withConnection: Service["withConnection"] = async (work) => {
    const client = idle.pop() ?? (await new Promise<Client>((resolve) => waiting.push(resolve)));
    try {
      return await work(client);
    } finally {
      const next = waiting.shift();
      if (next === undefined) idle.push(client);
      else next(client);
    }
  };
  return {
    serve: async (configuration) => {
      const reader = await postgres.connect();
      await reader.query("SET search_path = ''");
      const service = await serviceOf(configuration, reader, withConnection);
      await reader.end();
      return listen(service, await makeGate());
    },
    stop: async () => {
      await Promise.all([owner, ...idle].map((client) => client.end()));
      await postgres.stop();
    },
  };
}

async function serviceOf(
  configuration: Configuration,
  reader: Client,
  withConnection: Service["withConnection"],
): Promise<Service> {
  const set = <Value>(name: string, value: Value): Value =>
    name in configuration ? (configuration[name] as Value) : value;
  const schemas = set<readonly string[]>("configDbSchemas", ["test"]);
  const catalogue = await readCatalogue(reader, schemas);
  return {
    catalogue: () => catalogue,
    schemas,
    maxRows: set<number | undefined>("configDbMaxRows", undefined),
    aggregates: set("configDbAggregates", false),
    transactionEnd: set("configDbTxRollbackAll", true)
      ? set("configDbTxAllowOverride", true)
        ? "rollback-allow-override"
        : "rollback"
      : "commit",
    extraSearchPath: set<readonly string[]>("configDbExtraSearchPath", []),
    plans: set("configDbPlanEnabled", false),
    timed: set("configServerTimingEnabled", true),
    preRequest: set("configDbPreRequest", "test.switch_role"),
    withConnection,
  };
}

async function listen(service: Service, gate: Gate): Promise<Running> {
  const server = createServer((request, response) => {
    const send = ({ status, headers, body }: DataResponse) => {
      response.statusCode = status;
      for (const [name, value] of headers) response.appendHeader(name, value);
      if (body !== null) response.setHeader("Content-Length", Buffer.byteLength(body));
      response.end(body ?? undefined);
    };
    if (allowOtherOrigins(request, response)) return;
    answer(request, service, gate).then(send, (error: unknown) =>
      send({ status: 500, headers: [], body: String(error instanceof Error ? error.stack : error) }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, service: Service, { check }: Gate): Promise<DataResponse> {
  const began = performance.now();
  const { method = "GET", url = "", headers } = request;
  const body = await buffer(request);
  const [path = "", query = ""] = url.split(/\?(.*)/s);
  const get = (name: string) => {
    const value = headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
  };
  const token = /^bearer(.*)$/i.exec(get("authorization") ?? "")?.[1]?.trim();
  const empty = { refusal: { why: "malformed", message: "Empty JWT is sent in Authorization header" } } as const;
  const checked = token === undefined ? undefined : token === "" ? empty : await check(token);
  if (checked !== undefined && "refusal" in checked) return failed(tokenFailure(checked.refusal));
  const claims = { role: nobody, ...checked?.claims };
  const caller: Caller = {
    role: claims.role,
    claims,
    signedIn: claims.role !== nobody,
    checkedIn: performance.now() - began,
    settings: settingsOf(request, method, path),
  };
  return handle({ method, path, query, headers: { get }, body }, caller, service);
}

/** What the suite's functions want to know of a request. */
function settingsOf({ headers }: IncomingMessage, method: string, path: string): Caller["settings"] {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim().split("=", 2));
  return {
    "request.method": method,
    "request.path": path,
    "request.headers": JSON.stringify(
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    ),
    "request.cookies": JSON.stringify(Object.fromEntries(pairs.filter(([name]) => name !== ""))),
    "app.settings.app_host": "localhost",
    "app.settings.external_api_secret": "0123456789abcdef",
  };
}

/** Who is let in: by the product's own check, with the suite's secret. */
type Gate = { readonly check: TokenChecker };

async function makeGate(): Promise<Gate> {
  const { privateKey } = await generateKeyPair("ES256");
  const ring: KeyRing = {
    secret: new TextEncoder().encode(secret),
    secretMadeAt: new Date(0),
    signing: [{ kid: "none", privateKey, madeAt: new Date(0) }],
    publicKeys: new Map(),
  };
  return { check: tokenChecker(() => ring, { issuers: () => [] }) };
}
