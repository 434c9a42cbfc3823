// What a file holds, before anything of it is imported: its columns, which fields they may become, and its first rows.
import type { ClientBase } from "pg";
import { uniqueFields } from "./lookups.ts";
import { guessColumns, importedFields } from "./mapping.ts";
import { productOf, type ImportOptions } from "./import-rows.ts";
import type { ImportLook } from "./response-types.ts";
import { openTable } from "./source/open-table.ts";
import { textOf } from "./source/table.ts";

const sampled = 5;
/** Of a cell. */
const mostShown = 200;

type Options = Pick<ImportOptions, "path" | "given" | "entity" | "offered">;
type Owner = { readonly withConnection: <Made>(work: (client: ClientBase) => Promise<Made>) => Promise<Made> };

export async function lookAt(owner: Owner, { path, given, ...asked }: Options): Promise<ImportLook> {
  const { compiled, table, offered } = await owner.withConnection(async (client) => productOf(client, asked));
  const { heads, notes, rows } = await openTable(path, given);
  const fields = importedFields(table, offered, false);
  const unique = new Set(uniqueFields(compiled, table.id).map(({ id }) => id));
  const sample: (readonly string[])[] = [];
  for await (const { cells } of rows) {
    sample.push(heads.map((_head, at) => textOf(cells[at]).slice(0, mostShown)));
    if (sample.length === sampled) break;
  }
  const known = compiled.lookup.fields.get(table.id);
  return {
    heads,
    columns: guessColumns(heads, fields),
    fields: fields.map(({ id, label, required }) => ({
      id,
      label,
      required: required && known?.get(id)?.default === undefined,
      unique: unique.has(id),
    })),
    sample,
    notes,
  };
}
