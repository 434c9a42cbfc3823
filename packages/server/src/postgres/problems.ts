// Every way in which the database can fail to be there, with its words. README.md lists them.
import type { FailureClass } from "./failure.ts";

const failureClass = <Arguments extends readonly unknown[]>(one: FailureClass<Arguments>) => one;

export const noFolder = failureClass({
  code: "D001",
  title: "the path is no folder",
  words: (path: string) => ({
    message: `${path} is a file, or lies below one, so no database can be kept there`,
    hint: "Name a folder; it is made where it is missing.",
  }),
});

export const notWritable = failureClass({
  code: "D002",
  title: "the folder cannot be written",
  words: (path: string, why: string) => ({
    message: `the folder ${path} cannot be written: ${why}`,
    hint: "Give the user who runs Writ the right to write there, or name another folder.",
  }),
});

export const inUse = failureClass({
  code: "D003",
  title: "the folder is in use",
  words: (path: string, holder: { readonly process: number; readonly since: string } | undefined) => ({
    message:
      holder === undefined
        ? `the database in ${path} is in use by another process, which has just begun`
        : `the database in ${path} is in use by the process ${holder.process} since ${holder.since}`,
    hint: "Stop that one first, or name another folder. Two may never write to the same one.",
  }),
});

export const otherVersion = failureClass({
  code: "D004",
  title: "the folder belongs to another version of PostgreSQL",
  words: (path: string, found: string, wanted: number) => ({
    message: `the database in ${path} was made by PostgreSQL ${found}, and this is PostgreSQL ${wanted}`,
    hint: `Nothing was changed. Open it with the version of Writ that made it, or with PostgreSQL ${found}, and carry its rows over from there.`,
  }),
});

export const unknownPlatform = failureClass({
  code: "D005",
  title: "no PostgreSQL for this platform",
  words: (platform: string, why: string) => ({
    message: `there is no PostgreSQL for ${platform}: ${why}`,
    hint: "Install with optional dependencies, or give the address of a PostgreSQL 15 or later (DATABASE_URL).",
  }),
});

export const diskFull = failureClass({
  code: "D006",
  title: "the disk is full",
  words: (path: string) => ({
    message: `the disk that holds ${path} is full`,
    hint: "Make room: a new database takes 60 MB. What was acknowledged is there.",
  }),
});

export const notStarted = failureClass({
  code: "D007",
  title: "PostgreSQL does not start",
  words: (path: string, log: string) => ({
    message: `PostgreSQL does not start on ${path}: ${log === "" ? "it says nothing" : log}`,
    hint: "Nothing was deleted. Mend what it says; where its files are damaged, put back a backup.",
  }),
});

export const notMade = failureClass({
  code: "D008",
  title: "the database cannot be made",
  words: (path: string, log: string) => ({
    message: `no database can be made in ${path}: ${log === "" ? "initdb says nothing" : log}`,
    hint: "Mend what it says. What was half made is removed at the next start.",
  }),
});

export const noAccount = failureClass({
  code: "D009",
  title: "nobody to run PostgreSQL as",
  words: () => ({
    message: "PostgreSQL does not run as root, and this system has neither a user postgres nor a user nobody",
    hint: "Start Writ as another user, or add a user postgres.",
  }),
});

export const noDatabase = failureClass({
  code: "D010",
  title: "the folder holds something else",
  words: (path: string) => ({
    message: `${path} is there, but is no database of PostgreSQL`,
    hint: "Nothing was changed. Put back what belongs there, or move it away, and a new database is made.",
  }),
});

export const passwordsLost = failureClass({
  code: "D011",
  title: "the passwords are missing",
  words: (path: string) => ({
    message: `the database is there, but ${path}, which holds its passwords, is missing, damaged or of another database`,
    hint: "Put it back from a backup: it belongs to the folder like the rows do.",
  }),
});

export const down = failureClass({
  code: "D012",
  title: "the database is not there at the moment",
  words: (why: string) => ({
    message: `the database is not there at the moment: ${why}`,
    hint: "It is being started again. Try again in a moment.",
  }),
});

export const stillRunning = failureClass({
  code: "D013",
  title: "an earlier PostgreSQL does not end",
  words: (path: string, process: number) => ({
    message: `an earlier PostgreSQL (process ${process}) still runs on ${path} and does not end`,
    hint: "End that process, then start again.",
  }),
});

export const tablesLocked = failureClass({
  code: "D014",
  title: "the tables are in use",
  words: (why: string) => ({
    message: `other transactions have kept the tables of this change locked for minutes, and nothing was changed: ${why}`,
    hint: "Look for a long transaction in pg_stat_activity, wait for its end or end it, and try again.",
  }),
});

export const lockDamaged = failureClass({
  code: "D015",
  title: "the lock file is damaged",
  words: (path: string) => ({
    message: `${path} is not the lock that Writ made there`,
    hint: "Nothing was changed. Make sure that no other process uses the folder, and delete this file: it holds nothing.",
  }),
});

export const unreachable = failureClass({
  code: "D020",
  title: "the database cannot be reached",
  words: (address: string, why: string) => ({
    message: `the database at ${address} cannot be reached: ${why}`,
    hint: "Check host, port, database, user and password of the address (DATABASE_URL), and that it is running.",
  }),
});

export const tooOld = failureClass({
  code: "D021",
  title: "PostgreSQL is too old",
  words: (address: string, version: string) => ({
    message: `the database at ${address} is PostgreSQL ${version}; Writ needs 15 or later`,
    hint: "Upgrade it, or name another one.",
  }),
});

export const noRight = failureClass({
  code: "D022",
  title: "the user lacks a right",
  words: (address: string, user: string, missing: readonly string[], mend: readonly string[]) => ({
    message: `the user ${user} of the database at ${address} lacks ${missing.join(" and ")}`,
    hint: `As a superuser: ${mend.join("; ")};`,
  }),
});

export const unsafeRole = failureClass({
  code: "D023",
  title: "a role may more than its rules",
  words: (address: string, role: string, what: string, mend: string) => ({
    message: `the role ${role} of the database at ${address} ${what}, so no rule would hold for it`,
    hint: `As a superuser: ${mend};`,
  }),
});

export const wrongAddress = failureClass({
  code: "D024",
  title: "the address is none of PostgreSQL",
  words: () => ({
    message: "the address of the database cannot be read",
    hint: "Write postgresql://user:password@host:5432/database, with special characters percent-encoded.",
  }),
});
