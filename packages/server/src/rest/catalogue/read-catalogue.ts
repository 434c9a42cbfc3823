// Reads the catalogue of a database: some questions, and what follows from the answers.
import type { ClientBase } from "pg";
import {
  keyOf,
  type Catalogue,
  type Column,
  type Handler,
  type Routine,
  type Spelling,
  type Table,
} from "./catalogue.ts";
import {
  functionsQuestion,
  handlersQuestion,
  relationsQuestion,
  tablesQuestion,
  relationshipsQuestion,
} from "./questions.ts";
import { relationshipsOf, type ForeignKey } from "./relationships.ts";
import { maskedColumns, viewColumns, withViewKeys, type ViewDefinition } from "./views.ts";

export async function readCatalogue(client: ClientBase, schemas: readonly string[]): Promise<Catalogue> {
  // One picture of the whole, in which every type is printed with its schema.
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path = ''");
  try {
    return await readAll(client, schemas);
  } finally {
    await client.query("ROLLBACK");
  }
}

type Spoken = { readonly timeZone: string; readonly durations?: Readonly<Record<string, readonly string[]>> };

/** What the document says of how values are written; undefined without one. */
async function productIn(client: ClientBase): Promise<Spoken | undefined> {
  const { rows: there } = await client.query("SELECT to_regclass('writ.product') IS NOT NULL AS is_there");
  if (there[0]?.is_there !== true) return undefined;
  return (await client.query<{ says: Spoken }>("SELECT says FROM writ.product")).rows[0]?.says;
}

function withSpellings(table: Table, product: Spoken | undefined, routines: readonly Routine[]): Table {
  if (!table.isEntity || product === undefined) return table;
  const { timeZone: zone, durations = {} } = product;
  const isDuration = (name: string) => Object.hasOwn(durations, table.name) && durations[table.name]?.includes(name);
  const columns = table.columns.map((column): Column => {
    if (column.type === "timestamp with time zone") return { ...column, spelling: { kind: "moment", zone } };
    const { name, type } = column;
    return isDuration(name) === true ? { ...column, spelling: { kind: "duration", type } } : column;
  });
  const works = workedOut(table, routines).flatMap(({ name, returns }): [string, Spelling][] => {
    if (returns.name === "timestamptz") return [[name, { kind: "moment", zone }]];
    return isDuration(name) === true ? [[name, { kind: "duration", type: "numeric" }]] : [];
  });
  return { ...table, columns, spelledAnswers: new Map(works) };
}

/** The functions that work out fields of an entity. */
function workedOut({ schema, fields, columns }: Table, routines: readonly Routine[]): readonly Routine[] {
  const names = new Set(fields?.filter((field) => !columns.some(({ name }) => name === field)));
  return routines.filter(
    ({ name, schema: where, parameters }) => names.has(name) && where === schema && parameters.length === 1,
  );
}

/** A step asks for fields of its entity, by their names. */
function spelledAs(routine: Routine, entity: Table | undefined): Routine {
  if (entity === undefined) return routine;
  const parameters = routine.parameters.map((parameter) => {
    const spelling = entity.columns.find(({ name }) => name === parameter.name)?.spelling;
    return spelling === undefined ? parameter : { ...parameter, spelling };
  });
  return { ...routine, parameters };
}

async function readAll(client: ClientBase, schemas: readonly string[]): Promise<Catalogue> {
  const product = await productIn(client);
  const keys = (await client.query<ForeignKey>(relationshipsQuestion)).rows;
  const relations = (await client.query<ViewDefinition>(relationsQuestion)).rows;
  const routines = (await client.query<Routine>(functionsQuestion, [schemas])).rows;
  const tables = (await client.query<Table>(tablesQuestion)).rows.map((table) =>
    withSpellings(table, product, routines),
  );
  const handlers = (await client.query<Handler & { rows: Handler["rows"] | null }>(handlersQuestion, [schemas])).rows;
  const direct = viewColumns(relations);
  const columns = [...direct, ...maskedColumns(tables, direct)];
  const known = withViewKeys(tables, columns);
  const functions = new Map<string, Routine[]>();
  const entities = new Map(tables.filter(({ isEntity }) => isEntity).map((table) => [keyOf(table), table]));
  for (const routine of routines) {
    const same = functions.get(keyOf(routine)) ?? [];
    functions.set(keyOf(routine), [...same, spelledAs(routine, entities.get(keyOf(routine.returns)))]);
  }
  return {
    tables: new Map(known.map((table) => [keyOf(table), table])),
    relationships: relationshipsOf(known, keys, columns, routines),
    functions,
    handlers: handlers.map(({ rows, ...handler }) => ({ ...handler, rows: rows ?? undefined })),
  };
}
