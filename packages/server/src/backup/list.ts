// The backups of a folder, and to which moments each leads.
import { lsnOf } from "../postgres/connections/replication.ts";
import { readableManifest, type Manifest, type Repository } from "./repository.ts";

export type Listed = {
  readonly id: string;
  readonly moment: string;
  /** The last moment to which the log of changes leads from it; undefined: it leads to its own alone. */
  readonly until: string | undefined;
  readonly version: string;
  readonly files: number;
  readonly bytes: number;
  readonly hasDatabase: boolean;
  /** Nothing is known of it but its id. */
  readonly isDamaged: boolean;
};

export async function listBackups(repository: Repository): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  for (const id of await repository.list()) {
    const manifest = await readableManifest(repository, id);
    if (manifest !== undefined) listed.push(await listedOf(repository, manifest));
    else listed.push({ ...unreadable, id });
  }
  return listed;
}

const unreadable = {
  moment: "",
  until: undefined,
  version: "",
  files: 0,
  bytes: 0,
  hasDatabase: false,
  isDamaged: true,
};

async function listedOf(repository: Repository, manifest: Manifest): Promise<Listed> {
  const { id, moment, version, files, bytes, database } = manifest;
  return {
    id,
    moment,
    until: (await lastMoment(repository, manifest))?.toISOString(),
    version,
    files: files.length,
    bytes: bytes.database + bytes.files,
    hasDatabase: database !== undefined,
    isDamaged: false,
  };
}

/** Of the parts that go on from it without a gap. */
export async function lastMoment(repository: Repository, { database }: Manifest): Promise<Date | undefined> {
  if (database === undefined) return undefined;
  let at = lsnOf(database.log.to);
  let last: Date | undefined;
  for (const part of await repository.logs(database.lineage, database.log.timeline)) {
    if (part.from > at || part.to <= at) continue;
    at = part.to;
    last = part.moment;
  }
  return last;
}
