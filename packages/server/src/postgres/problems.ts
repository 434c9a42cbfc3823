// Every way in which the database can fail to be there, with its words. README.md lists them.
import { failureClass } from "./failure.ts";

export const noFolder = failureClass({
  code: "D001",
  title: "the path is not a folder",
  words: (path: string) => ({
    message: `${path} is a file or inside a file, so it cannot hold a database`,
    hint: "Name a folder. Writ creates it if it does not exist.",
  }),
});

export const notWritable = failureClass({
  code: "D002",
  title: "the folder is not writable",
  words: (path: string, why: string) => ({
    message: `the folder ${path} is not writable: ${why}`,
    hint: "Give the user that runs Writ write permission for it, or name another folder.",
  }),
});

export const inUse = failureClass({
  code: "D003",
  title: "the folder is in use",
  words: (path: string, holder: { readonly process: number; readonly since: string } | undefined) => ({
    message:
      holder === undefined
        ? `the database in ${path} is in use by another process, which has just started`
        : `the database in ${path} has been in use by process ${holder.process} since ${holder.since}`,
    hint: "Stop that process first, or name another folder. Two processes must never use the same folder.",
  }),
});

export const otherVersion = failureClass({
  code: "D004",
  title: "the folder belongs to another version of PostgreSQL",
  words: (path: string, found: string, wanted: number) => ({
    message: `the database in ${path} was created by PostgreSQL ${found}, but this is PostgreSQL ${wanted}`,
    hint:
      Number(found) < wanted
        ? `Nothing was changed. \`writ upgrade\` makes a database of PostgreSQL ${wanted} of it, and keeps the old one.`
        : "Nothing was changed. Open it with the version of Writ that created it, or with a later one.",
  }),
});

export const unknownPlatform = failureClass({
  code: "D005",
  title: "no PostgreSQL for this platform",
  words: (platform: string, why: string) => ({
    message: `there is no PostgreSQL for ${platform}: ${why}`,
    hint: "Install Writ with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or later.",
  }),
});

export const diskFull = failureClass({
  code: "D006",
  title: "the disk is full",
  words: (path: string) => ({
    message: `the disk with ${path} is full`,
    hint: "Free some space; a new database needs 60 MB. All committed data is safe.",
  }),
});

export const notStarted = failureClass({
  code: "D007",
  title: "PostgreSQL does not start",
  words: (path: string, log: string) => ({
    message: `PostgreSQL does not start on ${path}: ${log === "" ? "it gives no reason" : log}`,
    hint: "Nothing was deleted. Fix the problem that it reports. If its files are damaged, restore a backup.",
  }),
});

export const notMade = failureClass({
  code: "D008",
  title: "the database cannot be created",
  words: (path: string, log: string) => ({
    message: `the database cannot be created in ${path}: ${log === "" ? "initdb gives no reason" : log}`,
    hint: "Fix the problem that it reports. The next start removes the incomplete database.",
  }),
});

export const noAccount = failureClass({
  code: "D009",
  title: "no user to run PostgreSQL as",
  words: () => ({
    message: "PostgreSQL cannot run as root, and this system has neither a user postgres nor a user nobody",
    hint: "Start Writ as another user, or add a user postgres.",
  }),
});

export const noDatabase = failureClass({
  code: "D010",
  title: "the folder holds something else",
  words: (path: string) => ({
    message: `${path} exists, but is not a PostgreSQL database`,
    hint: "Nothing was changed. Restore the database, or move the folder away; then Writ creates a new database.",
  }),
});

export const passwordsMissing = failureClass({
  code: "D011",
  title: "the passwords are missing",
  words: (path: string) => ({
    message: `the database exists, but the file with its passwords, ${path}, is missing, damaged or belongs to another database`,
    hint: "Restore it from a backup. It belongs to the database like its data.",
  }),
});

export const down = failureClass({
  code: "D012",
  title: "the database is not available at the moment",
  words: (why: string) => ({
    message: `the database is not available at the moment: ${why}`,
    hint: "Writ is restarting it. Try again in a moment.",
  }),
});

export const stillRunning = failureClass({
  code: "D013",
  title: "an earlier PostgreSQL does not stop",
  words: (path: string, process: number) => ({
    message: `an earlier PostgreSQL (process ${process}) still runs on ${path} and does not stop`,
    hint: "End that process, then start again.",
  }),
});

export const tablesLocked = failureClass({
  code: "D014",
  title: "the tables are in use",
  words: (why: string) => ({
    message: `other transactions have locked the tables of this change for minutes, so nothing was changed: ${why}`,
    hint: "Find the long transaction in pg_stat_activity, wait for it or terminate it, and try again.",
  }),
});

export const lockDamaged = failureClass({
  code: "D015",
  title: "the lock file is damaged",
  words: (path: string) => ({
    message: `${path} is not the lock file that Writ created`,
    hint: "Nothing was changed. Make sure that no other process uses the folder, and delete this file; it contains no data.",
  }),
});

export const unreachable = failureClass({
  code: "D020",
  title: "the database cannot be reached",
  words: (address: string, why: string) => ({
    message: `the database at ${address} cannot be reached: ${why}`,
    hint: "Check the host, port, database, user and password in DATABASE_URL, and that the database is running.",
  }),
});

export const tooOld = failureClass({
  code: "D021",
  title: "PostgreSQL is too old",
  words: (address: string, version: string) => ({
    message: `the database at ${address} is PostgreSQL ${version}; Writ needs 15 or later`,
    hint: "Upgrade it, or use another database.",
  }),
});

export const noRight = failureClass({
  code: "D022",
  title: "the user lacks a privilege",
  words: (address: string, user: string, missing: readonly string[], mend: readonly string[]) => ({
    message: `the user ${user} of the database at ${address} lacks ${missing.join(" and ")}`,
    hint: `Run as a superuser: ${mend.join("; ")};`,
  }),
});

export const unsafeRole = failureClass({
  code: "D023",
  title: "a role bypasses the rules",
  words: (address: string, role: string, what: string, mend: string) => ({
    message: `the role ${role} of the database at ${address} ${what}, so the rules would not apply to it`,
    hint: `Run as a superuser: ${mend};`,
  }),
});

export const wrongAddress = failureClass({
  code: "D024",
  title: "the address is not a PostgreSQL address",
  words: () => ({
    message: "the address of the database cannot be read",
    hint: "Write postgresql://user:password@host:5432/database, with special characters percent-encoded.",
  }),
});

export const newerStored = failureClass({
  code: "D025",
  title: "the database was served by a later version of Writ",
  words: (found: number, known: number) => ({
    message: `a later version of Writ has served this database: what it stores there has version ${found}, and this Writ knows up to ${known}`,
    hint: "Nothing was changed. Use that version of Writ or a later one. The way back is a backup from before it, or `writ export` with the later version.",
  }),
});
