// Which backups stay, and what no one that stays needs any more: logs, and contents of files.
import { rm, stat } from "node:fs/promises";
import { lsnOf } from "../postgres/connections/replication.ts";
import { readableManifest, type Manifest, type Repository } from "./repository.ts";

/** The newest ones stay, so many of them; which went. `made`: the one that was made just now, whatever clocks said before. */
export async function removeOldBackups(repository: Repository, keep: number, made: string): Promise<readonly string[]> {
  const others = (await repository.list()).filter((id) => id !== made);
  const gone = others.slice(0, Math.max(0, others.length - keep + 1));
  if (gone.length === 0) return [];
  const kept: Manifest[] = [];
  for (const id of [...others.slice(gone.length), made]) {
    const manifest = await readableManifest(repository, id);
    if (manifest !== undefined) kept.push(manifest);
  }
  for (const id of gone) await repository.remove(id);
  await removeLogs(repository, kept);
  await removeFiles(repository, kept);
  return gone;
}

async function removeLogs(repository: Repository, kept: readonly Manifest[]): Promise<void> {
  for (const part of await repository.allLogs()) {
    const isNeeded = kept.some(
      ({ database }) =>
        database?.lineage === part.lineage &&
        database.log.timeline === part.timeline &&
        lsnOf(database.log.from) < part.to,
    );
    if (!isNeeded) await rm(part.sealed.path, { force: true });
  }
}

/** What came after the first one that stays may belong to a moment between two of them. */
async function removeFiles(repository: Repository, kept: readonly Manifest[]): Promise<void> {
  const named = new Set(kept.flatMap(({ files }) => files.map(({ version }) => version)));
  const since = new Date(Math.min(...kept.map(({ begun }) => Number(new Date(begun)))));
  for await (const { version, path } of repository.allFiles())
    if (!named.has(version) && (await stat(path)).mtime < since) await rm(path, { force: true });
}
