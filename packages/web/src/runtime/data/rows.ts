// Asking the data API: one row, a page of rows, what refuses. The only place that knows how requests look.
import { ownOf } from "../../words/own-of.ts";
import type { Application, FieldPath, RowsFunction } from "@writ/language/product";
import type { Product } from "../product/product.tsx";
import type { WireRow } from "../values/row.ts";
import { throughReferences } from "./filter.ts";
import { behind, orderBy, type OrderKey } from "./keyset.ts";
import { refusalOf } from "../../words/refusal.ts";
import { selectFor } from "./select.ts";

export type ListQuery = {
  readonly entity: string;
  /** A function that gives the rows, where filters cannot say which they are. */
  readonly rows?: FunctionInput | undefined;
  readonly paths: readonly FieldPath[];
  /** Conditions as the wire writes them: all must hold. */
  readonly conditions: readonly string[];
  readonly search: string;
  readonly order: readonly OrderKey[];
  readonly size: number;
};

export type FunctionInput = {
  readonly shown: string;
  /** With words that a user looks for. */
  readonly found: string;
  readonly given: Readonly<Record<string, string>>;
};

export type ListPage = {
  readonly rows: readonly WireRow[];
  /** The condition for what comes behind it; undefined: nothing does. */
  readonly next: string | undefined;
};

type Answer = {
  readonly data: unknown;
  readonly error: { message: string; code?: string; details?: string; hint?: string } | null;
  readonly status: number;
};

/** Throws every failure as a `Refusal`. */
export function dataOf<Data>({ data, error, status }: Answer): Data {
  if (error !== null) throw refusalOf(error, status);
  return data as Data;
}

/** A page that is refetched ends where it did, however many rows it has now: `end` is the row behind it. */
export async function readPage(
  query: ListQuery,
  after: string | undefined,
  product: Product,
  signal?: AbortSignal,
  end?: string,
): Promise<ListPage> {
  const begin = after === undefined ? [] : [after];
  if (end !== undefined) {
    const most = query.size * 4;
    const rows = await readRows(query, [...begin, `not.${end}`], most, product, signal);
    if (rows.length < most) return { rows, next: end };
  }
  const rows = await readRows(query, begin, query.size + 1, product, signal);
  const last = rows[query.size - 1];
  const shown = rows.slice(0, query.size);
  if (rows.length <= query.size || last === undefined) return { rows: shown, next: undefined };
  const values = query.order.map(({ column }) => {
    const value = valueAt(last, column);
    return value === null || value === undefined ? null : String(value);
  });
  return { rows: shown, next: behind(query.order, values, String(last["id"])) };
}

export async function readRows(
  query: ListQuery,
  more: readonly string[],
  size: number,
  product: Product,
  signal?: AbortSignal,
): Promise<readonly WireRow[]> {
  const { backend, application } = product;
  const required = [
    ...query.paths,
    ...query.order.map(({ column }) => column.split("/")).filter(([first]) => first !== "id"),
  ];
  const { text, embeds, parameters } = throughReferences(
    [...query.conditions, ...more].join(),
    query.entity,
    application,
  );
  const select = [selectFor(query.entity, required, application), ...embeds].join();
  const from = sourceOf(query, backend).select(select);
  // The client has no word for a condition that is already written, so it is put into the address as it is.
  if (text !== "") setParameter(from, "and", `(${text})`);
  for (const [name, value] of [...parameters, ["order", orderBy(query.order)] as const])
    setParameter(from, name, value);
  const asked = from.limit(size);
  return dataOf(await (signal === undefined ? asked : asked.abortSignal(signal)));
}

function sourceOf({ entity, rows, search }: ListQuery, backend: Product["backend"]) {
  if (rows === undefined && search === "") return backend.from(entity);
  const name = rows === undefined ? `search_${entity}` : search === "" ? rows.shown : rows.found;
  const given = { ...rows?.given, ...(search === "" ? {} : { q: search }) };
  return backend.rpc(name, given, { get: true });
}

/** What the database is given for a function: the row in the address by its id. */
export const functionInput = (
  { shown, found, parameters }: RowsFunction,
  route: Readonly<Record<string, WireRow>>,
): FunctionInput => ({
  shown,
  found,
  given: Object.fromEntries(parameters.map((one) => [one.name, String(route[one.route]?.["id"] ?? "")])),
});

function setParameter(builder: unknown, name: string, value: string): void {
  if (typeof builder === "object" && builder !== null && "url" in builder && builder.url instanceof URL)
    builder.url.searchParams.append(name, value);
}

function valueAt(row: WireRow, column: string): unknown {
  const [first = "", second] = column.split("/");
  return second === undefined ? ownOf(row, first) : (row[`_${first}`] as WireRow | null | undefined)?.[second];
}

/** All fields that a row itself has: for what shows one row only. */
export const allFields = (entity: string, application: Application): readonly FieldPath[] =>
  Object.values(application.entities[entity]?.fields ?? {})
    // No reader may see who made an account: it refers to none.
    .filter(({ id, type }) => type.kind !== "list" && !(entity === "user" && /^(?:crea|upda)ted_by$/.test(id)))
    .map(({ id }) => [id]);

/** Undefined where there is none, or none for this reader. */
export async function readRow(
  entity: string,
  where: Readonly<Record<string, string>>,
  paths: readonly FieldPath[],
  product: Product,
): Promise<WireRow | undefined> {
  const { backend, application } = product;
  let asked = backend.from(entity).select(selectFor(entity, paths, application));
  for (const [column, value] of Object.entries(where)) asked = asked.eq(column, value);
  const rows: readonly WireRow[] = dataOf(await asked.limit(1));
  return rows[0];
}
