// Reads the catalogue of a database: some questions, and what follows from the answers.
import type { ClientBase } from "pg";
import { keyOf, type Catalogue, type Handler, type Routine, type Table } from "./catalogue.ts";
import { functionsQuestion, handlersQuestion, relationsQuestion, tablesQuestion, waysQuestion } from "./questions.ts";
import { waysOf, type ForeignKey } from "./ways.ts";
import { viewColumns, withViewKeys, type ViewDefinition } from "./views.ts";

export async function readCatalogue(client: ClientBase, schemas: readonly string[]): Promise<Catalogue> {
  // One picture of the whole, in which every type is printed with its schema.
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path = ''");
  try {
    return await readAll(client, schemas);
  } finally {
    await client.query("ROLLBACK");
  }
}

async function readAll(client: ClientBase, schemas: readonly string[]): Promise<Catalogue> {
  const tables = (await client.query<Table>(tablesQuestion)).rows;
  const keys = (await client.query<ForeignKey>(waysQuestion)).rows;
  const relations = (await client.query<ViewDefinition>(relationsQuestion)).rows;
  const routines = (await client.query<Routine>(functionsQuestion, [schemas])).rows;
  const handlers = (await client.query<Handler & { rows: Handler["rows"] | null }>(handlersQuestion, [schemas])).rows;
  const columns = viewColumns(relations);
  const known = withViewKeys(tables, columns);
  const functions = new Map<string, Routine[]>();
  for (const routine of routines) {
    const same = functions.get(keyOf(routine)) ?? [];
    functions.set(keyOf(routine), [...same, routine]);
  }
  return {
    tables: new Map(known.map((table) => [keyOf(table), table])),
    ways: waysOf(known, keys, columns, routines),
    functions,
    handlers: handlers.map(({ rows, ...handler }) => ({ ...handler, rows: rows ?? undefined })),
  };
}
