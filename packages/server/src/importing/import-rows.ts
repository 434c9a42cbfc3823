// Rows of a file into an entity of a product that is there. Read this first: from the file to what came of it.
import { DatabaseError, type Client } from "pg";
import { compile, didYouMean } from "@writ/language";
import { readSource } from "../applying/applied.ts";
import { readProduct } from "../applying/product.ts";
import { tablesOf, type Table } from "../console/rows/tables.ts";
import type { Database } from "../postgres/index.ts";
import { readCatalogue } from "../rest/catalogue/read-catalogue.ts";
import { callerOf } from "./caller.ts";
import { converterOf } from "./convert.ts";
import { importedFiles } from "./files.ts";
import { localeOf } from "./field-types/locale.ts";
import { inBatches } from "./in-batches.ts";
import { inOne } from "./in-one.ts";
import { alike, fieldNamed, mapColumns, type Mapping } from "./mapping.ts";
import { problemWords } from "./problems.ts";
import { ImportRefused } from "./refused.ts";
import { openTable } from "./source/open-table.ts";
import type { ImportReport, Importing } from "./report.ts";
import { writerOf } from "./write-rows.ts";

export type ImportOptions = {
  readonly database: Database;
  readonly path: string;
  readonly entity: string;
  readonly map: readonly string[];
  readonly ignore: readonly string[];
  /** The account whose rights hold; undefined: the service, which may everything that rules allow. */
  readonly as: string | undefined;
  /** A field that is unique, or `id`. */
  readonly updateBy: string | undefined;
  readonly mode: "dry run" | "all or nothing" | "only good";
  readonly how: "new" | "continue" | "again";
  /** Where the files are that cells name, and where the product keeps its own. */
  readonly files?: { readonly folder: string; readonly kept: string };
  readonly progress?: (rows: number) => void;
  /** Where only good rows are imported: the others, before they are forgotten. */
  readonly keepRefused?: Importing["keepRefused"];
};

export async function importRows(options: ImportOptions): Promise<ImportReport> {
  const { database, path } = options;
  const opened = await openTable(path);
  const client = await database.connect({ application_name: "writ import" });
  // Words are asked for while a transaction has failed.
  const second = await database.connect({ application_name: "writ import" });
  // A connection that is lost fails the statement that waits for it.
  for (const one of [client, second]) one.on("error", () => undefined);
  try {
    const { compiled, table, locale } = await productOf(client, options.entity);
    const byId = options.updateBy !== undefined && alike(options.updateBy) === "id";
    const mapping = mapColumns(opened.heads, table, { map: options.map, ignore: options.ignore, byId });
    const caller = await callerOf(client, options.as, table.id);
    const catalogue = await readCatalogue(client, ["public"]);
    const words = await problemWords(second, catalogue, caller);
    const updateBy = byId ? "id" : fieldOf(options.updateBy, table);
    const { heads } = opened;
    const keeps = options.mode !== "dry run";
    const files = options.files && importedFiles({ ...options.files, caller, second, keeps });
    const converter = converterOf({ compiled, table, mapping, heads, updateBy, locale, words, files });
    const writer = writerOf({ client, entity: table.id, catalogue, caller, words });
    const importing: Importing = {
      client,
      second,
      caller,
      opened,
      converter,
      writer,
      table,
      headOf: headsOf(mapping),
      columns: mapping.columns.map(({ head, field }) => ({ head, field: field.label })),
      ignored: mapping.ignored,
      settings: { columns: mapping.columns.map(({ at, field }) => [at, field.id]), updateBy, as: options.as },
      progress: options.progress ?? (() => undefined),
      keepRefused: options.keepRefused ?? (async () => undefined),
    };
    return await (options.mode === "only good"
      ? inBatches(importing, options.how)
      : inOne(importing, options.mode === "all or nothing"));
  } catch (failure) {
    if (!(failure instanceof DatabaseError)) throw failure;
    throw new ImportRefused(`the database has stopped the import: ${failure.message}`);
  } finally {
    await Promise.allSettled([client.end(), second.end()]);
  }
}

async function productOf(client: Client, entity: string) {
  const source = await readSource(client);
  if (source === undefined) throw new ImportRefused("no document was applied to this database");
  const compiled = compile(source);
  const tables = await tablesOf(client, compiled);
  const table = tables.find(({ id, label }) => alike(label) === alike(entity) || alike(id) === alike(entity));
  if (table === undefined) {
    const meant = didYouMean(
      entity,
      tables.map(({ label }) => label),
    );
    throw new ImportRefused(`the document has no entity "${entity}". ${meant}`.trim());
  }
  if (table.id === "user") throw new ImportRefused("accounts are made by their owners, and are not imported");
  const { languages } = await readProduct(client);
  return { compiled, table, locale: localeOf(languages[0] ?? "en") };
}

function fieldOf(name: string | undefined, table: Table): string | undefined {
  if (name === undefined) return undefined;
  const field = fieldNamed(name, table);
  if (field !== undefined) return field.id;
  const meant = didYouMean(
    name,
    table.columns.map(({ label }) => label),
  );
  throw new ImportRefused(`--update-by: "${name}" is no field of ${table.label}. ${meant}`.trim());
}

/** By field: what is wrong with it is told at its column. */
const headsOf = ({ columns }: Mapping): ReadonlyMap<string, string> =>
  new Map(columns.map(({ head, field }) => [field.id, head]));
