// What an import over HTTP may take: of what is larger, the command `writ import` takes any size.

export const importLimits = {
  /** Of the file. */
  bytes: 50 * 2 ** 20,
  rows: 100_000,
  /** Of a workbook; `shared`: of the texts that its cells share, which are in memory. */
  unpacked: { bytes: 512 * 2 ** 20, shared: 32 * 2 ** 20 },
  /** For all of the file to arrive, and for the next piece of it. */
  milliseconds: 300_000,
  silence: 20_000,
  /** Files that a process receives at once. */
  uploads: 4,
  /** Imports in all processes at once; each has two connections to the database. */
  atOnce: 2,
  /** For one statement. */
  statement: 120_000,
} as const;
