// Rows of a file into an entity of a product that is there. Read this first: from the file to what came of it.
import { DatabaseError, type Client, type ClientBase } from "pg";
import { compile, didYouMean, type Compiled } from "@writ/language";
import { readSource } from "../applying/applied.ts";
import { readProduct } from "../applying/product.ts";
import { tablesOf, type Table } from "../console/rows/tables.ts";
import type { ConnectOptions, Database } from "../postgres/index.ts";
import { readCatalogue } from "../rest/catalogue/read-catalogue.ts";
import type { Caller } from "../rest/handle.ts";
import { callerOf, importerOf } from "./caller.ts";
import { converterOf } from "./convert.ts";
import { importedFiles } from "./files.ts";
import { localeOf } from "./field-types/locale.ts";
import { inBatches } from "./in-batches.ts";
import { inOne } from "./in-one.ts";
import { alike, fieldNamed, importedFields, mapColumns, type Mapping } from "./mapping.ts";
import { problemWords } from "./problems.ts";
import { ImportRefused } from "./refused.ts";
import { openTable, type Given, type OpenedTable } from "./source/open-table.ts";
import type { How } from "./state.ts";
import type { Importing } from "./report.ts";
import type { ImportReport } from "./response-types.ts";
import { writerOf } from "./write-rows.ts";

export type ImportOptions = {
  readonly database: Database;
  readonly path: string;
  /** What it is called; or its very id. */
  readonly entity: string | { readonly id: string };
  readonly map: readonly string[];
  readonly ignore: readonly string[];
  /** The caller or the account whose rights hold; undefined: the service, which may everything that rules allow. */
  readonly as: Caller | string | undefined;
  /** A function that is called first in each transaction, as the caller. */
  readonly first?: string | undefined;
  /** The fields that columns may be for, by the document; where it names none of an entity, nothing is imported into it. */
  readonly offered?: Offered | undefined;
  /** A field that is unique, or `id`. */
  readonly updateBy: string | undefined;
  readonly mode: "dry run" | "all or nothing" | "only good";
  readonly how: How;
  /** Where the files are that cells name, and where the product keeps its own. */
  readonly files?: { readonly folder: string; readonly kept: string };
  /** `of`: all rows, where they were counted because there may be only so many. */
  readonly progress?: (rows: number, of: number | undefined) => void;
  readonly mostRows?: number | undefined;
  readonly given?: Given | undefined;
  /** Fails where others import already: as the owner, on a connection that ends with the import. */
  readonly enter?: ((client: Client, importer: string) => Promise<void>) | undefined;
  /** Ends it before the next batch: nothing of it is kept, or the batches before. */
  readonly signal?: AbortSignal | undefined;
  readonly connecting?: ConnectOptions | undefined;
  /** Where only good rows are imported: the others, before they are forgotten. */
  readonly keepRefused?: Importing["keepRefused"];
};

/** Undefined: the document names no fields of this entity. */
export type Offered = (compiled: Compiled, entity: string) => readonly string[] | undefined;

export async function importRows(options: ImportOptions): Promise<ImportReport> {
  const { database, path, given, connecting } = options;
  const connections: Client[] = [];
  const connect = async (): Promise<Client> => {
    const client = await database.connect({ application_name: "writ import", ...connecting });
    // A connection that is lost fails the statement that waits for it.
    client.on("error", () => undefined);
    connections.push(client);
    return client;
  };
  try {
    // Words are asked for while a transaction has failed.
    const second = await connect();
    const { table, ...product } = await productOf(second, options);
    const caller = typeof options.as === "object" ? options.as : await callerOf(second, options.as, table.id);
    if (caller.role === "service_role" && !database.capabilities.bypassRls) throw powerless();
    await options.enter?.(second, importerOf(caller));
    const client = await connect();
    const rows = options.mostRows === undefined ? undefined : await countRows(path, options.mostRows, given);
    const opened = await openTable(path, given);
    const importing = await begunWith({ options, client, second, table, caller, opened, rows, ...product });
    return await (options.mode === "only good"
      ? inBatches(importing)
      : inOne(importing, options.mode === "all or nothing"));
  } catch (failure) {
    if (!(failure instanceof DatabaseError)) throw failure;
    throw new ImportRefused("the database has stopped the import", {
      code: "DATABASE",
      command: `the database has stopped the import: ${failure.message}`,
    });
  } finally {
    await Promise.allSettled(connections.map(async (one) => one.end()));
  }
}

/** In a database of another owner. */
function powerless(): ImportRefused {
  const why = "rows can be imported here only with the rights of an account, because service_role lacks BYPASSRLS";
  return new ImportRefused(why, { command: `${why}. Name one with --as, or let a superuser grant it` });
}

type Begun = Awaited<ReturnType<typeof productOf>> & {
  readonly options: ImportOptions;
  readonly client: Client;
  readonly second: Client;
  readonly caller: Caller;
  readonly opened: OpenedTable;
  readonly rows: number | undefined;
};

async function begunWith(begun: Begun): Promise<Importing> {
  const { options, client, second, compiled, table, locale, offered, caller, opened, rows } = begun;
  const { heads, sha256 } = opened;
  const byId = options.updateBy !== undefined && alike(options.updateBy) === "id";
  if (byId && offered !== undefined) throw new ImportRefused("rows cannot be found by their id here");
  const { map, ignore } = options;
  const mapping = mapColumns(heads, table, { map, ignore, byId, offered, withFiles: options.files !== undefined });
  const catalogue = await readCatalogue(client, ["public"]);
  const words = await problemWords(second, catalogue, caller);
  const updateBy = byId ? "id" : fieldOf(options.updateBy, table, offered);
  const files = options.files && importedFiles({ ...options.files, caller, second, keeps: options.mode !== "dry run" });
  const settings = { columns: mapping.columns.map(({ at, field }) => [at, field.id]), updateBy };
  return {
    client,
    second,
    caller,
    opened,
    converter: converterOf({ compiled, table, mapping, heads, updateBy, locale, words, files }),
    writer: writerOf({ client, entity: table.id, catalogue, caller, words }),
    table,
    headOf: headsOf(mapping),
    columns: mapping.columns.map(({ head, field }) => ({ head, field: field.label })),
    ignored: mapping.ignored,
    begun: { sha256, entity: table.id, importer: importerOf(caller), settings, how: options.how },
    first: options.first,
    signal: options.signal,
    progress: (done) => options.progress?.(done, rows),
    keepRefused: options.keepRefused ?? (async () => undefined),
  };
}

async function countRows(path: string, most: number, given: Given | undefined): Promise<number> {
  let count = 0;
  for await (const _ of (await openTable(path, given)).rows)
    if (++count > most)
      throw new ImportRefused(
        `the file has more than ${most} rows. Import it in parts, or by the command writ import, which takes any number`,
        { reason: { is: "manyRows", values: { most } } },
      );
  return count;
}

export async function productOf(client: ClientBase, { entity, offered }: Pick<ImportOptions, "entity" | "offered">) {
  const source = await readSource(client);
  if (source === undefined) throw new ImportRefused("no document was applied to this database");
  const compiled = compile(source);
  const tables = await tablesOf(client, compiled);
  const table = typeof entity === "object" ? tables.find(({ id }) => id === entity.id) : tableCalled(entity, tables);
  const fields = table && offered?.(compiled, table.id);
  if (table === undefined || (offered !== undefined && fields === undefined))
    throw new ImportRefused("nothing can be imported here", { code: "NOT_FOUND" });
  if (table.id === "user") throw new ImportRefused("accounts are made by their owners, and are not imported");
  const { languages } = await readProduct(client);
  return { compiled, table, offered: fields, locale: localeOf(languages[0] ?? "en") };
}

function tableCalled(name: string, tables: readonly Table[]): Table {
  const table = tables.find(({ id, label }) => alike(label) === alike(name) || alike(id) === alike(name));
  if (table !== undefined) return table;
  const meant = didYouMean(
    name,
    tables.map(({ label }) => label),
  );
  throw new ImportRefused(`the document has no entity "${name}". ${meant}`.trim());
}

function fieldOf(name: string | undefined, table: Table, offered: readonly string[] | undefined): string | undefined {
  if (name === undefined) return undefined;
  const columns = importedFields(table, offered, true);
  const field = fieldNamed(name, offered === undefined ? table : { columns });
  if (field !== undefined) return field.id;
  const meant = didYouMean(
    name,
    columns.map(({ label }) => label),
  );
  const words = `"${name}" is no field of ${table.label}. ${meant}`.trim();
  throw new ImportRefused(words, { command: `--update-by: ${words}` });
}

/** By field: what is wrong with it is told at its column. */
const headsOf = ({ columns }: Mapping): ReadonlyMap<string, string> =>
  new Map(columns.map(({ head, field }) => [field.id, head]));
