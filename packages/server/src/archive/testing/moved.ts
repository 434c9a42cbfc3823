// A product with people, rows and files, and what it answers over the wire: for tests that move it.
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { compile } from "@writ/language";
import { writeSamples } from "../../applying/index.ts";
import { openSource } from "../../backup/source.ts";
import { openDatabase, type Database } from "../../postgres/index.ts";
import { emptyFolder } from "../../postgres/testing/surroundings.ts";
import { serveProduct, type Running } from "../../serve.ts";
import type { StartProduct, TestProduct } from "../../testing/product.ts";
import { exportArchive } from "../export.ts";

export const exampleOf = (name: string): string =>
  readFileSync(new URL(`../../../../../examples/${name}/SPEC.md`, import.meta.url), "utf8");

const password = "correct horse battery staple";

/** The product keeps its address when it moves, and with it the tokens that name it. */
const publicUrl = "http://product.example.test";

/** Where it is reached here. */
export const addressOf = ({ port }: Pick<Running, "port">): string => `http://127.0.0.1:${port}`;

export const startServed = async (start: StartProduct, source: string): Promise<TestProduct> =>
  start(source, { publicUrl });

/** With the sample rows of its document. */
export async function startSampled(start: StartProduct, source: string): Promise<TestProduct> {
  const product = await startServed(start, source);
  const client = await product.database.connect();
  const refused = await writeSamples(client, compile(source));
  if (refused !== undefined) throw new Error(JSON.stringify(refused));
  await client.end();
  return product;
}

type Asked = { readonly method?: string; readonly token: string; readonly body?: unknown; readonly type?: string };

/** The status and all of the body, as it came. */
export async function ask(
  url: string,
  { method = "GET", token, body, type }: Asked,
): Promise<readonly [number, string]> {
  const headers = { authorization: `Bearer ${token}`, apikey: token, "content-type": type ?? "application/json" };
  const sent = body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: sent as string }) });
  return [response.status, await response.text()];
}

/** Someone who signs in with a password; their id. */
export async function addPerson(product: TestProduct, name: string): Promise<string> {
  const token = product.serviceKey;
  const body = { email: `${name.toLowerCase()}@example.test`, password, email_confirm: true, user_metadata: { name } };
  const [status, text] = await ask(`${addressOf(product)}/auth/v1/admin/users`, { method: "POST", token, body });
  if (status >= 300) throw new Error(text);
  return String(JSON.parse(text).id);
}

export const signIn = async (running: Running, name: string) =>
  ask(`${addressOf(running)}/auth/v1/token?grant_type=password`, {
    method: "POST",
    token: running.serviceKey,
    body: { email: `${name.toLowerCase()}@example.test`, password },
  });

/** A file with this content, as programs with the service key bring them. */
export async function upload(product: TestProduct, name: string, text: string): Promise<void> {
  await product.owner("INSERT INTO storage.buckets (id, name) VALUES ('box', 'box') ON CONFLICT DO NOTHING");
  const sent = { method: "POST", token: product.serviceKey, body: Buffer.from(text), type: "text/plain" };
  const [status, said] = await ask(`${addressOf(product)}/storage/v1/object/box/${name}`, sent);
  if (status !== 200) throw new Error(said);
}

export async function exported(product: TestProduct, target?: string, anonymise = false): Promise<string> {
  const archive = target ?? `${emptyFolder({ after })}/archive`;
  const source = await openSource(product.folder);
  await exportArchive(source, archive, { version: "1.2.3", anonymise }).finally(source.end);
  return archive;
}

/** What was imported into a folder, or into a database beside it, served until the work is done. */
export async function served<Result>(
  folder: string,
  work: (running: Running, database: Database) => Promise<Result>,
  url?: string,
): Promise<Result> {
  const database = await openDatabase(url === undefined ? { folder } : { url });
  try {
    const running = await serveProduct(database, { port: 0, log: "silent", files: `${folder}/files`, publicUrl });
    return await work(running, database).finally(running.stop);
  } finally {
    await database.stop();
  }
}
