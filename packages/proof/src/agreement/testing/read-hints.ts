// What a request adds of its caller's standing: the rows that are found with it have to be those that are read without.
import type { Client } from "pg";

/** Of entities of which the database says beforehand which columns bind a reader: the columns that a request may name. */
export type Narrowings = ReadonlyMap<string, ReadonlySet<string>>;

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export async function narrowingsOf(client: Client): Promise<Narrowings> {
  const { rows } = await client.query(
    "SELECT table_name AS entity, array_agg(column_name::text) AS columns FROM information_schema.columns WHERE table_schema = 'public' AND to_regproc('writ.' || quote_ident('narrow_' || table_name)) IS NOT NULL GROUP BY table_name",
  );
  return new Map(rows.map(({ entity, columns }) => [String(entity), new Set<string>(columns)]));
}

/** As the current user of the connection; undefined where nothing is added. */
export async function idsWithReadHints(
  client: Client,
  narrowings: Narrowings,
  entity: string,
): Promise<readonly string[] | undefined> {
  const named = narrowings.get(entity);
  if (named === undefined) return undefined;
  const { rows: said } = await client.query(`SELECT writ.${quote(`narrow_${entity}`)}() AS columns`);
  const columns: Readonly<Record<string, readonly string[]>> | null = said[0]?.columns ?? null;
  if (columns === null || !Object.keys(columns).every((name) => named.has(name))) return undefined;
  const ways = Object.keys(columns).map((name, index) => `${quote(name)}::text = ANY ($${index + 1}::text[])`);
  const { rows } = await client.query(
    `SELECT id FROM public.${quote(entity)} WHERE ${ways.join(" OR ")}`,
    Object.values(columns),
  );
  return rows.map(({ id }) => String(id));
}
