// One PostgreSQL with a database for each way of ordering texts, ready for random worlds.
import type { Client } from "pg";
import { foundation } from "./model-database.ts";
import { startPostgres, type Postgres } from "../postgres.ts";

export type Collations = { readonly postgres: Postgres; readonly clients: readonly Client[] };

export async function startCollations(): Promise<Collations> {
  const postgres = await startPostgres();
  const clients: Client[] = [];
  for (const collation of ["C", "icu", "unicode"] as const) {
    await postgres.createDatabase(collation, { collation });
    const client = await postgres.connect(collation);
    await client.query(foundation.join(";\n"));
    clients.push(client);
  }
  return { postgres, clients };
}
