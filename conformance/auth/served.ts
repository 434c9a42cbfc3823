// The document of this folder, served by a server of its own in a folder that goes with it.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "@writ/language";
import { applyDocument } from "@writ/server/applying";
import { openDatabase, type Database } from "@writ/server/postgres";
import { serveProduct, type Running, type ServeOptions } from "@writ/server/serve";

export type Served = Running & {
  readonly database: Database;
  /** For whatever else the suite needs. */
  readonly folder: string;
  /** Ends the server and the database, and takes the folder away. */
  readonly end: () => Promise<void>;
};

export async function serveDocument(options: Partial<ServeOptions> = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "writ-accounts-"));
  const source = readFileSync(`${import.meta.dirname}/SPEC.md`, "utf8");
  const database = await openDatabase({ folder: join(folder, "data") });
  const owner = await database.connect();
  await applyDocument(owner, source, compile(source), (before) => compile(before));
  await owner.end();
  const running = await serveProduct(database, {
    port: 0,
    log: "error",
    files: join(folder, "files"),
    development: true,
    environment: { WRIT_GOOGLE_CLIENT_ID: "a client", WRIT_GOOGLE_CLIENT_SECRET: "a secret" },
    ...options,
  });
  return {
    ...running,
    database,
    folder,
    end: async () => {
      await running.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
