// `writ import FILE --entity E`: rows of a spreadsheet into a product that is there.
import { createWriteStream, existsSync } from "node:fs";
import { finished } from "node:stream/promises";
import { dirname } from "node:path";
import { once } from "node:events";
import type { ImportOptions, ImportReport, RefusedRow } from "@writ/server/importing";
import { needFile, parse, UsageError, usualFile } from "../../arguments.ts";
import type { Console, ExitCode } from "../../terminal/console.ts";
import { plural } from "../../terminal/summary.ts";
import { visible } from "../../terminal/visible.ts";
import { withItsDatabase, type Work } from "../with-database.ts";

type Values = ReturnType<typeof parse<"import">>["values"];

export async function importCommand(args: readonly string[], console: Console): Promise<ExitCode> {
  const { values, positionals } = parse("import", args);
  const [path, ...files] = positionals;
  if (path === undefined)
    throw new UsageError(
      "import needs a file of rows and their entity, or an export: writ import tickets.csv --entity Ticket",
    );
  if (values.entity === undefined && !/\.(?:csv|xlsx)$/i.test(path)) return importExport(path, files, values, console);
  return importFile(path, needFile(files, console), values, console);
}

/** All of a product, as `writ export` has written it. */
async function importExport(
  archive: string,
  [file = usualFile, ...more]: readonly string[],
  { data, json = false, ...others }: Values,
  console: Console,
): Promise<ExitCode> {
  const [other] = Object.keys(others);
  if (other !== undefined) throw new UsageError(`--${other} is for rows: name their entity with --entity`);
  if (more.length > 0) throw new UsageError("import needs an archive that writ export has made: writ import desk.tar");
  const { importProduct } = await import("../archives/import.ts");
  return importProduct({ archive, file, data, json }, console);
}

async function importFile(path: string, file: string, values: Values, console: Console): Promise<ExitCode> {
  const { entity, data, json = false } = values;
  if (entity === undefined) throw new UsageError("import needs the entity of the rows: --entity Ticket");
  const mode = modeOf(values);
  if (!existsSync(path)) throw new UsageError(`there is no file ${path}`);
  const work = async ({ database, files: kept }: Pick<Work, "database" | "files">): Promise<ExitCode> => {
    const { importRows, ImportRefused, mostProblems } = await import("@writ/server/importing");
    const rejected = `${path.replace(/\.[^./\\]+$/, "")}.errors.csv`;
    try {
      const report = await importRows({
        database,
        path,
        entity,
        map: values.map ?? [],
        ignore: values.ignore ?? [],
        as: values.as,
        updateBy: values["update-by"],
        mode,
        how: values.continue === true ? "continue" : values.again === true ? "again" : "new",
        files: { folder: values.files ?? dirname(path), kept },
        progress: (rows) => console.progress?.(`${plural(rows, "row")} read`),
        keepRefused: async (heads, rows) => writeRefused(rejected, heads, rows),
      });
      console.progress?.("");
      const place = mode === "only good" && report.refused > 0 ? rejected : undefined;
      if (json) console.out(`${JSON.stringify({ ...report, refusedFile: place })}\n`);
      else print(report, mode, place, console, mostProblems);
      return report.refused > 0 ? 1 : 0;
    } catch (failure) {
      if (!(failure instanceof ImportRefused)) throw failure;
      console.progress?.("");
      for (const line of failure.command.split("\n")) console.error(`writ import: ${visible(line)}\n`);
      return 2;
    }
  };
  return withItsDatabase(file, data, console, work, { alongside: true, mustExist: true, connections: 2 });
}

function modeOf(values: Values): ImportOptions["mode"] {
  const { "dry-run": isDry = false, "only-good": onlyGood = false, continue: goesOn = false, again = false } = values;
  if (isDry && onlyGood) throw new UsageError("--dry-run cannot be combined with --only-good");
  if (goesOn && again) throw new UsageError("--continue cannot be combined with --again");
  if (goesOn && !onlyGood) throw new UsageError("--continue needs --only-good: all or nothing is never half done");
  if (again && isDry) throw new UsageError("--dry-run cannot be combined with --again: it imports nothing");
  return isDry ? "dry run" : onlyGood ? "only good" : "all or nothing";
}

function print(
  report: ImportReport,
  mode: ImportOptions["mode"],
  rejected: string | undefined,
  console: Console,
  mostProblems: number,
) {
  const { columns, ignored, preview, problems, notes, created, updated, refused, rows, isKept } = report;
  for (const note of notes) console.out(`${note}\n`);
  if (mode === "dry run") {
    for (const { head, field } of columns) console.out(`  ${visible(head)} → ${visible(field)}\n`);
    for (const head of ignored) console.out(`  ${visible(head)} is left out\n`);
    for (const { row, values } of preview)
      console.out(
        `row ${row}: ${Object.entries(values)
          .map(([label, value]) => `${visible(label)}: ${visible(cut(value))}`)
          .join(", ")}\n`,
      );
  }
  for (const { row, column, field, message, code } of problems) {
    const where = column ?? field;
    console.error(`row ${row}${where === undefined ? "" : `, ${visible(where)}`}: ${visible(message)} (${code})\n`);
  }
  if (problems.length === mostProblems) console.error(`Only the first ${mostProblems} errors are shown\n`);
  const done = `${plural(created, "row")} created${updated === 0 ? "" : `, ${updated} updated`}`;
  const wrong = refused === 0 ? "" : `, ${refused} refused`;
  if (isKept)
    console.out(
      `${report.entity}: ${done}${wrong}${rejected === undefined ? "" : `, which are in ${visible(rejected)}`}\n`,
    );
  else if (mode === "dry run")
    console.out(
      `${report.entity}: of ${plural(rows, "row")}, ${created} would be created, ${updated} updated${wrong}. Nothing was imported\n`,
    );
  else
    console.out(
      `${report.entity}: nothing was imported, because ${plural(refused, "row")} of ${rows} cannot be. --only-good imports the others\n`,
    );
}

const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** As it was written, so that it can be corrected and imported: with the reasons in a column of its own. */
async function writeRefused(path: string, heads: readonly string[], rows: AsyncIterable<RefusedRow>): Promise<void> {
  const { textOf } = await import("@writ/server/importing");
  const file = createWriteStream(path, { mode: 0o600 });
  const line = (cells: readonly string[]) => `${cells.map(quoted).join(",")}\r\n`;
  file.write(`\ufeff${line([...heads, "Error"])}`);
  for await (const { cells, problems } of rows) {
    const written = heads.map((_head, at) => textOf(cells[at]));
    if (!file.write(line([...written, problems.map(({ message }) => message).join(" ")]))) await once(file, "drain");
  }
  file.end();
  await finished(file);
}

const quoted = (text: string): string =>
  /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
