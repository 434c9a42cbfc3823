// `writ backup DIR`, `writ backup list DIR`, `writ backup verify DIR`: copies of a product, made while it serves.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Repository } from "@writ/server/backup";
import { settingIn, type Console, type ExitCode } from "../../terminal/console.ts";
import { inWords } from "../../terminal/in-words.ts";
import { plural } from "../../terminal/summary.ts";
import { visible } from "../../terminal/visible.ts";
import { version } from "../../version.ts";
import { withItsDatabase, type Work } from "../with-database.ts";

type BackUp = {
  readonly target: string;
  readonly file: string;
  readonly data: string | undefined;
  /** How many stay; undefined: all. */
  readonly keep: number | undefined;
  readonly json: boolean;
};

/** Of the product that a document, or an option, names. */
export const dataOf = (file: string, data: string | undefined): string => data ?? join(dirname(file), ".writ");

export const sizeOf = (bytes: number): string => {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toPrecision(3)} ${units[power]}`;
};

/** Of another database than the folder's, where that is meant; null where it cannot be known, which is reported. */
export async function databaseUrl(
  folder: string,
  data: string | undefined,
  console: Console,
): Promise<string | undefined | null> {
  const url = data === undefined ? settingIn(console.environment, "DATABASE_URL") : undefined;
  if (url === undefined || !existsSync(join(folder, "postgres", "data"))) return url;
  await inWords(console, async () => {
    const [{ notOfDatabaseUrl }, { failure }] = await Promise.all([
      import("@writ/server/backup"),
      import("@writ/server/postgres"),
    ]);
    throw failure(notOfDatabaseUrl, `there is a product with a database of its own in ${folder}`);
  });
  return null;
}

export async function openBackups(target: string, console: Console): Promise<Repository> {
  const { keyOf, openRepository } = await import("@writ/server/backup");
  return openRepository(target, keyOf(settingIn(console.environment, "WRIT_BACKUP_KEY")));
}

export async function backUp({ target, file, data, keep, json }: BackUp, console: Console): Promise<ExitCode> {
  const { keyOf, lockRepositoryInTurn, needApart, openSource, removeOldBackups, takeBackup } =
    await import("@writ/server/backup");
  const folder = dataOf(file, data);
  const url = await databaseUrl(folder, data, console);
  if (url === null) return 2;
  if (url === undefined && !existsSync(join(folder, "postgres", "data"))) {
    console.error(`writ backup: there is no product in ${visible(folder)}. Name its folder with --data\n`);
    return 2;
  }
  return inWords(console, async () => {
    needApart(target, folder);
    const [repository, release] = await lockRepositoryInTurn(
      target,
      keyOf(settingIn(console.environment, "WRIT_BACKUP_KEY")),
    );
    try {
      const source = await openSource(folder, url);
      const progress = (what: string, done?: number, of?: number) =>
        console.progress?.(
          done === undefined ? `backing up the ${what}` : `backing up the files: ${done} of ${of ?? 0}`,
        );
      const made = await takeBackup(source, repository, { version, progress }).finally(source.end);
      const gone = keep === undefined ? [] : await removeOldBackups(repository, keep, made.id);
      console.progress?.("");
      const { id, moment, files, missing, bytes, database } = made;
      if (json) {
        const hasDatabase = database !== undefined;
        console.out(
          `${JSON.stringify({ id, moment, files: files.length, missing, bytes, hasDatabase, removed: gone })}\n`,
        );
        return 0;
      }
      const what =
        database === undefined ? `${plural(files.length, "file")}, without the database` : plural(files.length, "file");
      console.out(`backup ${id}: ${what}, ${sizeOf(bytes.database + bytes.files)}\n`);
      if (missing.length > 0)
        console.error(
          `writ backup: the product itself has lost ${plural(missing.length, "file")} that its rows name: ${missing.slice(0, 5).join(", ")}\n`,
        );
      if (database === undefined)
        console.error(
          "writ backup: the database of DATABASE_URL is not in it: back it up at its server, at the same time\n",
        );
      if (gone.length > 0) console.out(`removed ${plural(gone.length, "older backup")}\n`);
      return 0;
    } finally {
      release();
    }
  });
}

export async function showBackups(
  target: string,
  { json }: { readonly json: boolean },
  console: Console,
): Promise<ExitCode> {
  return inWords(console, async () => {
    const { listBackups } = await import("@writ/server/backup");
    const backups = await listBackups(await openBackups(target, console));
    const damaged = backups.filter(({ isDamaged }) => isDamaged);
    if (json) console.out(`${JSON.stringify({ backups })}\n`);
    else if (backups.length === 0) console.out("There is no complete backup.\n");
    else
      for (const { id, moment, until, files, bytes, hasDatabase } of backups.filter((one) => !one.isDamaged))
        console.out(
          `${id}  ${moment}${until === undefined ? "" : ` to ${until}`}  ${hasDatabase ? "" : "no database, "}${plural(files, "file")}, ${sizeOf(bytes)}\n`,
        );
    for (const { id } of damaged) console.error(`backup ${id} is damaged: its list of contents cannot be read\n`);
    return damaged.length === 0 ? 0 : 1;
  });
}

type Verify = { readonly backup: string | undefined; readonly json: boolean };

export async function verify(target: string, { backup, json }: Verify, console: Console): Promise<ExitCode> {
  return inWords(console, async () => {
    const { findBackup, verifyBackup } = await import("@writ/server/backup");
    const repository = await openBackups(target, console);
    const manifest = await findBackup(repository, backup === undefined ? {} : { id: backup });
    const progress = (what: string, done?: number, of?: number) =>
      console.progress?.(done === undefined ? `bringing back the ${what}` : `reading the files: ${done} of ${of ?? 0}`);
    const verified = await verifyBackup(repository, manifest, progress);
    console.progress?.("");
    if (json) console.out(`${JSON.stringify({ id: manifest.id, ...verified })}\n`);
    else if (verified.differences.length === 0)
      console.out(
        `backup ${manifest.id} comes back: ${plural(verified.tables, "table")} with ${plural(verified.rows, "row")}, ${plural(verified.files, "file")}${verified.isCounted ? "" : "; the rows were not counted when it was made, because writers never paused"}\n`,
      );
    else
      console.error(
        `backup ${manifest.id} does not come back as it was:\n${verified.differences.map((one) => `  ${visible(one)}\n`).join("")}`,
      );
    return verified.differences.length === 0 ? 0 : 1;
  });
}

/** The accounts that were deleted, for a restore of an earlier moment. */
export async function showDeleted(
  { file, data }: { readonly file: string; readonly data: string | undefined },
  console: Console,
): Promise<ExitCode> {
  const work = async ({ database }: Pick<Work, "database">): Promise<ExitCode> => {
    const { listDeletedAccounts } = await import("@writ/server/backup");
    const client = await database.connect();
    try {
      console.out((await listDeletedAccounts(client)).map((id) => `${id}\n`).join(""));
      return 0;
    } finally {
      await client.end();
    }
  };
  return withItsDatabase(file, data, console, work, { alongside: true, mustExist: true });
}
