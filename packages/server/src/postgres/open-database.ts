// The way to a database: the one that Writ brings with it, or one that is there already. Read this first.
import type { Database, OnState } from "./database.ts";
import { openEmbedded } from "./embedded.ts";
import { openExternal } from "./external.ts";

export type Where = { readonly folder: string } | { readonly url: string };

/** Expected failures are a `DatabaseFailure`; problems.ts has them all. */
export async function openDatabase(
  where: Where,
  { onState = () => undefined }: { readonly onState?: OnState } = {},
): Promise<Database> {
  return "url" in where ? openExternal(where.url) : openEmbedded(where.folder, onState);
}
