// `writ export TARGET`: all of a product as files that people can read, made while it serves.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Console, type ExitCode } from "../../terminal/console.ts";
import { plural } from "../../terminal/summary.ts";
import { visible } from "../../terminal/visible.ts";
import { version } from "../../version.ts";
import { databaseUrl, dataOf, sizeOf } from "../backups/backup.ts";
import { inWords } from "../../terminal/in-words.ts";

type Export = {
  readonly target: string;
  readonly file: string;
  readonly data: string | undefined;
  readonly anonymise: boolean;
  readonly json: boolean;
};

export async function exportProduct(
  { target, file, data, anonymise, json }: Export,
  console: Console,
): Promise<ExitCode> {
  const folder = dataOf(file, data);
  const url = await databaseUrl(folder, data, console);
  if (url === null) return 2;
  if (url === undefined && !existsSync(join(folder, "postgres", "data"))) {
    console.error(`writ export: there is no product in ${visible(folder)}. Name its folder with --data\n`);
    return 2;
  }
  return inWords(console, async () => {
    const [{ exportArchive }, { openSource }] = await Promise.all([
      import("@writ/server/archive"),
      import("@writ/server/backup"),
    ]);
    const source = await openSource(folder, url);
    const progress = (what: string, done: number, of: number) =>
      console.progress?.(`exporting the ${what}: ${done} of ${of}`);
    const made = await exportArchive(source, target, { version, anonymise, progress }).finally(source.end);
    console.progress?.("");
    const { moment, anonymised, tables, files, missing, leftOut, bytes } = made;
    const rows = tables.reduce((sum, one) => sum + one.rows, 0);
    if (json) {
      const counts = { tables: tables.length, rows, files: files.length, missing, leftOut, bytes };
      console.out(`${JSON.stringify({ target, moment, anonymised, ...counts })}\n`);
      return 0;
    }
    console.out(
      `exported ${anonymised ? "anonymised " : ""}to ${visible(target)}: ${plural(rows, "row")}, ${plural(files.length, "file")}, ${sizeOf(bytes)}\n`,
    );
    if (!anonymised)
      console.out("it holds everything of the product, with passwords and keys: keep it where nobody else reads it\n");
    if (missing.length > 0)
      console.error(`writ export: the product itself has lost ${plural(missing.length, "file")} that its rows name\n`);
    if (leftOut.length > 0)
      console.error(`writ export: tables that are not the product's are not in it: ${visible(leftOut.join(", "))}\n`);
    return 0;
  });
}
