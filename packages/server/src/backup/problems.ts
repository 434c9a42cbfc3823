// What can go wrong with a backup and with bringing one back, in words.
import { failureClass } from "../postgres/failure.ts";

export const damagedFile = failureClass({
  code: "B001",
  title: "a file of the backup is damaged",
  words: (name: string) => ({
    message: `the file ${name} of the backup is damaged: it was changed, cut off or swapped, or belongs to another key`,
    hint: "Nothing was changed. Use another backup, or another copy of this one.",
  }),
});

export const missingFile = failureClass({
  code: "B002",
  title: "a file of the backup is missing",
  words: (name: string) => ({
    message: `the file ${name} of the backup is missing`,
    hint: "Nothing was changed. Use another backup, or another copy of this one.",
  }),
});

export const noBackup = failureClass({
  code: "B003",
  title: "there is no backup",
  words: (folder: string, id: string | undefined) => ({
    message: `there is no ${id === undefined ? "complete backup" : `backup ${id}`} in ${folder}`,
    hint: "`writ backup list DIR` shows what is there. `writ backup DIR` makes one.",
  }),
});

export const otherFolder = failureClass({
  code: "B004",
  title: "the folder holds something else",
  words: (folder: string) => ({
    message: `the folder ${folder} is not empty, and holds no backups of Writ`,
    hint: "Name an empty folder, or one that `writ backup` has made.",
  }),
});

export const newerFormat = failureClass({
  code: "B005",
  title: "the backup was made by a newer version of Writ",
  words: (folder: string, found: number, known: number) => ({
    message: `the backups in ${folder} have format ${found}; this version of Writ reads up to ${known}`,
    hint: "Use the version of Writ that made them, or a later one.",
  }),
});

export const keyNeeded = failureClass({
  code: "B006",
  title: "the key of the backups is needed",
  words: (folder: string) => ({
    message: `the backups in ${folder} are encrypted`,
    hint: "Set WRIT_BACKUP_KEY to the key with which they were made.",
  }),
});

export const otherKey = failureClass({
  code: "B007",
  title: "the key is another one",
  words: (folder: string) => ({
    message: `WRIT_BACKUP_KEY is not the key of the backups in ${folder}`,
    hint: "Use the key with which the first backup there was made, or another folder.",
  }),
});

export const notEncrypted = failureClass({
  code: "B008",
  title: "the backups there are not encrypted",
  words: (folder: string) => ({
    message: `the backups in ${folder} are not encrypted, but WRIT_BACKUP_KEY is set`,
    hint: "Use another folder for encrypted backups, or unset WRIT_BACKUP_KEY.",
  }),
});

export const weakKey = failureClass({
  code: "B009",
  title: "the key is too short",
  words: () => ({
    message: "WRIT_BACKUP_KEY must have at least 32 characters",
    hint: "Make one with `openssl rand -hex 32`, and keep it in another place than the backups.",
  }),
});

export const backupRuns = failureClass({
  code: "B010",
  title: "another backup is running",
  words: (where: string) => ({
    message: `another backup ${where} is running`,
    hint: "Wait until it has finished.",
  }),
});

export const targetFull = failureClass({
  code: "B011",
  title: "the disk for the backup is full",
  words: (folder: string) => ({
    message: `the disk with ${folder} is full`,
    hint: "The backup was not made; earlier ones are complete. Free some space, or keep fewer: --keep.",
  }),
});

export const targetAway = failureClass({
  code: "B012",
  title: "the folder for the backup cannot be written",
  words: (folder: string, why: string) => ({
    message: `the folder ${folder} cannot be written: ${why}`,
    hint: "The backup was not made; earlier ones are complete. Check the path, its permissions and whether its disk is mounted.",
  }),
});

export const sourceFailed = failureClass({
  code: "B013",
  title: "the database cannot be backed up",
  words: (why: string) => ({
    message: `the database cannot be backed up: ${why}`,
    hint: "The backup was not made; earlier ones are complete. Try again.",
  }),
});

export const backupsGone = failureClass({
  code: "B014",
  title: "the backups are not where they were",
  words: (folder: string) => ({
    message: `there are no backups in ${folder}, although some were made there`,
    hint: "Is its disk mounted? To begin anew there, make the first one by hand: `writ backup DIR`.",
  }),
});

export const otherProduct = failureClass({
  code: "B015",
  title: "the backups there are of another product",
  words: (folder: string) => ({
    message: `the folder ${folder} holds backups of another product`,
    hint: "Each product has a folder of its own for its backups. Nothing was changed there.",
  }),
});

export const nestedFolders = failureClass({
  code: "B016",
  title: "one folder lies in the other",
  words: (target: string, product: string) => ({
    message: `${target} and the data of the product, ${product}, lie in one another`,
    hint: "Name a folder that is apart from it, best on another disk.",
  }),
});

export const notOfDatabaseUrl = failureClass({
  code: "B017",
  title: "two databases could be meant",
  words: (what: string) => ({
    message: `DATABASE_URL is set, and ${what}`,
    hint: "Unset DATABASE_URL, or name the folder of the product with --data.",
  }),
});

export const placeTaken = failureClass({
  code: "B020",
  title: "there is a product already",
  words: (folder: string) => ({
    message: `${folder} already holds the data of a product`,
    hint: "Nothing was changed. Name a new folder with --data, or move the old one away.",
  }),
});

export const momentOutside = failureClass({
  code: "B021",
  title: "the moment is outside what the backups hold",
  words: (moment: string, range: string) => ({
    message: `nothing can be restored to ${moment}: ${range}`,
    hint: "Nothing was changed. `writ backup list DIR` shows to which moments each backup leads.",
  }),
});

export const notRecovered = failureClass({
  code: "B022",
  title: "the backup does not come back",
  words: (why: string) => ({
    message: `PostgreSQL cannot recover the backup: ${why}`,
    hint: "Nothing was changed. Use another backup: `writ restore --backup ID`.",
  }),
});

export const otherMajor = failureClass({
  code: "B023",
  title: "the backup is of another version of PostgreSQL",
  words: (found: number, wanted: number) => ({
    message: `the backup was made with PostgreSQL ${found}, but this is PostgreSQL ${wanted}`,
    hint: "Nothing was changed. Restore it with the version of Writ that made it.",
  }),
});

export const filesAlone = failureClass({
  code: "B024",
  title: "the backup has files and no database",
  words: (id: string) => ({
    message: `backup ${id} was made of a product whose database is somewhere else (DATABASE_URL): it has its files and its document`,
    hint: "Bring the database back first, as its operator does, and set DATABASE_URL.",
  }),
});
