// Whether a backup comes back: it is recovered in a scratch folder, its tables and indexes are read in full and counted.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "pg";
import { readSql } from "@writ/language/foundation";
import { lsnOf } from "../postgres/connections/replication.ts";
import { codeOf } from "../postgres/failure.ts";
import { damagedFile } from "./problems.ts";
import type { LogPart, Manifest, Repository } from "./repository.ts";
import { readSealed } from "./sealed-file.ts";
import { restoreBackup, type RestoreProgress } from "./restore.ts";

const damageCheck = readSql(new URL("./find-damage.sql", import.meta.url));

export type Verified = {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** In words, each about one table or file; empty where all is as it was. */
  readonly differences: readonly string[];
  /** Whether there was something to compare the rows with. */
  readonly isCounted: boolean;
};

/** The scratch folder needs as much room as the product. */
export async function verifyBackup(
  repository: Repository,
  manifest: Manifest,
  progress?: RestoreProgress,
  scratch = tmpdir(),
): Promise<Verified> {
  const folder = mkdtempSync(join(scratch, "writ-verify-"));
  const differences: string[] = [];
  const tables = manifest.database?.tables ?? [];
  let rows = 0;
  try {
    const look = async (client: Client) => {
      differences.push(...(await findDamage(client)));
      for (const { name, rows: wanted } of tables) {
        const found = await readAll(client, name);
        rows += found ?? 0;
        if (found === undefined) differences.push(`the table ${name} is missing`);
        else if (found !== wanted) differences.push(`the table ${name} has ${found} rows instead of ${wanted}`);
      }
    };
    const restored = await restoreBackup(repository, folder, {
      manifest,
      target: "backup",
      look,
      isScratch: true,
      ...(progress === undefined ? {} : { progress }),
    });
    differences.push(
      ...(await damagedLog(repository, manifest)),
      ...restored.missing.map((version) => `the product itself had no file ${version} any more`),
    );
    return {
      tables: tables.length,
      rows,
      files: restored.files,
      differences,
      isCounted: tables.length > 0,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What goes on from the backup: each part is there, and reads as it was written. */
async function damagedLog(repository: Repository, { database, moment }: Manifest): Promise<readonly string[]> {
  if (database === undefined) return [];
  let [at, good] = [lsnOf(database.log.to), moment];
  for (const part of await repository.logs(database.lineage, database.log.timeline)) {
    if (part.to <= at) continue;
    const isGood = part.from <= at && (await isWhole(part));
    if (!isGood) return [`changes after ${good} cannot be brought back: a part of the log is missing or damaged`];
    at = part.to;
    good = part.moment.toISOString();
  }
  return [];
}

async function isWhole({ sealed }: LogPart): Promise<boolean> {
  try {
    for await (const bytes of readSealed(sealed)) void bytes;
    return true;
  } catch (error) {
    if (codeOf(error) === damagedFile.code) return false;
    throw error;
  }
}

/** Each row in full, with what is kept beside the table. */
async function readAll(client: Client, name: string): Promise<number | undefined> {
  const { rows: found } = await client.query("SELECT to_regclass($1) IS NOT NULL AS there", [name]);
  if (found[0]?.there !== true) return undefined;
  const { rows } = await client.query<{ rows: string }>(`SELECT count(each::text) AS rows FROM ${name} AS each`);
  return Number(rows[0]?.rows);
}

async function findDamage(client: Client): Promise<readonly string[]> {
  await client.query(damageCheck);
  const { rows } = await client.query<{ damage: string }>("SELECT pg_temp.find_damage() AS damage");
  return rows.map(({ damage }) => damage);
}
