// The database of a product that is served: its connections, what the server adds to it, and what it reads of it.
import type { ClientBase } from "pg";
import type { ConstraintError, Product } from "@writ/language/plan";
import { readConstraints, readSource } from "./applying/applied.ts";
import { readProduct } from "./applying/product.ts";
import type { ConnectionShare } from "./bus/slot.ts";
import { makeKeys, readKeyRing, type KeyRing } from "./keys/key-ring.ts";
import type { ServerModule } from "./module.ts";
import { retryingAfterChange } from "./postgres/connections/after-change.ts";
import type { Database } from "./postgres/index.ts";
import { requestPool, usualLimits, type PoolLimits, type RequestPool } from "./postgres/connections/request-pool.ts";
import { completeStored } from "./stored/stored.ts";
import type { Tracing } from "./telemetry/tracing.ts";
import { catalogueCache, type CatalogueCache } from "./rest/catalogue/catalogue-cache.ts";
import { readHintFunctions, type ReadHints } from "./rest/read-hints.ts";

/** What is read again whenever the database says that it changed. */
type CatalogueFacts = {
  readonly constraints: ReadonlyMap<string, ConstraintError>;
  readonly readHints: ReadHints;
  readonly product: Product;
  /** The document that was applied last. */
  readonly source: string | undefined;
  readonly ring: KeyRing;
  /** Schemas that are to be shown and that the database does not have. */
  readonly noSchemas: readonly string[];
};

type Options = {
  readonly connections: ConnectionShare;
  readonly limits: Partial<PoolLimits> | undefined;
  readonly jwtSecret: string | undefined;
  readonly schemas: readonly string[];
  readonly tracing: Tracing | undefined;
};

export type ProductDatabase = ServerModule & {
  /** Accounts and jobs are the owner's work. */
  readonly owner: RequestPool;
  /** Begins with no right at all. */
  readonly pool: RequestPool;
  /** The same for requests for data, which are planned anew where the database has changed. */
  readonly dataPool: RequestPool;
  readonly catalogue: CatalogueCache<CatalogueFacts>;
  readonly product: () => Product;
  readonly ring: () => KeyRing;
  /** Whether the database answers. */
  readonly isThere: () => Promise<boolean>;
};

export function productDatabase(
  database: Database,
  { connections, limits, jwtSecret, schemas, tracing }: Options,
): ProductDatabase {
  const owner = requestPool(database, "owner", { ...usualLimits, connections: connections.owner }, tracing);
  const data = { ...usualLimits, connections: connections.data, ...limits };
  const pool = requestPool(database, "authenticator", data, tracing);
  const catalogue = catalogueCache(database, schemas, async (client): Promise<CatalogueFacts> => ({
    constraints: await readConstraints(client),
    readHints: { functions: await readHintFunctions(client), cached: new Map() },
    product: await readProduct(client),
    source: await readSource(client),
    ring: await readKeyRing(client, jwtSecret),
    noSchemas: await missing(client, schemas),
  }));
  // A document that was applied may have brought tables.
  catalogue.watch(() => {
    owner.renew();
    pool.renew();
  });
  return {
    name: "database",
    owner: retryingAfterChange(owner, catalogue),
    pool: retryingAfterChange(pool, catalogue),
    dataPool: pool,
    catalogue,
    product: () => catalogue.beside().product,
    ring: () => catalogue.beside().ring,
    isThere: async () =>
      owner
        .withConnection(async (client) => client.query("SELECT 1"))
        .then(
          () => true,
          () => false,
        ),
    start: async () => {
      await owner.withConnection(prepareDatabase);
      await catalogue.start();
    },
    stop: async () => {
      await catalogue.stop();
      await pool.end();
      await owner.end();
    },
  };
}

/** The tables of the server itself, beside those of the document. */
export async function prepareDatabase(client: ClientBase): Promise<void> {
  await completeStored(client);
  await makeKeys(client);
}

async function missing(client: ClientBase, schemas: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM unnest($1::text[]) AS name WHERE to_regnamespace(quote_ident(name)) IS NULL",
    [[...schemas]],
  );
  return rows.map(({ name }) => name);
}
