// Asking the data API: one row, a page of rows, what refuses. The only place that knows how requests look.
import type { Application, FieldPath } from "@writ/language/product";
import type { Product } from "../session/product.tsx";
import type { WireRow } from "../values/row.ts";
import { behind, orderBy, type OrderKey } from "./keyset.ts";
import { refusalOf } from "./refusal.ts";
import { selectFor } from "./select.ts";

export type ListQuery = {
  readonly entity: string;
  readonly paths: readonly FieldPath[];
  /** Conditions as the wire writes them: all must hold. */
  readonly conditions: readonly string[];
  /** Paths that a condition stands on behind a reference: rows without it are left out. */
  readonly inner: readonly FieldPath[];
  readonly search: string;
  readonly order: readonly OrderKey[];
  readonly size: number;
};

export type ListPage = { readonly rows: readonly WireRow[]; readonly next: string | undefined };

type Answer = {
  readonly data: unknown;
  readonly error: { message: string; code?: string; details?: string; hint?: string } | null;
  readonly status: number;
};

/** Whatever goes wrong is a `Refusal`. */
export function dataOf<Data>({ data, error, status }: Answer): Data {
  if (error !== null) throw refusalOf(error, status);
  return data as Data;
}

export async function readPage(
  query: ListQuery,
  after: string | undefined,
  product: Product,
  signal?: AbortSignal,
): Promise<ListPage> {
  const rows = await readRows(query, after === undefined ? [] : [after], query.size + 1, product, signal);
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
  const wanted = [
    ...query.paths,
    ...query.order
      .map(({ column }) => column.split(".").map((step) => step.replace(/^_/, "")))
      .filter((path) => path[0] !== "id"),
  ];
  const select = selectFor(query.entity, wanted, application, query.inner);
  const from =
    query.search === ""
      ? backend.from(query.entity).select(select)
      : backend.rpc(`search_${query.entity}`, { q: query.search }, { get: true }).select(select);
  const conditions = [...query.conditions, ...more];
  // The client has no word for a condition that is already written, so it is put into the address as it is.
  if (conditions.length > 0) setParameter(from, "and", `(${conditions.join(",")})`);
  setParameter(from, "order", orderBy(query.order));
  const asked = from.limit(size);
  return dataOf(await (signal === undefined ? asked : asked.abortSignal(signal)));
}

function setParameter(builder: unknown, name: string, value: string): void {
  if (typeof builder === "object" && builder !== null && "url" in builder && builder.url instanceof URL)
    builder.url.searchParams.set(name, value);
}

const valueAt = (row: WireRow, column: string): unknown =>
  column
    .split(".")
    .reduce<unknown>(
      (value, step) => (typeof value === "object" && value !== null ? (value as WireRow)[step] : undefined),
      row,
    );

/** All fields that a row itself has: for what shows one row only. */
export const allFields = (entity: string, application: Application): readonly FieldPath[] =>
  Object.values(application.entities[entity]?.fields ?? {})
    // Who made an account is nobody's to read: it refers to none.
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
