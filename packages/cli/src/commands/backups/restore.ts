// `writ restore DIR`: a product from a backup, in a place where there is none yet.
import type { Manifest, Repository, Restored } from "@writ/server/backup";
import { settingIn, type Console, type ExitCode } from "../../terminal/console.ts";
import { plural } from "../../terminal/summary.ts";
import { visible } from "../../terminal/visible.ts";
import { dataOf, openBackups } from "./backup.ts";
import { inWords } from "../../terminal/in-words.ts";
import { documentWords, placeDocument } from "./place-document.ts";

type Restore = {
  readonly from: string;
  readonly file: string;
  readonly data: string | undefined;
  readonly backup: string | undefined;
  readonly to: Date | undefined;
  /** A file with the ids of accounts that were deleted since. */
  readonly forget: string | undefined;
  readonly json: boolean;
};

export async function restore(asked: Restore, console: Console): Promise<ExitCode> {
  const { from, file, data, backup, to, json } = asked;
  const deleted = asked.forget === undefined ? [] : readIds(asked.forget, console);
  if (deleted === undefined) {
    console.error(
      `writ restore: ${visible(String(asked.forget))} is not a list of ids of accounts, one in each line\n`,
    );
    return 2;
  }
  return inWords(console, async () => {
    const { findBackup, restoreBackup } = await import("@writ/server/backup");
    const repository = await openBackups(from, console);
    const manifest = await findBackup(repository, {
      ...(backup === undefined ? {} : { id: backup }),
      ...(to === undefined ? {} : { to }),
    });
    const folder = dataOf(file, data);
    const url = data === undefined ? settingIn(console.environment, "DATABASE_URL") : undefined;
    const progress = (what: string, done?: number, of?: number) =>
      console.progress?.(done === undefined ? `restoring the ${what}` : `restoring the files: ${done} of ${of ?? 0}`);
    if (url !== undefined) {
      const { notOfDatabaseUrl } = await import("@writ/server/backup");
      const { failure } = await import("@writ/server/postgres");
      if (manifest.database !== undefined)
        throw failure(notOfDatabaseUrl, `backup ${manifest.id} has a database of its own`);
      if (to !== undefined || deleted.length > 0)
        throw failure(notOfDatabaseUrl, "--to and --forget are for a backup with a database of its own");
      return restoreFilesBeside({ url, folder, manifest, repository, json }, console);
    }
    const target = to ?? (backup === undefined ? "latest" : "backup");
    const restored = await restoreBackup(repository, folder, { manifest, target, progress, deleted });
    console.progress?.("");
    const document = placeDocument(file, restored.source, console);
    report({ restored, folder, file, document, json }, console);
    return restored.deletedAgain.held.length > 0 || restored.lost !== undefined ? 1 : 0;
  });
}

type Beside = {
  readonly url: string;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly repository: Repository;
  readonly json: boolean;
};

/** The database is somewhere else, and was brought back there. */
async function restoreFilesBeside(
  { url, folder, manifest, repository, json }: Beside,
  console: Console,
): Promise<ExitCode> {
  const [{ restoreFiles }, { openDatabase }] = await Promise.all([
    import("@writ/server/backup"),
    import("@writ/server/postgres"),
  ]);
  const database = await openDatabase({ url });
  try {
    const client = await database.connect();
    const { files, missing } = await restoreFiles(repository, folder, { manifest, client });
    if (json) console.out(`${JSON.stringify({ id: manifest.id, files, missing })}\n`);
    else console.out(`restored ${plural(files, "file")} beside the database of DATABASE_URL, in ${visible(folder)}\n`);
    if (missing.length > 0)
      console.error(`writ restore: ${plural(missing.length, "file")} that rows name is not in it\n`);
    return missing.length === 0 ? 0 : 1;
  } finally {
    await database.stop();
  }
}

const mostBytes = 50_000_000;

/** Undefined where it cannot be read, or says something else. */
function readIds(path: string, console: Console): readonly string[] | undefined {
  let text: string;
  try {
    text = Buffer.from(console.read(path, mostBytes)).toString();
  } catch {
    return undefined;
  }
  const ids = text.split(/\s+/).filter((word) => word !== "");
  return ids.every((id) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) ? ids : undefined;
}

type Report = {
  readonly restored: Restored;
  readonly folder: string;
  readonly file: string;
  readonly document: string | undefined;
  readonly json: boolean;
};

function report({ restored, folder, file, document, json }: Report, console: Console): void {
  const { manifest, moment, files, missing, deletedAgain, lost } = restored;
  const { ids, held } = deletedAgain;
  if (json) {
    const deleted = { deletedAgain: ids, notDeletedAgain: held };
    console.out(`${JSON.stringify({ id: manifest.id, moment, folder, files, missing, lost, document, ...deleted })}\n`);
    return;
  }
  console.out(`restored backup ${manifest.id} into ${visible(folder)}: as of ${moment}, ${plural(files, "file")}\n`);
  console.out(documentWords(file, document));
  if (lost !== undefined)
    console.error(
      `writ restore: changes from ${lost.from} to ${lost.to} cannot be brought back, because a part of the log is missing or damaged\n`,
    );
  if (ids.length > 0)
    console.out(
      `${plural(ids.length, "account")} that had been deleted since then ${ids.length === 1 ? "was" : "were"} deleted again\n`,
    );
  for (const { id, why } of held)
    console.error(
      `writ restore: the account ${id} had been deleted since then, and cannot be deleted again: ${visible(why)}\n`,
    );
  if (missing.length > 0)
    console.error(`writ restore: the product itself had lost ${plural(missing.length, "file")} that its rows name\n`);
}
