// A product with rows and files whose backups tests make and bring back.
import { cpSync } from "node:fs";
import { after } from "node:test";
import { openDatabase, type Database } from "../../postgres/index.ts";
import { emptyFolder } from "../../postgres/testing/surroundings.ts";
import type { TestProduct } from "../../testing/product.ts";
import { lockRepository, type Manifest } from "../repository.ts";
import type { BackupKey } from "../sealed-file.ts";
import { openSource } from "../source.ts";
import { takeBackup } from "../take.ts";

export const write = async (product: TestProduct, words: string) =>
  product.owner("INSERT INTO public.note (words) VALUES ($1)", [words]);

/** A file with this content, as programs with the service key bring them. */
export async function upload(product: TestProduct, name: string, content: Buffer): Promise<void> {
  await product.owner("INSERT INTO storage.buckets (id, name) VALUES ('box', 'box') ON CONFLICT DO NOTHING");
  const token = await product.token({ role: "service_role" });
  const url = `${product.url}/storage/v1/object/box/${name}`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "text/plain" };
  const response = await fetch(url, { method: "POST", headers, body: new Uint8Array(content) });
  if (!response.ok) throw new Error(await response.text());
}

export async function backUp(product: TestProduct, target: string, key?: BackupKey): Promise<Manifest> {
  const [repository, release] = lockRepository(target, key);
  const source = await openSource(product.folder);
  try {
    return await takeBackup(source, repository, { version: "1.2.3" });
  } finally {
    await source.end();
    release();
  }
}

/** What stands in the notes of a folder that is not served. */
export async function wordsIn(folder: string): Promise<readonly string[]> {
  return within(folder, async (database) => {
    const client = await database.connect();
    const { rows } = await client.query<{ words: string }>("SELECT words FROM public.note ORDER BY words");
    return rows.map(({ words }) => words);
  });
}

export async function within<Result>(folder: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ folder });
  try {
    return await work(database);
  } finally {
    await database.stop();
  }
}

/** A copy that a test may damage. */
export function copyOf(target: string): string {
  const folder = emptyFolder({ after });
  cpSync(target, folder, { recursive: true });
  return folder;
}
