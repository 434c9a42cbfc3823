// `writ import ARCHIVE`: a product from an export, in a place where there is none yet.
import { settingIn, type Console, type ExitCode } from "../../terminal/console.ts";
import { plural } from "../../terminal/summary.ts";
import { visible } from "../../terminal/visible.ts";
import { dataOf } from "../backups/backup.ts";
import { inWords } from "../../terminal/in-words.ts";
import { documentWords, placeDocument } from "../backups/place-document.ts";

type Import = {
  readonly archive: string;
  readonly file: string;
  readonly data: string | undefined;
  readonly json: boolean;
};

export async function importProduct({ archive, file, data, json }: Import, console: Console): Promise<ExitCode> {
  const folder = dataOf(file, data);
  const url = data === undefined ? settingIn(console.environment, "DATABASE_URL") : undefined;
  return inWords(console, async () => {
    const { importArchive } = await import("@writ/server/archive");
    const progress = (what: string, done: number, of: number) =>
      console.progress?.(
        what === "archive" ? `checking the archive: ${done} of ${of}` : `importing the ${what}: ${done} of ${of}`,
      );
    const { manifest, source, files, leftOut } = await importArchive(archive, folder, { url, progress });
    console.progress?.("");
    const document = placeDocument(file, source, console);
    const rows = manifest.tables.reduce((sum, one) => sum + one.rows, 0);
    const { moment, missing, anonymised } = manifest;
    if (json) {
      const where = url === undefined ? { folder } : { folder, isExternal: true };
      console.out(`${JSON.stringify({ ...where, moment, anonymised, rows, files, missing, document, leftOut })}\n`);
      return 0;
    }
    console.out(
      `imported into ${url === undefined ? visible(folder) : "the database of DATABASE_URL"}: ${plural(rows, "row")}, ${plural(files, "file")}, as of ${visible(moment)}\n`,
    );
    console.out(documentWords(file, document));
    if (missing.length > 0)
      console.error(`writ import: the product itself had lost ${plural(missing.length, "file")} that its rows name\n`);
    if (leftOut.length > 0)
      console.error(`writ import: this version of Writ does not have the tables ${visible(leftOut.join(", "))}\n`);
    return 0;
  });
}
