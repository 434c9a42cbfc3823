// How our objects look in the catalogue of the database: a fingerprint of each, under the key that the plan knows it by.
import type { ClientBase } from "pg";
import { readSql } from "@writ/language/foundation";

/** Callers only compare whether two looks of one object differ. */
export async function findObjects(client: ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ key: string; look: string }>(question);
  return new Map(rows.map(({ key, look }) => [key, look]));
}

const question = readSql(new URL("./found.sql", import.meta.url));
