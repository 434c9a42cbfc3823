// The way to a database: the one that Writ brings with it, or one that is there already. Read this first.
import type { Database, OnState } from "./database.ts";
import { openEmbedded } from "./embedded/embedded.ts";
import { openExternal } from "./external.ts";
import { readStored, refuseNewer } from "./stored-version.ts";

export type Where =
  | {
      readonly folder: string;
      /**
       * Thrown away after use: nothing of it waits for the disk, and a machine that stops may take all of it along. The
       * folder goes with this process, however it ends.
       */
      readonly isScratch?: boolean;
    }
  | { readonly url: string };

/** Expected failures are a `DatabaseFailure`; problems.ts has them all. */
export async function openDatabase(
  where: Where,
  {
    onState = () => undefined,
    connections,
  }: { readonly onState?: OnState; readonly connections?: number | undefined } = {},
): Promise<Database> {
  const database = await ("url" in where ? openExternal(where.url) : openEmbedded(where, { onState, connections }));
  try {
    const client = await database.connect();
    try {
      refuseNewer(await readStored(client));
    } finally {
      await client.end();
    }
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}
