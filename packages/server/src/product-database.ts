// The database of a product that is served: its connections, what the server adds to it, and what it reads of it.
import type { ClientBase } from "pg";
import type { ConstraintError, Product } from "@writ/language/plan";
import { readConstraints } from "./applying/applied.ts";
import { readProduct } from "./applying/product.ts";
import { completeSchema } from "./auth/schema.ts";
import { replaySchema } from "./functions/webhooks/replay-guard.ts";
import { makeKeys, readKeyRing, type KeyRing } from "./keys/key-ring.ts";
import { mailboxSchema } from "./mail/mailbox.ts";
import type { Database } from "./postgres/index.ts";
import { requestPool, usualLimits, type PoolLimits, type RequestPool } from "./postgres/request-pool.ts";
import { catalogueCache, type CatalogueCache } from "./rest/catalogue/catalogue-cache.ts";
import { readHintFunctions, type ReadHints } from "./rest/read-hints.ts";

export type AtEnd = (step: () => Promise<void>) => void;

type Pools = { readonly owner: RequestPool; readonly pool: RequestPool };

/** Accounts and jobs are the owner's work; requests for data begin with no right at all. */
export function openPools(database: Database, limits: Partial<PoolLimits> | undefined, atEnd: AtEnd): Pools {
  const owner = requestPool(database, "owner", { ...usualLimits, connections: 8 });
  const pool = requestPool(database, "authenticator", { ...usualLimits, ...limits });
  atEnd(owner.end);
  atEnd(pool.end);
  return { owner, pool };
}

export async function prepare(client: ClientBase): Promise<void> {
  await makeKeys(client);
  await completeSchema(client);
  await client.query(mailboxSchema);
  await client.query(replaySchema);
}

type Known = {
  readonly constraints: ReadonlyMap<string, ConstraintError>;
  readonly narrowings: ReadHints;
  readonly product: Product;
  readonly ring: KeyRing;
  /** Schemas that are to be shown and that the database does not have. */
  readonly noSchemas: readonly string[];
};

/** What is read again whenever the database says that it changed. */
export async function readKnown(
  database: Database,
  { jwtSecret, schemas }: { readonly jwtSecret: string | undefined; readonly schemas: readonly string[] },
  atEnd: AtEnd,
  /** Told of each time. */
  onRead: () => void = () => {},
): Promise<CatalogueCache<Known>> {
  const cache = await catalogueCache<Known>(database, schemas, async (client) => {
    const known: Known = {
      constraints: await readConstraints(client),
      narrowings: { functions: await readHintFunctions(client), known: new Map() },
      product: await readProduct(client),
      ring: await readKeyRing(client, jwtSecret),
      noSchemas: await missing(client, schemas),
    };
    onRead();
    return known;
  });
  atEnd(cache.stop);
  return cache;
}

async function missing(client: ClientBase, schemas: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM unnest($1::text[]) AS name WHERE to_regnamespace(quote_ident(name)) IS NULL",
    [[...schemas]],
  );
  return rows.map(({ name }) => name);
}

export async function isThere(owner: RequestPool): Promise<boolean> {
  return owner
    .withConnection(async (client) => client.query("SELECT 1"))
    .then(
      () => true,
      () => false,
    );
}
