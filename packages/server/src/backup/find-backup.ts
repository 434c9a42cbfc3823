// Which backup is brought back.
import { failure } from "../postgres/failure.ts";
import { momentOutside, noBackup } from "./problems.ts";
import { readableManifest, type Repository } from "./repository.ts";

/** The backup that leads to a moment: the last one that is not after it. */
export async function findBackup(repository: Repository, { id, to }: { readonly id?: string; readonly to?: Date }) {
  const ids = await repository.list();
  if (id !== undefined) {
    const manifest = await repository.manifest(id);
    if (to !== undefined && to < new Date(manifest.moment))
      throw failure(momentOutside, to.toISOString(), `backup ${id} is of ${manifest.moment}`);
    return manifest;
  }
  let first: string | undefined;
  for (const each of ids.toReversed()) {
    const manifest = await readableManifest(repository, each);
    if (manifest === undefined) continue;
    if (to === undefined || new Date(manifest.moment) <= to) return manifest;
    ({ moment: first } = manifest);
  }
  if (first === undefined || to === undefined) throw failure(noBackup, repository.folder, undefined);
  throw failure(momentOutside, to.toISOString(), `the first backup is of ${first}`);
}
