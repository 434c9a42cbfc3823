// What `plan` and `apply` share: a document without errors, and the database that it is about.
import { compile, type Compiled } from "@writ/language";
import type { Database } from "@writ/server/postgres";
import { check } from "../document/check.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import { readFile } from "../document/read-file.ts";
import { visible } from "../terminal/visible.ts";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

export type Work = {
  readonly source: string;
  readonly compiled: Compiled;
  readonly database: Database;
  /** Where files are kept, also beside a database that is somewhere else. */
  readonly files: string;
};

/** `alongside`: it may be one that another process serves right now. `connections`: as many are needed of ours. */
type Beside = {
  readonly alongside?: boolean;
  readonly connections?: number;
  /** Nothing can be asked of a database that is not there, and none is made. */
  readonly mustExist?: boolean;
};

/**
 * The database is `DATABASE_URL`, or the one that Writ keeps in a folder: `--data`, or `.writ` beside the document. A
 * document with errors is not applied: they are reported instead.
 */
export async function withDatabase(
  file: string,
  data: string | undefined,
  console: Console,
  work: (given: Work) => Promise<ExitCode>,
  beside: Beside = {},
): Promise<ExitCode> {
  const { source, problem } = readFile(file, console);
  const compiled = problem ? undefined : compile(source);
  if (!compiled || compiled.problems.some(({ severity }) => severity === "error"))
    return check([file], "text", console);
  return withItsDatabase(file, data, console, async (its) => work({ ...its, source, compiled }), beside);
}

/** Whatever the document says, and whether or not there is one. */
export async function withItsDatabase(
  file: string,
  data: string | undefined,
  console: Console,
  work: (its: Pick<Work, "database" | "files">) => Promise<ExitCode>,
  { alongside = false, connections, mustExist = false }: Beside = {},
): Promise<ExitCode> {
  // Loaded only here: reading documents needs no database.
  const { addressIn, openDatabase, DatabaseFailure } = await import("@writ/server/postgres");
  const { RenameRefused } = await import("@writ/language/plan");
  const url = console.environment["DATABASE_URL"];
  const folder = data ?? besideOf(file, console);
  const running = alongside ? addressIn(folder) : undefined;
  const isNamed = url !== undefined && url !== "" && data === undefined;
  if (mustExist && !isNamed && running === undefined && !existsSync(join(folder, "postgres"))) {
    console.error(
      `writ: there is no database in ${visible(folder)}. Name its folder with --data; \`writ apply\` and \`writ run\` make one.\n`,
    );
    return 2;
  }
  const where = isNamed ? { url } : running === undefined ? { folder } : { url: running };
  try {
    const database = await openDatabase(where, { connections });
    try {
      return await work({ database, files: join(folder, "files") });
    } finally {
      await database.stop();
    }
  } catch (failure) {
    if (failure instanceof RenameRefused) {
      console.error(`writ: this cannot be renamed: ${visible(failure.message)}.\n`);
      return 2;
    }
    if (!(failure instanceof DatabaseFailure)) throw failure;
    console.error(`${failure.code} ${failure.message}. ${failure.hint}\n`);
    return 2;
  }
}

/** Rows are nothing for a repository of documents. */
function besideOf(file: string, console: Console): string {
  const folder = join(file === "-" ? "." : dirname(file), ".writ");
  const ignored = join(folder, ".gitignore");
  try {
    if (!console.exists(ignored)) console.create(ignored, "*\n");
  } catch {
    // Where the folder is not writable, opening the database reports it.
  }
  return folder;
}
