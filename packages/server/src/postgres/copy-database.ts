// A second database beside the first one, in the same PostgreSQL: what is tried on one of them is not seen on the other.
import type { Database } from "./database.ts";
import { copyOurs, databaseName } from "./roles.ts";

/** Of a database of our own without connections, as it is now. It goes with that one. `name`: a plain word. */
export async function copyDatabase(database: Database, name: string): Promise<Database> {
  const superuser = await database.connect({ as: "superuser", database: "postgres" });
  try {
    await copyOurs(superuser, name);
  } finally {
    await superuser.end();
  }
  return {
    ...database,
    url: database.url.replace(new RegExp(`/${databaseName}(?=\\?|$)`), `/${name}`),
    connect: async (options) => database.connect({ ...options, database: name }),
    poolConfig: (as) => ({ ...database.poolConfig(as), database: name }),
    stop: async () => undefined,
  };
}
