// Whether the document does not say if a user may read, see or set something: then an empty response is not "none".
import type { Application, FieldPath } from "@writ/language/product";
import type { WireRow } from "../values/row.ts";
import { contextOf, rowContext } from "./context.ts";
import type { Product } from "./product.tsx";
import { isRightGap, may } from "./rights.ts";

/** Whether what comes may leave something out for that reason alone: no other role of theirs lets them do it everywhere. */
const isGap = (action: string, entity: string, product: Product): boolean =>
  isRightGap(action, entity, product) && may(action, entity, contextOf(product), product) !== "yes";

export const isReadGap = (entity: string, product: Product): boolean => isGap("read", entity, product);

/** Whether no row can come. Users always read their own account. */
export const isWhollyGap = (entity: string, product: Product): boolean =>
  entity !== "user" && isRightGap("read", entity, product) && may("read", entity, contextOf(product), product) === "no";

/** Of a field, behind references too: whether it is empty because the document does not say who sees it. */
export const isSeeGap = (path: FieldPath, entity: string, product: Product): boolean =>
  path.some((field, place) =>
    isGap(`see:${field}`, holderOf(path.slice(0, place + 1), entity, product.application), product),
  );

/** Why a field comes empty although it may have a value: the document does not say who sees it, or not this reader. */
export type Unseen = "not said" | "not theirs";

export function unseenAs(field: string, entity: string, row: WireRow, product: Product): Unseen | undefined {
  if (row[field] !== null && row[field] !== undefined) return undefined;
  if (isSeeGap([field], entity, product)) return "not said";
  const known = product.application.entities[entity];
  const see = `see:${field}`;
  if (known?.rights[see] === undefined) return undefined;
  const answer = may(see, entity, rowContext(product, entity, row), product);
  // Where only the database can tell, an empty value of a required field is a hidden one.
  return answer === "no" || (answer === "perhaps" && known.fields[field]?.required === true) ? "not theirs" : undefined;
}

/** The visible values of a row: a hidden value is not taken for empty. */
export const visibleValues = (row: WireRow, entity: string, product: Product): WireRow =>
  Object.fromEntries(
    Object.entries(row).filter(([id]) => id.startsWith("_") || unseenAs(id, entity, row, product) === undefined),
  );

/** The entity of the last field of a path. */
export const holderOf = (path: FieldPath, entity: string, application: Application): string =>
  path.slice(0, -1).reduce((from, step) => {
    const type = application.entities[from]?.fields[step]?.type;
    return type?.kind === "reference" ? type.entity : from;
  }, entity);
