// Rows of a file as rows of an entity: each cell read, what it names found, and all that is wrong told by its column.
import { randomUUID } from "node:crypto";
import type { ClientBase } from "pg";
import type { Compiled } from "@writ/language";
import type { Table } from "../console/rows/tables.ts";
import { byAnyName, byField, lookupOf, uniqueFields, type Found, type Lookup, type UniqueField } from "./lookups.ts";
import type { ImportedFiles } from "./files.ts";
import type { MappedColumn, Mapping } from "./mapping.ts";
import type { CellProblem, Words } from "./problems.ts";
import { mostLetters, textOf, type SourceRow } from "./source/table.ts";
import type { RowToWrite } from "./write-rows.ts";
import type { Locale } from "./field-types/locale.ts";
import { readValue } from "./field-types/read-value.ts";
import { ImportRefused } from "./refused.ts";

export type Converted = {
  readonly source: SourceRow;
  readonly row: RowToWrite;
  readonly problems: readonly CellProblem[];
};

export type Converter = {
  /** As many of the first rows as can be written together: what comes after may name them. At least one. */
  readonly convert: (client: ClientBase, rows: readonly SourceRow[]) => Promise<readonly Converted[]>;
};

type Key = { readonly at: number; readonly field: UniqueField | "id"; readonly lookup: Lookup };

type Options = {
  readonly compiled: Compiled;
  readonly table: Table;
  readonly mapping: Mapping;
  readonly heads: readonly string[];
  readonly updateBy: string | undefined;
  readonly locale: Locale;
  readonly words: Words;
  /** Undefined: there is no folder of files. */
  readonly files: ImportedFiles | undefined;
};

type Named = {
  readonly column: MappedColumn;
  readonly texts: readonly string[];
  readonly entity: string;
  readonly isList: boolean;
};
type FilesOfField = { readonly field: string; readonly files: readonly string[]; readonly isList: boolean };
type ReadRow = {
  readonly source: SourceRow;
  readonly values: Record<string, unknown>;
  readonly named: readonly Named[];
  readonly files: readonly FilesOfField[];
  readonly problems: CellProblem[];
  readonly key: string | undefined;
};

export function converterOf(options: Options): Converter {
  const { compiled, table, mapping, words } = options;
  const key = keyOf(options);
  const lookups = new Map<string, Lookup>();
  for (const { field } of mapping.columns) {
    const { type } = field;
    if (type.kind !== "reference" && type.kind !== "several") continue;
    const other = table.others.get(type.entity);
    if (other !== undefined)
      lookups.set(other.id, lookupOf(other.id, byAnyName(compiled, other), other.id !== table.id));
  }
  return {
    convert: async (client, rows) => {
      const read: ReadRow[] = [];
      for (const row of rows) read.push(await readRow(row, key, options));
      const found = await findNamed(client, read, lookups);
      const end = endOf(read, found, table.id);
      const now = read.slice(0, end);
      const keys = await key?.lookup.find(
        client,
        now.flatMap((one) => one.key ?? []),
      );
      const converted: Converted[] = [];
      for (const one of now) {
        await nameRows(one, found, options);
        const id = one.key === undefined ? undefined : keys?.get(one.key);
        if (one.key === undefined && key !== undefined) one.problems.push(await words.of("REQUIRED", fieldOf(key)));
        if (id !== undefined && "wrong" in id) one.problems.push(await words.of("INVALID", fieldOf(key)));
        if (id === undefined && key?.field === "id" && one.key !== undefined)
          one.problems.push(await words.of("INVALID", undefined, `There is no row with the id "${one.key}".`));
        const known = id !== undefined && "id" in id ? id.id : undefined;
        // The key of a row that is there stays as it is written there.
        if (known !== undefined && key !== undefined && key.field !== "id") delete one.values[key.field.id];
        await bringFiles(client, one, known, options);
        const row = {
          number: one.source.number,
          id: known,
          values: known === undefined ? given(one.values) : one.values,
        };
        converted.push({ source: one.source, row, problems: one.problems });
      }
      return converted;
    },
  };
}

const fieldOf = (key: Key | undefined): string | undefined =>
  key === undefined || key.field === "id" ? undefined : key.field.id;

/** Of a new row an empty cell gives nothing: so a default is taken. */
const given = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

function keyOf({ compiled, table, mapping, updateBy }: Options): Key | undefined {
  if (updateBy === undefined) return undefined;
  if (mapping.id !== undefined)
    return { at: mapping.id, field: "id", lookup: lookupOf(table.id, byField("id"), false) };
  const column = mapping.columns.find(({ field }) => field.id === updateBy);
  const field = uniqueFields(compiled, table.id).find(({ id }) => id === updateBy);
  if (column === undefined) throw notUpdatedBy("no column of the file is for it");
  if (field === undefined)
    throw notUpdatedBy(`${column.field.label} is not unique: several rows may have the same value`);
  return { at: column.at, field, lookup: lookupOf(table.id, byField(field), false) };
}

const notUpdatedBy = (words: string) =>
  new ImportRefused(`rows cannot be found: ${words}`, { command: `--update-by: ${words}` });

async function readRow(source: SourceRow, key: Key | undefined, options: Options): Promise<ReadRow> {
  const { mapping, heads, locale, words } = options;
  const values: Record<string, unknown> = {};
  const named: Named[] = [];
  const files: FilesOfField[] = [];
  const problems: CellProblem[] = [];
  for (const column of mapping.columns) {
    const { field, at } = column;
    const cell = source.cells[at];
    if (textOf(cell).length > mostLetters) {
      problems.push(await words.of("TOO_LONG", field.id));
      continue;
    }
    const read = readValue(cell, field, locale);
    if (read === undefined) values[field.id] = null;
    else if ("value" in read) values[field.id] = read.value;
    else if ("wrong" in read) problems.push(await words.of("INVALID", field.id, `${read.wrong}.`));
    else if ("named" in read) named.push({ column, texts: read.named, entity: read.entity, isList: read.isList });
    else files.push({ field: field.id, ...read });
  }
  if (source.cells.slice(heads.length).some((cell) => textOf(cell) !== ""))
    problems.push(
      await words.of(
        "INVALID",
        undefined,
        `It has ${source.cells.length} cells, and there are ${heads.length} columns.`,
      ),
    );
  const text = key === undefined ? "" : textOf(source.cells[key.at]).trim();
  return { source, values, named, files, problems, key: text === "" ? undefined : text };
}

/** A file names its row, so that a new one has its id before it is written. */
async function bringFiles(
  client: ClientBase,
  { files, values, problems }: ReadRow,
  known: string | undefined,
  { files: imported, table, words }: Options,
): Promise<void> {
  // Nothing is kept for a row that is refused already.
  if (files.length === 0 || problems.length > 0) return;
  const row = known ?? randomUUID();
  if (known === undefined) values["id"] = row;
  for (const { field, files: paths, isList } of files) {
    const brought =
      imported === undefined
        ? { wrong: "Say with --files in which folder the files are." }
        : await imported.bring(client, row, bucketOf(table.id, field), paths);
    if ("wrong" in brought) problems.push(await words.of("INVALID", field, brought.wrong));
    else values[field] = isList ? brought.names : brought.names[0];
  }
}

/** The bucket of a field is called like its column. */
const bucketOf = (entity: string, field: string): string => `${entity}.${field}`;

async function findNamed(
  client: ClientBase,
  rows: readonly ReadRow[],
  lookups: ReadonlyMap<string, Lookup>,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Found>>> {
  const found = new Map<string, ReadonlyMap<string, Found>>();
  for (const [entity, lookup] of lookups) {
    const texts = rows.flatMap(({ named }) => named.filter((one) => one.entity === entity).flatMap((one) => one.texts));
    found.set(entity, texts.length === 0 ? new Map() : await lookup.find(client, texts));
  }
  return found;
}

/**
 * Where a row begins that an earlier one may have to be written for: it has the same key, or names a row of its own
 * entity that is not there, or is called so a second time by then.
 */
function endOf(rows: readonly ReadRow[], found: ReadonlyMap<string, ReadonlyMap<string, Found>>, own: string): number {
  const keys = new Set<string>();
  const written = new Set<string>();
  for (const [at, { named, key, source }] of rows.entries()) {
    const ofOwn = named.filter(({ entity }) => entity === own);
    const waits = ofOwn.some(({ texts }) =>
      texts.some((text) => !found.get(own)?.has(text) || written.has(text.toLowerCase())),
    );
    const isAgain = key !== undefined && keys.has(key.toLowerCase());
    if (at > 0 && (waits || isAgain)) return at;
    if (key !== undefined) keys.add(key.toLowerCase());
    for (const [place, cell] of source.cells.entries())
      if (!ofOwn.some(({ column }) => column.at === place)) written.add(textOf(cell).trim().toLowerCase());
  }
  return rows.length;
}

async function nameRows(
  { named, values, problems }: ReadRow,
  found: ReadonlyMap<string, ReadonlyMap<string, Found>>,
  { table, words }: Options,
): Promise<void> {
  for (const { column, texts, entity, isList } of named) {
    const label = table.others.get(entity)?.label ?? entity;
    const ids: string[] = [];
    for (const text of texts) {
      const one = found.get(entity)?.get(text);
      if (one !== undefined && "id" in one) ids.push(one.id);
      else {
        const why =
          one === undefined ? `There is no ${label} "${text}".` : `Several rows of ${label} are called "${text}".`;
        problems.push(await words.of("INVALID", column.field.id, why));
      }
    }
    values[column.field.id] = isList ? ids : (ids[0] ?? null);
  }
}
