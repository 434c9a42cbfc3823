// What the schemas hold, read once and again after each notification of a change; requests go on with what was there.
import type { Client } from "pg";
import { wasApplied } from "../../applying/applied.ts";
import type { Database } from "../../postgres/index.ts";
import type { Changes } from "../../postgres/connections/after-change.ts";
import type { Catalogue } from "./catalogue.ts";
import { readCatalogue } from "./read-catalogue.ts";

export type CatalogueCache<Beside = unknown> = Changes & {
  readonly catalogue: () => Catalogue;
  /** What was read together with it. */
  readonly beside: () => Beside;
  /** Ends when what holds now is known. */
  readonly reload: () => Promise<void>;
  /** Called whenever it has been read, until the answer is called. */
  readonly watch: (changed: () => void) => () => void;
  /** Ends when it is known for the first time. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** `readBeside`: whatever else is known of the database from then on. */
export function catalogueCache<Beside>(
  database: Database,
  schemas: readonly string[],
  readBeside: (client: Client) => Promise<Beside>,
): CatalogueCache<Beside> {
  const watchers = new Set<() => void>();
  let known: { readonly version: string; readonly catalogue: Catalogue; readonly beside: Beside } | undefined;
  let reading: Promise<void> | undefined;
  let isAsked = false;
  let isStopped = false;
  let listener: Client | undefined;

  const read = async (client: Client) => {
    // First: what is read after it is never older.
    const version = await versionOf(client);
    known = { version, catalogue: await readCatalogue(client, schemas), beside: await readBeside(client) };
    for (const watcher of watchers) watcher();
  };
  let last: Promise<unknown> = Promise.resolve();
  /** There is one connection for all of it. */
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  /** Two who ask at once are answered by one reading that began after both. */
  const reload = async (): Promise<void> => {
    isAsked = true;
    reading ??= (async () => {
      try {
        do {
          isAsked = false;
          await inTurn(async () => read(await listening()));
        } while (isAsked);
      } finally {
        reading = undefined;
      }
    })();
    await reading;
  };
  const listening = async (): Promise<Client> => {
    if (listener !== undefined) return listener;
    const client = await database.connect({ as: "owner", application_name: "writ catalogue" });
    listener = client;
    client.on("notification", ({ payload }) => {
      if (payload === "" || payload === "reload schema" || payload === "reload config")
        void reload().catch(() => undefined);
    });
    // The database went away: what happened meanwhile is read when it is back.
    client.once("end", () => {
      listener = undefined;
      if (!isStopped) setTimeout(() => void reload().catch(again), 500).unref();
    });
    await client.query("LISTEN pgrst");
    return client;
  };
  const again = () => {
    if (!isStopped) setTimeout(() => void reload().catch(again), 1000).unref();
  };

  const lastKnown = () => {
    if (known === undefined) throw new Error("the catalogue is read when the server starts");
    return known;
  };
  return {
    catalogue: () => lastKnown().catalogue,
    beside: () => lastKnown().beside,
    mark: () => known,
    isPast: async (mark) => {
      const version = await inTurn(async () => versionOf(await listening()));
      if (version !== known?.version) await reload();
      return mark !== known;
    },
    reload,
    watch: (changed) => {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
    start: reload,
    stop: async () => {
      isStopped = true;
      await listener?.end();
    },
  };
}

/** Another one with each document that is applied. */
async function versionOf(client: Client): Promise<string> {
  if (!(await wasApplied(client))) return "";
  const { rows } = await client.query<{ version: string }>("SELECT max(id)::text AS version FROM writ.applied");
  return rows[0]?.version ?? "";
}
