// The product of a folder, as a backup reaches it: beside the process that serves it, or by a database opened for it.
import { join, resolve } from "node:path";
import { majorVersion } from "../postgres/embedded/binaries.ts";
import { openBeside } from "../postgres/embedded/beside.ts";
import { readPasswords } from "../postgres/embedded/passwords.ts";
import type { Database } from "../postgres/database.ts";
import { openDatabase } from "../postgres/open-database.ts";
import type { Source } from "./take.ts";

export type OpenSource = Source & { readonly end: () => Promise<void> };

/** `folder`: with its files, and with the passwords of a database of its own. */
export function sourceOf(database: Pick<Database, "connect">, folder: string, isOwn: boolean): Source {
  const place = resolve(folder);
  const own = isOwn
    ? { passwords: readPasswords(join(place, "postgres", "passwords.json"), true), postgres: majorVersion }
    : undefined;
  return { connect: database.connect, files: join(place, "files"), own };
}

/** `url`: of a database that is somewhere else; the folder has the files. */
export async function openSource(folder: string, url?: string): Promise<OpenSource> {
  const place = resolve(folder);
  const beside = url === undefined ? openBeside(place) : undefined;
  if (beside !== undefined) return { ...sourceOf(beside, place, true), end: beside.end };
  const database = await openDatabase(url === undefined ? { folder: place } : { url });
  return { ...sourceOf(database, place, url === undefined), end: database.stop };
}
