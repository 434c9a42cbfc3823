// What `plan` and `apply` share: a document without errors, and the database that it is about.
import { compile, type Compiled } from "@writ/language";
import type { Database } from "@writ/server/postgres";
import { check } from "../document/check.ts";
import type { Console, ExitCode } from "../terminal/console.ts";
import { readFile } from "../document/read-file.ts";
import { dirname, join } from "node:path";

export type Work = {
  readonly source: string;
  readonly compiled: Compiled;
  readonly database: Database;
  /** Where files are kept, also beside a database that is somewhere else. */
  readonly files: string;
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
  /** Whether it may be one that another process serves right now. */
  { alongside = false }: { readonly alongside?: boolean } = {},
): Promise<ExitCode> {
  const { source, problem } = readFile(file, console);
  const compiled = problem ? undefined : compile(source);
  if (!compiled || compiled.problems.some(({ severity }) => severity === "error"))
    return check([file], "text", console);
  // Loaded only here: reading documents needs no database.
  const { addressIn, openDatabase, DatabaseFailure } = await import("@writ/server/postgres");
  const url = console.environment["DATABASE_URL"];
  const folder = data ?? besideOf(file, console);
  const running = alongside ? addressIn(folder) : undefined;
  const isNamed = url !== undefined && url !== "" && data === undefined;
  const where = isNamed ? { url } : running === undefined ? { folder } : { url: running };
  try {
    const database = await openDatabase(where);
    try {
      return await work({ source, compiled, database, files: join(folder, "files") });
    } finally {
      await database.stop();
    }
  } catch (failure) {
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
