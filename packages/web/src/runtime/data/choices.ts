// Rows that a reference may be set to: those that the writer may read, and among them those that the document allows.
import type { ApplicationField } from "@writ/language/product";
import type { Product } from "../product/product.tsx";
import { quoted } from "../values/quoted.ts";
import { fieldTypeOf } from "../field-types/field-types.ts";
import { leadsToRows } from "../field-types/rows/type.ts";
import { nameOf } from "./name.ts";
import { embeddedIn, isWireRow } from "../values/row.ts";
import { dataOf, readRow, readRows } from "./rows.ts";
import { namePaths } from "./select.ts";

export type NamedRow = { readonly id: string; readonly name: string };

/** What a row that is not stored yet refers to, by field. */
export type NamedInDraft = Readonly<Record<string, string>>;

const most = 20;
/** Of rows whose names are fetched by their ids. */
const mostAsked = 100;

export async function readChoices(
  field: ApplicationField,
  rowId: string | undefined,
  words: string,
  product: Product,
  signal: AbortSignal,
  draft?: NamedInDraft,
): Promise<readonly NamedRow[]> {
  const { type } = field;
  if (!leadsToRows(type)) return [];
  if (type.among) return choicesAmong(type.among, rowId, words, [], product, draft);
  return find(type.entity, words === "" ? [] : [matching(type.entity, words, product)], product, most, signal);
}

/** What rows that are chosen already are called. What the row has need not be among what may be chosen now. */
export async function readNamed(
  entity: string,
  field: ApplicationField,
  rowId: string | undefined,
  ids: readonly string[],
  product: Product,
  draft?: NamedInDraft,
): Promise<readonly NamedRow[]> {
  const { type } = field;
  if (!leadsToRows(type)) return [];
  const result = await Promise.all(
    inParts(ids).map(async (some) => {
      const offered = type.among ? await choicesAmong(type.among, rowId, "", some, product, draft) : [];
      const others = missing(some, offered);
      // Only the first of what may be chosen is offered by itself: what comes later is called as everywhere else.
      const read =
        others.length > 0
          ? await find(type.entity, [`id.in.(${others.map(quoted).join(",")})`], product, mostAsked)
          : [];
      return [...offered, ...read];
    }),
  );
  const all = result.flat();
  const hidden = new Set(missing(ids, all));
  if (hidden.size === 0 || rowId === undefined) return all;
  const row = await readRow(entity, { id: rowId }, [[field.id]], product);
  const embedded = row?.[`_${field.id}`];
  const had = (isWireRow(embedded) ? [embedded] : embeddedIn(embedded)).filter((one) => hidden.has(String(one["id"])));
  return [...all, ...had.map((one) => ({ id: String(one["id"]), name: nameOf(type.entity, one, product) }))];
}

const missing = (ids: readonly string[], result: readonly NamedRow[]): readonly string[] =>
  ids.filter((id) => !result.some((one) => one.id === id));

/** As many as an address holds. */
export const inParts = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / mostAsked) }, (_, part) =>
    ids.slice(part * mostAsked, (part + 1) * mostAsked),
  );

async function find(
  entity: string,
  conditions: readonly string[],
  product: Product,
  size: number,
  signal?: AbortSignal,
): Promise<readonly NamedRow[]> {
  const named = namePaths(entity, product.application);
  const [first] = named;
  // Where the document does not say what a row is called, what it belongs to tells it apart.
  const known = entity === "user" ? undefined : product.application.entities[entity];
  const others = Object.values(known?.shownAs === undefined ? (known?.fields ?? {}) : {}).flatMap(
    ({ id, type, stored }) =>
      stored && type.kind === "reference" && type.entity !== "user" ? [{ id, entity: type.entity }] : [],
  );
  const paths = [...named, ...others.map(({ id }) => [id])];
  const field =
    first?.length === 1 && first[0] !== undefined ? product.application.entities[entity]?.fields[first[0]] : undefined;
  const order = field?.stored === true ? [{ column: field.id, descending: false }] : [];
  const rows = await readRows({ entity, paths, conditions, search: "", order, size }, [], size, product, signal);
  return rows.map((row) => {
    const about = others.flatMap((other) => {
      const embedded = row[`_${other.id}`];
      return isWireRow(embedded) ? [nameOf(other.entity, embedded, product)] : [];
    });
    return { id: String(row["id"]), name: [nameOf(entity, row, product), ...about].join(" · ") };
  });
}

/** Looked for in what rows are called by, as far as it is their own. */
function matching(entity: string, words: string, { application }: Product): string {
  const fields = application.entities[entity]?.fields ?? {};
  const texts = namePaths(entity, application).flatMap((path) => {
    const field = path.length === 1 && path[0] !== undefined ? fields[path[0]] : undefined;
    return field?.stored === true && fieldTypeOf(field.type).isSearched ? [field.id] : [];
  });
  const pattern = quoted(`*${words.replaceAll(/[*%]/g, "")}*`);
  return texts.length === 0 ? "id.not.is.null" : `or(${texts.map((name) => `${name}.ilike.${pattern}`).join(",")})`;
}

/** The document says among whom: the database knows, and shows them to a user who may set the field. */
async function choicesAmong(
  among: string,
  rowId: string | undefined,
  words: string,
  ids: readonly string[],
  { backend }: Product,
  draft?: NamedInDraft,
): Promise<readonly NamedRow[]> {
  const about = rowId !== undefined ? { row_id: rowId } : draft !== undefined ? { draft: JSON.stringify(draft) } : {};
  const asked = backend.rpc(among, { q: words, ...about }, { get: true }).select("id,name");
  return dataOf(await (ids.length > 0 ? asked.in("id", [...ids]) : asked.limit(most)));
}
